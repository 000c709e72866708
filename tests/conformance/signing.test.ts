// The signature over HTTP (SIG-01 … SIG-13): of each rule the mistakes that clients make, on every route that
// they can be made on. Every form and value is tried in tests/unit/signing/, every tolerated one in
// rule-levels.test.ts.
import { randomUUID, sign } from 'node:crypto';
import {
  drafted,
  encodedWord,
  header,
  replaced,
  setHeader,
  signature,
  twice,
  without,
} from '../support/conformance-changes.ts';
import {
  acceptedRows,
  describeRows,
  OF_PSU,
  type RefusedRow,
  WITH_BODY,
} from '../support/conformance-rows.ts';
import type { Change, RouteName, Scene } from '../support/conformance-scene.ts';
import { type Draft, digestOf } from '../support/tpp.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';
const SECOND = 1000;
const AGREEMENT = '6a0f2a52-35b4-4bc5-9d4b-3f6cf2a4f1d3';

type Row = Omit<RefusedRow, 'rule' | 'code'>;
const all = (shared: Pick<RefusedRow, 'rule' | 'code' | 'path'>, rows: readonly Row[]) =>
  rows.map((row): RefusedRow => ({ ...shared, ...row }));

const missing = all({ rule: 'SIG-01', code: 'HTTP_HEADER_REQUIRED' }, [
  { name: 'without a certificate', path: CERTIFICATE, change: without(CERTIFICATE) },
  { name: 'without a Signature', path: 'Signature', change: without('Signature') },
  { name: 'without a Date', path: 'Date', change: header('Date', undefined) },
]);

const der = (change: (bytes: Buffer) => Buffer) =>
  replaced(CERTIFICATE, (value) => change(Buffer.from(value, 'base64')).toString('base64'));

const certificates = all({ rule: 'SIG-02', code: 'FORMAT_ERROR', path: CERTIFICATE }, [
  { name: 'with a certificate not in base64', change: replaced(CERTIFICATE, () => 'not*base64!') },
  { name: 'with a certificate cut short', change: der((bytes) => bytes.subarray(0, -10)) },
  { name: 'with base64 of no certificate', change: der(() => Buffer.from('no certificate')) },
]);

/** Every parameter with its quotes, as the header has them. */
const parameters = (change: (list: string[]) => string[]) =>
  signature((value) => change(value.split(/,(?=[a-zA-Z]+="|$)/)).join(','));
const is = (name: string) => (parameter: string) => parameter.startsWith(`${name}=`);

const syntax = all({ rule: 'SIG-03', code: 'FORMAT_ERROR', path: 'Signature' }, [
  ...['keyId', 'algorithm', 'headers', 'signature'].map((name) => ({
    name: `with a Signature without ${name}`,
    change: parameters((list) => list.filter((one) => !is(name)(one))),
  })),
  {
    name: 'with its Signature in Authorization',
    change: {
      after: (headers: [string, string][]) =>
        headers.map(([name, value]): [string, string] =>
          name === 'Signature' ? ['Authorization', `Signature ${value}`] : [name, value],
        ),
    },
  },
]);

const words = all({ rule: 'SIG-04', code: 'FORMAT_ERROR', path: 'Signature' }, [
  {
    name: 'with an encoded word of another charset',
    change: signature((value) => encodedWord(value, 'utf-16')),
  },
]);

const keyId = (change: (serial: string, issuer: string) => string) =>
  drafted((draft) => {
    const [, serial = '', issuer = ''] = /^SN=([0-9A-F]+),CA=(.*)$/.exec(draft.keyId) ?? [];
    draft.keyId = change(serial, issuer);
  });
const serial = (change: (hex: string) => string) =>
  keyId((hex, issuer) => `SN=${change(hex)},CA=${issuer}`);
/** The issuer's relative names, most specific first; none of the test CA's holds a comma. */
const names = (change: (list: string[]) => string[]) =>
  keyId((hex, issuer) => `SN=${hex},CA=${change(issuer.split(',')).join(',')}`);

const keyIds = [
  ...all({ rule: 'SIG-05', code: 'BAD_REQUEST', path: 'Signature' }, [
    {
      name: 'with the SN of another certificate',
      says: /not the serial number of/,
      change: serial((hex) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')),
    },
  ]),
  ...all({ rule: 'SIG-06', code: 'BAD_REQUEST', path: 'Signature' }, [
    {
      name: 'with a CA in reversed order',
      says: /reversed/,
      change: names((list) => list.reverse()),
    },
    {
      name: 'with the CA of another authority',
      says: /CA in the keyId/,
      change: names(() => ['CN=Another CA', 'O=Elsewhere', 'C=NO']),
    },
  ]),
];

const algorithm = (name: string) =>
  drafted((draft) => {
    draft.algorithm = name;
  });

const algorithms = all({ rule: 'SIG-07', code: 'BAD_REQUEST', path: 'Signature' }, [
  { name: 'with the algorithm hs2019', says: /algorithm/, change: algorithm('hs2019') },
  {
    name: 'with an RSA key of 1024 bits',
    says: /1024 bits/,
    change: async (scene) => ({ as: await scene.certificate({ variant: 'weak-key' }) }),
  },
]);

const unlisted = (name: string, prepare: (draft: Draft) => void = () => undefined) =>
  drafted((draft) => {
    prepare(draft);
    draft.signed = draft.signed.filter((signed) => signed !== name);
  });
const listing = (name: string) =>
  drafted((draft) => {
    const carried = [...draft.headers.keys()].map((carries) => carries.toLowerCase());
    draft.signed = [...draft.signed.filter((signed) => carried.includes(signed)), name];
    draft.keepAbsent = true;
  });

const lists = all({ rule: 'SIG-08', code: 'BAD_REQUEST', path: 'Signature' }, [
  { name: 'with date not listed', says: /list date/, change: unlisted('date') },
  {
    name: 'with digest not listed',
    says: /list digest/,
    on: WITH_BODY,
    change: unlisted('digest'),
  },
  { name: 'with psu-id not listed', says: /list psu-id/, on: OF_PSU, change: unlisted('psu-id') },
  {
    name: 'with psu-corporate-id not listed',
    says: /list psu-corporate-id/,
    on: OF_PSU,
    change: unlisted('psu-corporate-id', (draft) =>
      setHeader(draft, 'PSU-Corporate-ID', AGREEMENT),
    ),
  },
  {
    name: 'listing psu-corporate-id, which is absent',
    says: /does not carry/,
    change: listing('psu-corporate-id'),
  },
  { name: 'listing host', says: /only/, change: listing('host') },
]);

const text = (change: (plain: string, draft: Draft) => string) =>
  drafted((draft) => {
    draft.text = (plain) => change(plain, draft);
  });
const target = (line: (draft: Draft) => string) =>
  drafted((draft) => {
    draft.signed.unshift('(request-target)');
    draft.text = (plain) => plain.replace(/^.*/, `(request-target): ${line(draft)}`);
  });

const strings = all({ rule: 'SIG-09', code: 'BAD_REQUEST', path: 'Signature' }, [
  {
    name: 'signing a text in another order than listed',
    change: text((plain) => plain.split('\n').reverse().join('\n')),
  },
  {
    name: 'signing a (request-target) that lacks the query',
    on: ['read', 'pay'],
    change: target((draft) => `${draft.method.toLowerCase()} ${draft.target.split('?')[0]}`),
  },
]);

const signer = (made: NonNullable<Draft['signer']>) =>
  drafted((draft) => {
    draft.signer = made;
  });
const changedAfterwards = (name: string, value: () => string) => ({
  name: `whose ${name} was changed after signing`,
  change: replaced(name, value),
});

const signatures = all({ rule: 'SIG-10', code: 'BAD_REQUEST', path: 'Signature' }, [
  { name: 'signed with SHA-512', change: signer((plain, key) => sign('RSA-SHA512', plain, key)) },
  { name: 'with a signature of zeros', change: signer(() => Buffer.alloc(256)) },
  changedAfterwards('X-Request-ID', () => randomUUID()),
  { ...changedAfterwards('TPP-Redirect-URI', () => 'https://evil.example/'), on: OF_PSU },
  { ...changedAfterwards('PSU-ID', () => randomUUID()), on: ['read', 'pay'] },
  {
    name: 'whose body, and its Digest with it, was changed after signing',
    on: WITH_BODY,
    change: { ...replaced('Digest', () => digestOf('{"a":1}')), bodySent: '{"a":1}' },
  },
]);

/** The time of sending, not of loading this file. */
const date = (write: (now: Date) => string, seconds = 0) =>
  drafted((draft) => {
    draft.headers.set('Date', write(new Date(Date.now() + seconds * SECOND)));
  });
const usual = (at: Date) => at.toUTCString();

const dates = all({ rule: 'SIG-11', code: 'BAD_REQUEST', path: 'Date' }, [
  { name: 'with a Date of 70 seconds ago', says: /behind/, change: date(usual, -70) },
  { name: 'with a Date of 70 seconds from now', says: /ahead/, change: date(usual, 70) },
]).concat(
  all({ rule: 'SIG-11', code: 'FORMAT_ERROR', path: 'Date' }, [
    { name: 'with a Date in ISO 8601', change: date((at) => at.toISOString()) },
    { name: 'with a Date that is no date', change: date(() => 'yesterday') },
  ]),
);

const digest = (write: (draft: Draft) => string) =>
  drafted((draft) => {
    draft.headers.set('Digest', write(draft));
  });

const digests = all({ rule: 'SIG-12', code: 'BAD_REQUEST', path: 'Digest' }, [
  { name: 'with the Digest of other bytes', change: digest(() => digestOf('{"other":"bytes"}')) },
  {
    name: 'whose body was written again after hashing',
    on: WITH_BODY,
    change: (scene: Scene) => ({
      bodySent: `${JSON.stringify(scene.routes.pay.body, null, 2)}\n`,
    }),
  },
]).concat(
  all({ rule: 'SIG-12', code: 'HTTP_HEADER_REQUIRED', path: 'Digest' }, [
    { name: 'without a Digest on its body', on: WITH_BODY, change: header('Digest', undefined) },
  ]),
);

const corporate = header('PSU-Corporate-ID', AGREEMENT);
const repeated = all(
  { rule: 'SIG-13', code: 'FORMAT_ERROR' },
  [
    { path: CERTIFICATE },
    { path: 'Signature' },
    { path: 'Date' },
    { path: 'Digest', on: WITH_BODY },
    { path: 'X-Request-ID' },
    { path: 'PSU-ID', on: OF_PSU },
    { path: 'PSU-Corporate-ID', on: OF_PSU, sent: corporate },
    { path: 'TPP-Redirect-URI', on: OF_PSU },
  ].map(({ sent = {}, ...row }) => ({
    ...row,
    name: `with ${row.path} twice`,
    change: { ...sent, ...twice(row.path) },
  })),
);

/** As UTF-8 bytes, each a character of its own: how Node takes and gives header values. */
const wire = (plain: string) => Buffer.from(plain, 'utf8').toString('latin1');

const inCapitals: Change = {
  after: (headers) => headers.map(([name, value]) => [name.toUpperCase(), value]),
};
const asOid = (one: string) => one.replace('organizationIdentifier', '2.5.4.97');
const NEEDS_NO_BODY: readonly RouteName[] = ['consent', 'initialize'];

const accepted = acceptedRows([
  ['SIG-01', 'header names in any case', inCapitals],
  ['SIG-04', 'the whole value in an encoded word', signature((value) => encodedWord(value))],
  ['SIG-06', 'organizationIdentifier as 2.5.4.97', names((list) => list.map(asOid))],
  ['SIG-08', 'another order, as listed', drafted((draft) => void draft.signed.reverse())],
  [
    'SIG-09',
    '(request-target)',
    drafted((draft) => void draft.signed.splice(2, 0, '(request-target)')),
  ],
  [
    'SIG-09',
    'raw UTF-8 in a signed header, as its bytes',
    header('TPP-Redirect-URI', wire('https://tpp.example/tilbake/på-nytt?ø=1')),
    OF_PSU,
  ],
  [
    'SIG-09',
    'white space around a value, which is not signed',
    replaced('X-Request-ID', (id) => ` \t${id}  `),
  ],
  ['SIG-11', 'a Date of 50 seconds ago', date(usual, -50)],
  ['SIG-11', 'a Date of 50 seconds from now', date(usual, 50)],
  ['SIG-12', 'no body and no Digest', { body: undefined }, NEEDS_NO_BODY],
  [
    'SIG-12',
    'no body, with the Digest of nothing',
    { body: undefined, ...header('Digest', digestOf('')) },
    ['read', ...NEEDS_NO_BODY],
  ],
]);

describeRows({
  refused: [
    ...[...missing, ...certificates, ...syntax, ...words, ...keyIds, ...algorithms],
    ...[...lists, ...strings, ...signatures, ...dates, ...digests, ...repeated],
  ],
  accepted,
});
