// SIG-15: what headers beside the signature show: of another standard, or a certificate in another place or form. Recorded for
// many names and values, and for the same with something around them.
import { test } from '@jest/globals';
import {
  certificateElsewhere,
  otherStandard,
} from '../../../server/insight/explain/beside-headers.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { pemOf } from '../../support/own-certificate.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { issuing, own } from './recorded-requests.ts';
import { besides, shortHash, shownReadings } from './recorded-texts.ts';

const base64 = (text: string, form: 'base64' | 'base64url' = 'base64') =>
  Buffer.from(text).toString(form);
const jws = (head: unknown, payload = '') =>
  `${base64(JSON.stringify(head), 'base64url')}.${payload}.${'a1B2'.repeat(8)}`;
const HEX = 'ab12'.repeat(16);
const OF_KEY = 'keyId="x",algorithm="rsa-sha256",headers="date",signature="AAAA"';

const STANDARDS: readonly (readonly [name: string, value: string])[] = [
  ['signature-input', 'sig1=("@method");created=1'],
  ['signature', 'sig1=:AAAA:'],
  ['signature', 'AWS4-HMAC-SHA256 Credential=x'],
  ['authorization', 'AWS4-HMAC-SHA256 Credential=x'],
  ...[
    HEX,
    `sha256=${HEX}`,
    HEX.slice(0, 31),
    HEX.slice(0, 32),
    HEX.repeat(2),
    `${HEX.repeat(2)}a`,
  ].map((value) => ['x-hub-signature-256', value] as const),
  ...['x-hmac', 'signature', 'x-hmac-256', 'hmac-512'].map((name) => [name, HEX] as const),
  ...['OAuth a="b", oauth_signature="c"', 'OAuth a="b"', 'Hawk id="x"', 'SharedKey a:b'].map(
    (value) => ['authorization', value] as const,
  ),
  ...['SharedKeyLite a:b', 'Basic abc', 'Negotiate abc', 'Bearer abc', 'hmac user:abc'].map(
    (value) => ['authorization', value] as const,
  ),
  ['signature', 'keyId="x",algorithm="hmac-sha256"'],
  ['signature', 'keyId="x",headers="date :path",signature="AAAA"'],
  ['signature', 'keyId="x",headers=":method date",signature="AAAA"'],
  ['signature', 'keyId="x",headers="x:path",signature="AAAA"'],
  ['signature', base64(OF_KEY)],
  ['signature', encodeURIComponent(OF_KEY)],
  ...['signature', 'x-signature', 'x-jws-signature', 'digital-signature', 'request-signature'].map(
    (name) => [name, jws({ alg: 'RS256' })] as const,
  ),
  ['x-jws-signature', jws({ alg: 'RS256' }, 'abc')],
  ['x-jws-signature', jws({ sigD: {} })],
  ['x-jws-signature', jws({ sigD: { mId: 'http://uri.etsi.org/19182/HttpHeaders' } })],
  ['x-jws-signature', jws({ 'http://openbanking.org.uk/iss': 'x' })],
  ['x-jws-signature', `eyAAAAAAAAAA.abc.${'a1B2'.repeat(8)}`],
];

const der = Buffer.from(own.certificateBase64, 'base64');
const two = Buffer.concat([der, Buffer.from(issuing.certificateBase64, 'base64')]);
const CERTIFICATES: readonly string[] = [
  ...[
    own.certificateBase64,
    der.toString('hex'),
    base64(own.certificateBase64),
    `:${own.certificateBase64}:`,
  ],
  ...[
    pemOf(own),
    base64(pemOf(own)),
    encodeURIComponent(pemOf(own)),
    pemOf(own).replaceAll('\n', '\\n'),
  ],
  ...[',', ';', '|', ', '].map((mark) => own.certificateBase64 + mark + issuing.certificateBase64),
  ...[two.toString('base64'), `Hash=1;Cert="${encodeURIComponent(pemOf(own))}";URI=x`],
  ...[
    `cert="${own.certificateBase64}"`,
    own.certificateBase64.replaceAll('+', '&#43;'),
    'hello',
    '',
  ],
  ...[
    own.certificateBase64.slice(0, 300),
    `${own.certificateBase64}\u00a0`,
    der.toString('base64url'),
  ],
];
const NAMES = ['tpp-signature-certificate', 'x-client-cert', 'ssl-certificate', 'x-own'];

const headersOf = (...pairs: readonly (readonly [string, string])[]) =>
  new RawHeaders(pairs.flat());
const shown = (found: ReturnType<typeof otherStandard>) => shownReadings(found ? [found] : []);

test('SIG-15: what other headers show is recorded, of other standards', () => {
  const saidOf = (name: string, value: string) => shown(otherStandard(headersOf([name, value])));
  const lines = STANDARDS.map(([name, value]) => {
    const beside = [
      ...besides(value).map((one) => saidOf(name, one)),
      ...[`x-${name}`, `${name}-x`, `a${name}`].map((one) => saidOf(one, value)),
    ];
    return `${name}: ${value.slice(0, 70)} ${shortHash(beside)} ${saidOf(name, value)}`.trimEnd();
  });
  const twice = otherStandard(
    headersOf(['signature-input', 'sig1=("date")'], ['signature', OF_KEY]),
  );
  expectRecorded('explain/beside-standards.txt', [...lines, `of a proxy: ${shown(twice)}`]);
});

test('SIG-15: what other headers show is recorded, of certificates', () => {
  const saidOf = (name: string, value: string) =>
    shown(certificateElsewhere(headersOf([name, value])));
  const lines = NAMES.flatMap((name) =>
    CERTIFICATES.map((value) => {
      const beside = [`"${value}"`, `${value},`, `${value} x`, ` ${value}`].map((one) =>
        saidOf(name, one),
      );
      const said = saidOf(name, value);
      return `${name}: ${value.slice(0, 28)} ${value.length} ${shortHash(beside)} ${said}`.trimEnd();
    }),
  );
  expectRecorded(
    'explain/beside-certificates.txt',
    lines.map((one) => JSON.stringify(one)),
  );
});
