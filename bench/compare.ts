// What a request costs: processor time of this build, of another one and of Express with one route, in rounds that take
// turns. Unlike a rate, it holds on a machine that does other things too. `npm run bench -- --against FOLDER`, where
// the folder is a built copy of the project.
import { CONNECTIONS, drive, type Result } from './load/drive.ts';
import { openTpp } from './load/tpp.ts';
import { median } from './row.ts';
import { payment } from './rows/writes.ts';
import { express, greet, inFolder, ROOT, type Server, sandbank, start } from './servers.ts';

const ROUNDS = 15;
const COUNT = 2000;

/** Sends so many requests. */
type Send = (count: number) => Promise<Result>;

interface Subject {
  readonly name: string;
  readonly server: Server;
  readonly loads: Readonly<Record<string, Send>>;
}

export async function compare(folder: string): Promise<void> {
  await inFolder((data) =>
    inFolder(async (otherData) => {
      const hello = await start(express);
      const greeting: Send = (count) => greet(hello.port, { count });
      const subjects: readonly Subject[] = [
        { name: 'Express', server: hello, loads: { read: greeting, payment: greeting } },
        await bankIn('before', folder, otherData),
        await bankIn('now', ROOT, data),
      ];
      for (const load of ['read', 'payment']) console.log(await rounds(load, subjects));
      for (const { server } of subjects) await server.stop();
    }),
  );
}

async function bankIn(name: string, root: string, data: string): Promise<Subject> {
  const server = await start(sandbank(data, [], root));
  const { port } = server;
  const tpp = await openTpp(`http://127.0.0.1:${port}`);
  const path = '/v1/payments/sepa-credit-transfers';
  let made = 0;
  const pay = () => {
    made += 1;
    return tpp.signed({ method: 'POST', path, headers: tpp.psu, body: payment(made) });
  };
  const send = (requests: readonly Buffer[], wanted: number) =>
    drive({
      port,
      requests,
      connections: CONNECTIONS,
      count: requests.length,
      isRight: (status) => status === wanted,
    });
  const loads: Record<string, Send> = {
    read: (count) => send(tpp.reads(count), 200),
    payment: (count) => send(Array.from({ length: count }, pay), 201),
  };
  return { name, server, loads };
}

/** Microseconds a request, how many of them Express's are, and milliseconds within which 99 of 100 were answered. */
async function rounds(load: string, subjects: readonly Subject[]): Promise<string> {
  const found = subjects.map((): number[] => []);
  const slowest = subjects.map((): number[] => []);
  for (let round = 0; round < ROUNDS + 2; round++) {
    for (const [at, { server, loads }] of subjects.entries()) {
      const began = server.processor();
      const result = await loads[load]?.(COUNT);
      // The first rounds warm up.
      if (round < 2) continue;
      found[at]?.push((1000 * (server.processor() - began)) / COUNT);
      slowest[at]?.push(result?.p99 ?? Number.NaN);
    }
  }
  const [hello = []] = found;
  const figures = subjects.map(({ name }, at) => {
    const own = found[at] ?? [];
    const ratio = median(own.map((micros, round) => (hello[round] ?? 1) / micros));
    const p99 = median(slowest[at] ?? []).toFixed(1);
    return `${name} ${median(own).toFixed(0)} µs (${ratio.toFixed(2)}), p99 ${p99} ms`;
  });
  return `${load}: ${figures.join('; ')}`;
}
