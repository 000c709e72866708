// SIG-05 and SIG-06 explained: every way to get the form, the serial number and the issuer of a keyId wrong.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { Explainer } from '../../../server/insight/explain/explainer.ts';
import { explainKeyId } from '../../../server/insight/explain/key-id/explain-key-id.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { attempt } from '../../../server/signing/attempt.ts';
import type { SigningCertificate } from '../../../server/signing/certificate.ts';
import { formatName } from '../../../server/signing/distinguished-name.ts';
import { checkKeyId, keyIdOf } from '../../../server/signing/key-id.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { ownCertificate, pemOf, rsaPair } from '../../support/own-certificate.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

// A certificate with an issuer that needs escapes, an authority and a neighbour of it.
const ISSUER =
  'CN=Prøve "Q" CA\\, G1,OU=Tillit,2.5.4.97=NTRNO-974760673,O=Prøve AS,C=NO'.replaceAll('"', '\\"');
const PARTS = [
  'CN=Prøve \\"Q\\" CA\\, G1',
  'OU=Tillit',
  '2.5.4.97=NTRNO-974760673',
  'O=Prøve AS',
  'C=NO',
];
const SUBJECT = 'CN=tpp.example,O=Tredjepart AS,C=NO';
const { publicKey: key } = await rsaPair();
const { certificate } = ownCertificate({
  serial: 'AB12CD',
  issuer: ISSUER,
  subject: SUBJECT,
  key,
});
const root = ownCertificate({
  serial: '77',
  issuer: 'CN=Rot CA,C=NO',
  subject: 'CN=Mellom CA,C=NO',
  key,
  authority: true,
});
const neighbour = ownCertificate({
  serial: '1234',
  issuer: 'CN=Annen CA,C=SE',
  subject: 'CN=Nabo,O=Nabo "&" Sønn AS,C=SE'.replaceAll('"&"', 'og'),
  key,
});
const others = [root.certificate, neighbour.certificate];

/** What is said of a keyId by the rule that refuses it; nothing where none does. */
function readings(keyId: string, change: Partial<SigningCertificate> = {}, company = others) {
  const own = { ...certificate, ...change };
  const refusal = attempt(ApiError, () => checkKeyId(keyId, own, () => undefined));
  if (!(refusal instanceof ApiError)) return undefined;
  const rule = refusal.rule as 'SIG-05' | 'SIG-06';
  return explainKeyId(keyId, { certificate: own, others: company }, rule);
}

const named = (...given: Parameters<typeof readings>) => {
  const found = readings(...given);
  return found && namesOf({ readings: found });
};
const sentence = (...given: Parameters<typeof readings>) => readings(...given)?.[0]?.sentence;
const withSn = (serial: string) => `SN=${serial},CA=${ISSUER}`;
const withCa = (issuer: string) => `SN=AB12CD,CA=${issuer}`;
const joined = (parts: readonly string[]) => withCa(parts.join(','));
const without = (...names: string[]) =>
  PARTS.filter((part) => !names.some((name) => part.startsWith(`${name}=`)));

describe('SIG-15: the form of the keyId', () => {
  test.each([
    ...['', 'AB12CD', 'SN=AB12CD', `CA=${ISSUER},SN=AB12CD`, `sn=AB12CD,ca=${ISSUER}`],
    ...[`SN=AB12CD;CA=${ISSUER}`, `SN=AB12CD,  CA=${ISSUER}`, 'https://tpp.example/cert.pem'],
  ])('SIG-15: %s', (keyId) => {
    expect(named(keyId)).toEqual(['key-id-form']);
    expect(sentence(keyId)).toContain(`send keyId="${keyIdOf(certificate)}".`);
    expect(sentence(keyId)).toContain('SN=<serial>,CA=<issuer>');
  });
});

const DECIMAL = BigInt('0xAB12CD').toString();

describe('SIG-15: the serial number', () => {
  test.each<[names: string, words: string, ...serials: string[]]>([
    ['serial-decimal', 'in decimal', DECIMAL, `0${DECIMAL}`],
    ['serial-colons', 'colons or spaces', 'AB:12:CD', 'ab:12:cd', 'AB 12 CD', '0xAB:12:CD'],
    ['serial-prefix', 'prefix 0x', '0xAB12CD', '0X00ab12cd'],
    // An authority's, and a neighbour's.
    ['serial-of-another-certificate', 'another certificate, not', '77', '1234', '12:34', '4660'],
    ['serial-wrong', '"AB12CE"', 'AB12CE'],
    ['serial-wrong', '"XYZ"', 'XYZ'],
    ['serial-wrong', '""', ''],
    ['serial-wrong', '9…"', '9'.repeat(3000)],
    ['serial-wrong', String.raw`"\u{7}\u{202e}\u{2028}"`, '\u0007\u202e\u2028'],
  ])('SIG-15: %s: %s', (name, words, ...serials) => {
    for (const serial of serials) {
      expect([serial, named(withSn(serial))]).toEqual([serial, [name]]);
      expect(sentence(withSn(serial))).toContain(words);
      expect(sentence(withSn(serial))).toContain('send SN=AB12CD');
    }
  });
});

describe('SIG-15: what passes is not explained', () => {
  const bytes = Buffer.from('NTRNO-974760673').toString('hex');
  const escaped = 'CN=Prøve \\"Q\\" CA\\, G1';

  test.each([
    keyIdOf(certificate),
    ...[withSn('ab12cd'), withSn('0000AB12CD'), `SN=AB12CD, CA=${ISSUER}`],
    ...[joined(PARTS).replaceAll(',OU', ', OU'), withCa(PARTS.join(';'))],
    withCa(ISSUER.replace('CN=', 'cn=').replace('OU=', 'ou=')),
    ...['OID.2.5.4.97', 'organizationIdentifier'].map((type) =>
      withCa(ISSUER.replace('2.5.4.97', type)),
    ),
    withCa(ISSUER.replace('NTRNO-974760673', `#0c0f${bytes}`)),
    withCa(ISSUER.replaceAll('ø', '\\C3\\B8')),
    // Quotes of RFC 1779, and those that were escaped once more.
    withCa(ISSUER.replace(escaped, 'CN="Prøve \\"Q\\" CA, G1"')),
    withCa(ISSUER.replaceAll('\\"', '\\\\\\"')),
  ])('SIG-15: %s', (keyId) => {
    expect(named(keyId)).toBeUndefined();
    const context = { certificate, others };
    expect(explainKeyId(keyId, context, 'SIG-05')).toEqual([]);
    expect(explainKeyId(keyId, context, 'SIG-06')).toEqual([]);
  });
});

describe('SIG-15: keyIds that nobody has', () => {
  test('SIG-15: longer than any name they are answered plainly', () => {
    const company = { certificate, others };
    expect(explainKeyId(`SN=1,CA=${'x'.repeat(3992)}`, company, 'SIG-05')).toHaveLength(1);
    expect(explainKeyId(`SN=1,CA=${'x'.repeat(3993)}`, company, 'SIG-05')).toEqual([]);
  });

  test('SIG-15: serial numbers as long as a header cost nothing', () => {
    const serial = 'F'.repeat(20_000);
    const company = Array.from({ length: 50 }, () => ({ ...neighbour.certificate, serial }));
    for (const length of [64, 65]) {
      expect(named(withSn('1'.repeat(length)), { serial }, company)).toEqual(['serial-wrong']);
    }
  });
});

const reversed = [...PARTS].reverse();
const turned = reversed.join(',');

/** What CA in the keyId is: the mistakes, what the sentence says, and the texts. */
const ISSUERS: readonly (readonly [names: string, words: string, ...sent: string[]])[] = [
  ['issuer-is-subject', 'subject; it must be its issuer', SUBJECT],
  ['issuer-reversed + issuer-is-subject', 'subject', SUBJECT.split(',').reverse().join(',')],
  [
    'issuer-reversed',
    'RFC 2253 begins with the most specific part',
    ...[turned, reversed.join(', ')],
  ],
  ['issuer-case', 'upper and lower case', ISSUER.replace('Prøve AS', 'PRØVE AS')],
  [
    'issuer-reversed + issuer-case',
    'reversed order, and differs',
    turned.replace('Prøve AS', 'prøve AS'),
  ],
  [
    'issuer-one-line + issuer-value',
    'one-line form of OpenSSL, with slashes, and says',
    '/C=NO/O=Prøve AS/2.5.4.97=NTRNO-974760673/OU=Tillit/CN=x',
  ],
  ['issuer-one-line', 'one-line form', '/C=XX'],
  [
    'issuer-one-line + issuer-attribute-unknown',
    'keyword that is unknown',
    `/${reversed.join('/').replace('2.5.4.97', 'UNDEF')}`,
  ],
  [
    'issuer-separator + issuer-is-subject',
    "parts, and is the certificate's subject",
    SUBJECT.replaceAll(',', ' | '),
  ],
  [
    'issuer-percent-encoded',
    'percent-encoded',
    ...[encodeURIComponent(ISSUER), ISSUER.replaceAll(' ', '%20')],
    encodeURIComponent(ISSUER).replaceAll('%20', '+'),
  ],
  ['issuer-separator', 'separator', PARTS.join('/'), PARTS.join(' | ')],
  [
    'issuer-separator + issuer-reversed',
    'separator than a comma between its parts, and is in reversed order',
    reversed.join('/'),
  ],
  ['issuer-rdn-missing', 'lacks "OU=Tillit"', without('OU').join(',')],
  ['issuer-rdn-missing', 'lacks "C=NO", "OU=Tillit"', without('OU', 'C').join(',')],
  [
    'issuer-reversed + issuer-rdn-missing',
    'reversed order, and lacks "OU=Tillit"',
    without('OU').reverse().join(','),
  ],
  ['issuer-rdn-extra', 'has "DC=example"', `${ISSUER},DC=example`],
  [
    'issuer-reversed + issuer-rdn-extra',
    'reversed order, and has "DC=example"',
    [...reversed, 'DC=example'].join(','),
  ],
  [
    'issuer-value',
    'says "OU=Mistillit" where the issuer\'s name says "OU=Tillit"',
    ISSUER.replace('Tillit', 'Mistillit'),
  ],
  [
    'issuer-reversed + issuer-value',
    'reversed order, and says "OU=Mistillit"',
    turned.replace('Tillit', 'Mistillit'),
  ],
  // Nothing that cannot be seen is said, whatever the name holds.
  [
    'issuer-value',
    'says "OU=T\\u{202e}il\\u{85}lit"',
    ISSUER.replace('Tillit', 'T\u202eil\u0085lit'),
  ],
  [
    'issuer-wrong',
    'is not the issuer',
    ISSUER.replace('OU=', 'L='),
    ISSUER.replace('Tillit', 'X').replace('NTRNO', 'Y'),
    // A neighbour, who is no authority.
    formatName(neighbour.certificate.subject),
    ...['', 'CN=Nobody,C=DK'],
  ],
  [
    'issuer-of-root',
    'another authority',
    // The authority above, one of the chain, and a neighbour's.
    ...['CN=Rot CA,C=NO', 'CN=Mellom CA,C=NO', 'CN=Annen CA,C=SE'],
  ],
  ['issuer-attribute-unknown', 'unknown; write its OID', ISSUER.replace('OU=', 'ORG=')],
  ...(['organisationIdentifier', 'organizationIdentifer', 'organization-identifier'] as const).map(
    (wrong) =>
      [
        'issuer-attribute-unknown',
        `"${wrong}", which is unknown; it is spelt organizationIdentifier;`,
        PARTS.join(',').replace('2.5.4.97', wrong),
      ] as const,
  ),
  ['issuer-wrong', 'escape a comma in a value as \\,', ISSUER.replace('\\,', ',')],
  ['issuer-wrong', 'type=value', 'attribute type,C=NO'],
  [
    'issuer-quoted',
    'begins with a quotation mark, or stands in quotation marks of its own; leave those out',
    ...[`\\"${ISSUER}\\"`, `“${ISSUER}”`, `'${ISSUER}'`, `\\"${ISSUER}`],
  ],
];

describe('SIG-15: the issuer', () => {
  test.each(ISSUERS)('SIG-15: %s: %s', (names, words, ...sent) => {
    for (const issuer of sent) {
      expect([issuer, named(withCa(issuer))]).toEqual([issuer, [names]]);
      const said = sentence(withCa(issuer));
      expect(said).toContain(words);
      expect(said).toMatch(/^CA in the keyId /);
      expect(said).toContain(`; send CA=${formatName(certificate.issuer)}.`);
    }
  });

  test('SIG-15: an RFC 2047 word belongs around the whole header', () => {
    const word = `=?utf-8?B?${Buffer.from(ISSUER).toString('base64')}?=`;
    const whole =
      'not decoded there; write the letters themselves, and wrap the whole value of Signature: =?utf-8?B?<base64 of it all>?=.';
    expect(sentence(withCa(word))).toBe(
      `CA in the keyId has an RFC 2047 word in it, which is ${whole}`,
    );
    expect(named(withCa(word))).toEqual(['issuer-wrong']);
  });

  const NAME = 'CN=Blåbær CA,O=Bokføring AS,C=NO';
  const twice = (text: string) => Buffer.from(text).toString('latin1');

  test.each([
    ['issuer-normal-form', NAME.normalize('NFD')],
    ['issuer-reversed + issuer-normal-form', NAME.normalize('NFD').split(',').reverse().join()],
    ['issuer-letters-lost', 'CN=Bl?b?r CA,O=Bokf?ring AS,C=NO'],
    // One for each byte, replacement characters, and nothing.
    ['issuer-letters-lost', 'CN=Bl??b??r CA,O=Bokf??ring AS,C=NO'],
    ['issuer-letters-lost', NAME.replace(/[åæø]/g, '\ufffd')],
    ['issuer-letters-lost', 'CN=Blbr CA,O=Bokfring AS,C=NO'],
    ['issuer-reversed + issuer-letters-lost', 'C=NO,O=Bokf?ring AS,CN=Bl?b?r CA'],
    ['issuer-encoded-twice', twice(NAME)],
    ['issuer-value', NAME.replace('CN=Bl', 'CN=B?')],
  ])('SIG-06: the right letters in the wrong encoding: %s: %s', (names, text) => {
    const issuer = parseName(NAME);
    expect(named(withCa(text), { issuer })).toEqual([names]);
    if (names === 'issuer-value') return;
    const said = sentence(withCa(text), { issuer });
    expect(said).toMatch(/was received as ".*", but the issuer's name says "CN=Blåbær CA": it was/);
    expect(said).toContain('; send it as UTF-8, encoded once, best with the whole value');
    // What the developer's code holds is right.
    expect(said).not.toContain('send CA=');
  });
});

const tpp = await ownTpp();

describe('SIG-15: of a whole request', () => {
  const serialOf = () => tpp.keyId.slice(3, tpp.keyId.indexOf(','));
  const issuerOf = () => tpp.keyId.slice(tpp.keyId.indexOf('CA=') + 3);

  test('SIG-15: serial number and issuer, both wrong: the first is told, the other comes next', () => {
    const decimal = BigInt(`0x${serialOf()}`).toString();
    const turned = issuerOf().split(',').reverse().join(',');
    const request = requestOf(tpp, { keyId: `SN=${decimal},CA=${turned}` });
    expect(refusalOf(request).rule).toBe('SIG-05');
    const explanation = explained(request);
    expect(namesOf(explanation)).toEqual(['serial-decimal']);
    expect(explanation.next).toEqual([
      { rule: 'SIG-06', text: expect.stringContaining('reversed order') },
    ]);
    expect(explanation.expectedKeyId).toBe(tpp.keyId);
  });

  test('SIG-15: certificates that came along and those of the bank are known', () => {
    const name = (keyId: string, explainer: Explainer, bank = ABOUT.bank as string) => {
      const request = requestOf(tpp, { keyId });
      const explanation = tell(explainer, request, refusalOf(request), { ...ABOUT, bank });
      return namesOf(explanation ?? { readings: [] }).join();
    };
    const [of77, of1234] = [`SN=77,CA=${issuerOf()}`, `SN=1234,CA=${issuerOf()}`];
    const own = createExplainer({ authorities: () => [pemOf(root)] });
    expect(name(of77, own)).toBe('serial-of-another-certificate');
    expect(name(`SN=${serialOf()},CA=CN=Mellom CA,C=NO`, own)).toBe('issuer-of-root');
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
