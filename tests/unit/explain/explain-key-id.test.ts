// SIG-05 explained, and what of a keyId is not: every way to get its form and serial number wrong.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { Explainer } from '../../../server/insight/explain/explainer.ts';
import { explainKeyId } from '../../../server/insight/explain/key-id/explain-key-id.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import {
  certificate,
  ISSUER,
  joined,
  key,
  named,
  neighbour,
  others,
  PARTS,
  readings,
  root,
  sentence,
  withCa,
  withSn,
} from './key-id-context.ts';
import { ownCertificate, pemOf } from './own-certificate.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf, tell } from './support.ts';

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

  test('SIG-15: the same digits may be this one in decimal and another one in hexadecimal', () => {
    const both = ownCertificate({ serial: DECIMAL, key }).certificate;
    const found = readings(withSn(DECIMAL), {}, [both]);
    expect(namesOf({ readings: found ?? [] })).toEqual([
      'serial-decimal',
      'serial-of-another-certificate',
    ]);
  });

  test('SIG-15: negative ones, which some old certificates have, and one that nobody else has', () => {
    expect(named(withSn('-171'), { serial: '-AB' })).toEqual(['serial-decimal']);
    expect(named(withSn('171'), { serial: '-AB' })).toEqual(['serial-wrong']);
    expect(named(withSn('1234'), {}, [])).toEqual(['serial-wrong']);
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

  test('SIG-15: of many parts they are compared as a whole only', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `OU=${at}`);
    const text = (parts: readonly string[]) => parts.join(',');
    const issuer = (count: number) => ({ issuer: parseName(text(many(count))) });
    expect(named(withCa(text(many(60).slice(1))), issuer(60))).toEqual(['issuer-rdn-missing']);
    expect(named(withCa(text(many(61).slice(1))), issuer(61))).toEqual(['issuer-wrong']);
    expect(named(withCa(text(many(60).slice(1))), issuer(61))).toEqual(['issuer-wrong']);
    expect(named(withCa(text(many(61).reverse())), issuer(61))).toEqual(['issuer-reversed']);
    const rootOf = (count: number) => [{ ...root.certificate, ...issuer(count) }];
    expect(named(withCa(text(many(61))), {}, rootOf(61))).toEqual(['issuer-wrong']);
    expect(named(withCa(text(many(60))), {}, rootOf(60))).toEqual(['issuer-of-root']);
    const swapped = [...many(61).slice(1), 'OU=0'];
    expect(sentence(withCa(text(swapped)), issuer(61))).not.toContain('another order');
  });

  test('SIG-15: decimal is read up to 64 digits', () => {
    const of = (digits: bigint) =>
      named(withSn(String(digits)), { serial: digits.toString(16).toUpperCase() });
    expect(of(10n ** 63n + 1n)).toEqual(['serial-decimal']);
    expect(of(10n ** 64n + 1n)).toEqual(['serial-wrong']);
  });

  test('SIG-15: serial numbers as long as a header cost nothing', () => {
    const serial = 'F'.repeat(20_000);
    const company = Array.from({ length: 50 }, () => ({ ...neighbour.certificate, serial }));
    for (const length of [64, 65]) {
      expect(named(withSn('1'.repeat(length)), { serial }, company)).toEqual(['serial-wrong']);
    }
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

  test('SIG-15: the own certificate is no other one', () => {
    const explainer = createExplainer();
    const request = requestOf(tpp, { keyId: `SN=0x1${serialOf()},CA=${issuerOf()}` });
    const { certificate: own } = ownCertificate({ serial: `1${serialOf()}`, key });
    expect(namesOf(explained(request, explainer))).toEqual(['serial-wrong']);
    explainer.know('default', own);
    expect(namesOf(explained(request, explainer))).toEqual(['serial-of-another-certificate']);
  });
});
