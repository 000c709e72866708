// WEB-06: what must not leave the inspector, in every place where it may stand.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createMask,
  isSecretHeader,
  type Piece,
  shortenCertificate,
} from '../../../server/insight/inspector/masking.ts';
import { runs } from '../../support/corpus.ts';

const ID = '13039319955';
const MASKED = '*********55';
const mask = createMask([]);

test.each([
  [ID, MASKED],
  [`{"customerNumber":"${ID}"}`, `{"customerNumber":"${MASKED}"}`],
  [`{"n":${ID}}`, `{"n":${MASKED}}`],
  [`?id=${ID}&x=1`, `?id=${MASKED}&x=1`],
  [`/v1/customers/${ID}/x`, `/v1/customers/${MASKED}/x`],
  [`fnr${ID}x`, `fnr${MASKED}x`],
  [`%22${ID}%22`, `%22${MASKED}%22`],
  [`%2522${ID}%2522`, `%2522${MASKED}%2522`],
  [`%3D${ID}`, `%3D${MASKED}`],
  [`"\\u0022${ID}\\u0022"`, `"\\u0022${MASKED}\\u0022"`],
  ['%31%33%30%33%39%33%31%39%39%35%35', MASKED],
  ['%2531%2533%2530%2533%2539%2533%2531%2539%2539%2535%2535', MASKED],
  ['\\u00313039319955', MASKED],
  [String.raw`\\\u0031\\\u0033039319955`, MASKED],
  ['130393 19955', MASKED],
  ['130393-19955', MASKED],
  ['130393+19955', MASKED],
  ['130393%2019955', MASKED],
  [`${ID},${ID}`, `${MASKED},${MASKED}`],
  [`00${ID.slice(2)} ${ID}`, `00${ID.slice(2)} ${MASKED}`],
  // A D-number, and synthetic ones.
  ['03817010023', '*********23'],
  ['53039319954x', '53039319954x'],
])('WEB-06: national ids: %s', (text, shown) => {
  expect(mask.text(text)).toBe(shown);
});

test.each([
  // Account numbers: their check digits are no person's.
  ...['12345678903', 'NO9312345678903'],
  // Wrong check digits, longer and shorter numbers.
  ...['13039319954', `${ID}0`, `0${ID}`, `1${ID}1`, ID.slice(1)],
  // Inside a UUID, a serial or a hash.
  ...[`6c875382-8963-4617-a931-${ID}a`, `AB${ID}AB${ID}AB${ID}`],
  ...['2026-11-03T09:05:07.123Z', ''],
])('WEB-06: national ids: %s stays', (text) => {
  expect(mask.text(text)).toBe(text);
});

test('WEB-06: a mistyped one of X-PSU-IDENTITY is hidden wherever it turns up', () => {
  const own = createMask(['X-PSU-Identity', '130393 19954']);
  expect(own.text('got "13039319954", not 13039319953')).toBe('got "*********54", not 13039319953');
});

test('WEB-06: whatever surrounds it, a national id does not come through', () => {
  // No digit right beside it: that would make it another number.
  const words = [...'ab"{}:,&=?/ <>;+-\n.æ', '%22', '%2F', '%2522', '\\u0022', '12 '];
  const part = fc.constantFrom(...words);
  const around = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      around,
      around.filter((text) => !/^[0-9]/.test(text)),
      (before, after) => {
        expect(mask.text(before + ID + after)).not.toContain(ID);
      },
    ),
    runs(500),
  );
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Made here, so that no key stands in a file. */
const privateKey = execFileSync('openssl', ['genrsa', '2048'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
const inner = privateKey.split('\n').slice(1, -2).join('');
const traditional = execFileSync('openssl', ['rsa', '-traditional'], {
  input: privateKey,
  encoding: 'utf8',
  stdio: ['pipe', 'pipe', 'ignore'],
});
const traditionalInner = traditional.split('\n').slice(1, -2).join('');

/** Any 24 characters in a row of the key would be too much. */
function expectNoKey(text: string, key: string): void {
  for (let at = 0; at + 24 <= key.length; at += 8)
    expect(text).not.toContain(key.slice(at, at + 24));
}

test.each([
  ['a PEM key', privateKey, inner],
  ['a PEM key of the old kind', traditional, traditionalInner],
  ['a PEM key in JSON', JSON.stringify({ a: privateKey, b: 1 }), inner],
  ['a PEM key on one line', privateKey.replaceAll('\n', ' '), inner],
  ['a PEM key cut short', privateKey.slice(0, 900), inner.slice(0, 700)],
  ['the base64 of a PEM key', base64(privateKey), base64(privateKey)],
  ['a DER key', inner, inner],
  ['a DER key of the old kind', traditionalInner, traditionalInner],
])('WEB-06: keys, tokens and passwords: %s is gone', (_, text, key) => {
  const shown = mask.text(`before ${text} after`);
  expect(shown).toContain('(removed)');
  expect(shown).toMatch(/^before /);
  expectNoKey(shown, key);
});

test.each([
  ['https://user:hunter22@tpp.example/cb', 'https://user:(removed)@tpp.example/cb'],
  ['{"password":"hunter22","a":1}', '{"password":"(removed)","a":1}'],
  ['{"clientSecret" : "a\\"b"}', '{"clientSecret" : "(removed)"}'],
  ['{"access_token":"abc"}', '{"access_token":"(removed)"}'],
  ['?password=hunter22&a=1', '?password=(removed)&a=1'],
  ['pwd=hunter22', 'pwd=(removed)'],
  ['with pwd=hunter22, he said', 'with pwd=(removed) he said'],
  ['https://t.example/?api_key=abc#x', 'https://t.example/?api_key=(removed)#x'],
  ['?next=%2F%3Ftoken%3Dabc%26a%3D1', '?next=%2F%3Ftoken%3D(removed)%26a%3D1'],
  [`-${['eyJhbGciOiJIUzI1', 'eyJzdWIiOiIxMjM0', 'abc'].join('.')}.x`, '-(removed).x'],
  [`x ${['eyJhbGciOiJIUzI1', 'eyJzdWIiOiIxMjM0', 'abc-_'].join('.')} y`, 'x (removed) y'],
])('WEB-06: keys, tokens and passwords: %s', (text, shown) => {
  expect(mask.text(text)).toBe(shown);
});

test.each([
  'https://tpp.example:8443/cb?state=xyz%2F1',
  '{"creditorName":"Passat AS","text":"token"}',
  '?withBalance=true',
  'SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
])('WEB-06: keys, tokens and passwords: %s stays', (text) => {
  expect(mask.text(text)).toBe(text);
});

test('WEB-06: what a secret header holds is hidden wherever it turns up', () => {
  const headers = ['Authorization', 'Bearer abc123', 'Cookie', 'id=1', 'X-Short-Token', 'ab'];
  const own = createMask(headers);
  expect(own.text('got Bearer abc123, id=1 and ab')).toBe('got (removed), (removed) and ab');
});

test('WEB-06: which headers are secret as a whole', () => {
  const secret = ['Authorization', 'proxy-authorization', 'COOKIE', 'Set-Cookie', 'X-Api-Key'];
  const others = ['Date', 'Signature', 'TPP-Signature-Certificate', 'PSU-ID', 'TPP-Session-ID'];
  expect([...secret, 'x-token', ...others].filter(isSecretHeader)).toEqual([...secret, 'x-token']);
});

const whole = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value)).join('');

test('WEB-06: put together with what is hidden they are the text again', () => {
  const words = [ID, ' ', '%22', '?password=', '&', '{"token":"', '"}', 'æ', '-', '1'];
  const part = fc.constantFrom(...words);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      expect(whole(mask.pieces(text))).toBe(text);
    }),
    runs(500),
  );
});

test('WEB-06: a national id and a secret are told apart, and of two that overlap all is hidden', () => {
  expect(mask.pieces(`a ${ID}?pwd=x`)).toEqual([
    'a ',
    { kind: 'national id', shown: MASKED, value: ID },
    '?pwd=',
    { kind: 'secret', shown: '(removed)', value: 'x' },
  ]);
  expect(mask.pieces(`?token=${ID}&`)).toEqual([
    '?token=',
    { kind: 'secret', shown: '(removed)', value: ID },
    '&',
  ]);
});

test('WEB-06: a hostile text is read in time that grows with its length', () => {
  const short = ['?', '%25', '"', 'MII', 'eyJ', '1', 'a:', '://', '25', '{"token', '\\u003', '\\'];
  const tokens = ['eyJ0000000-', '.eyJ00000000', 'eyJ0000000-.'];
  for (const unit of [...short, ...tokens, '-----BEGIN PRIVATE KEY-----', 'LS0tLS1CRUdJTi']) {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(typeof mask.text(text)).toBe('string');
  }
}, 20_000);

test('WEB-06: the two ends and the length are left', () => {
  const value = `MIIE${'x'.repeat(1476)}ABCDEFGH`;
  expect(shortenCertificate(value)).toBe(`MIIE${'x'.repeat(20)}…ABCDEFGH (1488 characters)`);
  expect(shortenCertificate('not one')).toBe('not one');
});

test("WEB-06: eleven digits that are nobody's number are hidden where X-PSU-IDENTITY has them, and no other header", () => {
  const digits = '11111111111';
  const shown = (name: string) => createMask([name, digits]).text(`of ${digits}.`);
  expect(['X-Other', 'X-PSU-IDENTITY-2', 'PSU-ID'].map(shown)).toEqual(
    Array(3).fill(`of ${digits}.`),
  );
  for (const name of ['X-PSU-IDENTITY', 'x-psu-identity'])
    expect(shown(name)).not.toContain(digits);
});
