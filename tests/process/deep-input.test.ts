// What nests as deep as a body is long: refused before anything calls itself for each level. A stack that runs full
// where V8 compiles a regular expression ends the process, so the stack is small here, and each is sent three times.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BankProcess, runBank, startBank } from '../support/control-process.ts';
import { send } from '../support/http.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const LEVELS = 100_000;
/** Kilobytes; Node has 984. Less, and Node itself does not start. */
const SMALL_STACK = ['--stack-size=256'];

const object = `{"a":${'['.repeat(LEVELS)}`;
const members = '{"a":'.repeat(LEVELS);
const closed = `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`;
const aliases = Array.from({ length: LEVELS / 5 }, (_, i) => `- &a${i + 1} [*a${i}]\n`).join('');
const indented = (line: string) =>
  Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}${line}\n`).join('');

const SEEDS: readonly (readonly [what: string, text: string])[] = [
  ['lists in short form', '['.repeat(LEVELS)],
  ['lists that are closed', closed],
  ['objects in short form', '{'.repeat(LEVELS)],
  ['objects of one member', '{a: '.repeat(LEVELS)],
  ['entries in entries', '- '.repeat(LEVELS)],
  ['names in names', '? '.repeat(LEVELS)],
  ['values of values', ': '.repeat(LEVELS)],
  ['anchors', '&a '.repeat(LEVELS)],
  ['tags', '!a '.repeat(LEVELS)],
  ['aliases of aliases', `- &a0 []\n${aliases}`],
  ['indented entries', indented('-')],
  ['indented members', indented('a:')],
  ['brackets that close nothing', ']'.repeat(LEVELS)],
  ['lists in JSON', object],
  ['objects in JSON', members],
];

describe('what nests too deep', () => {
  let bank: BankProcess;
  beforeAll(async () => {
    bank = await startBank({ SANDBANK_DATA: 'memory' }, SMALL_STACK);
  });
  afterAll(async () => {
    await bank.end('SIGTERM');
  });

  const refused = async (method: string, path: string, body: string) => {
    for (let time = 0; time < 3; time += 1) {
      const { status, body: answer } = await send({ method, url: bank.url + path, body });
      expect([status, answer.tppMessages[0].code]).toEqual([400, 'FORMAT_ERROR']);
    }
  };

  test.each(SEEDS)('CTRL-11: %s in a seed are refused', (_, text) =>
    refused('POST', '/_sandbox/reset', text),
  );

  test.each([
    ['PUT', '/_sandbox/snapshots/deep'],
    ['PUT', '/_sandbox/clock'],
    ['POST', '/_sandbox/faults'],
    ['PUT', '/_sandbox/sca-policy'],
  ])('HDR-06: lists and objects in the body of %s %s are refused', async (method, path) => {
    await refused(method, path, object);
    await refused(method, path, members);
    await refused(method, path, closed);
  });

  test('CTRL-11: the bank goes on', async () => {
    expect((await send({ method: 'GET', url: `${bank.url}/health` })).status).toBe(200);
    expect(bank.output()).not.toMatch(/FATAL|RangeError/);
  });
});

test('CTRL-11: a start with such a seed ends with a sentence', async () => {
  const file = join(folder, 'deep.yaml');
  writeFileSync(file, '['.repeat(LEVELS));
  const { code, stderr } = await runBank({ SANDBANK_SEED: file, SANDBANK_DATA: 'memory' });
  expect([code, stderr]).toEqual([
    2,
    `sandbank: seed (SANDBANK_SEED): ${file}: Line 1, column 67: The lists and objects here nest deeper than 64 levels.\n`,
  ]);
});
