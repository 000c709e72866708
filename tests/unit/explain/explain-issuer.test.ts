// SIG-06 explained: every way to get the issuer in a keyId wrong, alone and two together.
import { describe, expect, test } from '@jest/globals';
import { explainKeyId, withSerial } from '../../../server/insight/explain/key-id/explain-key-id.ts';
import { unseenDifference } from '../../../server/insight/explain/key-id/issuer-encoding.ts';
import { formatName } from '../../../server/signing/distinguished-name.ts';
import { checkKeyId } from '../../../server/signing/key-id.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import {
  certificate,
  ISSUER,
  joined,
  named,
  neighbour,
  others,
  PARTS,
  SUBJECT,
  sentence,
  withCa,
  without,
} from './key-id-context.ts';
import { namesOf } from './support.ts';

const reversed = [...PARTS].reverse();
const turned = reversed.join(',');

/** What CA in the keyId is: the mistakes, what the sentence says, and the texts. */
const ISSUERS: readonly (readonly [names: string, words: string, ...sent: string[]])[] = [
  ['issuer-is-subject', 'subject; it must be its issuer', SUBJECT],
  ['issuer-is-subject + issuer-reversed', 'subject', SUBJECT.split(',').reverse().join(',')],
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
  ['issuer-one-line', 'one-line form', '/C=NO/O=Prøve AS/2.5.4.97=NTRNO-974760673/OU=Tillit/CN=x'],
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
    'issuer-wrong',
    "parts of the issuer's name in another order",
    [...PARTS.slice(1), PARTS[0]].join(','),
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
  ['issuer-quoted', 'quotation marks of its own (\\"); leave those out', `\\"${ISSUER}\\"`],
  ['issuer-quoted', 'quotation marks of its own (“); leave those out', `“${ISSUER}”`],
  ['issuer-quoted', "quotation marks of its own ('); leave those out", `'${ISSUER}'`],
  ['issuer-quoted', 'begins with a quotation mark (\\"); leave that out', `\\"${ISSUER}`],
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
    const letters = 'not decoded there; write the letters themselves';
    const whole = `${letters}, and wrap the whole value of Signature: =?utf-8?B?<base64 of it all>?=.`;
    const said = sentence(withCa(word));
    expect(said).toBe(`CA in the keyId has an RFC 2047 word in it, which is ${whole}`);
    expect(sentence(withCa('CN==?UTF-8?q?Pr=C3=B8ve?=,C=NO'))).toContain(whole);
    const plain = { issuer: parseName('CN=Plain,C=NO') };
    expect(sentence(withCa(word), plain)).toMatch(/write the letters themselves\.$/);
    expect(named(withCa(word))).toEqual(['issuer-wrong']);
    expect(() => checkKeyId(withCa(word), certificate, () => undefined)).toThrow(letters);
  });

  test('SIG-15: with several attributes in one part', () => {
    const issuer = parseName('CN=A+OU=B,O=Long,C=NO');
    expect(sentence(withCa('O=Long,C=NO'), { issuer })).toContain('lacks "CN=A+OU=B"');
    expect(named(withCa('OU=X+CN=A,O=Long,C=NO'), { issuer })).toEqual(['issuer-value']);
  });

  test('SIG-15: values that differ late are shown where they differ', () => {
    const long = 'Very long name of an organisation that goes on and on and on';
    const issuer = parseName(`CN=x,O=${long} AS,C=NO`);
    const said = sentence(withCa(`CN=x,O=${long} ASA,C=NO`), { issuer });
    expect(said).toContain('says "… and on ASA" where');
    expect(said).toContain('says "… and on AS"');
  });

  test('SIG-15: the serial number is no part of it', () => {
    const keyId = `SN=77,CA=${turned}`;
    const namesBy = (rule: 'SIG-05' | 'SIG-06') =>
      namesOf({ readings: explainKeyId(keyId, { certificate, others }, rule) });
    expect(namesBy('SIG-05')).toEqual(['serial-of-another-certificate']);
    expect(namesBy('SIG-06')).toEqual(['issuer-reversed']);
    expect(withSerial(keyId, 'AB12CD')).toBe(joined(reversed));
    expect(withSerial('AB12', 'AB12CD')).toBe('AB12');
  });
});

const NAME = 'CN=Blåbær CA,O=Bokføring AS,C=NO';
const twice = (text: string) => Buffer.from(text).toString('latin1');
/** The names, and what is said of the text where that is the issuer. */
const of = (text: string, name = NAME) => {
  const issuer = parseName(name);
  return [named(withCa(text), { issuer }), sentence(withCa(text), { issuer })] as const;
};
const LOST = 'send it as UTF-8, best with the whole value of Signature in an RFC 2047';

describe('SIG-06: the right letters in the wrong encoding', () => {
  test('SIG-06: decomposed letters are named by their numbers, since they look the same', () => {
    const [names, said] = of(NAME.normalize('NFD'));
    expect(names).toEqual(['issuer-normal-form']);
    expect(said).toBe(
      'CA in the keyId writes "å" as U+0061 U+030A where the issuer\'s name has U+00E5, which looks the same but is another Unicode normal form; normalise the name to NFC before you send it.',
    );
  });

  test('SIG-06: the other way round, in reversed order, and in neither form', () => {
    expect(of(NAME, NAME.normalize('NFD'))[1]).toMatch(
      /U\+00E5 where the issuer's name has U\+0061 U\+030A.*normalise the name to NFD/,
    );
    const turnedRound = NAME.normalize('NFD').split(',').reverse().join(',');
    expect(of(turnedRound)[0]).toEqual(['issuer-reversed + issuer-normal-form']);
    const accented = NAME.replace('ø', 'é');
    const mixed = accented.replace('Blåbær', 'Blåbær'.normalize('NFD'));
    expect(of(accented.normalize('NFD'), mixed)[1]).toMatch(/; take the name from the cert/);
  });

  test.each([
    'CN=Bl?b?r CA,O=Bokf?ring AS,C=NO',
    // One for each byte, replacement characters, and nothing.
    'CN=Bl??b??r CA,O=Bokf??ring AS,C=NO',
    NAME.replace(/[åæø]/g, '\ufffd'),
    'CN=Blbr CA,O=Bokfring AS,C=NO',
  ])('SIG-06: letters that were lost on the way: %s', (text) => {
    const [names, said] = of(text);
    expect(names).toEqual(['issuer-letters-lost']);
    const part = text.split(',')[0];
    expect(said).toContain(
      `was received as "${part}", but the issuer's name says "CN=Blåbær CA": the let`,
    );
    expect(said).toContain(LOST);
    // What the developer's code holds is right.
    expect(said).not.toContain('send CA=');
  });

  test('SIG-06: those of other alphabets only, in reversed order, and no other letters', () => {
    expect(of('CN=?? å,C=NO', 'CN=漢字 å,C=NO')[0]).toEqual(['issuer-letters-lost']);
    const [names, said] = of('C=NO,O=Bokf?ring AS,CN=Bl?b?r CA');
    expect(names).toEqual(['issuer-reversed + issuer-letters-lost']);
    expect(said).toContain('"CN=Blåbær CA"');
    expect(of(NAME.replace('CN=Bl', 'CN=B?'))[0]).toEqual(['issuer-value']);
    expect(of('CN=Bl?b?r CA,C=NO')[0]).toEqual(['issuer-wrong']);
  });

  test.each([
    [twice(NAME), '"CN=BlÃ¥bÃ¦r CA"'],
    [twice(twice(NAME)), 'CN=Bl'],
  ])('SIG-06: UTF-8 read as ISO-8859-1: %j', (text, part) => {
    const [names, said] = of(text);
    expect(names).toEqual(['issuer-encoded-twice']);
    expect(said).toContain(part);
    expect(said).toContain('UTF-8 that was read as ISO-8859-1; encode it as UTF-8 once');
  });

  test('SIG-06: as Windows-1252, and in a word that names the wrong charset', () => {
    // Not by TextDecoder, which in Node takes it for ISO-8859-1.
    expect(of('CN=Ã†rlig Ã˜l,C=NO', 'CN=Ærlig Øl,C=NO')[0]).toEqual(['issuer-encoded-twice']);
    const issuer = parseName(NAME);
    const context = { certificate: { ...certificate, issuer }, others: [], charset: 'iso-8859-1' };
    const [reading] = explainKeyId(withCa(twice(NAME)), context, 'SIG-06');
    expect(reading?.sentence).toMatch(/says iso-8859-1, but its bytes are UTF-8: write =\?utf-8/);
  });

  test('SIG-06: characters that look alike are told by their numbers', () => {
    expect(of(NAME.replace('CA', 'C\u0410'))[1]).toMatch(
      /says "CN=Blåbær CА" where .* "CN=Blåbær CA" \(U\+0410 where it has U\+0041\)/,
    );
    expect(of(NAME.replace('r CA', 'r\u00a0CA'))[1]).toContain('(U+00A0 where it has U+0020)');
    expect(unseenDifference('CN=a', 'CN=b')).toBe('');
    expect(unseenDifference('CN=ab', 'CN=a')).toBe('');
  });
});
