import { expect, test } from '@jest/globals';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import {
  checkRequiredHeaders,
  headerReader,
  unknownFixes,
} from '../../../server/validation/headers.ts';
import { refusalOf, validator, verdictOf } from './bodies.ts';

const UUID = '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11';

const CREATE: Readonly<Record<string, string>> = {
  'x-accept-fix': 'longer-names',
  'X-Request-ID': 'r-1',
  'TPP-Session-ID': 's-1',
  'TPP-Redirect-URI': 'https://tpp.example/cb?x=1',
  Digest: 'SHA-256=abc=',
  'TPP-Signature-Certificate': 'MII',
  Signature: 'keyId="x"',
  Date: 'Tue, 03 Nov 2026 10:05:07 GMT',
  'PSU-IP-Address': '192.0.2.1',
  'PSU-ID': UUID,
};

const raw = (headers: Readonly<Record<string, string>>) =>
  new RawHeaders(Object.entries(headers).flat());

/** CREATE with one header replaced, added, or (undefined) taken away. */
function having(name: string, value: string | undefined): RawHeaders {
  const { [name]: _old, ...others } = CREATE;
  return raw(value === undefined ? others : { ...others, [name]: value });
}

const twice = (name: string) =>
  new RawHeaders([...Object.entries(CREATE).flat(), name, CREATE[name] ?? 'x', name, 'x']);

const check = headerReader(validator);

test('HDR-01: all absent ones are listed, in the order of the contract', () => {
  const error = refusalOf(() => checkRequiredHeaders(raw({}), 'create'));
  expect(error.messages().map(({ path }) => path)).toEqual(Object.keys(CREATE));
  expect(new Set(error.messages().map(({ code }) => code))).toEqual(
    new Set(['HTTP_HEADER_REQUIRED']),
  );
});

test('HDR-08: x-accept-fix may be there twice; empty ones do not count', () => {
  expect(() => checkRequiredHeaders(twice('x-accept-fix'), 'create')).not.toThrow();
  const [, ...others] = Object.entries(CREATE);
  const oneIsThere = new RawHeaders([
    ...['x-accept-fix', '', 'x-accept-fix', 'longer-names', ...others.flat()],
  ]);
  expect(() => checkRequiredHeaders(oneIsThere, 'create')).not.toThrow();
  const headers = new RawHeaders(['x-accept-fix', '', 'X-Accept-Fix', ' ']);
  expect(refusalOf(() => checkRequiredHeaders(headers, 'create')).details.path).toBe(
    'x-accept-fix',
  );
});

test('SIG-13: twice is refused by the check that reads it first', () => {
  const verdict = verdictOf(() => checkRequiredHeaders(twice('X-Request-ID'), 'create'));
  expect(verdict).toBe('400 FORMAT_ERROR SIG-13 X-Request-ID');
});

test('HDR-01: an absent header before the one that is there twice comes first', () => {
  const entries = Object.entries(CREATE).filter(([name]) => name !== 'x-accept-fix');
  const headers = new RawHeaders([...entries.flat(), 'TPP-Session-ID', 'again']);
  expect(verdictOf(() => checkRequiredHeaders(headers, 'create'))).toBe(
    '400 HTTP_HEADER_REQUIRED HDR-01 x-accept-fix',
  );
});

const WRONG: Readonly<Record<string, readonly string[]>> = {
  'PSU-ID': ['abc', `${UUID}0`, UUID.replaceAll('-', '')],
  'PSU-Corporate-ID': ['1'],
  'PSU-Device-ID': ['99999999-9999-9999-9999-99999999999g'],
  'PSU-Context': ['private', 'BOTH'],
  'PSU-IP-Address': ['256.1.1.1', '192.0.2.1:80', 'fe80::1%eth0', 'localhost'],
  'PSU-HTTP-Method': ['HEAD', 'get'],
  'TPP-Redirect-Preferred': ['TRUE', '0'],
  'X-Request-ID': ['a b', 'x'.repeat(101), 'Ã¸'],
  'TPP-Session-ID': ['a b', 'x'.repeat(101)],
  'TPP-Redirect-URI': [
    '/callback',
    'tpp.example/callback',
    'localhost:3000/callback',
    'https:tpp.example',
    'https://',
    'https://[::1',
    'https://tpp.example/a b',
    'https://tpp.example/\u0001',
    'app:',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://tpp.example/x',
  ],
};

const wrong = Object.entries(WRONG).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

test.each(wrong)('HDR-05: header formats: %s "%s" is refused', (name, value) => {
  const run = () => check(having(name, value));
  expect(verdictOf(run)).toBe(`400 FORMAT_ERROR HDR-05 ${name}`);
  expect(refusalOf(run).message).toMatch(`Header ${name} must`);
  expect(refusalOf(run).messages()).toHaveLength(1);
});

const RIGHT: readonly (readonly [string, string])[] = [
  ['PSU-ID', UUID.toUpperCase()],
  ['PSU-Context', 'CORPORATE'],
  ['PSU-IP-Address', '2001:db8::1'],
  ['PSU-HTTP-Method', 'PATCH'],
  ['TPP-Redirect-Preferred', 'false'],
  ['X-Request-ID', '!'.repeat(100)],
  ['TPP-Session-ID', '~'.repeat(100)],
  ['TPP-Redirect-URI', 'http://localhost:3000'],
  ['TPP-Redirect-URI', 'com.example.app:/oauth'],
  ['TPP-Redirect-URI', 'myapp://callback?x=1#y'],
  ['TPP-Redirect-URI', 'HTTPS://tpp.example/'],
  ['PSU-Geo-Location', 'GEO:anything'],
  ['PSU-IP-Port', 'x'],
];

test.each(RIGHT)('HDR-05: header formats: %s "%s" passes', (name, value) => {
  expect(() => check(having(name, value))).not.toThrow();
});

test.each([
  ['13039319955', true],
  ['13039319956', false],
  ['1303931995', false],
  ['13039319955x', false],
])('HDR-04: header formats: X-PSU-IDENTITY %s', (number, valid) => {
  const headers = having('X-PSU-IDENTITY', number);
  if (valid) expect(check(headers).psuIdentity).toBe(number);
  else expect(verdictOf(() => check(headers))).toBe('400 FORMAT_ERROR HDR-04 X-PSU-IDENTITY');
});

test('HDR-05: every header of a wrong form has its message', () => {
  const error = refusalOf(() =>
    check(raw({ ...CREATE, 'PSU-ID': 'x', 'PSU-Context': 'y', 'X-Request-ID': 'a b' })),
  );
  expect(error.messages().map(({ path }) => path)).toEqual([
    'X-Request-ID',
    'PSU-ID',
    'PSU-Context',
  ]);
});

test.each(['PSU-Context', 'PSU-IP-Address', 'TPP-Session-ID', 'PSU-Device-ID'])(
  'HDR-05: header formats: %s sent twice is refused',
  (name) => expect(verdictOf(() => check(twice(name)))).toBe(`400 FORMAT_ERROR HDR-05 ${name}`),
);

test('HDR-05: values are read as UTF-8, and refused when they are not', () => {
  const wire = Buffer.from('https://tpp.example/blåbær').toString('latin1');
  expect(check(having('TPP-Redirect-URI', wire)).tppRedirectUri).toBe('https://tpp.example/blåbær');
  expect(verdictOf(() => check(having('TPP-Redirect-URI', 'https://tpp.example/\xe5')))).toBe(
    '400 FORMAT_ERROR HDR-05 TPP-Redirect-URI',
  );
});

test('HDR-09: everything that was sent, nothing that was not', () => {
  expect(check(raw(CREATE))).toEqual({
    requestId: 'r-1',
    acceptFix: ['longer-names'],
    tppSessionId: 's-1',
    tppRedirectUri: 'https://tpp.example/cb?x=1',
    redirectPreferred: true,
    psuId: UUID,
    psuIpAddress: '192.0.2.1',
  });
  expect(check(raw({ 'X-Request-ID': 'r' }))).toEqual({
    requestId: 'r',
    acceptFix: [],
    redirectPreferred: true,
  });
  expect('psuIpAddress' in check(having('PSU-IP-Address', ''))).toBe(false);
  // One value is not the same in another header.
  for (const [name, member] of [
    ['PSU-ID', 'psuId'],
    ['PSU-Corporate-ID', 'psuCorporateId'],
  ]) {
    expect(check(raw({ 'X-Request-ID': 'r', [name as string]: UUID }))).toEqual({
      requestId: 'r',
      acceptFix: [],
      redirectPreferred: true,
      [member as string]: UUID,
    });
  }
});

test('HDR-05: what the bank takes from the headers: UUIDs are one whatever their case', () => {
  const headers = raw({
    ...CREATE,
    'PSU-ID': UUID.toUpperCase(),
    'PSU-Corporate-ID': UUID.toUpperCase(),
    'PSU-Context': 'CORPORATE',
    'TPP-Redirect-Preferred': 'false',
    'TPP-Brand-Logging-Information': Buffer.from('Blåbær').toString('latin1'),
  });
  expect(check(headers)).toMatchObject({
    psuId: UUID,
    psuCorporateId: UUID,
    psuContext: 'CORPORATE',
    redirectPreferred: false,
    brand: 'Blåbær',
  });
});

test('HDR-08: unknown values of x-accept-fix are reported, not refused', () => {
  const headers = check(having('x-accept-fix', 'longer-names, Future-Thing,, AMOUNT-AS-STRING'));
  expect(headers.acceptFix).toEqual(['longer-names', 'future-thing', 'amount-as-string']);
  expect(unknownFixes(headers)).toEqual(['future-thing']);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['en', 'en'],
  ['en-GB', 'en'],
  ['no', 'nb'],
  ['nb-NO, en', 'nb'],
  ['nn', 'nb'],
  ['NB', 'nb'],
  ['de, fr', undefined],
  ['*', undefined],
  ['en;q=0.5, nb;q=0.8', 'nb'],
  ['de, en;q=0.2, nb;q=0.1', 'en'],
  ['nb;q=0, en;q=0.1', 'en'],
  ['nb;q=0', undefined],
  ['en;q=0, *', 'nb'],
  ['en;q=0, *;q=0', undefined],
  ['en;q=0, *, en-GB;q=0.1', 'en'],
])('HDR-07: what the bank takes from the headers: Accept-Language %j is %j', (value, language) => {
  expect(check(having('Accept-Language', value)).language).toBe(language);
});
