// SIG-05 and SIG-06 explained, for many keyIds of certificates of several kinds: what is said of each is recorded, and of
// the same with something around it or in another case as a hash.
import { describe, test } from '@jest/globals';
import { explainKeyId } from '../../../server/insight/explain/explain-key-id.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { type Owned, ownCertificate, rsaSpki } from '../../support/own-certificate.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { besides, noise, shortHash, shownReadings } from './recorded-texts.ts';

const key = rsaSpki(Buffer.concat([Buffer.from([0xc1]), noise(254), Buffer.from([1])]), 65_537n);
const PLAIN = 'CN=Own CA,O=Eget AS,C=NO';
const SUBJECT = 'CN=tpp.example,O=Tredjepart AS,C=NO';
const root = { subject: 'CN=Rot CA,C=NO', issuer: 'CN=Rot CA,C=NO', authority: true, key };

/** By title; what is said of the first is recorded in words. */
const OWN: Readonly<Record<string, Owned>> = {
  usual: ownCertificate({
    serial: 'AB12CD34EF567890AB12CD34EF567890AB12CD34',
    issuer: 'CN=Prøve \\"Q\\" CA\\, G1,OU=Tillit,2.5.4.97=NTRNO-974760673,O=Prøve AS,C=NO',
    subject: SUBJECT,
    key,
  }),
  plain: ownCertificate({ serial: '0A0B0C', issuer: PLAIN, subject: SUBJECT, key }),
  negative: ownCertificate({ serial: '8F00000000000001', issuer: PLAIN, subject: PLAIN, key }),
  short: ownCertificate({ serial: '07', issuer: 'C=NO', key }),
  letters: ownCertificate({
    serial: '010203040506070809',
    issuer: 'CN=Ærlig Østby Å \\+ \\<B\\>,STREET=Gata 1/2,emailAddress=ca@x.example,O=A\\;B,C=NO',
    key,
  }),
};
const others = [
  ownCertificate({ ...root, serial: '77001122334455' }),
  ownCertificate({ ...root, subject: PLAIN, serial: '88001122334455' }),
  ownCertificate({ issuer: 'CN=Annen CA,C=SE', serial: '1234567890', key }),
].map(({ certificate }) => certificate);

/** Of a keyId as it should be, and its two parts. */
type Written = (keyId: string, serial: string, issuer: string) => readonly string[];

const OF_WHOLE: Written = (keyId, serial, issuer) => [
  ...[keyId, '', 'SN=', 'SN=,CA=', 'CA=', 'hello', '{{keyId}}', 'null', 'https://x.example/c.pem'],
  ...[issuer, serial, `SN=${serial}`, `CA=${issuer}`, `${serial},${issuer}`],
  ...[
    encodeURIComponent(keyId),
    keyId.replaceAll(' ', '+'),
    `keyId="${keyId}"`,
    `key-id: ${keyId}`,
  ],
  ...[`=?utf-8?B?${Buffer.from(keyId).toString('base64')}?=`, `"${keyId}"`, `<${keyId}>`],
  ...[`[{${keyId}}]`, `SN=${issuer},CA=${serial}`, `SN=${issuer}, CA=${serial}`],
  ...[',', ';', '|', '&', ' ', ', ', ' ,'].map((mark) => `CA=${issuer}${mark}SN=${serial}`),
  ...['sn=', 'Sn =', 'SN:', 'SN: ', 'sn : '].map((sn) => `${sn}${serial},CA=${issuer}`),
  ...['ca=', 'Ca =', 'CA:', 'CA: ', 'ca : '].map((ca) => `SN=${serial},${ca}${issuer}`),
  ...['serial=', 'Serial Number: ', 'serial_no=', 'serialnr=', 'sno='].map(
    (sn) => `${sn}${serial},CA=${issuer}`,
  ),
  ...['issuer=', 'Issuer DN: ', 'issuer-name=', 'iss=', 'DN='].map(
    (ca) => `SN=${serial},${ca}${issuer}`,
  ),
  ...[';', '|', '&', '/', ' ', ',,', ', ', '\\n', ' | ', '\t'].flatMap((mark) => [
    `SN=${serial}${mark}CA=${issuer}`,
    `SN=${serial}${mark}${issuer}`,
  ]),
  ...[4000, 4001].map((size) => keyId.padEnd(size, 'x')),
  ...[`${keyId},${keyId}`, `${keyId} ${keyId}`, `\u200b${keyId}`, `${keyId}\ufeff`],
  ...[
    keyId.replace('CN', 'C\u00adN'),
    keyId.replace('=', '=\u00a0'),
    keyId.replace(',', ',\u200b'),
  ],
];

const OF_SERIAL: Written = (_keyId, serial, issuer) => {
  const number = BigInt(`0x${serial}`);
  const bits = 4 * serial.length;
  const pairs = serial.match(/../g) ?? [];
  const colons = pairs.join(':');
  const signed = BigInt.asIntN(bits, number);
  const base64 = Buffer.from(serial, 'hex').toString('base64');
  return [
    ...[
      serial.toLowerCase(),
      `00${serial}`,
      `0${serial}`,
      colons,
      pairs.join(' '),
      pairs.join('-'),
    ],
    ...[
      `0x${serial}`,
      `0X${serial}`,
      `serial=${serial}`,
      `0x${colons}`,
      `-${serial}`,
      `--${serial}`,
    ],
    ...[`${number}`, `0${number}`, `${signed}`, `${-number}`, signed.toString(16), `${-signed}`],
    ...[pairs.toReversed().join(''), pairs.toReversed().join(':'), base64, `${number}.0`],
    ...[serial.slice(0, -2), serial.slice(2), serial.slice(0, 8), serial.slice(1), `${serial}00`],
    ...[
      pairs
        .map((pair) => (pair > '7F' ? `ffffff${pair}` : pair))
        .join('')
        .toLowerCase(),
    ],
    ...[64, 32].flatMap((size) => [
      ...[BigInt.asIntN(size, number), BigInt.asUintN(size, number)].flatMap((one) => [
        `${one}`,
        one.toString(16),
      ]),
    ]),
    ...[`${BigInt(Number(number))}`, BigInt(Number(number)).toString(16), `${Number(number)}`],
    ...['77001122334455', '88001122334455', '1234567890', '78187493530', '149533581394005'],
    ...['0', 'null', '{{serial}}', '3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b', 'FFFFFF', 'hello there'],
  ].map((one) => `SN=${one},CA=${issuer}`);
};

const thumbprints = ({ certificate: { x509 } }: Owned): readonly string[] =>
  [x509.fingerprint, x509.fingerprint256].flatMap((print) => {
    const plain = print.replaceAll(':', '');
    return [print, plain, plain.toLowerCase(), plain.slice(2)].concat(
      ...(['base64', 'base64url'] as const).map((form) => Buffer.from(plain, 'hex').toString(form)),
    );
  });

const bytes = (text: string) => Buffer.from(text).toString('latin1');

const OF_ISSUER: Written = (_keyId, serial, issuer) => {
  const parts = issuer.split(/(?<!\\),/);
  const reversed = parts.toReversed();
  const plain = issuer.replaceAll('\\', '');
  const [first = '', ...rest] = parts;
  const last = parts.at(-1) ?? '';
  const between = [', ', ' , ', ';', '; ', '/', ' / ', '|', ' + ', '\n', '\\n', ' ', '&', ''];
  return [
    ...between.flatMap((mark) => [parts.join(mark), reversed.join(mark)]),
    ...[`/${reversed.join('/')}`, `/${parts.join('/')}`, `/ ${reversed.join(' / ')}`],
    ...[plain, issuer.toUpperCase(), issuer.toLowerCase(), plain.toLowerCase(), encodeURI(issuer)],
    ...[encodeURIComponent(issuer), issuer.replaceAll(' ', '+'), issuer.replaceAll(' ', '%20')],
    ...[`=?utf-8?B?${Buffer.from(issuer).toString('base64')}?=`, `=?utf-8?Q?${issuer}?=`],
    ...[`"${issuer}"`, `'${issuer}'`, `\\"${issuer}\\"`, `“${issuer}”`, `"${issuer}`, `${issuer}"`],
    ...[`issuer=${issuer}`, `issuer = ${issuer}`, `CA=${issuer}`, `<Name(${issuer})>`],
    ...[`${issuer}\\n`, `${issuer}\r`, `${issuer},SN=07,CA=${issuer}`, `${issuer}; SN=07, CA=x`],
    ...[
      JSON.stringify(issuer),
      issuer.replaceAll('ø', '\\u00f8'),
      issuer.replaceAll('ø', '&oslash;'),
    ],
    ...[
      issuer.replaceAll('ø', '&#248;'),
      issuer.replaceAll('ø', '\\C3\\B8').replaceAll('Å', '\\xC5'),
    ],
    ...[issuer.replaceAll('ø', 'o'), issuer.replaceAll('ø', '?'), issuer.replaceAll('ø', '\ufffd')],
    ...[issuer.replaceAll('ø', ''), issuer.normalize('NFD'), bytes(issuer), bytes(bytes(issuer))],
    ...['oid', 'unknown oid', 'undef', 'undefined', 'orgid', 'OID.2.5.4.97'].map((type) =>
      issuer.replace('2.5.4.97', type),
    ),
    ...['organizationIdentifier', 'organisationIdentifer', 'oi', '2.5.4.97.1'].map((type) =>
      issuer.replace('2.5.4.97', type),
    ),
    ...[
      rest.join(),
      parts.slice(0, -1).join(),
      `${issuer},L=Oslo`,
      `L=Oslo,${issuer}`,
      first,
      last,
    ],
    ...[[last, ...parts.slice(0, -1)].join(), [first, ...rest.toReversed()].join()],
    ...[issuer.replace('O=', 'OU='), issuer.replace('AS', 'ASA'), issuer.replace('NO', 'SE')],
    ...[`${issuer},${last}`, `${first},${issuer}`, issuer.replace('CN=', 'CN ='), `${issuer},`],
    ...[
      issuer.replace('CN=', 'commonName='),
      issuer.replace('O=', 'organizationName='),
      ` ${issuer}`,
    ],
    ...[parts.map((part) => part.replace('=', ': ')).join('\n'), `${first}\n${rest.join('\n')}`],
    ...[SUBJECT, 'CN=Rot CA,C=NO', 'CN=Annen CA,C=SE', PLAIN, 'CN=Own CA', 'Own CA', 'Tillit', ''],
    ...['hello there', 'CN', '=', 'X=1', '{{issuer}}', 'CN=Own CA,O=Eget ASA,C=SE', 'C=NO,C=NO'],
  ].map((one) => `SN=${serial},CA=${one}`);
};

const RULES = ['SIG-05', 'SIG-06'] as const;

/** @param isWhole whether that is recorded as well which has something around it */
function linesOf(owned: Owned, written: Written, isWhole = true): readonly string[] {
  const { certificate } = owned;
  const keyId = keyIdOf(certificate);
  const [, serial = '', issuer = ''] = /^SN=(.*?),CA=(.*)$/s.exec(keyId) ?? [];
  const saidOf = (rule: (typeof RULES)[number], text: string) =>
    shownReadings(explainKeyId(rule, { keyId: text, signature: '' }, certificate, others)).replace(
      `; send keyId="${keyId}".`,
      ' …',
    );
  return [...new Set(written(keyId, serial, issuer))].flatMap((text) => [
    JSON.stringify(text).slice(0, 200),
    ...RULES.map((rule) => {
      const beside = isWhole ? shortHash(besides(text).map((one) => saidOf(rule, one))) : '';
      return `  ${rule} ${beside} ${saidOf(rule, text)}`.trimEnd();
    }),
  ]);
}

describe('SIG-15: what is said of many keyIds is recorded', () => {
  test.each<[of: string, written: Written]>([
    ['whole', OF_WHOLE],
    ['serials', OF_SERIAL],
    ['issuers', OF_ISSUER],
  ])('SIG-15: of their %s', (of, written) => {
    const lines = Object.entries(OWN).flatMap(([title, owned], at) => {
      if (at === 0) return linesOf(owned, written);
      return [title, ...shortly(linesOf(owned, written, false))];
    });
    expectRecorded(`explain/key-ids-${of}.txt`, lines);
  });

  test('SIG-15: that are thumbprints', () => {
    const lines = Object.values(OWN).flatMap((owned) =>
      shortly(
        linesOf(owned, () =>
          thumbprints(owned).flatMap((print) => [print, `SN=${print},CA=${PLAIN}`]),
        ),
      ),
    );
    expectRecorded('explain/key-ids-thumbprints.txt', lines);
  });
});

/** A keyId with all that is said of it as one line. */
function shortly(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) =>
    at % 3 === 0 ? [`${line.slice(0, 60)} ${shortHash(lines.slice(at, at + 3))}`] : [],
  );
}
