// keyId and algorithm: the serial and the issuer of the certificate that came along, and RSA with SHA-256.
import { constants, sign } from 'node:crypto';
import { drafted } from '../support/conformance-changes.ts';
import { type AcceptedRow, describeRows, type RefusedRow } from '../support/conformance-rows.ts';

const keyId = (change: (serial: string, issuer: string) => string) =>
  drafted((draft) => {
    const [, serial = '', issuer = ''] = /^SN=([0-9A-F]+),CA=(.*)$/.exec(draft.keyId) ?? [];
    draft.keyId = change(serial, issuer);
  });
const serial = (change: (hex: string) => string) =>
  keyId((hex, issuer) => `SN=${change(hex)},CA=${issuer}`);
const issuer = (change: (name: string) => string) =>
  keyId((hex, name) => `SN=${hex},CA=${change(name)}`);
/** The issuer's relative names, most specific first; none of the test CA's holds a comma. */
const names = (change: (list: string[]) => string[]) =>
  issuer((name) => change(name.split(',')).join(','));

const decimal = (hex: string) => BigInt(`0x${hex}`).toString();
const colons = (hex: string) => (hex.match(/../g) ?? []).join(':');
const last = (text: string, digit: string) => text.slice(0, -1) + digit;

const serials: readonly RefusedRow[] = [
  { name: 'in decimal', says: /decimal/, change: serial(decimal) },
  { name: 'with colons', says: /colons/, change: serial(colons) },
  { name: 'with 0x before it', says: /0x/, change: serial((hex) => `0x${hex}`) },
  {
    name: 'of another certificate',
    says: /another serial/,
    change: serial((hex) => last(hex, hex.endsWith('0') ? '1' : '0')),
  },
  { name: 'that is empty', change: serial(() => '') },
  { name: 'that is not hexadecimal', says: /not hexadecimal/, change: serial(() => 'XYZ') },
  { name: 'with a minus sign', change: serial((hex) => `-${hex}`) },
  { name: 'and no CA', says: /SN=<serial>,CA=<issuer>/, change: keyId((hex) => `SN=${hex}`) },
  { name: 'missing', says: /SN=<serial>,CA=<issuer>/, change: keyId((_, name) => `CA=${name}`) },
  { name: 'after CA', change: keyId((hex, name) => `CA=${name},SN=${hex}`) },
  { name: 'and CA apart by a semicolon', change: keyId((hex, name) => `SN=${hex};CA=${name}`) },
].map((row) => ({
  ...row,
  rule: 'SIG-05',
  name: `with an SN ${row.name}`,
  code: 'BAD_REQUEST',
  path: 'Signature',
}));

const issuers: readonly RefusedRow[] = [
  { name: 'in reversed order', says: /reversed/, change: names((list) => list.reverse()) },
  {
    name: 'that is the subject',
    says: /subject/,
    change: issuer(() => 'CN=Example TPP AS,2.5.4.97=PSDNO-FSA-987654321,O=Example TPP AS,C=NO'),
  },
  { name: 'without its country', change: names((list) => list.slice(0, -1)) },
  { name: 'with a part more', change: names((list) => ['OU=Testing', ...list]) },
  { name: 'with two parts swapped', change: names(([a = '', b = '', ...r]) => [b, a, ...r]) },
  { name: 'in capitals', says: /case/, change: issuer((name) => name.toUpperCase()) },
  {
    name: 'percent-encoded',
    says: /percent/,
    change: issuer((name) => name.replaceAll(' ', '%20')),
  },
  // As `openssl x509 -issuer` printed it of old.
  {
    name: 'with slashes',
    says: /slashes/,
    change: issuer((name) => `/${name.split(',').reverse().join('/')}`),
  },
  { name: 'of another authority', change: issuer(() => 'CN=Another CA,O=Elsewhere,C=NO') },
  { name: 'that is empty', change: issuer(() => '') },
  { name: 'with an unescaped comma', change: issuer((name) => name.replace(' ', ', ')) },
  {
    name: 'with a value of hexadecimal that is no BER',
    change: issuer((name) => name.replace(/O=[^,]*/, 'O=#0C05')),
  },
  {
    name: 'of an unknown attribute type',
    says: /unknown/,
    change: issuer((name) => name.replace('O=', 'Organisation=')),
  },
].map((row) => ({
  ...row,
  rule: 'SIG-06',
  name: `with a CA ${row.name}`,
  code: 'BAD_REQUEST',
  path: 'Signature',
}));
const algorithm = (name: string, hash?: string) =>
  drafted((draft) => {
    draft.algorithm = name;
    if (hash !== undefined) draft.signer = (text, key) => sign(hash, text, key);
  });

const algorithms: readonly RefusedRow[] = [
  { name: 'the algorithm hs2019', change: algorithm('hs2019') },
  { name: 'the algorithm rsa-sha512', change: algorithm('rsa-sha512', 'RSA-SHA512') },
  { name: 'the algorithm rsa-sha1', change: algorithm('rsa-sha1', 'RSA-SHA1') },
  { name: 'the algorithm ecdsa-sha256', change: algorithm('ecdsa-sha256') },
  { name: 'no algorithm', change: algorithm('') },
  {
    name: 'the algorithm rsa-pss-sha256',
    change: drafted((draft) => {
      draft.algorithm = 'rsa-pss-sha256';
      draft.signer = (text, key) =>
        sign('RSA-SHA256', text, { key, padding: constants.RSA_PKCS1_PSS_PADDING });
    }),
  },
].map((row) => ({
  ...row,
  rule: 'SIG-07',
  name: `with ${row.name}`,
  code: 'BAD_REQUEST',
  path: 'Signature',
  says: /algorithm/,
}));

const weakKey: RefusedRow = {
  rule: 'SIG-07',
  name: 'with an RSA key of 1024 bits',
  code: 'BAD_REQUEST',
  path: 'Signature',
  says: /1024 bits/,
  change: async (scene) => ({ as: await scene.certificate({ variant: 'weak-key' }) }),
};

/** UTF8String (0x0c) or PrintableString (0x13) as `#`-hex of its BER. */
const ber = (text: string, tag = 0x0c) =>
  `#${Buffer.concat([Buffer.from([tag, text.length]), Buffer.from(text)]).toString('hex')}`;
const part = (type: string, change: (type: string, value: string) => string) =>
  names((list) =>
    list.map((one) => {
      const [name = '', value = ''] = one.split('=');
      return name === type ? change(name, value) : one;
    }),
  );

const accepted: readonly AcceptedRow[] = [
  {
    rule: 'SIG-05',
    name: 'a serial in lower case, with a finding',
    findings: ['SIG-05'],
    change: serial((hex) => hex.toLowerCase()),
  },
  {
    rule: 'SIG-05',
    name: 'a serial with leading zeros, with a finding',
    findings: ['SIG-05'],
    change: serial((hex) => `00${hex}`),
  },
  ...[
    { name: 'a space after each comma', change: names((list) => [list.join(', ')]) },
    { name: 'keywords in lower case', change: part('CN', (_, value) => `cn=${value}`) },
    {
      name: 'organizationIdentifier as 2.5.4.97',
      change: part('organizationIdentifier', (_, value) => `2.5.4.97=${value}`),
    },
    {
      name: 'organizationIdentifier as OID.2.5.4.97',
      change: part('organizationIdentifier', (_, value) => `OID.2.5.4.97=${value}`),
    },
    {
      name: 'organizationIdentifier as hexadecimal, as Java prints it',
      change: part('organizationIdentifier', (_, value) => `2.5.4.97=${ber(value)}`),
    },
    { name: 'a PrintableString', change: part('C', (_, value) => `C=${ber(value, 0x13)}`) },
    { name: 'a value in quotes', change: part('O', (_, value) => `O=\\"${value}\\"`) },
    {
      name: 'letters as hexadecimal pairs',
      change: part('CN', (_, value) => `CN=${value.replace('S', '\\53')}`),
    },
    {
      name: 'countryName in full, with a finding',
      findings: ['SIG-06'],
      change: part('C', (_, value) => `countryName=${value}`),
    },
    {
      name: 'semicolons between its parts, with a finding',
      findings: ['SIG-06'],
      change: names((list) => [list.join(';')]),
    },
    {
      name: 'space around its equals signs, with a finding',
      findings: ['SIG-06'],
      change: part('CN', (_, value) => `CN = ${value}`),
    },
    {
      name: 'doubled backslashes, with a finding',
      findings: ['SIG-06'],
      change: part('CN', (_, value) => `CN=${value.replace('S', '\\\\53')}`),
    },
  ].map((row) => ({ ...row, rule: 'SIG-06', name: `an issuer with ${row.name}` })),
];

describeRows({ refused: [...serials, ...issuers, ...algorithms, weakKey], accepted });
