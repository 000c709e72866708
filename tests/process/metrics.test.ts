// The figures of the process in the Prometheus text format (CTRL-09).
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Meters } from '../../server/insight/metrics/meters.ts';
import { metricsOperation } from '../../server/insight/metrics/metrics-control.ts';
import { control } from '../support/bank.ts';
import { type Family, readExposition } from '../support/exposition.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';

const bank = await testBank({});
const folder = testFolder();

type Figures = ReadonlyMap<string, Family>;

async function scrape(url: string): Promise<Figures> {
  const answer = await control(url, 'GET', '/_sandbox/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readExposition(answer.text);
}

/** The value of the sample with these labels among others. */
function amountOf(figures: Figures, name: string, labels: Record<string, string> = {}): number {
  const family = [...figures].find(([own]) => name.startsWith(own))?.[1];
  const wanted = Object.entries(labels);
  const samples = family?.samples.filter(
    (sample) => sample.name === name && wanted.every(([key, text]) => sample.labels[key] === text),
  );
  return samples?.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
}

test('CTRL-09: every figure that the rule lists is there from the first scrape on, in a valid form', async () => {
  const figures = await scrape(bank.url);
  const types = [...figures].map(([name, { type }]) => [name, type]);
  expect(types).toEqual([
    ['sandbank_requests_total', 'counter'],
    ['sandbank_request_duration_seconds', 'histogram'],
    ['sandbank_verification_duration_seconds', 'histogram'],
    ['sandbank_transaction_duration_seconds', 'histogram'],
    ['sandbank_faults_fired_total', 'counter'],
    ['sandbank_banks', 'gauge'],
    ['sandbank_banks_in_memory', 'gauge'],
    ['sandbank_queue_transactions', 'gauge'],
    ['sandbank_journal_bytes', 'gauge'],
    ['sandbank_journal_waiting_commits', 'gauge'],
    ['sandbank_folds_total', 'counter'],
    ['sandbank_event_loop_delay_seconds', 'gauge'],
    ['process_cpu_seconds_total', 'counter'],
    ['process_resident_memory_bytes', 'gauge'],
  ]);
  // In memory there are no journals.
  expect(figures.get('sandbank_folds_total')?.samples).toMatchObject(
    ['done', 'failed'].map((outcome) => ({ labels: { outcome }, value: 0 })),
  );
});

test('CTRL-09: requests count by operation and status, whatever bank they are for', async () => {
  const tenant = bank.tenant();
  const before = await scrape(bank.url);
  await bank.tpp.get('/v1/sandbox/customers');
  await tenant.tpp.get('/v1/sandbox/customers');
  await tenant.tpp.get('/v1/accounts');
  await tenant.tpp.get('/v1/nowhere');
  await tenant.control('PUT', '/_sandbox/clock', { now: 'soon' });
  const after = await scrape(tenant.url);
  const more = (name: string, labels?: Record<string, string>) =>
    amountOf(after, name, labels) - amountOf(before, name, labels);
  const requests = 'sandbank_requests_total';
  const api = 'v1';
  expect(more(requests, { api, operation: 'getSandboxCustomers', status: '200' })).toBe(2);
  expect(more(requests, { api, operation: 'getAccounts', status: '400' })).toBe(1);
  expect(more(requests, { api, operation: 'none', status: '404' })).toBe(1);
  expect(more(requests, { api: 'control', operation: 'putClock', status: '400' })).toBe(1);
  const labels = { operation: 'getSandboxCustomers' };
  expect(more('sandbank_request_duration_seconds_count', labels)).toBe(2);
  expect(more('sandbank_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  // That of the unknown path was not verified.
  expect(more('sandbank_verification_duration_seconds_count')).toBe(3);
  expect(more('sandbank_transaction_duration_seconds_count')).toBe(3);
  // Both banks began with these requests.
  expect(more('sandbank_banks')).toBe(2);
  expect(amountOf(after, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
});

test('CTRL-09, FAULT-01: faults that fired are counted', async () => {
  const tenant = bank.tenant();
  await tenant.control('POST', '/_sandbox/faults', { effect: { status: 503 }, times: 1 });
  const fired = async () => amountOf(await scrape(tenant.url), 'sandbank_faults_fired_total');
  const before = await fired();
  await tenant.tpp.get('/v1/sandbox/customers');
  await tenant.tpp.get('/v1/sandbox/customers');
  expect(await fired()).toBe(before + 1);
});

test('CTRL-09: journals of a folder have their bytes', async () => {
  const onDisk = await openSandbank({ data: folder });
  await control(onDisk.url, 'POST', '/_sandbox/reset');
  expect(amountOf(await scrape(onDisk.url), 'sandbank_journal_bytes')).toBeGreaterThan(0);
  await onDisk.close();
});

interface Scrape {
  readonly outside: () => Promise<{ readonly text: { readonly content: string } }>;
}

test('CTRL-09: what keeps the event loop busy is in its delay, from the first scrape on', async () => {
  const store = { banks: async () => [] };
  const metrics = metricsOperation({ meters: new Meters(), store }) as unknown as Scrape;
  const delay = async () => {
    const { content } = (await metrics.outside()).text;
    const labels = { quantile: '1' };
    return amountOf(readExposition(content), 'sandbank_event_loop_delay_seconds', labels);
  };
  expect(await delay()).toBe(0);
  let last = 0;
  for (let i = 0; i < 50 && last === 0; i++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
    await pause(11);
    last = await delay();
  }
  expect(last).toBeGreaterThan(0);
});

test('CTRL-09: times are counted up to and with each bound', () => {
  const { verification } = new Meters();
  for (const millis of [0, 0.25, 0.26, 5000, 5001]) verification.add(millis);
  const { counts, sum } = verification;
  expect([counts[0], counts[1], counts.at(-2), counts.at(-1)]).toEqual([2, 1, 1, 1]);
  expect(sum).toBe(10_001.51);
});

test('CTRL-09: the reader of the format refuses what Prometheus would', () => {
  const good = '# HELP a b\n# TYPE a counter\na{x="y"} 1\n';
  expect(readExposition(good).get('a')?.samples).toHaveLength(1);
  const bad = [good.trimEnd(), good + good, good.replace('1', 'one'), good.replace('"y"', 'y')];
  for (const text of bad) expect(() => readExposition(text)).toThrow();
  const buckets =
    '# HELP h b\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_count 1\n';
  expect(() => readExposition(buckets)).toThrow(/no histogram/);
});
