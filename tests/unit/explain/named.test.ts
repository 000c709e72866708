// Mistakes that no row of the corpora has, in strings that this test puts together by itself: each is named, and
// nothing else with it. And how several are told.
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { explained, namesOf, ownTpp, requestOf } from './support.ts';

const tpp = await ownTpp();

const BODY = '{"creditorName":"Blåbær / sønn AS","b":[1,0]}';
const TARGET = '/banks/acme/v1/accounts/enc%21%21abc?bookingStatus=both&x=%C3%B8';
const SHAPE: Partial<Draft> = {
  target: TARGET,
  body: BODY,
  headers: {
    host: 'bank.example',
    'tpp-redirect-uri': 'https://TPP.example:8443/cb/%C3%B8?state=a%20b&x=1#part',
    'tpp-session-id': 'session-1',
  },
  names: ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'],
};
const DIGEST = createHash('sha256').update(BODY).digest('base64');
const lines = (change: (line: string) => string) => (text: string) =>
  text.split('\n').map(change).join('\n');
const crlf = (text: string) => text.replaceAll('\n', '\r\n');
const id = (value: string): Partial<Draft> => ({ headers: { 'x-request-id': value } });

type Signed = (text: string) => string;

/** Names joined by ` + `, explanations by ` | `. */
test.each<[names: string, says: RegExp, signed: Signed, sent?: Partial<Draft>]>([
  ['joined-with-ampersand', /ampersands; join them/, (text) => text.replaceAll('\n', '&')],
  ['joined-with-bar', /vertical bars/, (text) => text.replaceAll('\n', '|')],
  [
    'names-quoted',
    /names as "date"; .* no quotation marks: date/,
    lines((line) => line.replace(/^\S+(?=:)/, '"$&"')),
  ],
  [
    'value-percent-encoded',
    /percent-encoded/,
    (text) => text.replace('a/b c', 'a%2Fb%20c'),
    id('a/b c'),
  ],
  [
    'value-percent-decoded',
    /percent-decoded \(/,
    (text) => text.replace('a%2Fb', 'a/b'),
    id('a%2Fb'),
  ],
  [
    'redirect-query-order',
    /in another order/,
    (text) => text.replace('state=a%20b&x=1', 'x=1&state=a%20b'),
  ],
  [
    'request-target-query-order',
    /in another order/,
    (text) => text.replace('bookingStatus=both&x=%C3%B8', 'x=%C3%B8&bookingStatus=both'),
  ],
  [
    'digest-name',
    /named the line content-digest/,
    (text) => text.replace('digest:', 'content-digest:'),
  ],
  ['digest-base64-twice', /in base64 twice/, (text) => text.replace(DIGEST, btoa(DIGEST))],
  ['nothing-signed', /signed nothing:/, () => ''],
  ['hex-of-string', /in hexadecimal; sign/, (text) => Buffer.from(text, 'latin1').toString('hex')],
  // Several together.
  [
    'no-space-after-colon + crlf + trailing-newline',
    /^Three/,
    (text) => `${crlf(lines((line) => line.replace(': ', ':'))(text))}\n`,
  ],
  [
    'body-appended + crlf',
    /^Two/,
    (text) => `${crlf(text)}
${Buffer.from(BODY).toString('latin1')}`,
  ],
  [
    'leading-newline + lines-indented + trailing-newline',
    /indented .*\(by " {4}"\)/,
    (text) => `\n${text.replace(/^/gm, '    ')}\n    `,
  ],
  ['header-put-in + crlf', /host as well/, (text) => crlf(`host: bank.example\n${text}`)],
  [
    'request-target-capitals + request-target-without-query',
    /^Two/,
    (text) => text.replace(/post (.*)\?.*/, 'POST $1'),
  ],
  [
    'another-order + trailing-newline',
    /in the order/,
    (text) => `${text.split('\n').sort().join('\n')}\n`,
  ],
  // Two equal ones are both said.
  [
    'redirect-normalised | redirect-trailing-slash',
    /^There are 2 possible explanations/,
    (text) => text.replace('https://tpp.example', 'https://tpp.example/'),
    { headers: { 'tpp-redirect-uri': 'https://tpp.example' } },
  ],
])('SIG-15: %s', (names, says, signed, sent = SHAPE) => {
  const right = diagnose(requestOf(tpp, sent), NOW).bankString ?? '';
  expect(signed(right)).not.toBe(right);
  const explanation = explained(requestOf(tpp, { ...sent, signed }));
  const sorted = (all: string) => all.split(' + ').sort().join(' + ');
  expect(namesOf(explanation).map(sorted).sort()).toEqual(names.split(' | ').map(sorted).sort());
  expect(explanation.sentence).toMatch(says);
  expect(explanation.signedString).toBe(signed(right));
});
