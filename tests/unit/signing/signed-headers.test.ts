import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quoteBytes } from '../../../server/kernel/utf8.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { checkSignedHeaders } from '../../../server/signing/signed-headers.ts';
import { signingString } from '../../../server/signing/signing-string.ts';
import { runs } from '../../support/corpus.ts';
import { expectRefused } from './refused.ts';

const CARRIED = 'Date d Digest SHA-256= X-Request-ID x PSU-ID p Host h'.split(' ');

function check(list: string, extra: readonly string[] = []) {
  const rules: string[] = [];
  const headers = new RawHeaders([...CARRIED, ...extra]);
  return { names: checkSignedHeaders(list, headers, (rule) => rules.push(rule)), rules };
}
const ALL = 'date digest x-request-id psu-id';

test.each([
  ['all that are carried', ALL, [], []],
  ['another order', 'psu-id x-request-id digest date', [], []],
  ['(request-target) too', `(request-target) ${ALL}`, [], []],
  ['more spaces between', ` ${ALL.replaceAll(' ', '  ')} `, [], []],
  ['capitals', 'Date Digest X-Request-ID PSU-ID', [], ['SIG-08']],
  ['an empty header counts as absent', ALL, ['PSU-Corporate-ID', ''], []],
  ['with the corporate id', `${ALL} psu-corporate-id`, ['PSU-Corporate-ID', 'c'], []],
  ['with the redirect', `${ALL} tpp-redirect-uri`, ['TPP-Redirect-URI', 'https://a'], []],
])('SIG-08: accepted: %s', (_, list, extra, rules) => {
  const got = check(list, extra);
  expect(got.names).toEqual(list.toLowerCase().trim().split(/ +/));
  expect(got.rules).toEqual(rules);
});

test.each([
  ['date left out', 'digest x-request-id psu-id', [], 'carries Date'],
  ['digest left out', 'date x-request-id psu-id', [], 'carries Digest'],
  ['x-request-id left out', 'date digest psu-id', [], 'carries X-Request-ID'],
  ['psu-id left out', 'date digest x-request-id', [], 'carries PSU-ID'],
  ['psu-corporate-id left out', ALL, ['PSU-Corporate-ID', 'c'], 'carries PSU-Corporate-ID'],
  ['tpp-redirect-uri left out', ALL, ['TPP-Redirect-URI', 'u'], 'carries TPP-Redirect-URI'],
  ['nothing listed', '', [], 'carries Date'],
  [
    'one that is absent, of two',
    `${ALL} psu-corporate-id`,
    [],
    'list psu-corporate-id, which the request does not carry; list what you send',
  ],
  ['one that is empty', `${ALL} psu-corporate-id`, ['PSU-Corporate-ID', ''], 'sends empty'],
  ['one twice', `${ALL} date`, [], 'twice'],
  ['one twice in capitals', `${ALL} DATE`, [], 'twice'],
  ['(request-target) twice', `(request-target) (request-target) ${ALL}`, [], 'twice'],
  ['one that may not be', `${ALL} host`, [], 'may be signed'],
  ['(created)', `${ALL} (created)`, [], 'may be signed'],
  ['commas between', ALL.replaceAll(' ', ','), [], `by nothing else: headers="${ALL}".`],
  ['commas and spaces', ALL.replaceAll(' ', ', '), [], `by nothing else: headers="${ALL}".`],
  ['semicolons between', ALL.replaceAll(' ', ';'), [], `by nothing else: headers="${ALL}".`],
  ['tabs between', ALL.replaceAll(' ', '\t'), [], `else; a tab is among them: headers="${ALL}".`],
  ['a tab at the end', `${ALL}\t`, [], 'a tab is among them'],
  ['no-break spaces', ALL.replaceAll(' ', '\u00a0'), [], 'a no-break space is among them'],
  [
    'wide spaces',
    ALL.replaceAll(' ', '\u2003'),
    [],
    'U+2003, which is not the space U+0020, is among',
  ],
  [
    'a tab, and one that may not be',
    'date\thost',
    [],
    'list "date\\thost", which holds U+0009; only',
  ],
  [
    'letters, and no-break spaces',
    'blåbær\u00a0x',
    [],
    'list "blåbær\\u{a0}x", which holds U+00E5; only',
  ],
  ['a JSON array', `[\\"${ALL.replaceAll(' ', '\\",\\"')}\\"]`, [], `headers="${ALL}".`],
  ['commas, and one that may not be', 'date,host', [], 'may be signed'],
  ['commas alone', ',,', [], 'may be signed'],
  [
    'those that are absent, and no other',
    'psu-corporate-id tpp-redirect-uri',
    [],
    'does not carry',
  ],
  ['commas and capitals', ALL.toUpperCase().replaceAll(' ', ','), [], 'by nothing else'],
  ['commas, and all in capitals', ALL.replace(' ', ',').toUpperCase(), [], `headers="${ALL}".`],
  ['one twice, and a comma', 'date date, digest', [], 'by nothing else'],
])('SIG-08: refused: %s', (_, list, extra, reason) => {
  expectRefused(() => check(list, extra), 'SIG-08 BAD_REQUEST Signature', reason);
});

test.each([
  ['date digest psu-id', 'X-Request-ID, so it must be signed: list x-request-id in'],
  [
    'date',
    'Digest, X-Request-ID, PSU-ID, so they must be signed: list digest x-request-id psu-id in',
  ],
])('SIG-08: of "%s" all that is left out is named at once', (list, words) => {
  expect(() => check(list)).toThrow(`The request carries ${words} the Signature's headers.`);
});

test('SIG-08: one space or two between the names, it is the same list', () => {
  const outcome = (list: string) => {
    try {
      return check(list).names;
    } catch (error) {
      return String(error).replaceAll(/ {2,}/g, ' ');
    }
  };
  const names = ALL.split(' ').concat('(request-target)', 'psu-corporate-id', 'host', 'Date');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 7 }), (list) => {
      expect(outcome(list.join(' '))).toEqual(outcome(list.join('  ')));
    }),
    runs(1_000),
  );
});

test.each([
  ['a'.repeat(50), `"${'a'.repeat(50)}"`],
  ['a'.repeat(51), `"${'a'.repeat(49)}…"`],
  ['\t\u00a0\u200b\ud800\0 ?', '"\\t\\u{a0}\\u{200b}\\u{d800}\\u{0} ?"'],
  ['\u{e0001}'.repeat(1000), `"${'\\u{e0001}'.repeat(5)}…"`],
  ['Bokf\u00c3\u00b8ring', '"Bokføring"'],
  ['Bokføring 😀', '"Bokføring 😀"'],
])('SIG-08: what cannot be seen is quoted as an escape: %j', (value, quoted) => {
  expect(quoteBytes(value)).toBe(quoted);
});

test('SIG-09: a header that is not there has a line without a value, for the explanation', () => {
  const parts = { method: 'GET', target: '/', headers: new RawHeaders(['Date', 'd']) };
  expect(signingString(['date', 'psu-id'], parts)).toBe('date: d\npsu-id: ');
});
