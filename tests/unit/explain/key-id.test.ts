// SIG-05 and SIG-06 explained: every way to get the form, the serial number and the issuer of a keyId wrong.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { explainKeyId } from '../../../server/insight/explain/explain-key-id.ts';
import type { Explainer } from '../../../server/insight/explain/explanation.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { attempt } from '../../../server/signing/attempt.ts';
import { readCertificate, type SigningCertificate } from '../../../server/signing/certificate.ts';
import { checkKeyId, keyIdOf } from '../../../server/signing/key-id.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { ownCertificate, pemOf, rsaPair } from '../../support/own-certificate.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

// A certificate with an issuer that needs escapes, an authority and a neighbour of it.
const CN = 'CN=Prøve \\"Q\\" CA\\, G1';
const PARTS = [CN, 'OU=Tillit', '2.5.4.97=NTRNO-974760673', 'O=Prøve AS', 'C=NO'];
const ISSUER = PARTS.join(',');
const SUBJECT = 'CN=tpp.example,O=Tredjepart AS,C=NO';
const { publicKey: key } = await rsaPair();
const { certificate } = ownCertificate({ serial: 'AB12CD', issuer: ISSUER, subject: SUBJECT, key });
const above = { issuer: 'CN=Rot CA,C=NO', subject: 'CN=Mellom CA,C=NO', authority: true };
const root = ownCertificate({ serial: '77', ...above, key });
const NEIGHBOUR = 'CN=Nabo,O=Nabo og Sønn AS,C=SE';
const other = { issuer: 'CN=Annen CA,C=SE', subject: NEIGHBOUR };
const neighbour = ownCertificate({ serial: '1234', ...other, key });
const others = [root.certificate, neighbour.certificate];

/** What is said of a keyId by the rule that refuses it; nothing where none does. */
function said(keyId: string, change: Partial<SigningCertificate> = {}) {
  const own = { ...certificate, ...change };
  const explain = (rule: string) =>
    explainKeyId(rule as 'SIG-05' | 'SIG-06', { keyId, signature: '' }, own, others);
  const refusal = attempt(ApiError, () => checkKeyId(keyId, own, () => undefined));
  if (!(refusal instanceof ApiError)) {
    // Refused at a bank that forbids such a form, it is not said to be wrong.
    expect([...explain('SIG-05'), ...explain('SIG-06')]).toEqual([]);
    return undefined;
  }
  const readings = explain(refusal.rule);
  return { names: namesOf({ readings }).join(' or '), sentence: readings[0]?.sentence };
}

const DECIMAL = BigInt('0xAB12CD').toString();
const withSn = (serial: string) => `SN=${serial},CA=${ISSUER}`;
const withCa = (issuer: string) => `SN=AB12CD,CA=${issuer}`;

test.each<[words: string, ...keyIds: string[]]>([
  ['is not of the form', '', 'hello', 'SN', 'AB12CD', 'SN=AB12CD', DECIMAL, SUBJECT],
  ['is not of the form', `CA=${ISSUER}`, ISSUER],
  ['("https://tpp.example/cert.pem") is a URL', 'https://tpp.example/cert.pem'],
  ['("{{keyId}}") is a variable without its value', '{{keyId}}'],
  ['("undefined") is no value', 'undefined'],
  ['("3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b") is an id', '3f2b6a1e-9c1d-4b7e-8a55-0c8d1e2f3a4b'],
  ['begins with CA', `CA=${ISSUER},SN=AB12CD`],
  ['has the issuer as SN', `SN=${ISSUER},CA=AB12CD`],
  [
    'has not exactly SN= before its serial number, and has not exactly CA= before the issuer',
    ...[`sn=AB12CD,ca=${ISSUER}`, `SN:AB12CD,CA:${ISSUER}`, `SN = AB12CD , CA = ${ISSUER}`],
  ],
  ['has another name for SN', `serial=AB12CD,CA=${ISSUER}`, `SerialNumber=AB12CD,CA=${ISSUER}`],
  ['has another name for CA', `SN=AB12CD,ISSUER=${ISSUER}`],
  ['has not exactly one comma before CA', `SN=AB12CD;CA=${ISSUER}`, `SN=AB12CD,  CA=${ISSUER}`],
  ['is percent-encoded', encodeURIComponent(`SN=AB12CD,CA=${ISSUER}`)],
  ['has the name keyId in its value', `keyId=SN=AB12CD,CA=${ISSUER}`],
  ['has no CA= next to its serial', `SN=AB12CD,${ISSUER}`, `SN=AB12CD,ALG=x,CA=${ISSUER}`],
  ['has brackets or quotes around it', `<SN=AB12CD,CA=${ISSUER}>`],
])('SIG-15: the keyId %s', (words, ...keyIds) => {
  for (const keyId of keyIds) {
    const { sentence = '', ...rest } = said(keyId) ?? {};
    expect([keyId, rest]).toEqual([keyId, { names: 'key-id-form' }]);
    expect(sentence).toContain(`The keyId ${words}`);
    expect(sentence).toContain(`; send keyId="${keyIdOf(certificate)}".`);
  }
});

test.each<[names: string, words: string, ...serials: string[]]>([
  ['serial-decimal', 'in decimal', DECIMAL, `0${DECIMAL}`],
  ['serial-colons', 'colons, spaces or dashes', 'AB:12:CD', 'AB 12 CD', 'ab-12-cd'],
  ['serial-colons + serial-prefix', 'has the prefix 0x', '0xAB:12:CD'],
  ['serial-prefix', 'prefix 0x', '0xAB12CD', '0X00ab12cd'],
  ['serial-wrong', 'bytes in reversed order', 'CD12AB'],
  ['serial-colons + serial-wrong', 'bytes in reversed order', 'cd:12:ab'],
  // An authority's, and a neighbour's.
  ['serial-of-another-certificate', 'of another certificate (if', '77', '1234'],
  ['serial-decimal + serial-of-another-certificate', 'in decimal, not', '4660'],
  ['serial-wrong', 'is "7712CE", which is not the serial', '7712CE'],
  ['serial-prefix', 'has a minus sign', '-AB12CD'],
  // As Java has it: the first bit is that of a negative number, and so are the bytes.
  ['serial-decimal', 'in decimal', `${BigInt.asIntN(24, 0xab12cdn)}`],
  ['serial-wrong', 'has bytes as signed numbers (ffffff8a for 8a)', 'ffffffab12ffffffcd'],
  ['serial-wrong', 'is ""', ''],
  ['serial-wrong', '9…"', '9'.repeat(3000)],
  ['serial-wrong', String.raw`"\u{7}\u{202e}\u{2028}"`, '\u0007\u202e\u2028'],
])('SIG-15: the serial number: %s: %s', (names, words, ...serials) => {
  for (const serial of serials) {
    const { sentence, ...rest } = said(withSn(serial)) ?? {};
    expect([serial, rest]).toEqual([serial, { names }]);
    expect(sentence).toContain(words);
    expect(sentence).toContain('; send keyId="SN=AB12CD,CA=');
  }
});

test.each([
  keyIdOf(certificate),
  ...[withSn('ab12cd'), withSn('0000AB12CD'), `SN=AB12CD, CA=${ISSUER}`],
  ...[withCa(PARTS.join(', ')), withCa(PARTS.join(';')), withCa(ISSUER.replace('CN=', 'cn='))],
  ...['OID.2.5.4.97', 'organizationIdentifier'].map((type) =>
    withCa(ISSUER.replace('2.5.4.97', type)),
  ),
  withCa(ISSUER.replace('NTRNO-974760673', '#0c0f4e54524e4f2d393734373630363733')),
  withCa(ISSUER.replaceAll('ø', '\\C3\\B8')),
  // Quotes of RFC 1779, and those that were escaped once more.
  withCa(ISSUER.replace(CN, 'CN="Prøve \\"Q\\" CA, G1"')),
  withCa(ISSUER.replaceAll('\\"', '\\\\\\"')),
])('SIG-15: what passes is not explained: %s', (keyId) => {
  expect(said(keyId)).toBeUndefined();
});

test('SIG-15: a plus that belongs to a value stands for no space', () => {
  const issuer = parseName('CN=A\\+B CA,O=Bank,C=NO');
  const sent: readonly (readonly [issuer: string, says: string])[] = [
    ['CN=A+B CA,O=Bank,C=NO', 'CA in the keyId has a comma, a plus or a quotation mark in a value'],
    ['CN=A+B CA,O=Bank,C=NO,', 'CA in the keyId has "B CA" where type=value belongs'],
  ];
  for (const [name, says] of sent) expect(said(withCa(name), { issuer })?.sentence).toContain(says);
});

test('SIG-15: a serial number whose first bit was read as a sign', () => {
  const serial = 'F1A2B3C4D5E60718';
  const signed = BigInt.asIntN(64, BigInt(`0x${serial}`)).toString(16);
  const { sentence } = said(withSn(signed), { serial }) ?? {};
  expect(sentence).toContain('is the serial number read as a number with a sign: its first bit');
  // In decimal: the FF that it begins with is nothing but the sign.
  const decimal = BigInt.asIntN(64, 0xff12b3c4d5e60718n);
  expect(said(withSn(`${decimal}`), { serial: 'FF12B3C4D5E60718' })).toMatchObject({
    names: 'serial-decimal',
  });
  // The same with more bits is cut besides.
  const { sentence: cut } = said(withSn(signed), { serial: `AB${serial}` }) ?? {};
  expect(cut).toContain('is the serial number cut to its last 64 bits (long): read all of it');
});

test('SIG-15: a serial number without its last byte', () => {
  const { sentence } = said(withSn('F1A2B3C4'), { serial: 'F1A2B3C4D5' }) ?? {};
  expect(sentence).toContain('("F1A2B3C4") is the serial number without its last byte; send');
});

test('SIG-15: a keyId that is longer than any name is answered plainly', () => {
  expect(said(`SN=1,CA=${'x'.repeat(3992)}`)).toMatchObject({ names: 'serial-wrong' });
  expect(said(`SN=1,CA=${'x'.repeat(3993)}`)).toMatchObject({ names: '' });
});

const reversed = [...PARTS].reverse();
const turned = reversed.join(',');
const WITHOUT_OU = PARTS.filter((part) => part !== 'OU=Tillit');
const inOrder = (...places: readonly number[]) => places.map((at) => PARTS[at]).join(',');
const goPrints = (name: string) =>
  name.replace(/2\.5\.4\.97=(.*)/, (_, text) => {
    const bytes = [0x0c, text.length, ...Buffer.from(text)];
    return `2.5.4.97=#${Buffer.from(bytes).toString('hex')}`;
  });
const onLines = [' ', ''].flatMap((between) => [
  reversed.join(between),
  reversed.join(between).replace('C=NO', 'countryName          = NO'),
]);
const inWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const IN_ORDER = 'reversed order \\(begin with the most specific part\\)';

/** What CA in the keyId is: the mistakes, what the sentence says, and the texts. */
const ISSUERS: readonly (readonly [names: string, words: RegExp, ...sent: string[]])[] = [
  ['issuer-is-subject', /subject, not its issuer/, SUBJECT],
  ['issuer-reversed + issuer-is-subject', /subject/, SUBJECT.split(',').reverse().join(',')],
  ['issuer-case + issuer-is-subject', /lower case, and is the cert/, SUBJECT.toUpperCase()],
  ['issuer-reversed', RegExp(IN_ORDER), turned, reversed.join(', ')],
  ['issuer-case', /upper and lower case/, ISSUER.replace('Prøve AS', 'PRØVE AS')],
  // Go prints what it does not know last, and in hexadecimal.
  ['issuer-order', /has its parts in another order/, inOrder(0, 1, 3, 4, 2)],
  // So are the parts of another name than the issuer's.
  [
    'issuer-order + issuer-is-subject',
    /parts in another order, and is the certificate's subject/,
    'CN=tpp.example,C=NO,O=Tredjepart AS',
  ],
  ['issuer-order', /another order; send/, goPrints(inOrder(0, 3, 1, 4, 2))],
  ['issuer-reversed + issuer-case', RegExp(`${IN_ORDER}, and differs`), turned.toLowerCase()],
  [
    'issuer-one-line + issuer-value',
    /one-line form of OpenSSL, with slashes, and says "CN=x" where/,
    '/C=NO/O=Prøve AS/2.5.4.97=NTRNO-974760673/OU=Tillit/CN=x',
  ],
  ['issuer-one-line + issuer-wrong', /slashes, and is not the issuer/, '/C=XX'],
  // A line each, as Node and openssl print them, and what becomes of the line ends.
  ['issuer-separator', /has no comma between two of its parts; send/, ...onLines],
  [
    'issuer-rdn-extra',
    /CA in the keyId has "OU=Tillit" twice/,
    `C=NO,OU=Tillit,${inOrder(0, 1, 2, 3)}`,
  ],
  [
    'issuer-one-line + issuer-wrong',
    /with slashes, and has a comma, a plus or a quotation mark in a value without a backslash/,
    `/${reversed.join('/').replaceAll('\\', '')}`,
  ],
  ['issuer-quoted', /in an RFC 2047 word of its own; send/, inWord(ISSUER)],
  ['issuer-attribute-unknown', /has CA= twice; send/, `CA=${ISSUER}`],
  ['issuer-wrong', /has another keyId behind it; send/, `${ISSUER};SN=77,CA=CN=Rot CA,C=NO`],
  ['issuer-quoted', /escapes of JSON or HTML/, ISSUER.replaceAll('ø', '&oslash;')],
  // The quotes are escaped once more, which the bank reads.
  [
    'issuer-value',
    /says "O=Pr%F8ve AS" where/,
    ISSUER.replaceAll('\\"', '\\\\\\"').replace('O=Prøve', 'O=Pr%F8ve'),
  ],
  ['issuer-value', /says "O=Prooeve AS" where/, ISSUER.replace('O=Prøve', 'O=Prooeve')],
  // OpenSSL writes a comma there as it is, and the bytes of other letters as \xC3\xB8.
  [
    'issuer-one-line',
    /with slashes; send/,
    `/${reversed.join('/')}`.replace('\\,', ',').replaceAll('ø', '\\xC3\\xB8'),
  ],
  [
    'issuer-one-line + issuer-attribute-unknown',
    /unknown type for 2.5.4.97/,
    `/${reversed.join('/').replace('2.5.4.97', 'UNDEF')}`.replace('\\,', ','),
  ],
  ['issuer-separator + issuer-is-subject', /parts, and is the/, SUBJECT.replaceAll(',', ' | ')],
  [
    'issuer-percent-encoded',
    /is percent-encoded; send/,
    ...[encodeURIComponent(ISSUER), ISSUER.replaceAll(' ', '%20')],
    encodeURIComponent(ISSUER).replaceAll('%20', '+'),
  ],
  [
    'issuer-percent-encoded + issuer-one-line',
    /slashes/,
    encodeURIComponent(`/${reversed.join('/')}`),
  ],
  ['issuer-separator', /separator/, PARTS.join('/'), PARTS.join(' | ')],
  [
    'issuer-separator',
    /^CA in the keyId has another separator than a comma between its parts; send/,
    ISSUER.replace(/,(?=O=)/, '+'),
  ],
  ['issuer-separator + issuer-reversed', /another separator than a comma/, reversed.join('/')],
  ['issuer-rdn-missing', /lacks "OU=Tillit"/, WITHOUT_OU.join(',')],
  ['issuer-rdn-missing', /lacks "OU=Tillit,C=NO"/, WITHOUT_OU.slice(0, -1).join(',')],
  ['issuer-reversed + issuer-rdn-missing', /lacks/, WITHOUT_OU.toReversed().join(',')],
  ['issuer-rdn-extra', /has "DC=example"/, `${ISSUER},DC=example`],
  ['issuer-reversed + issuer-rdn-extra', /has "DC=example"/, `${turned},DC=example`],
  [
    'issuer-value',
    /says "OU=Mistillit" where the issuer's name says "OU=Tillit"/,
    ISSUER.replace('Tillit', 'Mistillit'),
  ],
  ['issuer-reversed + issuer-value', /says "OU=Mist/, turned.replace('Tillit', 'Mistillit')],
  // Nothing that cannot be seen is said, whatever the name holds.
  [
    'issuer-value',
    /"OU=T\\u\{202e\}il\\u\{85\}lit"/,
    ISSUER.replace('llit', '\u202eil\u0085lit').replace('Ti', 'T'),
  ],
  [
    'issuer-wrong',
    /is not the issuer/,
    ...[ISSUER.replace('OU=', 'L='), ISSUER.replace('Tillit', 'X').replace('NTRNO', 'Y')],
    // A neighbour, who is no authority.
    ...[NEIGHBOUR, '', 'CN=Nobody,C=DK'],
  ],
  // The authority above, one of the chain, and a neighbour's.
  ['issuer-of-root', /another authority/, above.issuer, other.issuer],
  [
    'issuer-attribute-unknown',
    /unknown; if it is one, write its OID/,
    ISSUER.replace('OU=', 'ORG='),
  ],
  [
    'issuer-attribute-unknown',
    /which is unknown; it is spelt organizationIdentifier;/,
    ...['organisationIdentifier', 'organizationIdentifer', 'organization-identifier'].map((type) =>
      ISSUER.replace('2.5.4.97', type),
    ),
  ],
  [
    'issuer-wrong',
    /has a comma, a plus or a quotation mark in a value without a backslash before it/,
    ISSUER.replace('\\,', ','),
  ],
  [
    'issuer-wrong',
    /type=value/,
    'attribute type,C=NO',
    `${ISSUER},`,
    ISSUER.replace(',OU', ',,OU'),
  ],
  ['issuer-wrong', /begins with a slash; RFC 2253/, `/${ISSUER}`],
  // A part stands before it: Python prints no such name.
  ['issuer-wrong', /has < in a value/, ISSUER.replace(/^([^,]+,)(.*)$/, '$1<Name($2)>')],
  [
    'issuer-quoted',
    /starts with a quotation mark of its own/,
    ...[`\\"${ISSUER}\\"`, `“${ISSUER}”`, `'${ISSUER}'`, `\\"${ISSUER}`],
  ],
];

test.each(ISSUERS)('SIG-15: the issuer: %s: %s', (names, words, ...sent) => {
  for (const issuer of sent) {
    const { sentence, ...rest } = said(withCa(issuer)) ?? {};
    expect([issuer, rest]).toEqual([issuer, { names }]);
    expect(sentence).toMatch(words);
    expect(sentence).toMatch(/^CA in the keyId /);
    expect(sentence).toContain(`; send keyId="${keyIdOf(certificate)}".`);
  }
});

const NAME = 'CN=Blåbær CA,O=Bokføring AS,C=NO';
const DECOMPOSED = NAME.normalize('NFD');

test.each([
  ['issuer-normal-form', DECOMPOSED],
  // Java's canonical form.
  ['issuer-case + issuer-normal-form', DECOMPOSED.toLowerCase()],
  ['issuer-reversed + issuer-normal-form', DECOMPOSED.split(',').reverse().join()],
  ['issuer-letters-lost', 'CN=Bl?b?r CA,O=Bokf?ring AS,C=NO'],
  // One for each byte, replacement characters, and nothing.
  ['issuer-letters-lost', 'CN=Bl??b??r CA,O=Bokf??ring AS,C=NO'],
  ['issuer-letters-lost', NAME.replace(/[åæø]/g, '\ufffd')],
  ['issuer-letters-lost', 'CN=Blbr CA,O=Bokfring AS,C=NO'],
  ['issuer-reversed + issuer-letters-lost', 'C=NO,O=Bokf?ring AS,CN=Bl?b?r CA'],
  ['issuer-encoded-twice', Buffer.from(NAME).toString('latin1')],
])('SIG-06: the right letters in the wrong encoding: %s: %s', (names, text) => {
  const { sentence, ...rest } = said(withCa(text), { issuer: parseName(NAME) }) ?? {};
  expect(rest).toEqual({ names });
  expect(sentence).toMatch(
    /was received as "CN=Bl.*", as if it was written .*, not in UTF-8 \(an RFC 2047/,
  );
});

const tpp = await ownTpp();

describe('SIG-15: of a whole request', () => {
  const [, serial = '', issuer = ''] = /^SN=(.*?),CA=(.*)$/.exec(tpp.keyId) ?? [];

  test('SIG-15: serial number and issuer, both wrong: the first is told', () => {
    const turned = issuer.split(',').reverse().join(',');
    const request = requestOf(tpp, { keyId: `SN=${BigInt(`0x${serial}`)},CA=${turned}` });
    const explanation = explained(request);
    expect(namesOf(explanation)).toEqual(['serial-decimal']);
    expect(explanation.expectedKeyId).toBe(tpp.keyId);
  });

  test.each([
    ['its serial number', Buffer.from(serial, 'hex')],
    ['the name of its issuer', Buffer.from('Issuing')],
  ])('SIG-15: a copy with a damaged byte in %s is not a wrong keyId', (_, place) => {
    const issued = Buffer.from(tpp.certificateBase64, 'base64');
    const at = issued.indexOf(place) + 2;
    const damaged = Buffer.from(issued);
    damaged.writeUInt8(issued.readUInt8(at) ^ 1, at);
    const request = requestOf(tpp, { certificate: damaged.toString('base64') });
    const sentenceOf = (explainer: Explainer) => explained(request, explainer).sentence;
    const knowing = createExplainer({ authorities: () => tpp.chain });
    expect(sentenceOf(knowing)).toContain('keyId');
    knowing.know(ABOUT.bank, readCertificate(issued));
    expect(sentenceOf(knowing)).toMatch(
      /^TPP-Signature-Certificate holds a damaged copy: [^.]*\.$/,
    );
    // Behind it there is another copy, damaged elsewhere.
    const other = Buffer.from(issued);
    other.writeUInt8(issued.readUInt8(at + 1) ^ 1, at + 1);
    const copies = [damaged, other].map((der) => ({ certificateBase64: der.toString('base64') }));
    const both = requestOf(tpp, { certificate: btoa(pemOf(...copies)) });
    expect(namesOf(explained(both, knowing))).toEqual(['certificate-damaged']);
    // Of two that no authority of the bank's issued it does not know which is damaged.
    const unsure = createExplainer();
    unsure.know(ABOUT.bank, readCertificate(issued));
    expect(sentenceOf(unsure)).toContain('keyId');
  });

  test('SIG-15: certificates that came along and those of the bank are known', () => {
    const name = (keyId: string, explainer: Explainer, bank = ABOUT.bank as string) => {
      const request = requestOf(tpp, { keyId });
      const explanation = tell(explainer, request, refusalOf(request), { ...ABOUT, bank });
      return namesOf(explanation ?? { readings: [] }).join();
    };
    const [of77, of1234] = [`SN=77,CA=${issuer}`, `SN=1234,CA=${issuer}`];
    const own = createExplainer({ authorities: () => [pemOf(root)] });
    expect(name(of77, own)).toBe('serial-of-another-certificate');
    expect(name(`SN=${serial},CA=CN=Rot CA,C=NO`, own)).toBe('issuer-of-root');
    expect(name(of77, createExplainer())).toBe('serial-wrong');

    const seen = createExplainer();
    seen.know('default', neighbour.certificate);
    seen.know('acme', root.certificate);
    expect(name(of1234, seen)).toBe('serial-of-another-certificate');
    expect(name(of77, seen)).toBe('serial-wrong');
    expect(name(of77, seen, 'acme')).toBe('serial-of-another-certificate');

    // A PEM file in the header, with its chain.
    const certificate = Buffer.from(pemOf(tpp, root)).toString('base64');
    const chained = requestOf(tpp, { certificate, keyId: of77 });
    expect(namesOf(explained(chained))).toEqual(['serial-of-another-certificate']);
  });
});
