// `node dist/bench/inspector.js [rounds]`: what the inspector costs a request (goal: it makes no answer
// come more than 3 % later). Two banks in a process of their own, one that records and one that does not,
// are asked the same over loopback in turns, and the rounds are compared in pairs: by their median and, for
// a machine that others are using, by the quickest tenth. What coverage counts is part of it.
//
// "one after the other" is what a test run sees: how long an answer takes. "8 at a time" keeps the bank's
// process busy without a pause, so that what is done once an answer has left shows as well: processor time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSandbank } from '../server/sandbank.ts';
import { drive } from './load/drive.ts';
import { type BenchTpp, openTpp } from './load/tpp.ts';

const GOAL = 3;
/** Short ones, and many; `node dist/bench/inspector.js 1000` takes more. */
const ROUNDS = Number(process.argv[2] ?? 300);
/** Of each bank in each round. */
const REQUESTS = 64;

/** A bank, and a TPP at it. */
interface Subject extends BenchTpp {
  readonly port: number;
}

type Sent = Parameters<BenchTpp['signed']>[0];

/** In the process of the banks: opens both and says where. */
async function serve(): Promise<void> {
  const ports: number[] = [];
  for (const inspector of [true, false]) ports.push((await createSandbank({ inspector })).port);
  process.send?.(ports);
  // The parent is gone.
  process.on('disconnect', () => process.exit());
}

/** Milliseconds per request; signing, which is good for a minute, does not count. */
async function round({ port, signed }: Subject, sent: Sent, abreast: number): Promise<number> {
  const requests = Array.from({ length: REQUESTS }, () => signed(sent));
  const isRight = (status: number) => status < 500;
  const { perSecond } = await drive({
    port,
    requests,
    connections: abreast,
    count: REQUESTS,
    isRight,
  });
  return 1000 / perSecond;
}

/** The value below which that share of them lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] as number;
}

type Subjects = readonly [recording: Subject, silent: Subject];

interface Question {
  readonly what: string;
  readonly sent: Sent;
  readonly abreast: number;
}

async function compare({ what, sent, abreast }: Question, subjects: Subjects): Promise<void> {
  // Past a thousand the log is full, and each record gives one up.
  for (let i = 0; i < 25; i++) for (const subject of subjects) await round(subject, sent, abreast);
  const took: (readonly [withIt: number, without: number])[] = [];
  const [recording, silent] = subjects;
  for (let i = 0; i < ROUNDS; i++) {
    const isEven = i % 2 === 0;
    const first = await round(isEven ? recording : silent, sent, abreast);
    const second = await round(isEven ? silent : recording, sent, abreast);
    took.push(isEven ? [first, second] : [second, first]);
  }
  const how = abreast === 1 ? 'one after the other' : `${abreast} at a time`;
  console.log(`${what}, ${how}: ${ROUNDS} rounds of ${REQUESTS} requests`);
  const ratios = took.map(([withIt, without]) => withIt / without);
  report('median of the rounds', took, { share: 0.5, ratio: quantile(ratios, 0.5) });
  const [withIt, without] = [0, 1].map((at) => quantile(timesOf(took, at), 0.1));
  report('quickest tenth', took, {
    share: 0.1,
    ratio: (withIt as number) / (without as number),
  });
}

const timesOf = (took: readonly (readonly [number, number])[], at: number): number[] =>
  took.map((pair) => pair[at] as number);

function report(
  what: string,
  took: readonly (readonly [number, number])[],
  { share, ratio }: { readonly share: number; readonly ratio: number },
): void {
  const [withIt, without] = [0, 1].map((at) => 1000 * quantile(timesOf(took, at), share));
  const cost = (ratio - 1) * 100;
  console.log(
    `  ${what.padEnd(21)} ${withIt?.toFixed(0)} us a request with the inspector, ` +
      `${without?.toFixed(0)} without: ${cost.toFixed(2)} % (goal ${GOAL} %)`,
  );
}

async function main(): Promise<void> {
  const banks = fork(fileURLToPath(import.meta.url), { env: { ...process.env, [BANKS]: 'yes' } });
  const [ports] = (await once(banks, 'message')) as [readonly number[]];
  const opened = ports.map(async (port) => ({
    port,
    ...(await openTpp(`http://127.0.0.1:${port}`)),
  }));
  const pair = (await Promise.all(opened)) as unknown as Subjects;
  const read = { method: 'GET', path: '/v1/sandbox/customers?includeAccounts=true' };
  const refused = { method: 'POST', path: '/v1/sandbox/customers', body: '{"customerNumber":1}' };
  for (const abreast of [1, 8]) {
    await compare({ what: 'a signed read', sent: read, abreast }, pair);
    await compare({ what: 'a refused body', sent: refused, abreast }, pair);
  }
  banks.disconnect();
}

/** Set in the process of the banks. */
const BANKS = 'BENCH_BANKS';

await (process.env[BANKS] === undefined ? main() : serve());
