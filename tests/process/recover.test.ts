// `sandbank recover`: what it prints, and what it ends with. What it saves is tried in tests/unit/storage/.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { run } from '../../cli/run.ts';
import { control } from '../support/bank.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testFolder } from '../support/test-folder.ts';

let out: string[];
let err: string[];
const folder = testFolder();
beforeEach(() => {
  out = [];
  err = [];
});

const recover = (...args: string[]) =>
  run(['recover', ...args], {
    out: (text) => void out.push(...text.split('\n')),
    err: (text) => void err.push(text),
  });

test('DUR-02: a damaged bank opens again after it, with what is readable', async () => {
  const data = join(folder, 'data');
  const first = await openSandbank({ data });
  for (const bank of ['', '/banks/north']) {
    await control(first.url + bank, 'PUT', '/_sandbox/sca-policy', { demand: 'always' });
  }
  await first.close();
  expect(await recover(data)).toBe(0);
  expect(out).toEqual([`Nothing in ${data} is damaged: 2 banks can be read. Nothing was written.`]);
  const file = join(data, 'default.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"always"', '"always'));
  await expect(openSandbank({ data })).rejects.toThrow(file);
  out = [];
  expect(await recover(data)).toBe(1);
  const to = `${data}-recovered`;
  expect(out[0]).toBe('Damaged:');
  expect(out[1]).toMatch(`  ${file}:`);
  expect(out).toContain(`Saved in ${to}:`);
  expect(out).toContain('  north: complete');
  expect(out.at(-1)).toBe(
    `${data} is as it was. Start the bank with SANDBANK_DATA=${to} npm start`,
  );
  const second = await openSandbank({ data: to });
  const policy = async (bank: string) =>
    (await control(second.url + bank, 'GET', '/_sandbox/sca-policy')).body.demand;
  expect([await policy(''), await policy('/banks/north')]).toEqual([undefined, 'always']);
  await second.close();
  expect(await recover(data, '--into', to)).toBe(1);
  expect(err.join()).toContain('is not empty');
  expect(readdirSync(data).filter((name) => name.startsWith('.lock'))).toEqual([]);
});

test.each([
  [['a', 'b'], 2, /too many arguments/],
  [['--to', 'x'], 2, /unknown option '--to'/],
  [['/nowhere/at/all'], 1, /There is no folder \/nowhere\/at\/all/],
])('DUR-02: %j is exit %i and a sentence', async (args, code, says) => {
  expect(await recover(...args)).toBe(code);
  expect(err.join('\n')).toMatch(says);
});
