// SIG-05 explained, and what of a keyId is not: every way to get its form and serial number wrong.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { explainKeyId } from '../../../server/insight/explain/key-id/explain-key-id.ts';
import { keyIdOf } from '../../../server/signing/key-id.ts';
import { parseName } from '../../../server/signing/parse-distinguished-name.ts';
import type { Credentials } from '../signing/support.ts';
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
import { ownCertificate } from './own-certificate.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf } from './support.ts';

describe('SIG-15: the form of the keyId', () => {
  test.each([
    ['the serial number alone', 'AB12CD'],
    ['no CA', 'SN=AB12CD'],
    ['CA first', `CA=${ISSUER},SN=AB12CD`],
    ['lower case', `sn=AB12CD,ca=${ISSUER}`],
    ['semicolon', `SN=AB12CD;CA=${ISSUER}`],
    ['two spaces', `SN=AB12CD,  CA=${ISSUER}`],
    ['a URL', 'https://tpp.example/cert.pem'],
    ['nothing', ''],
  ])('SIG-15: %s', (_, keyId) => {
    expect(named(keyId)).toEqual(['key-id-form']);
    expect(sentence(keyId)).toContain(`send keyId="${keyIdOf(certificate)}".`);
    expect(sentence(keyId)).toContain('SN=<serial>,CA=<issuer>');
  });
});

describe('SIG-15: the serial number', () => {
  test.each([
    ['decimal', BigInt('0xAB12CD').toString(), 'serial-decimal', 'in decimal'],
    ['decimal with a leading zero', `0${BigInt('0xAB12CD')}`, 'serial-decimal', 'in decimal'],
    ['colons', 'AB:12:CD', 'serial-colons', 'colons or spaces'],
    ['colons in lower case', 'ab:12:cd', 'serial-colons', 'colons or spaces'],
    ['spaces', 'AB 12 CD', 'serial-colons', 'colons or spaces'],
    ['colons and 0x', '0xAB:12:CD', 'serial-colons', 'colons or spaces'],
    ['0x', '0xAB12CD', 'serial-prefix', 'prefix 0x'],
    ['0X and leading zeros', '0X00ab12cd', 'serial-prefix', 'prefix 0x'],
    ['an authority', '77', 'serial-of-another-certificate', 'another certificate, not'],
    ['a neighbour', '1234', 'serial-of-another-certificate', 'another certificate, not'],
    [
      'a neighbour with colons',
      '12:34',
      'serial-of-another-certificate',
      'another certificate, not',
    ],
    ['a neighbour in decimal', '4660', 'serial-of-another-certificate', 'another certificate, not'],
    ['nobody', 'AB12CE', 'serial-wrong', '"AB12CE"'],
    ['no number', 'XYZ', 'serial-wrong', '"XYZ"'],
    ['nothing', '', 'serial-wrong', '""'],
    ['a very long one', '9'.repeat(3000), 'serial-wrong', '9…"'],
    [
      'letters that cannot be seen',
      '\u0007\u202e\u2028',
      'serial-wrong',
      String.raw`"\u{7}\u{202e}\u{2028}"`,
    ],
  ])('SIG-15: %s', (_, serial, name, words) => {
    expect(named(withSn(serial))).toEqual([name]);
    expect(sentence(withSn(serial))).toContain(words);
    expect(sentence(withSn(serial))).toContain('send SN=AB12CD');
  });

  test('SIG-15: the same digits may be this one in decimal and another one in hexadecimal', () => {
    const both = ownCertificate({ serial: '11211469', key }).certificate;
    expect(BigInt('0xAB12CD')).toBe(11211469n);
    const found = readings(withSn('11211469'), {}, [both]);
    expect(namesOf({ readings: found ?? [] })).toEqual([
      'serial-decimal',
      'serial-of-another-certificate',
    ]);
  });

  test('SIG-15: negative ones, which some old certificates have', () => {
    expect(named(withSn('-171'), { serial: '-AB' })).toEqual(['serial-decimal']);
    expect(named(withSn('171'), { serial: '-AB' })).toEqual(['serial-wrong']);
  });

  test('SIG-15: with nobody else known it is just wrong', () => {
    expect(named(withSn('1234'), {}, [])).toEqual(['serial-wrong']);
  });
});

describe('SIG-15: what passes is not explained', () => {
  test.each([
    ['as the bank prints it', keyIdOf(certificate)],
    ['lower-case serial', withSn('ab12cd')],
    ['leading zeros', withSn('0000AB12CD')],
    ['a space after the comma', `SN=AB12CD, CA=${ISSUER}`],
    ['spaces between the parts', joined(PARTS).replaceAll(',OU', ', OU')],
    ['semicolons', withCa(PARTS.join(';'))],
    ['keywords in lower case', withCa(ISSUER.replace('CN=', 'cn=').replace('OU=', 'ou='))],
    ['OID. before the number', withCa(ISSUER.replace('2.5.4.97', 'OID.2.5.4.97'))],
    ['the keyword of the number', withCa(ISSUER.replace('2.5.4.97', 'organizationIdentifier'))],
    [
      '#-hexadecimal',
      withCa(
        ISSUER.replace('NTRNO-974760673', `#0c0f${Buffer.from('NTRNO-974760673').toString('hex')}`),
      ),
    ],
    ['\\XX pairs', withCa(ISSUER.replaceAll('ø', '\\C3\\B8'))],
    [
      'quotes of RFC 1779',
      withCa(
        ISSUER.replace('CN=Prøve \\"Q\\" CA\\, G1', 'CN="Prøve \\\\"Q\\\\" CA, G1"').replaceAll(
          '\\\\"',
          '\\"',
        ),
      ),
    ],
    ['quotes escaped once more', withCa(ISSUER.replaceAll('\\"', '\\\\\\"'))],
  ])('SIG-15: %s', (_, keyId) => {
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
    expect(named(withCa(text(many(61))), {}, [{ ...root.certificate, ...issuer(61) }])).toEqual([
      'issuer-wrong',
    ]);
    expect(named(withCa(text(many(60))), {}, [{ ...root.certificate, ...issuer(60) }])).toEqual([
      'issuer-of-root',
    ]);
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
    const giant = 'F'.repeat(20_000);
    const company = Array.from({ length: 50 }, () => ({ ...neighbour.certificate, serial: giant }));
    expect(named(withSn('1'.repeat(64)), { serial: giant }, company)).toEqual(['serial-wrong']);
    expect(named(withSn('1'.repeat(65)), { serial: giant }, company)).toEqual(['serial-wrong']);
  });
});

describe('SIG-15: of a whole request', () => {
  let tpp: Credentials;
  beforeAll(async () => {
    tpp = await ownTpp();
  });
  const serialOf = () => tpp.keyId.slice(3, tpp.keyId.indexOf(','));
  const issuerOf = () => tpp.keyId.slice(tpp.keyId.indexOf('CA=') + 3);

  test('SIG-15: serial number and issuer, both wrong: the first is told, the other comes next', () => {
    const decimal = BigInt(`0x${serialOf()}`).toString();
    const turned = issuerOf().split(',').reverse().join(',');
    const request = requestOf(tpp, { keyId: `SN=${decimal},CA=${turned}` });
    expect(refusalOf(request).rule).toBe('SIG-05');
    const explanation = explained(request);
    expect(namesOf(explanation)).toEqual(['serial-decimal']);
    expect(explanation.next.map(({ rule }) => rule)).toEqual(['SIG-06']);
    expect(explanation.next[0]?.text).toContain('reversed order');
    expect(explanation.expectedKeyId).toBe(tpp.keyId);
  });

  test('SIG-15: certificates that came along and those of the bank are known', () => {
    const refusal = (keyId: string) => {
      const request = requestOf(tpp, { keyId });
      return [request, refusalOf(request), ABOUT] as const;
    };
    const pem = (base64: string) =>
      `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
    const bank = createExplainer({ authorities: () => [pem(root.certificateBase64)] });
    const name = (keyId: string, explainer = bank) =>
      namesOf(explainer.explain(...refusal(keyId)) ?? { readings: [] });
    expect(name(`SN=77,CA=${issuerOf()}`)).toEqual(['serial-of-another-certificate']);
    expect(name(`SN=${serialOf()},CA=CN=Mellom CA,C=NO`)).toEqual(['issuer-of-root']);
    expect(name(`SN=77,CA=${issuerOf()}`, createExplainer())).toEqual(['serial-wrong']);

    const seen = createExplainer();
    seen.know('default', neighbour.certificate);
    seen.know('acme', root.certificate);
    expect(name(`SN=1234,CA=${issuerOf()}`, seen)).toEqual(['serial-of-another-certificate']);
    expect(name(`SN=77,CA=${issuerOf()}`, seen)).toEqual(['serial-wrong']);
    const [request, refused] = refusal(`SN=77,CA=${issuerOf()}`);
    const there = seen.explain(request, refused, { ...ABOUT, bank: 'acme' });
    expect(namesOf(there ?? { readings: [] })).toEqual(['serial-of-another-certificate']);

    // A PEM file in the header, with its chain.
    const chain = [tpp.certificateBase64, root.certificateBase64].map(pem).join('');
    const certificate = Buffer.from(chain).toString('base64');
    const chained = requestOf(tpp, { certificate, keyId: `SN=77,CA=${issuerOf()}` });
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
