// The form of each header that has one, and what the bank makes of Accept, Content-Type and x-accept-fix.
import { gzipSync } from 'node:zlib';
import { drafted, header, plus, setBody, setHeader } from '../support/conformance-changes.ts';
import {
  type AcceptedRow,
  describeRows,
  OF_PSU,
  type RefusedRow,
  WITH_BODY,
} from '../support/conformance-rows.ts';
import type { RouteName } from '../support/conformance-scene.ts';

const UUID = '6a0f2a52-35b4-4bc5-9d4b-3f6cf2a4f1d3';
/** Bodies that are read; on the others anything is ignored. */
const READS_BODY: readonly RouteName[] = ['pay', 'mock'];
const IGNORES_BODY: readonly RouteName[] = ['consent', 'initialize'];
const UTF8 = Buffer.from('sesjon-ø').toString('latin1');

const WRONG: Readonly<Record<string, readonly string[]>> = {
  'PSU-ID': ['1', UUID.replaceAll('-', ''), `{${UUID}}`, `${UUID} ${UUID}`],
  'PSU-Corporate-ID': ['999999999', UUID.slice(1)],
  'PSU-Device-ID': ['iPhone', `urn:uuid:${UUID}`],
  'PSU-Context': ['private', 'BUSINESS', 'PRIVATE,CORPORATE'],
  'PSU-IP-Address': [
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.7:443',
    '[2001:db8::1]',
    '::g',
  ],
  'PSU-HTTP-Method': ['get', 'TRACE', 'GET POST'],
  'TPP-Redirect-Preferred': ['TRUE', 'no', '0'],
  'X-Request-ID': ['x'.repeat(101), 'two words', UTF8],
  'TPP-Session-ID': ['x'.repeat(101), 'two words', UTF8],
  'TPP-Redirect-URI': [
    'tpp.example/cb',
    '/cb',
    '//tpp.example/cb',
    'https://',
    'https:///cb',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'vbscript:msgbox',
    'blob:https://tpp.example/1',
    'https://tpp.example/a b',
    'https://tpp.example:99999/',
  ],
  'X-PSU-IDENTITY': ['1303931995', '13039319956', '13 03 93 19955', '00000000000', 'jonas'],
};
const EVERYWHERE = ['X-Request-ID'];

const formats: readonly RefusedRow[] = Object.entries(WRONG).flatMap(([path, values]) =>
  values.map((value) => ({
    rule: path === 'X-PSU-IDENTITY' ? 'HDR-04' : 'HDR-05',
    name: `with ${path} ${value.slice(0, 40)}`,
    code: 'FORMAT_ERROR',
    path,
    ...(EVERYWHERE.includes(path) ? {} : { on: OF_PSU }),
    change: header(path, value),
  })),
);

const repeated: readonly RefusedRow[] = [
  ['TPP-Session-ID', 'one-more'],
  ['PSU-IP-Address', '192.0.2.8'],
  ['Content-Encoding', 'identity'],
].map(([path = '', value = '']) => ({
  rule: 'HDR-05',
  name: `with ${path} twice`,
  code: 'FORMAT_ERROR',
  path,
  on: OF_PSU,
  change: { headers: { [path]: value }, ...plus(path, value) },
}));

const type = (value: string | undefined) => header('Content-Type', value);

const media: readonly RefusedRow[] = [
  ...['text/html', 'application/xml, text/*', 'application/json;q=0', '*/*;q=0'].map((accept) => ({
    name: `with Accept ${accept}`,
    status: 406,
    path: 'Accept',
    change: header('Accept', accept),
  })),
  ...[
    { name: 'without a Content-Type', change: type(undefined) },
    { name: 'with a body of text/plain', change: type('text/plain') },
    { name: 'with a body of application/xml', change: type('application/xml') },
    { name: 'with a form', change: type('application/x-www-form-urlencoded') },
    { name: 'with JSON in UTF-16', change: type('application/json;charset=utf-16') },
    { name: 'with a type that only begins so', change: type('application/json-patch+json') },
  ].map((row) => ({ ...row, status: 415, path: 'Content-Type', on: READS_BODY })),
  {
    name: 'with a gzipped body',
    status: 415,
    path: 'Content-Encoding',
    on: WITH_BODY,
    change: drafted((draft) => {
      setHeader(draft, 'Content-Encoding', 'gzip');
      setBody(draft, gzipSync(draft.body ?? ''));
    }),
  },
].map((row) => ({ ...row, rule: 'HDR-06', code: 'FORMAT_ERROR' }) as RefusedRow);

const RIGHT: readonly (readonly [name: string, value: string])[] = [
  ['PSU-IP-Address', '2001:db8::7'],
  ['PSU-IP-Address', '::ffff:192.0.2.7'],
  ['PSU-Context', 'PRIVATE'],
  ['PSU-Device-ID', UUID.toUpperCase()],
  ['PSU-HTTP-Method', 'DELETE'],
  ['TPP-Redirect-Preferred', 'false'],
  ['X-Request-ID', 'x'.repeat(100)],
  ['X-Request-ID', '!'],
  ['TPP-Redirect-URI', 'http://127.0.0.1:3000/cb#done'],
  ['TPP-Redirect-URI', 'com.tpp.app://callback?x=1'],
  ['TPP-Redirect-URI', 'mytpp:callback'],
  ['PSU-Geo-Location', 'GEO:59.9;10.7'],
  ['PSU-User-Agent', 'Mozilla/5.0'],
  ['PSU-IP-Port', 'any text'],
  ['PSU-Accept-Language', 'nb-NO'],
  ['TPP-Brand-Logging-Information', 'Brand X'],
  ['Accept', 'application/json'],
  ['Accept', 'text/html, application/*;q=0.1'],
  ['Accept', '*/*'],
  ['Accept-Charset', 'iso-8859-1'],
];

const accepted: readonly AcceptedRow[] = [
  ...RIGHT.map(([name, value]) => ({
    rule: name.startsWith('Accept') ? 'HDR-06' : 'HDR-05',
    name: `${name} ${value.slice(0, 40)}`,
    on: OF_PSU,
    change: header(name, value),
  })),
  ...[
    'application/json; charset=UTF-8',
    'Application/JSON',
    'application/json;charset="utf-8"',
  ].map((value) => ({ rule: 'HDR-06', name: value, on: WITH_BODY, change: type(value) })),
  ...[undefined, 'text/plain', 'application/xml'].map((value) => ({
    rule: 'HDR-06',
    name: `Content-Type ${value} where the body is ignored`,
    on: IGNORES_BODY,
    change: type(value),
  })),
  {
    rule: 'HDR-06',
    name: 'a body that is no JSON where it is ignored',
    on: IGNORES_BODY,
    change: drafted((draft) => setBody(draft, Buffer.from([0xff, 0x00, 0x7b]))),
  },
  {
    rule: 'HDR-08',
    name: 'several known fixes in one header',
    on: OF_PSU,
    change: header('x-accept-fix', 'amount-as-string, longer-names,cash-account-type-iso'),
  },
  {
    rule: 'HDR-08',
    name: 'several known fixes in two headers',
    on: OF_PSU,
    change: plus('x-accept-fix', 'longer-names'),
  },
  {
    rule: 'HDR-08',
    name: 'an unknown fix, with a finding',
    findings: ['HDR-08'],
    on: OF_PSU,
    change: header('x-accept-fix', 'amount-as-string,fix-everything'),
  },
];

describeRows({ refused: [...formats, ...repeated, ...media], accepted });
