// Levels of rules on disk (CTRL-07).
import { expect, test } from '@jest/globals';
import { control } from '../support/bank.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { testFolder } from '../support/test-folder.ts';

const PATH = '/_sandbox/rules';
const folder = testFolder();

test('CTRL-07, DUR-01: they outlive the process', async () => {
  const first = await openSandbank({ data: folder });
  const wanted = { preset: 'as-observed', levels: { 'SIG-05': 'error' } };
  const set = await control(first.url, 'PUT', PATH, wanted);
  await first.close();
  const second = await openSandbank({ data: folder });
  const seen = await control(second.url, 'GET', `${PATH}?tolerated=true`);
  const one = await control(second.url, 'GET', `${PATH}/SIG-05`);
  await second.close();
  expect(seen.text).toBe(set.text);
  expect([seen.body.preset, one.body.level]).toEqual(['as-observed', 'error']);
});
