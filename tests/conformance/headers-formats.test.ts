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

/** Two of each that has a form; all of them are in tests/unit/validation/headers.test.ts. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  'PSU-ID': ['1', `${UUID} ${UUID}`],
  'PSU-Corporate-ID': ['999999999'],
  'PSU-Device-ID': ['iPhone'],
  'PSU-Context': ['private', 'PRIVATE,CORPORATE'],
  'PSU-IP-Address': ['localhost', '192.0.2.7:443'],
  'PSU-HTTP-Method': ['get'],
  'TPP-Redirect-Preferred': ['TRUE'],
  'X-Request-ID': ['x'.repeat(101), UTF8],
  'TPP-Session-ID': ['two words', UTF8],
  'TPP-Redirect-URI': ['/cb', 'JavaScript:alert(1)', 'https://tpp.example:99999/'],
  'X-PSU-IDENTITY': ['13039319956', 'jonas'],
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
  ...['text/html', 'application/json;q=0'].map((accept) => ({
    name: `with Accept ${accept}`,
    status: 406,
    path: 'Accept',
    change: header('Accept', accept),
  })),
  ...[undefined, 'text/plain', 'application/json;charset=utf-16'].map((value) => ({
    name: `with Content-Type ${value}`,
    status: 415,
    path: 'Content-Type',
    on: READS_BODY,
    change: type(value),
  })),
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
  ['PSU-Device-ID', UUID.toUpperCase()],
  ['PSU-HTTP-Method', 'DELETE'],
  ['TPP-Redirect-Preferred', 'false'],
  ['X-Request-ID', 'x'.repeat(100)],
  ['TPP-Redirect-URI', 'com.tpp.app://callback?x=1'],
  ['PSU-Geo-Location', 'GEO:59.9;10.7'],
  ['PSU-User-Agent', 'Mozilla/5.0'],
  ['Accept', 'text/html, application/*;q=0.1'],
  ['Accept-Charset', 'iso-8859-1'],
];

const accepted: readonly AcceptedRow[] = [
  ...RIGHT.map(([name, value]) => ({
    rule: name.startsWith('Accept') ? 'HDR-06' : 'HDR-05',
    name: `${name} ${value.slice(0, 40)}`,
    on: OF_PSU,
    change: header(name, value),
  })),
  {
    rule: 'HDR-06',
    name: 'Application/JSON; charset="UTF-8"',
    on: WITH_BODY,
    change: type('Application/JSON; charset="UTF-8"'),
  },
  ...[undefined, 'text/plain'].map((value) => ({
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
];

describeRows({ refused: [...formats, ...repeated, ...media], accepted });
