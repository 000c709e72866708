// SIG-06 explained where the issuer has the right letters in the wrong encoding, or is quoted or misspelt.
import { describe, expect, test } from '@jest/globals';
import { explainKeyId } from '../../../server/insight/explain/key-id/explain-key-id.ts';
import { unseenDifference } from '../../../server/insight/explain/key-id/issuer-encoding.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import { certificate, ISSUER, named, PARTS, sentence, withCa } from './key-id-context.ts';

const NAME = 'CN=Blåbær CA,O=Bokføring AS,C=NO';
const issuer = parseName(NAME);
const of = (text: string) => [named(withCa(text), { issuer }), sentence(withCa(text), { issuer })];
const twice = (text: string) => Buffer.from(text).toString('latin1');

describe('SIG-06: another Unicode normal form', () => {
  test('SIG-06: decomposed letters are named by their numbers, since they look the same', () => {
    const [names, said] = of(NAME.normalize('NFD'));
    expect(names).toEqual(['issuer-normal-form']);
    expect(said).toBe(
      'CA in the keyId writes "å" as U+0061 U+030A where the issuer\'s name has U+00E5, which looks the same but is another Unicode normal form; normalise the name to NFC before you send it.',
    );
  });

  test('SIG-06: the other way round, in reversed order, and in neither form', () => {
    const decomposed = parseName(NAME.normalize('NFD'));
    expect(sentence(withCa(NAME), { issuer: decomposed })).toMatch(
      /U\+00E5 where the issuer's name has U\+0061 U\+030A.*normalise the name to NFD/,
    );
    const turned = NAME.normalize('NFD').split(',').reverse().join(',');
    expect(of(turned)[0]).toEqual(['issuer-reversed + issuer-normal-form']);
    const mixed = parseName(NAME.replace('Blåbær', 'Blåbær'.normalize('NFD')).replace('ø', 'é'));
    const sent = NAME.replace('ø', 'é').normalize('NFD');
    expect(sentence(withCa(sent), { issuer: mixed })).toMatch(/; take the name from the cert/);
  });
});

describe('SIG-06: letters that were lost on the way', () => {
  test.each([
    ['question marks', 'CN=Bl?b?r CA,O=Bokf?ring AS,C=NO', 'CN=Bl?b?r CA'],
    ['one for each byte', 'CN=Bl??b??r CA,O=Bokf??ring AS,C=NO', 'CN=Bl??b??r CA'],
    ['replacement characters', NAME.replace(/[åæø]/g, '\ufffd'), 'CN=Bl\ufffdb\ufffdr CA'],
    ['nothing', 'CN=Blbr CA,O=Bokfring AS,C=NO', 'CN=Blbr CA'],
  ])('SIG-06: %s', (_, text, part) => {
    const [names, said] = of(text);
    expect(names).toEqual(['issuer-letters-lost']);
    expect(said).toContain(
      `was received as "${part}", but the issuer's name says "CN=Blåbær CA": the let`,
    );
    expect(said).toContain(
      'send it as UTF-8, best with the whole value of Signature in an RFC 2047',
    );
    // What the developer's code holds is right.
    expect(said).not.toContain('send CA=');
  });

  test('SIG-06: those of other alphabets only, and with the parts in reversed order', () => {
    const chinese = parseName('CN=漢字 å,C=NO');
    expect(named(withCa('CN=?? å,C=NO'), { issuer: chinese })).toEqual(['issuer-letters-lost']);
    const turned = 'C=NO,O=Bokf?ring AS,CN=Bl?b?r CA';
    expect(of(turned)[0]).toEqual(['issuer-reversed + issuer-letters-lost']);
    expect(of(turned)[1]).toContain('"CN=Blåbær CA"');
  });

  test('SIG-06: a question mark for another letter is another value', () => {
    expect(of(NAME.replace('CN=Bl', 'CN=B?'))[0]).toEqual(['issuer-value']);
    expect(of('CN=Bl?b?r CA,C=NO')[0]).toEqual(['issuer-wrong']);
  });
});

describe('SIG-06: UTF-8 read as ISO-8859-1', () => {
  test.each([
    ['once', twice(NAME), '"CN=BlÃ¥bÃ¦r CA"'],
    ['twice', twice(twice(NAME)), 'CN=Bl'],
  ])('SIG-06: %s', (_, text, part) => {
    const [names, said] = of(text);
    expect(names).toEqual(['issuer-encoded-twice']);
    expect(said).toContain(part);
    expect(said).toContain('UTF-8 that was read as ISO-8859-1; encode it as UTF-8 once');
  });

  test('SIG-06: as Windows-1252, and in a word that names the wrong charset', () => {
    const capital = parseName('CN=Ærlig Øl,C=NO');
    // Not by TextDecoder, which in Node takes it for ISO-8859-1.
    const text = 'CN=Ã†rlig Ã˜l,C=NO';
    expect(named(withCa(text), { issuer: capital })).toEqual(['issuer-encoded-twice']);
    const context = { certificate: { ...certificate, issuer }, others: [], charset: 'iso-8859-1' };
    const [reading] = explainKeyId(withCa(twice(NAME)), context, 'SIG-06');
    expect(reading?.sentence).toMatch(/says iso-8859-1, but its bytes are UTF-8: write =\?utf-8/);
  });
});

describe('SIG-06: characters that look alike', () => {
  test('SIG-06: they are told by their numbers', () => {
    const said = of(NAME.replace('CA', 'C\u0410'))[1];
    expect(said).toMatch(
      /says "CN=Blåbær CА" where .* "CN=Blåbær CA" \(U\+0410 where it has U\+0041\)/,
    );
    expect(of(NAME.replace('r CA', 'r\u00a0CA'))[1]).toContain('(U+00A0 where it has U+0020)');
    expect(unseenDifference('CN=a', 'CN=b')).toBe('');
    expect(unseenDifference('CN=ab', 'CN=a')).toBe('');
  });
});

describe('SIG-06: quotation marks, and names that are spelt wrong', () => {
  test.each([
    ['escaped', `\\"${ISSUER}\\"`, 'stands in quotation marks of its own (\\"); leave those out'],
    ['typographic', `“${ISSUER}”`, 'stands in quotation marks of its own (“); leave those out'],
    ['single', `'${ISSUER}'`, "stands in quotation marks of its own ('); leave those out"],
    ['at the beginning', `\\"${ISSUER}`, 'begins with a quotation mark (\\"); leave that out'],
  ])('SIG-06: %s', (_, text, words) => {
    expect(named(withCa(text))).toEqual(['issuer-quoted']);
    expect(sentence(withCa(text))).toContain(words);
    expect(sentence(withCa(text))).toContain('; send CA=CN=Prøve');
  });

  test.each([
    ['organisationIdentifier', 'organizationIdentifier'],
    ['organizationIdentifer', 'organizationIdentifier'],
    ['organization-identifier', 'organizationIdentifier'],
  ])('SIG-06: %s', (wrong, right) => {
    const text = PARTS.join(',').replace('2.5.4.97', wrong);
    expect(named(withCa(text))).toEqual(['issuer-attribute-unknown']);
    expect(sentence(withCa(text))).toContain(`"${wrong}", which is unknown; it is spelt ${right};`);
  });
});
