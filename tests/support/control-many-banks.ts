// `node --expose-gc control-many-banks.js DATA COUNT`: begins that many banks over HTTP, with one signed
// read each, and prints what memory they take.
import { createSandbank } from '../../server/sandbank.ts';
import { control } from './bank.ts';
import { Tpp } from './tpp.ts';

const AT_ONCE = 8;

async function main(data: string, count: number): Promise<object> {
  const house = await createSandbank({ data });
  const { body } = await control(house.url, 'POST', '/_sandbox/certificates');
  const tpp = new Tpp(house.url, body);
  let next = 0;
  const use = async (): Promise<void> => {
    const bank = `b${next++}`;
    const { status } = await tpp.at(`${house.url}/banks/${bank}`).get('/v1/sandbox/customers');
    if (status !== 200) throw new Error(`${bank}: ${status}`);
  };
  // What the first banks load, and what requests as such take, is not what a bank takes.
  for (let i = 0; i < 50; i++) await use();
  const before = await memory();
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count + 50) await use();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const millis = Math.round(performance.now() - started);
  const after = await memory();
  await house.close();
  return { rss: after.rss - before.rss, heap: after.heap - before.heap, millis };
}

async function memory() {
  // Connections close, timers fire and finalizers run between the two.
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 200));
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

const [data = 'memory', count = '1000'] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await main(data, Number(count)))}\n`);
