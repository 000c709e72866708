// A string that the client says it signed, beside the bank's.
import { expect, test } from '@jest/globals';
import { compareSigned } from '../../../server/insight/explain/compare-signed.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { explained, ownTpp, requestOf } from './support.ts';

const tpp = await ownTpp();
const right = diagnose(requestOf(tpp), NOW).bankString ?? '';
const foreign = right.replace(/(?<=x-request-id: ).*/, 'fresh-1');

const compare = (given: string, change: Partial<Draft> = { signed: () => foreign }) =>
  compareSigned(Buffer.from(given, 'latin1'), requestOf(tpp, change), NOW);

test.each([
  ['as it is', foreign],
  ['with the newline of a file', `${foreign}\n`],
  ['as a form sends it', foreign.replaceAll('\n', '\r\n')],
])('SIG-15: the signed string, %s, is known as that', (_, given) => {
  const { fits, signed, text } = compare(given);
  expect([fits, signed]).toEqual([true, foreign]);
  expect(text).toMatch(
    /^The signature is over this string\. 4 of the bank's 5 lines are among your 5\. Line 3 is the first that differs: you have "x-request-id: fresh-1", the bank has "x-request-id: b96/,
  );
});

test('SIG-15: CRLF that was signed is kept', () => {
  const crlf = right.replaceAll('\n', '\r\n');
  expect(compare(right, { signed: () => crlf })).toMatchObject({ fits: true, signed: crlf });
});

test.each([
  [right, /not over this string: .* It is the bank's string, byte for byte \(line ends aside\)\.$/],
  [
    right.replace(/\n.*$/, ''),
    /4 of the bank's 5 lines .* Line 5 is the first that differs: you have "\(no line\)", the bank has "tpp/,
  ],
  [right.replace(/^[^\n]*\n/, ''), /4 of the bank's 5 lines .* Line 1 is the first that differs: /],
  [
    right.replace(/^(.*)\n(.*)/, '$2\n$1'),
    /5 of the bank's 5 lines .* Line 1 is the first that differs: /,
  ],
  [
    `${right}\nhost: a`,
    /5 of the bank's 5 lines .* Line 6 .* you have "host: a", the bank has "\(no line\)"\.$/,
  ],
])('SIG-15: a string that was not signed is compared as well', (given, says) => {
  const compared = compare(given);
  expect(compared.fits).toBe(false);
  expect(compared.text).toMatch(says);
});

test('SIG-15: of a string that is longer than any, 64 KiB are compared', () => {
  expect(compare('a'.repeat(70_000)).signed).toHaveLength(64 * 1024);
});

test('SIG-15: of a signature that shows nothing it is not said', () => {
  const { fits, text } = compare(right, { signature: 'none' });
  expect(fits).toBeUndefined();
  expect(text).toMatch(/^The signature does not show whether/);
});

test('SIG-15: where nothing fits, the three likeliest next steps are said', () => {
  const { sentence } = explained(requestOf(tpp, { signed: () => foreign }));
  expect(sentence).toMatch(
    /Next: 1\. print the string .* 2\. paste it at .*\/_sandbox\/requests\/[\w-]+, which .* 3\. look first at X-Request-ID /,
  );
});
