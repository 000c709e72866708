// A signed read against Express with one route, in rounds that take turns, so that what else the machine does
// meets all of them alike.
import { join } from 'node:path';
import { CONNECTIONS, drive, isOk, type Load } from '../load/drive.ts';
import { type BenchTpp, openTpp, plainBytes } from '../load/tpp.ts';
import { type Bench, median, type Row, row, type Section } from '../row.ts';
import {
  bare,
  express,
  floor,
  greet,
  inFolder,
  type Server,
  sandbank,
  start,
  withServer,
} from '../servers.ts';

/** The row that the chart is drawn from. */
export const READ = 'signed GET /v1/accounts ÷ Express hello';

/** Requests with a signature of their own; they are sent in turns. */
const SIGNED = 2000;

interface Subject {
  readonly name: string;
  readonly round: (millis: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export const reads: Section = async (bench) => [await steady(bench), await firstThousand(bench)];

async function steady(bench: Bench): Promise<Row> {
  bench.say('signed reads');
  return inFolder(async (data) => {
    const bank = await start(sandbank(data));
    const { round, bytes, tpp } = await signedReads(bank);
    const least = await start(floor(join(data, 'floor'), bytes));
    const subjects: Subject[] = [
      { name: 'Sandbank', round, stop: bank.stop },
      { name: 'node:http that verifies', round: roundsOf(least, tpp, isOk), stop: least.stop },
      await unsigned('Express hello', express, '/'),
      await unsigned('bare node:http', bare, '/'),
    ];
    for (const peer of bench.peers) {
      subjects.push(await unsigned(peer.name, peer.command(bench.folder), peer.path, peer.headers));
    }
    const [warmUp, rounds, millis] = bench.smoke ? [100, 1, 200] : [5000, 7, 1500];
    const found = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
    for (const { round } of subjects) await round(warmUp);
    for (let done = 0; done < rounds; done++) {
      for (const { name, round } of subjects) found.get(name)?.push(await round(millis));
    }
    for (const { stop } of subjects) await stop();
    const ratio = (name: string) =>
      median(
        (found.get(name) ?? []).map((rate, at) => rate / (found.get('Express hello')?.[at] ?? 1)),
      );
    const others = subjects
      .map(({ name }) => name)
      .filter((name) => !/Sandbank|Express/.test(name));
    return {
      measure: READ,
      value: ratio('Sandbank'),
      unit: '',
      goal: { least: 1 },
      beside: {
        'requests a second': median(found.get('Sandbank') ?? []),
        ...Object.fromEntries(others.map((name) => [name, ratio(name)])),
      },
    };
  });
}

/** Every answer is compared with the first. */
async function signedReads(bank: Server) {
  const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
  let expected: string | undefined;
  const isRight = (status: number, body: string) => {
    expected ??= body;
    return status === 200 && body === expected && body.includes('"iban":"NO');
  };
  const round = roundsOf(bank, tpp, isRight);
  await round(100);
  return { tpp, round, bytes: expected?.length ?? 0 };
}

const roundsOf =
  ({ port }: Server, tpp: BenchTpp, isRight: Load['isRight']): Subject['round'] =>
  async (millis) => {
    // Signed anew before each round, because a Date is good for a minute (SIG-11).
    const requests = tpp.reads(SIGNED);
    return (await drive({ port, requests, connections: CONNECTIONS, isRight, millis })).perSecond;
  };

async function unsigned(
  name: string,
  command: Parameters<typeof start>[0],
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Subject> {
  const { port, stop } = await start(command);
  const requests = [plainBytes({ method: 'GET', path, headers })];
  const load = {
    port,
    requests,
    connections: CONNECTIONS,
    // A peer may refuse the rest of so many requests (peers.ts).
    isRight: (status: number) => status < 500,
  };
  return { name, round: async (millis) => (await drive({ ...load, millis })).perSecond, stop };
}

/** What a test run in CI sees: a process that has answered nothing yet. */
async function firstThousand(bench: Bench): Promise<Row> {
  bench.say('the first 1,000 reads of a process');
  const count = bench.smoke ? 50 : 1000;
  const ratios: number[] = [];
  for (let done = 0; done < (bench.smoke ? 1 : 5); done++) {
    const ours = await inFolder((data) =>
      withServer(sandbank(data), async ({ port }) => {
        const tpp = await openTpp(`http://127.0.0.1:${port}`);
        const requests = tpp.reads(count);
        return drive({ port, requests, connections: CONNECTIONS, count, isRight: isOk });
      }),
    );
    const theirs = await withServer(express, ({ port }) => greet(port, { count }));
    ratios.push(ours.perSecond / theirs.perSecond);
  }
  return row('the same, first 1,000 requests of a fresh process', median(ratios), '', {
    goal: { least: 0.8 },
  });
}
