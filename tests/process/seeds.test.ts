// A seed that every bank of a process begins with (CTRL-11): SANDBANK_SEED, the option `seed`, and `sandbank seed`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { SettingError } from '../../server/composition/config.ts';
import { createSandbank } from '../../server/sandbank.ts';
import { control } from '../support/bank.ts';
import { sandbank } from '../support/commands.ts';
import { runBank, startBank } from '../support/control-process.ts';
import { exampleSeed, loadSeed } from '../support/seeded.ts';
import { testBank } from '../support/test-bank.ts';
import { filesIn, testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const file = filesIn(folder);
const example = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/seeds/${name}.yaml`, import.meta.url));

const reset = async (url: string) => (await control(url, 'POST', '/_sandbox/reset')).body;
const customersOf = async (url: string): Promise<number> =>
  (await control(url, 'GET', '/_sandbox/seed')).body.customers.length;

const SEED = { customers: [{ customerNumber: '15479801026', customerName: 'Kari' }] };
const WRONG = 'customers:\n  - customerNumber: 15479801026\n';
const REASON = 'wrong.yaml: Line 2, column 5: customers[0].customerName is required and absent.';

const seeded = await testBank({ seed: SEED });

test('CTRL-11: SANDBANK_SEED is there at the start, in other banks, and after a reset', async () => {
  const settings = { SANDBANK_SEED: example('household'), SANDBANK_DATA: join(folder, 'data') };
  const first = await startBank(settings);
  expect(await customersOf(first.url)).toBe(2);
  expect(await customersOf(`${first.url}/banks/other`)).toBe(2);
  await control(first.url, 'POST', '/_sandbox/reset', { customers: [] });
  expect(await customersOf(first.url)).toBe(0);
  expect(await reset(first.url)).toMatchObject({
    customers: 2,
    sessions: [{ tppSessionId: 'household' }],
  });
  await control(first.url, 'POST', '/_sandbox/reset', { customers: [] });
  await first.end('SIGTERM');
  const again = await startBank(settings);
  // What was stored is older than the seed, and stays.
  expect(await customersOf(again.url)).toBe(0);
  expect(await reset(again.url)).toMatchObject({ customers: 2 });
  await again.end('SIGTERM');
});

test('CTRL-11: every bank begins with it: initialize returns to it', async () => {
  expect((await seeded.tpp.post('/v1/sandbox/initialize')).body).toEqual({
    customers: 1,
    accounts: 0,
    cardAccounts: 0,
  });
});

test('CTRL-11: a wrong seed refuses to start, with its line', async () => {
  const SANDBANK_SEED = file('wrong.yaml', WRONG);
  const { code, stderr } = await runBank({ SANDBANK_SEED, SANDBANK_DATA: 'memory' });
  expect([code, stderr]).toEqual([2, `sandbank: seed (SANDBANK_SEED): ${folder}/${REASON}\n`]);
});

test('CTRL-11: a seed that is not there refuses to start', async () => {
  const started = createSandbank({ seed: join(folder, 'nothing.yaml') });
  await expect(started).rejects.toThrow(SettingError);
  await expect(started).rejects.toThrow(/^seed \(SANDBANK_SEED\): .*nothing\.yaml: .*no such file/);
});

test('CTRL-11: an object that is no seed refuses to start, and names the field', async () => {
  await expect(createSandbank({ seed: { customers: [{}] } })).rejects.toThrow(
    'seed (SANDBANK_SEED): customers[0].customerNumber is required and absent.',
  );
});

test('CTRL-11: every bank begins with it: bank.reset() returns to it', async () => {
  const bank = await createSandbank({ seed: SEED });
  await control(bank.url, 'POST', '/_sandbox/reset', { customers: [] });
  await bank.reset();
  expect(await customersOf(bank.url)).toBe(1);
  await bank.close();
});

const seed = (...args: string[]) => sandbank('seed', ...args);

test('CTRL-11: sandbank seed: check says what a seed holds', async () => {
  const path = example('household');
  expect(await seed('check', path)).toEqual({
    code: 0,
    out: `${path}: 2 customers, 3 accounts, 1 cards, 1 payments, 1 consents`,
    err: '',
  });
});

test('CTRL-11: check says what is wrong, and where', async () => {
  const answer = await seed('check', file('wrong.yaml', WRONG));
  expect(answer).toEqual({ code: 1, out: '', err: `${folder}/${REASON}` });
});

test('CTRL-11: export writes a bank as YAML that check takes, or as JSON', async () => {
  const bank = seeded.tenant();
  await loadSeed(bank, exampleSeed('household'));
  const [url = '', name = ''] = bank.url.split('/banks/');
  const where = ['--url', url, '--bank', name];
  const path = join(folder, 'export.yaml');
  expect(await seed('export', ...where, '--output', path)).toMatchObject({
    code: 0,
    err: '',
  });
  expect(readFileSync(path, 'utf8')).toMatch(
    /^idsOf: t-.*\ncustomers:\n {2}- customerNumber: "08417701045"\n/,
  );
  expect(await seed('check', path)).toMatchObject({ code: 0 });
  const { code, out } = await seed('export', ...where, '--json');
  const json = JSON.parse(out);
  expect([code, json.customers.length, out]).toEqual([0, 2, JSON.stringify(json, null, 2)]);
});

test('CTRL-11: add takes the JSON itself or a file, and with --preview stores nothing', async () => {
  const { url } = seeded.tenant();
  const mari = { customers: [{ customerNumber: '18129215603', customerName: 'Mari' }] };
  const text = `\n${JSON.stringify(mari)}`;
  const preview = await seed('add', text, '--preview', '--url', url);
  expect(preview.out).toMatch(/^Mari .* is a new customer\nNothing was stored \(--preview\)\.$/);
  expect(await customersOf(url)).toBe(1);
  await seed('add', text, '--url', url);
  expect(await customersOf(url)).toBe(2);
  const odd = [{ customerNumber: '12085592767', customerName: 'Odd' }];
  await seed('add', file('add.json', JSON.stringify({ customers: odd })), '--url', url);
  expect(await customersOf(url)).toBe(3);
});

test.each([
  [[], /check <file>/],
  [['check'], /missing required argument 'file'/],
  [['check', 'a', 'b'], /too many arguments/],
  [['check', '/nothing.yaml'], /\/nothing\.yaml cannot be read/],
  [['export', '--url', 'x'], /absolute address/],
])('CTRL-11: sandbank seed: %j is wrong usage', async (args, says) => {
  expect(await seed(...args)).toMatchObject({ code: 2, err: expect.stringMatching(says) });
});
