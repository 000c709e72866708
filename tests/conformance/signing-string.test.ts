// What is signed and how: the list of headers, the text that is made of them, the signature itself.
import { constants, createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { drafted, header, replaced, setHeader, signature } from '../support/conformance-changes.ts';
import {
  type AcceptedRow,
  describeRows,
  OF_PSU,
  type RefusedRow,
  WITH_BODY,
} from '../support/conformance-rows.ts';
import { type Draft, digestOf } from '../support/tpp.ts';

const AGREEMENT = '6a0f2a52-35b4-4bc5-9d4b-3f6cf2a4f1d3';

const unlisted = (name: string, prepare: (draft: Draft) => void = () => undefined) =>
  drafted((draft) => {
    prepare(draft);
    draft.signed = draft.signed.filter((signed) => signed !== name);
  });
const listing = (...names: string[]) =>
  drafted((draft) => {
    const carried = [...draft.headers.keys()].map((name) => name.toLowerCase());
    draft.signed = [...draft.signed.filter((name) => carried.includes(name)), ...names];
    draft.keepAbsent = true;
  });

const lists: readonly RefusedRow[] = [
  { name: 'date', change: unlisted('date') },
  { name: 'digest', change: unlisted('digest'), on: WITH_BODY },
  { name: 'x-request-id', change: unlisted('x-request-id') },
  { name: 'psu-id', change: unlisted('psu-id'), on: OF_PSU },
  {
    name: 'psu-corporate-id',
    change: unlisted('psu-corporate-id', (draft) =>
      setHeader(draft, 'PSU-Corporate-ID', AGREEMENT),
    ),
    on: OF_PSU,
  },
  { name: 'tpp-redirect-uri', change: unlisted('tpp-redirect-uri'), on: OF_PSU },
].map((row) => ({
  ...row,
  rule: 'SIG-08',
  name: `with ${row.name} sent but not listed`,
  code: 'BAD_REQUEST',
  path: 'Signature',
  says: new RegExp(`list ${row.name}`),
}));

const strayNames: readonly RefusedRow[] = [
  { name: 'psu-corporate-id, which is absent', says: /does not carry/, list: ['psu-corporate-id'] },
  { name: 'date twice', says: /twice/, list: ['date'] },
  { name: 'Date in capitals as well', says: /twice/, list: ['Date'] },
  { name: '(request-target) twice', says: /twice/, list: ['(request-target)', '(request-target)'] },
  { name: 'host', says: /only/, list: ['host'] },
  { name: 'tpp-session-id', says: /only/, list: ['tpp-session-id'] },
  { name: 'content-type', says: /only/, list: ['content-type'] },
  { name: '(created)', says: /only/, list: ['(created)'] },
].map(({ list, ...row }) => ({
  ...row,
  rule: 'SIG-08',
  name: `listing ${row.name}`,
  code: 'BAD_REQUEST',
  path: 'Signature',
  change: listing(...list),
}));

const nothingListed: RefusedRow = {
  rule: 'SIG-08',
  name: 'listing nothing',
  code: 'BAD_REQUEST',
  path: 'Signature',
  says: /list date/,
  change: drafted((draft) => {
    draft.signed = [];
  }),
};

const text = (change: (text: string) => string) =>
  drafted((draft) => {
    draft.text = change;
  });
const target = (line: (draft: Draft) => string) =>
  drafted((draft) => {
    draft.signed.unshift('(request-target)');
    draft.text = (plain) => plain.replace(/^.*/, `(request-target): ${line(draft)}`);
  });

const strings: readonly RefusedRow[] = [
  { name: 'joined by CR LF', change: text((plain) => plain.replaceAll('\n', '\r\n')) },
  { name: 'with a newline at its end', change: text((plain) => `${plain}\n`) },
  { name: 'without the spaces after colons', change: text((plain) => plain.replaceAll(': ', ':')) },
  {
    name: 'with names in capitals',
    change: text((plain) => plain.replaceAll(/^[a-z]/gm, (letter) => letter.toUpperCase())),
  },
  {
    name: 'in another order than listed',
    change: text((plain) => plain.split('\n').reverse().join('\n')),
  },
  { name: 'joined by spaces', change: text((plain) => plain.replaceAll('\n', ' ')) },
  { name: 'of the values alone', change: text((plain) => plain.replaceAll(/^[^:]*: /gm, '')) },
  { name: 'that is hashed before', change: text((plain) => sha256(plain).toString('latin1')) },
  {
    name: 'whose (request-target) has the method in capitals',
    change: target((draft) => `${draft.method} ${draft.target}`),
  },
  {
    name: 'whose (request-target) has no method',
    change: target((draft) => draft.target),
  },
  {
    name: 'whose (request-target) is the whole address',
    change: target((draft) => `${draft.method.toLowerCase()} http://bank.example${draft.target}`),
  },
].map((row) => ({
  ...row,
  rule: 'SIG-09',
  name: `signing a text ${row.name}`,
  code: 'BAD_REQUEST',
  path: 'Signature',
}));

const targetWithoutQuery: RefusedRow = {
  rule: 'SIG-09',
  name: 'signing a text whose (request-target) lacks the query',
  code: 'BAD_REQUEST',
  path: 'Signature',
  on: ['read', 'pay'],
  change: target((draft) => `${draft.method.toLowerCase()} ${draft.target.split('?')[0]}`),
};

const sha256 = (plain: string) => createHash('sha256').update(plain, 'latin1').digest();
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const signer = (sign_: NonNullable<Draft['signer']>) =>
  drafted((draft) => {
    draft.signer = sign_;
  });
const value = (change: (base64: string) => string) =>
  signature((whole) =>
    whole.replace(/signature="([^"]*)"/, (_, base64: string) => `signature="${change(base64)}"`),
  );
const bytes = (change: (raw: Buffer) => Buffer) =>
  value((base64) => change(Buffer.from(base64, 'base64')).toString('base64'));

const signatures: readonly RefusedRow[] = [
  { name: 'by another key', change: signer((plain) => sign('RSA-SHA256', plain, stranger)) },
  { name: 'with SHA-1', change: signer((plain, key) => sign('RSA-SHA1', plain, key)) },
  { name: 'with SHA-512', change: signer((plain, key) => sign('RSA-SHA512', plain, key)) },
  {
    name: 'with PSS',
    change: signer((plain, key) =>
      sign('RSA-SHA256', plain, { key, padding: constants.RSA_PKCS1_PSS_PADDING }),
    ),
  },
  { name: 'in hexadecimal', change: value((base64) => toHex(base64)) },
  { name: 'that is empty', change: value(() => '') },
  { name: 'with one bit turned', change: bytes((raw) => flipped(raw)) },
  { name: 'cut short', change: bytes((raw) => raw.subarray(0, -1)) },
  { name: 'with a byte more', change: bytes((raw) => Buffer.concat([raw, Buffer.alloc(1)])) },
  { name: 'of zeros', change: bytes((raw) => Buffer.alloc(raw.length)) },
].map((row) => ({
  ...row,
  rule: 'SIG-10',
  name: `with a signature ${row.name}`,
  code: 'BAD_REQUEST',
  path: 'Signature',
}));

const toHex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');
function flipped(raw: Buffer): Buffer {
  const turned = Buffer.from(raw);
  turned[100] = (turned[100] as number) ^ 1;
  return turned;
}

const changedAfterwards: readonly RefusedRow[] = [
  { name: 'X-Request-ID', change: replaced('X-Request-ID', () => randomUUID()) },
  {
    name: 'Date, by a second,',
    change: replaced('Date', (date) => new Date(Date.parse(date) - 1000).toUTCString()),
  },
  {
    name: 'TPP-Redirect-URI',
    on: OF_PSU,
    change: replaced('TPP-Redirect-URI', () => 'https://evil.example/'),
  },
  { name: 'PSU-ID', on: ['read', 'pay'] as const, change: replaced('PSU-ID', () => randomUUID()) },
  {
    name: 'body, and its Digest with it,',
    on: WITH_BODY,
    change: { ...replaced('Digest', () => digestOf('{"a":1}')), bodySent: '{"a":1}' },
  },
].map((row) => ({
  ...row,
  rule: 'SIG-10',
  name: `whose ${row.name} was changed after signing`,
  code: 'BAD_REQUEST',
  path: 'Signature',
}));

/** As UTF-8 bytes, each a character of its own: how Node takes and gives header values. */
const wire = (plain: string) => Buffer.from(plain, 'utf8').toString('latin1');

const accepted: readonly AcceptedRow[] = [
  {
    rule: 'SIG-08',
    name: 'names listed in capitals, with a finding',
    findings: ['SIG-08'],
    change: drafted((draft) => {
      draft.signed = draft.signed.map((name) => name.toUpperCase());
    }),
  },
  {
    rule: 'SIG-08',
    name: 'another order, as listed',
    change: drafted((draft) => {
      draft.signed.reverse();
    }),
  },
  ...[0, 2].map((at) => ({
    rule: 'SIG-09',
    name: `(request-target), listed at ${at}`,
    change: drafted((draft: Draft) => {
      draft.signed.splice(at, 0, '(request-target)');
    }),
  })),
  {
    rule: 'SIG-09',
    name: 'raw UTF-8 in a signed header, as its bytes',
    on: OF_PSU,
    change: header('TPP-Redirect-URI', wire('https://tpp.example/tilbake/på-nytt?ø=1')),
  },
  {
    rule: 'SIG-09',
    name: 'white space around a value, which is not signed',
    change: replaced('X-Request-ID', (id) => ` \t${id}  `),
  },
];

describeRows({
  refused: [
    ...lists,
    ...strayNames,
    nothingListed,
    ...strings,
    targetWithoutQuery,
    ...signatures,
    ...changedAfterwards,
  ],
  accepted,
});
