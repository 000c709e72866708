// Requests of many kinds, from whose signing strings and bodies the rows of the search start.
import { createHash } from 'node:crypto';
import type { StringContext } from '../../../server/insight/explain/rows/draft.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { SignedName } from '../../../server/signing/signed-headers.ts';
import { besides } from './recorded-texts.ts';

/** One character for each byte, as headers have it. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

export const digestOf = (body: Buffer, size: '256' | '512' = '256'): string =>
  `SHA-${size}=${createHash(`sha${size}`).update(body).digest('base64')}`;

const PAYMENT =
  '{"instructedAmount":{"currency":"NOK","amount":"1250.50"},"debtorAccount":{"bban":"12345678903"},"creditorName":"Blåbær & Sønn <AS>","creditorAddress":null,"remittanceInformationUnstructured":"Faktura 17/2026 \'a=b\'"}';

/** So many values in 40 lists, one in the other. */
const nested = (count: number): Buffer =>
  Buffer.from(`${'['.repeat(40)}${Array(count).fill('1').join()}${']'.repeat(40)}`);

/** Bodies by what they have that the rows of bodies look for. */
export const BODIES: Readonly<Record<string, Buffer>> = {
  none: Buffer.alloc(0),
  payment: Buffer.from(PAYMENT),
  pretty: Buffer.from(`${JSON.stringify(JSON.parse(PAYMENT), undefined, 2)}\n`),
  crlf: Buffer.from('{\r\n  "b": 1.50,\r\n  "a": [1, 2.0, -3, 1e3]\r\n}\r\n'),
  numbers: Buffer.from(
    '{"amount":12.5,"zero":0.0,"amounts":[{"amount": 7},{"amount":1.000},{"amount":-3.10}],"whole":10,"amount2":"3,5"}',
  ),
  comma: Buffer.from('{"amount" : "12,50","other":{"amount":"-1.5"},"third":{"amount":"3"}}'),
  nested: Buffer.from(
    '{"z_name":{"b":{"y":[],"x":{}},"a":"","creditorName":null},"list":[{"q":1,"p":2},[true,false,null]],"Aa":"{}","e":{ }}',
  ),
  list: Buffer.from('[{"b_c":1,"a":2}]'),
  wrapped: Buffer.from('{ "data": {"b":"\\u00e5\\/","a":"x\\"y \\\\u0041 \\u0001"} }'),
  keys: Buffer.from('{"PascalName":1,"snake_name":2,"camelName":3,"_x1":{"b":1}}'),
  twice: Buffer.from('{"a":1}{"a":1}'),
  form: Buffer.from('a[b]=1&c=bl%C3%A5+b%26r&a[d]=2&e='),
  stringified: Buffer.from(JSON.stringify('{"name":"Bl\u00e5b\u00e6r"}')),
  base64: Buffer.from(Buffer.from('{"name":"Blåbær"}').toString('base64')),
  latin1: Buffer.from('{"name":"Bl\u00e5b\u00e6r \u0080"}', 'latin1'),
  'utf-8 twice': Buffer.from(bytes(bytes('{"name":"Blåbær – €"}')), 'latin1'),
  'more letters': Buffer.from('{"name":"Ærlig Øye Å ß é – “€” 😀 \u{1f600} ﬁ e\u0301"}'),
  'utf-16': Buffer.from('{"name":"Blåbær"}', 'utf16le'),
  marked: Buffer.from('\ufeff{"a":1}\0\0'),
  html: Buffer.from('{"a":"&lt;b&gt; &amp; &quot;c&#039;","url":"https:\\/\\/x.example\\/"}'),
  xml: Buffer.from('<?xml version="1.0"?>\n<Document>\n  <Amt Ccy="NOK">1.00</Amt>\n</Document>\n'),
  chunked: Buffer.from('7\r\n{"a":1}\r\n0\r\n\r\n'),
  zipped: Buffer.from('H4sIAAAAAAAAA6tWSlSyMqwFAK+sG1YHAAAA', 'base64'),
  deflated: Buffer.from('eJyrVkpUsjKsBQAIKgIJ', 'base64'),
  cut: Buffer.from('{"a":{"b":"c'),
  short: Buffer.from('aa'),
  'a form alone': Buffer.from('a=1'),
  'a text': Buffer.from(' "a\\"b" '),
  // The most that may be printed with indentation, and one value more.
  'nested deep': nested(799),
  'nested too deep': nested(800),
  invisible: Buffer.from('{"a":"1\u00a0000,00","b":"x\u200b"}'),
  long: Buffer.from(
    JSON.stringify({
      rows: Array.from({ length: 90 }, (_, at) => ({ id: at, name: `Rad ${at}`, amount: at / 8 })),
    }),
  ),
  'many members': Buffer.from(
    JSON.stringify(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${(at * 7) % 20}`, at])),
    ),
  ),
};

const ID = 'b96e486c-7580-4fac-a44b-cbdfcbe628ad';
const PERSON = '6c875382-8963-4617-a931-738c9b8bae7f';
const DATE = 'Tue, 03 Nov 2026 09:05:07 GMT';
const URI = 'https://tpp.example/cb?state=1';
const SEPA = '/v1/payments/sepa-credit-transfers';
const KEY_ID = 'SN=0A0B0C,CA=CN=Own CA,O=Eget AS,C=NO';
const ALL = 'date digest x-request-id psu-id tpp-redirect-uri';

interface Start {
  readonly method?: string;
  readonly target?: string;
  /** A name of {@link BODIES}. */
  readonly body?: string;
  readonly digest?: string;
  /** The Signature's list. */
  readonly names?: string;
  /** Those of a usual request with these in their place; `undefined` is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const STARTS: Readonly<Record<string, Start>> = {
  'a payment': {},
  'a payment with its target': { names: `(request-target) ${ALL}` },
  'a read': {
    method: 'GET',
    target: '/v1/accounts',
    body: 'none',
    names: 'date x-request-id psu-id',
  },
  'a read with a query': {
    method: 'GET',
    target: '/banks/t-1/v1/accounts/enc!!Ab3-9/transactions?dateFrom=2026-01-01&bookingStatus=both',
    body: 'none',
    names: '(request-target) date x-request-id psu-id',
    headers: { host: '127.0.0.1:8080' },
  },
  'an encoded target': {
    method: 'DELETE',
    target: '/v1/consents/1a2b3c4d-0000/%C3%A5%20b+c/?b=%5bx%5d&a=1%2C2&c=[y]&b=2+3',
    body: 'none',
    names: 'x-request-id (request-target) date',
  },
  'an empty query': { method: 'PUT', target: '/v1/x-y/7?', names: '(request-target) digest date' },
  'a forwarded target': {
    names: '(request-target) digest date',
    headers: {
      host: 'bank.example',
      'x-forwarded-prefix': '/gateway-17/',
      via: '1.1 proxy',
      'content-type': 'application/json',
    },
  },
  'a target alone': { names: '(request-target)', headers: { host: 'Bank.example:443' } },
  'a line alone': { names: 'digest' },
  'all lines': {
    names: '(request-target) digest x-request-id psu-id psu-corporate-id tpp-redirect-uri date',
  },
  'an empty value': { headers: { 'psu-id': '' } },
  'a redirect with everything': {
    headers: {
      'tpp-redirect-uri':
        'https://www.Tpp.example:443/a%2Fb/c/?state=1&b=x%20y+z&a=%C3%A6,[1]#frag/ment',
    },
  },
  'a redirect to this machine': {
    headers: { 'tpp-redirect-uri': 'http://localhost:3000/cb/' },
  },
  'a redirect of letters': {
    headers: { 'tpp-redirect-uri': bytes('https://blåbær.example/ø?x=ü%25') },
  },
  'a long redirect': { headers: { 'tpp-redirect-uri': `${URI}&a=${'b'.repeat(1990)}` } },
  'a longer redirect': { headers: { 'tpp-redirect-uri': `${URI}&a=${'b'.repeat(1991)}` } },
  'a long value, twice': {
    headers: { 'psu-id': `${'a'.repeat(2000)},${'a'.repeat(2000)}` },
    names: 'psu-id',
  },
  'a longer value, twice': {
    headers: { 'psu-id': `${'a'.repeat(2001)},${'a'.repeat(2001)}` },
    names: 'psu-id',
  },
  'a long target': {
    target: `/v1/x-ys/7${'a'.repeat(280)}/z-bs/7/cs/8/d/9`,
    names: '(request-target) digest',
  },
  'a digest of nothing': {
    method: 'GET',
    body: 'none',
    digest: digestOf(Buffer.alloc(0)),
    names: 'digest psu-id',
  },
  'a list of names that may be read otherwise': {
    names: 'tpp-redirect-uri psu-corporate-id psu-id x-request-id digest date',
  },
  'two redirects': { headers: { 'tpp-redirect-uri': `${URI}, ${URI}` } },
  'an encoded host': { headers: { 'tpp-redirect-uri': 'HTTPS://xn--blbr-roab.example' } },
  'ids of other forms': {
    headers: {
      'x-request-id': '{B96E486C-7580-4FAC-A44B-CBDFCBE628AD}',
      'psu-id': 'urn:uuid:6c875382896346 17a931738c9b8bae7f',
    },
  },
  'ids of words': {
    headers: { 'x-request-id': 'REQ-17,  a\\u00e5\\/b', 'psu-id': bytes('Kåre "K" Ås\u200b') },
  },
  'ids of bytes': { headers: { 'psu-id': 'K\xe5re \x80', 'x-request-id': bytes(bytes('Kåre €')) } },
  'the first of a month': { headers: { date: 'Sun, 01 Feb 2026 00:00:00 GMT' } },
  'the afternoon': { headers: { date: 'Wed, 30 Dec 2026 12:45:00 GMT' } },
  'another date': { headers: { date: 'Tuesday, 03-Nov-26 23:59:59 GMT' } },
  'no date': { headers: { date: '2026-11-03T09:05:07Z' } },
  'sha-512': { digest: digestOf(BODIES['payment'] as Buffer, '512') },
  'a digest in small letters': { digest: digestOf(BODIES['pretty'] as Buffer).toLowerCase() },
  'a digest alone': { digest: digestOf(BODIES['payment'] as Buffer).slice(8) },
  'an absent digest': { digest: '', names: 'digest date', body: 'crlf' },
  'a body of XML': { body: 'xml', headers: { 'content-type': 'application/xml' } },
  'a body in latin1': { body: 'latin1', names: 'date digest' },
  'a body of numbers': { body: 'numbers', names: 'digest psu-id' },
  'a zipped body': { body: 'zipped', headers: { 'content-encoding': 'gzip' } },
  'many headers': {
    names: 'psu-corporate-id date',
    headers: Object.fromEntries([
      ['psu-corporate-id', 'SELSKAP 1'],
      ...Array.from({ length: 40 }, (_, at) => [`x-own-${at}`, `${at}`]),
    ]),
  },
};

function startOf(given: Start): StringContext {
  const { method = 'POST', target = SEPA, body: name = 'payment', names = ALL } = given;
  const body = BODIES[name] as Buffer;
  const headers: Readonly<Record<string, string | undefined>> = {
    date: DATE,
    digest: given.digest ?? (body.length > 0 ? digestOf(body) : undefined),
    'x-request-id': ID,
    'psu-id': PERSON,
    'tpp-redirect-uri': URI,
    host: 'localhost:8080',
    ...given.headers,
    signature: `keyId="${KEY_ID}",algorithm="rsa-sha256",headers="${names}",signature="AAAA"`,
  };
  const raw = Object.entries(headers).flatMap(([one, value]) =>
    value === undefined ? [] : [one, value],
  );
  const request = { method, target, headers: new RawHeaders(raw), body };
  return { request, entries: names.split(' ') as SignedName[] };
}

export const CONTEXTS: readonly (readonly [title: string, context: StringContext])[] =
  Object.entries(STARTS).map(([title, given]) => [title, startOf(given)]);

/** Values with something around them, or in another case. */
const ODD_URIS = besides('https://www.Tpp.example:443/a%2Fb/c/?state=1&b=x%20y+z&c=1&d=2&e=3#frag');
const [ODD_IDS, ODD_PERSONS, ODD_DATES] = [`{${ID}}`, `urn:uuid:${PERSON}`, DATE].map(besides);
export const BESIDE_CONTEXTS = ODD_URIS.map((uri, at) => {
  const [id, person, date] = [ODD_IDS?.[at], ODD_PERSONS?.[at], ODD_DATES?.[at]];
  const headers = { 'tpp-redirect-uri': uri, 'x-request-id': id, 'psu-id': person, date };
  return startOf({ headers });
});
