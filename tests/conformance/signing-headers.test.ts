// The headers that carry a signature: that they are there, once, and can be read.
import {
  drafted,
  encodedWord,
  header,
  plus,
  replaced,
  signature,
  twice,
  without,
} from '../support/conformance-changes.ts';
import {
  type AcceptedRow,
  describeRows,
  OF_PSU,
  type RefusedRow,
  WITH_BODY,
} from '../support/conformance-rows.ts';

const CERTIFICATE = 'TPP-Signature-Certificate';

const missing: readonly RefusedRow[] = [
  { name: 'without a certificate', path: CERTIFICATE, change: without(CERTIFICATE) },
  { name: 'without a Signature', path: 'Signature', change: without('Signature') },
  { name: 'without a Date', path: 'Date', change: header('Date', undefined) },
  { name: 'with an empty certificate', path: CERTIFICATE, change: replaced(CERTIFICATE, () => '') },
  { name: 'with an empty Signature', path: 'Signature', change: signature(() => '') },
  { name: 'with an empty Date', path: 'Date', change: header('Date', '') },
].map((row) => ({ ...row, rule: 'SIG-01', code: 'HTTP_HEADER_REQUIRED' }));

const der = (change: (bytes: Buffer) => Buffer) =>
  replaced(CERTIFICATE, (value) => change(Buffer.from(value, 'base64')).toString('base64'));

const certificates: readonly RefusedRow[] = [
  { name: 'that is not base64', change: replaced(CERTIFICATE, () => 'not*base64!') },
  {
    name: 'that is a PEM file put on one line',
    change: replaced(
      CERTIFICATE,
      (value) => `-----BEGIN CERTIFICATE----- ${value} -----END CERTIFICATE-----`,
    ),
  },
  { name: 'that is base64 of other bytes', change: der(() => Buffer.from('no certificate')) },
  { name: 'cut short', change: der((bytes) => bytes.subarray(0, -10)) },
  { name: 'with bytes after its end', change: der((bytes) => Buffer.concat([bytes, bytes])) },
  {
    name: 'in base64 twice',
    change: replaced(CERTIFICATE, (value) => Buffer.from(value).toString('base64')),
  },
  { name: 'in hexadecimal', change: replaced(CERTIFICATE, (value) => toHex(value)) },
].map((row) => ({
  ...row,
  name: `with a certificate ${row.name}`,
  rule: 'SIG-02',
  code: 'FORMAT_ERROR',
  path: CERTIFICATE,
}));

const toHex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');

/** Every parameter with its quotes, as the header has them. */
const parametersOf = (value: string) => value.split(/,(?=[a-zA-Z]+="|$)/);
const parameters = (change: (list: string[]) => string[]) =>
  signature((value) => change(parametersOf(value)).join(','));
const NAMES = ['keyId', 'algorithm', 'headers', 'signature'] as const;

const syntax: readonly RefusedRow[] = [
  ...NAMES.flatMap((name) => [
    {
      name: `without ${name}`,
      change: parameters((list) => list.filter((one) => !one.startsWith(`${name}=`))),
    },
    {
      name: `with ${name} twice`,
      change: parameters((list) => [...list, ...list.filter((one) => one.startsWith(`${name}=`))]),
    },
  ]),
  {
    name: 'with an unquoted algorithm',
    change: signature((value) => value.replace('"rsa-sha256"', 'rsa-sha256')),
  },
  { name: 'without any quotes', change: signature((value) => value.replaceAll('"', '')) },
  { name: 'whose last quote is missing', change: signature((value) => value.slice(0, -1)) },
  { name: 'joined by semicolons', change: signature((value) => parametersOf(value).join(';')) },
  { name: 'that ends in a comma', change: signature((value) => `${value},`) },
  { name: 'with a scheme before it', change: signature((value) => `Signature ${value}`) },
  {
    name: 'in Authorization instead',
    change: {
      after: (headers: [string, string][]) =>
        headers.map(([name, value]): [string, string] =>
          name === 'Signature' ? ['Authorization', `Signature ${value}`] : [name, value],
        ),
    },
  },
  { name: 'in JSON', change: signature((value) => JSON.stringify({ signature: value })) },
].map((row) => ({
  ...row,
  name: `with a Signature ${row.name}`,
  rule: 'SIG-03',
  code: 'FORMAT_ERROR',
  path: 'Signature',
}));

const words: readonly RefusedRow[] = [
  { name: 'of another charset', change: signature((value) => encodedWord(value, 'utf-16')) },
  {
    name: 'of another encoding',
    change: signature((value) => encodedWord(value).replace('?B?', '?X?')),
  },
  {
    name: 'that is not base64',
    change: signature((value) => encodedWord(value).replace('?B?', '?B?*')),
  },
  { name: 'without its end', change: signature((value) => encodedWord(value).slice(0, -2)) },
  { name: 'with text after it', change: signature((value) => `${encodedWord(value)}, and more`) },
  { name: 'that says utf-8 and is not', change: signature(() => '=?utf-8?B?/////w==?=') },
  { name: 'with a broken Q escape', change: signature(() => '=?utf-8?Q?keyId=3D=ZZ?=') },
].map((row) => ({
  ...row,
  name: `with an encoded word ${row.name}`,
  rule: 'SIG-04',
  code: 'FORMAT_ERROR',
  path: 'Signature',
}));

const repeated: readonly RefusedRow[] = [
  { path: CERTIFICATE },
  { path: 'Signature' },
  { path: 'Date' },
  { path: 'Digest', on: WITH_BODY },
  { path: 'X-Request-ID' },
  { path: 'PSU-ID', on: ['read', 'pay', 'consent'] as const },
  { path: 'TPP-Redirect-URI', on: OF_PSU },
].map((row) => ({
  ...row,
  rule: 'SIG-13',
  name: `with ${row.path} twice`,
  code: 'FORMAT_ERROR',
  change: twice(row.path),
}));

const corporateTwice: RefusedRow = {
  rule: 'SIG-13',
  name: 'with PSU-Corporate-ID twice',
  code: 'FORMAT_ERROR',
  path: 'PSU-Corporate-ID',
  on: OF_PSU,
  change: {
    ...header('PSU-Corporate-ID', '6a0f2a52-35b4-4bc5-9d4b-3f6cf2a4f1d3'),
    ...twice('PSU-Corporate-ID'),
  },
};

/** Q encoding of every byte that needs it, and of some that do not. */
const quotedPrintable = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : byte === 0x20
          ? '_'
          : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

const splitWords = (value: string) =>
  [value.slice(0, 50), value.slice(50, 51), value.slice(51)]
    .map((part) => encodedWord(part))
    .join(' ');

const wrapped = (wrap: (base64: string) => string) =>
  signature((value) =>
    value.replace(/signature="([^"]*)"/, (_, base64: string) => `signature="${wrap(base64)}"`),
  );

const pemOf = (value: string) =>
  `-----BEGIN CERTIFICATE-----\n${(value.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

const accepted: readonly AcceptedRow[] = [
  {
    rule: 'SIG-02',
    name: 'base64 of a PEM file, with a finding',
    findings: ['SIG-02'],
    change: replaced(CERTIFICATE, (value) => Buffer.from(pemOf(value)).toString('base64')),
  },
  {
    rule: 'SIG-02',
    name: 'white space inside, with a finding',
    findings: ['SIG-02'],
    change: replaced(CERTIFICATE, (value) => (value.match(/.{1,64}/g) ?? []).join(' ')),
  },
  {
    rule: 'SIG-03',
    name: 'the parameters in another order',
    change: parameters((list) => list.reverse()),
  },
  {
    rule: 'SIG-03',
    name: 'white space after the commas',
    change: signature((value) => parametersOf(value).join(',  \t')),
  },
  {
    rule: 'SIG-03',
    name: 'unknown parameters, with a finding',
    findings: ['SIG-03'],
    change: parameters((list) => ['created=1402170695', ...list, 'expires="1402170999"']),
  },
  ...[
    { name: 'B', wrap: encodedWord },
    { name: 'B and iso-8859-1', wrap: (value: string) => encodedWord(value, 'iso-8859-1') },
    { name: 'Q', wrap: (value: string) => `=?utf-8?Q?${quotedPrintable(value)}?=` },
    {
      name: 'names in other letters',
      wrap: (value: string) => encodedWord(value).replace('utf-8?B', 'UTF-8?b'),
    },
  ].map(({ name, wrap }) => ({
    rule: 'SIG-04',
    name: `the whole value in an encoded word, ${name}`,
    change: signature((value) => wrap(value)),
  })),
  { rule: 'SIG-04', name: 'the whole value in three words', change: signature(splitWords) },
  {
    rule: 'SIG-04',
    name: 'an encoded word around the base64 of the signature alone',
    change: wrapped((base64) => encodedWord(base64)),
  },
  {
    rule: 'SIG-04',
    name: 'an encoded word around the raw bytes of the signature',
    change: wrapped((base64) => `=?utf-8?B?${base64}?=`),
  },
  {
    rule: 'SIG-01',
    name: 'header names in any case',
    change: {
      after: (headers: [string, string][]) =>
        headers.map(([name, value]): [string, string] => [name.toUpperCase(), value]),
    },
  },
  {
    rule: 'SIG-13',
    name: 'a header of no signing rule twice',
    change: { ...drafted(() => undefined), ...plus('X-Forwarded-For', '192.0.2.1') },
  },
];

describeRows({
  refused: [...missing, ...certificates, ...syntax, ...words, ...repeated, corporateTwice],
  accepted,
});
