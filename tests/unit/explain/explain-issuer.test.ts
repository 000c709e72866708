// SIG-06 explained: every way to get the issuer in a keyId wrong, alone and two together.
import { describe, expect, test } from '@jest/globals';
import { explainKeyId, withSerial } from '../../../server/insight/explain/key-id/explain-key-id.ts';
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

describe('SIG-15: the issuer', () => {
  const reversed = [...PARTS].reverse();

  test.each([
    ['the subject', SUBJECT, 'issuer-is-subject', 'subject; it must be its issuer'],
    [
      'the subject in reversed order',
      SUBJECT.split(',').reverse().join(','),
      'issuer-is-subject + issuer-reversed',
      'subject',
    ],
    [
      'reversed order',
      reversed.join(','),
      'issuer-reversed',
      'RFC 2253 begins with the most specific part',
    ],
    ['reversed order and spaces', reversed.join(', '), 'issuer-reversed', 'reversed'],
    [
      'other capitals',
      ISSUER.replace('Prøve AS', 'PRØVE AS'),
      'issuer-case',
      'upper and lower case',
    ],
    [
      'other capitals in reversed order',
      reversed.join(',').replace('Prøve AS', 'prøve AS'),
      'issuer-reversed + issuer-case',
      'reversed order, and differs',
    ],
    [
      'one line',
      `/C=NO/O=Prøve AS/2.5.4.97=NTRNO-974760673/OU=Tillit/CN=x`,
      'issuer-one-line',
      'one-line form',
    ],
    ['percent-encoded', encodeURIComponent(ISSUER), 'issuer-percent-encoded', 'percent-encoded'],
    [
      'percent-encoded spaces',
      ISSUER.replaceAll(' ', '%20'),
      'issuer-percent-encoded',
      'percent-encoded',
    ],
    [
      'form-encoded',
      encodeURIComponent(ISSUER).replaceAll('%20', '+'),
      'issuer-percent-encoded',
      'percent-encoded',
    ],
    ['slashes', PARTS.join('/'), 'issuer-separator', 'separator'],
    ['bars', PARTS.join(' | '), 'issuer-separator', 'separator'],
    [
      'slashes in reversed order',
      reversed.join('/'),
      'issuer-separator + issuer-reversed',
      'separator than a comma between its parts, and is in reversed order',
    ],
    ['a part missing', without('OU').join(','), 'issuer-rdn-missing', 'lacks "OU=Tillit"'],
    [
      'two parts missing',
      without('OU', 'C').join(','),
      'issuer-rdn-missing',
      'lacks "C=NO", "OU=Tillit"',
    ],
    [
      'a part missing in reversed order',
      without('OU').reverse().join(','),
      'issuer-reversed + issuer-rdn-missing',
      'reversed order, and lacks "OU=Tillit"',
    ],
    ['a part too many', `${ISSUER},DC=example`, 'issuer-rdn-extra', 'has "DC=example"'],
    [
      'a part too many in reversed order',
      [...reversed, 'DC=example'].join(','),
      'issuer-reversed + issuer-rdn-extra',
      'reversed order, and has "DC=example"',
    ],
    [
      'another value',
      ISSUER.replace('Tillit', 'Mistillit'),
      'issuer-value',
      'says "OU=Mistillit" where the issuer\'s name says "OU=Tillit"',
    ],
    [
      'another value in reversed order',
      reversed.join(',').replace('Tillit', 'Mistillit'),
      'issuer-reversed + issuer-value',
      'reversed order, and says "OU=Mistillit"',
    ],
    ['another type of a value', ISSUER.replace('OU=', 'L='), 'issuer-wrong', 'is not the issuer'],
    [
      'two other values',
      ISSUER.replace('Tillit', 'X').replace('NTRNO', 'Y'),
      'issuer-wrong',
      'is not the issuer',
    ],
    [
      'another order',
      [...PARTS.slice(1), PARTS[0]].join(','),
      'issuer-wrong',
      "parts of the issuer's name in another order",
    ],
    ['the authority above', 'CN=Rot CA,C=NO', 'issuer-of-root', 'another authority'],
    ['an authority of the chain', 'CN=Mellom CA,C=NO', 'issuer-of-root', 'another authority'],
    ["a neighbour's authority", 'CN=Annen CA,C=SE', 'issuer-of-root', 'another authority'],
    [
      'a neighbour, who is no authority',
      formatName(neighbour.certificate.subject),
      'issuer-wrong',
      'is not the issuer',
    ],
    [
      'an unknown attribute',
      ISSUER.replace('OU=', 'ORG='),
      'issuer-attribute-unknown',
      'unknown; write its OID',
    ],
    [
      'a comma that is not escaped',
      ISSUER.replace('\\,', ','),
      'issuer-wrong',
      'escape a comma in a value as \\,',
    ],
    ['an attribute that only sounds unknown', 'attribute type,C=NO', 'issuer-wrong', 'type=value'],
    ['nothing', '', 'issuer-wrong', 'is not the issuer'],
    ['somebody else', 'CN=Nobody,C=DK', 'issuer-wrong', 'is not the issuer'],
  ])('SIG-15: %s', (_, issuer, name, words) => {
    expect(named(withCa(issuer))).toEqual([name]);
    expect(sentence(withCa(issuer))).toContain(words);
    expect(sentence(withCa(issuer))).toMatch(/^CA in the keyId /);
    expect(sentence(withCa(issuer))).toContain(`; send CA=${formatName(certificate.issuer)}.`);
  });

  test('SIG-15: an RFC 2047 word belongs around the whole header', () => {
    const word = `=?utf-8?B?${Buffer.from(ISSUER).toString('base64')}?=`;
    const said = (ca: string, name?: string) =>
      sentence(withCa(ca), name === undefined ? {} : { issuer: parseName(name) });
    const letters = 'not decoded there; write the letters themselves';
    const whole = `${letters}, and wrap the whole value of Signature: =?utf-8?B?<base64 of it all>?=.`;
    expect(said(word)).toBe(`CA in the keyId has an RFC 2047 word in it, which is ${whole}`);
    expect(said('CN==?UTF-8?q?Pr=C3=B8ve?=,C=NO')).toContain(whole);
    expect(said(word, 'CN=Plain,C=NO')).toMatch(/write the letters themselves\.$/);
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

  test('SIG-15: nothing that cannot be seen is said, whatever the name holds', () => {
    const said = sentence(withCa(ISSUER.replace('Tillit', 'T\u202eil\u0085lit')));
    expect(said).toContain('says "OU=T\\u{202e}il\\u{85}lit"');
    // What the sentence asks for is the certificate's own name.
    expect(said).toContain('send CA=CN=Prøve');
  });

  test('SIG-15: the serial number is no part of it', () => {
    const keyId = `SN=77,CA=${reversed.join(',')}`;
    const context = { certificate, others };
    expect(namesOf({ readings: explainKeyId(keyId, context, 'SIG-05') })).toEqual([
      'serial-of-another-certificate',
    ]);
    expect(namesOf({ readings: explainKeyId(keyId, context, 'SIG-06') })).toEqual([
      'issuer-reversed',
    ]);
    expect(withSerial(keyId, 'AB12CD')).toBe(joined(reversed));
    expect(withSerial('AB12', 'AB12CD')).toBe('AB12');
  });
});
