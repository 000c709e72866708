// What a scrape finds out beside the meters (CTRL-09): banks, the store, the process and its event loop.
import { expect, test } from '@jest/globals';
import { Meters } from '../../../server/insight/metrics/meters.ts';
import { metricsOperation } from '../../../server/insight/metrics/metrics-control.ts';
import { type Family, readExposition } from '../../support/exposition.ts';

type Store = Parameters<typeof metricsOperation>[0]['store'];
interface Scraped {
  readonly status: number;
  readonly text: { readonly type: string; readonly content: string };
}

const operation = (store: Partial<Store>) =>
  metricsOperation({ meters: new Meters(), store: { banks: async () => [], ...store } });
type Operation = ReturnType<typeof operation>;

const answerOf = (row: Operation) =>
  (row as unknown as { outside: () => Promise<Scraped> }).outside();
const figuresOf = async (row: Operation): Promise<ReadonlyMap<string, Family>> =>
  readExposition((await answerOf(row)).text.content);
/** Its values, behind their labels. */
function values(figures: ReadonlyMap<string, Family>, name: string) {
  const { samples = [] } = figures.get(name) ?? {};
  return samples.map((sample) => [...Object.values(sample.labels), sample.value]);
}

test('CTRL-09: the row of the address', async () => {
  const { id, method, path, rule, success, produces } = operation({});
  expect({ id, method, path, rule, success, produces }).toEqual({
    ...{ id: 'getMetrics', method: 'GET', path: '/_sandbox/metrics', rule: 'CTRL-09' },
    ...{ success: { status: 200 }, produces: ['text/plain'] },
  });
  const { status, text } = await answerOf(operation({}));
  expect([status, text.type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});

test('CTRL-09: banks are those that have the name of one, and none are said where the store fails', async () => {
  const count = async (banks: Store['banks']) =>
    values(await figuresOf(operation({ banks })), 'sandbank_banks');
  const names = ['default', '_sandbank', 'snapshot:x', 'north', 'a'.repeat(200), ''];
  expect(await count(async () => names)).toEqual([[2]]);
  expect(await count(async () => [])).toEqual([[0]]);
  expect(await count(() => Promise.reject(new Error('no store')))).toEqual([]);
});

test('CTRL-09: a store that does not answer is not waited for', async () => {
  const figures = await figuresOf(operation({ banks: () => new Promise(() => undefined) }));
  expect(values(figures, 'sandbank_banks')).toEqual([]);
  expect(values(figures, 'process_resident_memory_bytes')).toHaveLength(1);
});

test('CTRL-09: the figures of the store are as it says them', async () => {
  const of = async (figures?: object) => {
    const own = await figuresOf(operation(figures ? { figures: () => figures as never } : {}));
    return ['sandbank_queue_transactions', 'sandbank_banks_in_memory'].map((name) =>
      values(own, name),
    );
  };
  expect(await of()).toEqual([[[0]], [[0]]]);
  expect(await of({ queued: 3, banksInMemory: 5 })).toEqual([[[3]], [[5]]]);
});

test('CTRL-09: processor time is user and system in seconds, memory in bytes', async () => {
  const secondsNow = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  };
  const [from, row] = [secondsNow(), operation({})];
  const figures = await figuresOf(row);
  const [[cpu = 0] = []] = values(figures, 'process_cpu_seconds_total');
  expect([Number(cpu) >= from, Number(cpu) <= secondsNow()]).toEqual([true, true]);
  const [[memory = 0] = []] = values(figures, 'process_resident_memory_bytes');
  const now = process.memoryUsage.rss();
  expect([Number(memory) > now / 2, Number(memory) < now * 2]).toEqual([true, true]);
});

/** Keeps this process busy for so long. */
const block = (millis: number) =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);

test('CTRL-09: the delay of the event loop is that since the scrape before, in seconds by quantile', async () => {
  const row = operation({});
  const delays = async () => values(await figuresOf(row), 'sandbank_event_loop_delay_seconds');
  // None has looked before.
  expect(await delays()).toEqual(['1', '0.5', '0.9', '0.99'].map((quantile) => [quantile, 0]));
  const turns = async (count: number) => {
    for (let at = 0; at < count; at++) await new Promise((done) => setTimeout(done, 12));
  };
  await turns(5);
  block(300);
  await turns(3);
  const busy = new Map(
    await delays().then((rows) => rows.map(([at, value]) => [at, Number(value)])),
  );
  // At least as long as it was blocked, less one look, and in seconds.
  expect(busy.get('1')).toBeGreaterThan(0.25);
  expect(busy.get('1')).toBeLessThan(60);
  for (const [, delay] of busy) expect(delay).toBeGreaterThanOrEqual(0);
});
