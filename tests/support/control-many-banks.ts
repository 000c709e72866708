// `node --expose-gc control-many-banks.js DATA COUNT`: begins that many banks over HTTP, with one signed read
// each, and once more after a restart. Prints what memory they take and how many files are open.
import { readdirSync } from 'node:fs';
import { createSandbank } from '../../server/sandbank.ts';
import { control } from './bank.ts';
import { Tpp } from './tpp.ts';

const AT_ONCE = 8;
/** What the first banks load, and what requests as such take, is not what a bank takes. */
const FIRST = 50;

async function main(data: string, count: number): Promise<object> {
  const made = await heapOfBanks(data, count);
  const { heap: reopened } = await heapOfBanks(data, count);
  return { ...made, reopened };
}

async function heapOfBanks(data: string, count: number) {
  const house = await createSandbank({ data });
  const { body } = await control(house.url, 'POST', '/_sandbox/certificates');
  const tpp = new Tpp(house.url, body);
  let next = 0;
  const use = async (): Promise<void> => {
    const bank = `b${next++}`;
    const { status } = await tpp.at(`${house.url}/banks/${bank}`).get('/v1/sandbox/customers');
    if (status !== 200) throw new Error(`${bank}: ${status}`);
  };
  for (let i = 0; i < FIRST; i++) await use();
  const before = await heapUsed();
  const worker = async (): Promise<void> => {
    while (next < count + FIRST) await use();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const heap = (await heapUsed()) - before;
  const files = openFiles();
  await house.close();
  return { heap, files };
}

async function heapUsed(): Promise<number> {
  // Connections close, timers fire and finalizers run between the two.
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 200));
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

const [data = 'memory', count = '1000'] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await main(data, Number(count)))}\n`);
