import { expect, test } from '@jest/globals';
import { readCertificate, type SigningCertificate } from '../../../server/signing/certificate.ts';
import { checkKeyId, rememberingKeyIdCheck } from '../../../server/signing/key-id.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { expectRefused } from './refused.ts';
import { refusalOf } from './support.ts';
import { certificateOf } from './vector-file.ts';

const ISSUER = 'CN=Prøve "Q" CA\\, G1,2.5.4.97=NTRNO-974760673,C=NO'.replaceAll('"', '\\"');
const base: SigningCertificate = {
  ...readCertificate(certificateOf('openssl: body, five headers')),
  serial: 'AB12',
  issuer: parseName(ISSUER),
  subject: parseName('CN=tpp.example,C=NO'),
};

function check(keyId: string, change: Partial<SigningCertificate> = {}): string[] {
  const rules: string[] = [];
  checkKeyId(keyId, { ...base, ...change }, (rule) => rules.push(rule));
  return rules;
}

const remembering = rememberingKeyIdCheck();
const rulesOf = (keyId: string, certificate: SigningCertificate) => {
  const rules: string[] = [];
  remembering(keyId, certificate, (rule) => rules.push(rule));
  return rules;
};

test('SIG-05, SIG-06: a keyId that fits is remembered: and its findings are reported each time', () => {
  for (const _ of [1, 2]) {
    expect(rulesOf(`SN=ab12,CA=${ISSUER}`, base)).toEqual(['SIG-05']);
  }
  expect(rulesOf(`SN=AB12,CA=${ISSUER}`, base)).toEqual([]);
});

test('SIG-05, SIG-06: a keyId that fits is remembered: for its certificate alone', () => {
  const other = { ...base, serial: 'AB13' };
  expect(() => rulesOf(`SN=AB12,CA=${ISSUER}`, other)).toThrow('another serial');
  expect(rulesOf(`SN=AB13,CA=${ISSUER}`, other)).toEqual([]);
  expect(() => rulesOf(`SN=AB13,CA=${ISSUER}`, base)).toThrow('another serial');
});

test.each([
  ['upper case', 'AB12', []],
  ['lower case', 'ab12', ['SIG-05']],
  ['mixed case', 'Ab12', ['SIG-05']],
  ['leading zeros', '00AB12', ['SIG-05']],
  ['both', '0ab12', ['SIG-05', 'SIG-05']],
])('SIG-05: the serial: %s is accepted', (_, serial, rules) => {
  expect(check(`SN=${serial},CA=${ISSUER}`)).toEqual(rules);
});

test.each([
  ['zero', '0', '0'],
  ['zero as openssl prints it', '0', '00'],
  ['negative, which some old certificates are', '-AB', '-AB'],
  ['negative, with zeros as a tool prints it', '-AB', '-00AB'],
])('SIG-05: the serial: %s', (_, serial, sent) => {
  expect(() => check(`SN=${sent},CA=${ISSUER}`, { serial })).not.toThrow();
});

test.each([
  ['decimal', '43794', 'decimal'],
  ['colons', 'AB:12', 'colons'],
  ['0x', '0xAB12', 'the prefix 0x'],
  ['0X', '0XAB12', 'the prefix 0x'],
  ['0x in its middle', 'AB0x12', 'not hexadecimal'],
  ['decimal behind a letter', 'x43794', 'not hexadecimal'],
  ['decimal before a letter', '43794x', 'not hexadecimal'],
  ['another number', 'AB13', 'another serial'],
  ['no hexadecimal', 'XYZ', 'not hexadecimal'],
  ['space', 'AB 12', 'not hexadecimal'],
  ['nothing', '', 'not hexadecimal'],
  ['a digit too many', 'AB120', 'another serial'],
  ['a negative one', '-AB12', 'another serial'],
  ['zeros only', '000', 'another serial'],
  ['many digits', '9'.repeat(100_000), 'another serial'],
])('SIG-05: the serial: %s is refused', (_, serial, reason) => {
  expectRefused(
    () => check(`SN=${serial},CA=${ISSUER}`),
    'SIG-05 BAD_REQUEST Signature',
    reason,
    'SN=AB12',
  );
});

test('SIG-05: the serial: a negative decimal is recognised', () => {
  const { text } = refusalOf(() => check(`SN=-171,CA=${ISSUER}`, { serial: '-AB' }));
  expect(text).toContain('decimal');
});

test.each([
  ['no CA', 'SN=AB12'],
  ['no SN', `CA=${ISSUER}`],
  ['CA before SN', `CA=${ISSUER},SN=AB12`],
  ['keywords in lower case', `sn=AB12,ca=${ISSUER}`],
  ['something before it', `x,SN=AB12,CA=${ISSUER}`],
  ['a comma in the serial', `SN=AB,12,CA=${ISSUER}`],
  ['a URL', 'https://tpp.example/cert.pem'],
  ['nothing', ''],
])('SIG-05: the serial: a keyId with %s is refused', (_, keyId) => {
  expectRefused(() => check(keyId), 'SIG-05 BAD_REQUEST Signature', 'SN=<serial>,CA=<issuer>');
});

test.each([
  ['RFC 2253 as it is', ISSUER],
  [
    'RFC 1779 quotes with its own quotes as pairs',
    'CN="Prøve \\22Q\\22 CA, G1",2.5.4.97=NTRNO-974760673,C=NO',
  ],
  [
    'the same, escaped for the header',
    'CN=\\"Prøve \\22Q\\22 CA, G1\\",2.5.4.97=NTRNO-974760673,C=NO',
  ],
  ['a space after each comma', ISSUER.replaceAll(',', ', ').replace('\\, ', '\\,')],
  [
    'keywords in another case, S for ST',
    'cn=x,OrganizationIdentifier=y,S=z',
    'CN=x,2.5.4.97=y,ST=z',
  ],
  ['what Java prints of other types', 'GIVENNAME=x,SURNAME=y,T=z', 'GN=x,SN=y,title=z'],
])('SIG-06: the issuer, where quotes meet quotes: %s', (_, issuer, is = ISSUER) => {
  expect(check(`SN=AB12,CA=${issuer}`, { issuer: parseName(is) })).toEqual([]);
});

const SPACE = /has space around its separators; leave it out, but for one after a comma\./;
test.each<[string, string, ...RegExp[]]>([
  ['an attribute type in full', 'commonName=x,C=NO', /type commonName; RFC 2253 writes CN\./],
  [
    'two of them, in any case',
    'COMMONNAME=x,countryName=NO',
    /type COMMONNAME; RFC 2253 writes CN\./,
    /type countryName; RFC 2253 writes C\./,
  ],
  ['semicolons', 'CN=x;C=NO', /; between its parts; RFC 2253 writes a comma\./],
  ['a space before a comma', 'CN=x ,C=NO', SPACE],
  ['two spaces after a comma', 'CN=x,  C=NO', SPACE],
  ['a space after =', 'CN= x,C=NO', SPACE],
  ['a space before =', 'CN =x,C=NO', SPACE],
  ['a space before it', ' CN=x,C=NO', SPACE],
  ['a space after it', 'CN=x,C=NO ', SPACE],
  ['a space after quotes', 'CN="x" ,C=NO', SPACE],
  ['spaces everywhere, told once', 'CN = x , C = NO', SPACE],
  ['a doubled backslash', 'CN=\\\\78,C=NO', /its backslashes doubled; write each once\./],
  [
    'a doubled backslash and semicolons',
    'CN=\\\\78;C=NO',
    /its backslashes doubled/,
    /; between its parts/,
  ],
])(
  'SIG-06: the issuer, where quotes meet quotes: %s is taken with a finding',
  (_, issuer, ...says) => {
    const told: string[] = [];
    const named = { ...base, issuer: parseName('CN=x,C=NO') };
    checkKeyId(`SN=AB12,CA=${issuer}`, named, (rule, text) => told.push(`${rule} ${text}`));
    expect(told).toEqual(says.map((text) => expect.stringMatching(text)));
    for (const text of told) expect(text).toMatch(/^SIG-06 CA in the keyId has /);
  },
);

test.each([
  ['RFC 2253, escaped once more for the header', ISSUER.replace(/[\\"]/g, '\\$&')],
  [
    'RFC 1779 quotes, escaped for the header with all that is in them',
    'CN=\\"Prøve \\\\\\"Q\\\\\\" CA, G1\\",2.5.4.97=NTRNO-974760673,C=NO',
  ],
])('SIG-06: the issuer, where quotes meet quotes: %s is taken with a finding', (_, issuer) => {
  expect(check(`SN=AB12,CA=${issuer}`)).toEqual(['SIG-06']);
});

test('SIG-06: the issuer, where quotes meet quotes: an optional space after the serial', () => {
  expect(check(`SN=AB12, CA=${ISSUER}`)).toEqual([]);
});

test.each([
  ['reversed', 'C=NO,2.5.4.97=NTRNO-974760673,CN=Prøve \\"Q\\" CA\\, G1', 'compare the order'],
  ['percent-encoded', ISSUER.replaceAll(' ', '%20'), 'not the issuer'],
  ['another case', ISSUER.replace('Prøve', 'PRØVE'), 'the spelling'],
  ['the subject', 'CN=tpp.example,C=NO', 'not the issuer'],
  ['another name', 'CN=Other CA,C=NO', 'not the issuer'],
  ['no name', 'Prøve CA', 'type=value'],
  ['slashes', '/C=NO/CN=x', 'begins with a slash'],
  ['nothing', '', 'not the issuer'],
])('SIG-06: the issuer, where quotes meet quotes: %s is refused', (_, issuer, reason) => {
  expectRefused(
    () => check(`SN=AB12,CA=${issuer}`),
    'SIG-06 BAD_REQUEST Signature',
    reason,
    'Expected CA=CN=Prøve',
  );
});

test('SIG-06: the issuer, where quotes meet quotes: a name that really has %20 in it is itself', () => {
  expect(check('SN=AB12,CA=CN=a%20b', { issuer: parseName('CN=a%20b') })).toEqual([]);
});
