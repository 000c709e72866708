// `sandbank recover`: what it prints, and what it ends with. What it saves is tried in tests/unit/storage/.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { recoverData } from '../../server/composition/recover-data.ts';
import { bankAt, control } from '../support/bank.ts';
import { printed, refused, sandbank } from '../support/commands.ts';
import { walk } from '../support/repeatable-walk.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testFolder } from '../support/test-folder.ts';
import type { Credentials } from '../support/tpp.ts';

const folder = testFolder();
const recover = (...args: string[]) => sandbank('recover', ...args);

test('DUR-02: a damaged bank opens again after it, with what is readable', async () => {
  const data = join(folder, 'data');
  const first = await openSandbank({ data });
  for (const bank of ['', '/banks/north']) {
    await control(first.url + bank, 'PUT', '/_sandbox/sca-policy', { demand: 'always' });
  }
  await first.close();
  // With that of the house, which has the format of the rows.
  expect(await printed(recover(data))).toBe(
    `Nothing in ${data} is damaged: 3 banks can be read. Nothing was written.`,
  );
  const file = join(data, 'default.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"always"', '"always'));
  await expect(openSandbank({ data })).rejects.toThrow(file);
  const to = `${data}-recovered`;
  const said = (await printed(recover(data), 1)).split('\n');
  expect(said.slice(0, 2)).toEqual(['Damaged:', expect.stringContaining(`  ${file}:`)]);
  expect(said.slice(2)).toEqual([
    `Saved in ${to}:`,
    '  _sandbank: complete',
    '  north: complete',
    expect.stringMatching(/^ {2}default: what is readable, \d+ rows$/),
    `${data} is as it was. Start the bank with SANDBANK_DATA=${to} npm start`,
  ]);
  const second = await openSandbank({ data: to });
  const policy = async (bank: string) =>
    (await control(second.url + bank, 'GET', '/_sandbox/sca-policy')).body.demand;
  expect([await policy(''), await policy('/banks/north')]).toEqual([undefined, 'always']);
  await second.close();
  expect((await recover(data, '--into', to)).err).toContain('is not empty');
  expect(readdirSync(data).filter((name) => name.startsWith('.lock'))).toEqual([]);
});

test('DUR-02: a bank whose file was cut short is saved as far as it goes, and others whole', async () => {
  const data = join(folder, 'cut');
  const first = await openSandbank({ data });
  const { body } = await control(first.url, 'POST', '/_sandbox/certificates');
  await walk(bankAt(first.url, body as Credentials, async () => undefined));
  await control(`${first.url}/banks/north`, 'PUT', '/_sandbox/sca-policy', { demand: 'always' });
  await first.close();
  const file = join(data, 'default.json');
  const whole = readFileSync(file);
  const cuts = Array.from({ length: 7 }, (_, at) => Math.floor((whole.length * (at + 1)) / 8));
  for (const cut of [...cuts, whole.length - 2]) {
    writeFileSync(file, whole.subarray(0, cut));
    const { sound, damaged } = await recoverData(data, join(folder, `cut-${cut}`));
    expect([cut, sound, [...damaged.keys()]]).toEqual([cut, ['_sandbank', 'north'], ['default']]);
    await (await openSandbank({ data: join(folder, `cut-${cut}`) })).close();
  }
  for (const [at, text] of [
    'null',
    '{"tables":null}',
    '{"tables":{"accounts":[null]}}',
  ].entries()) {
    writeFileSync(file, text);
    const { damaged } = await recoverData(data, join(folder, `odd-${at}`));
    expect([text, [...damaged.keys()]]).toEqual([text, ['default']]);
  }
});

test.each([
  [['a', 'b'], 2, /too many arguments/],
  [['--to', 'x'], 2, /unknown option '--to'/],
  [['/nowhere/at/all'], 1, /There is no folder \/nowhere\/at\/all/],
])('DUR-02: %j is exit %i and a sentence', async (args, code, says) => {
  expect(await refused(recover(...args), code)).toMatch(says);
});
