import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { parseCertificateHeader } from '../../../server/signing/certificate-header.ts';
import { DerError } from '../../../server/signing/der.ts';
import { formatName } from '../../../server/signing/distinguished-name.ts';
import { readPsd2Statement } from '../../../server/signing/psd2-statement.ts';
import { runs } from '../../support/corpus.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { createVerifier } from '../../support/verifier.ts';
import { refusal, refusalOf } from './support.ts';
import { certificateOf, requestOf, vectorTitled } from './vector-file.ts';

const DER = certificateOf('openssl: body, five headers');
const BASE64 = DER.toString('base64');
const PEM = `-----BEGIN CERTIFICATE-----\n${BASE64}\n-----END CERTIFICATE-----\n`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const CERTIFICATE = 'TPP-Signature-Certificate';

describe('what is read from a certificate', () => {
  test('serial, names, period, roles, authority and key', () => {
    const certificate = readCertificate(DER);
    expect(certificate.serial).toBe('FA0B1C2D3E4F5A');
    expect(formatName(certificate.issuer)).toBe(
      'CN=Prøve QTSP\\, CA G1,organizationIdentifier=NTRNO-974760673,O=Prøve Tillit AS,C=NO',
    );
    expect(formatName(certificate.subject)).toBe(
      'CN=tpp.example,organizationIdentifier=PSDNO-FSA-987654321,O=Tredjepart AS,C=NO',
    );
    expect(new Date(certificate.notBefore).toISOString()).toBe('2026-11-01T00:00:00.000Z');
    expect(new Date(certificate.notAfter).toISOString()).toBe('2026-12-01T00:00:00.000Z');
    expect(certificate.psd2).toEqual({
      roles: ['PSP_PI', 'PSP_AI'],
      ncaName: 'Finanstilsynet',
      ncaId: 'NO-FSA',
    });
    expect(certificate.publicKey?.asymmetricKeyDetails?.modulusLength).toBe(2048);
  });

  test('a certificate without PSD2 statement', () => {
    const plain = certificateOf('certificate without PSD2 statement has all roles');
    expect(readCertificate(plain).psd2).toBeUndefined();
  });

  test('a certificate without extensions', () => {
    const { publicKey: key = DER } = readCertificate(DER);
    expect(ownCertificate({ key }).certificate.psd2).toBeUndefined();
  });

  test('a key that OpenSSL does not know is no key', () => {
    // rsaEncryption 1.2.840.113549.1.1.1 becomes …1.1.99, in the key only.
    const oid = Buffer.from('300d06092a864886f70d010101', 'hex');
    const strange = Buffer.from(DER);
    strange[strange.indexOf(oid) + oid.length - 1] = 99;
    expect(readCertificate(strange).publicKey).toBeUndefined();
  });
});

describe('SIG-02: forms of the header', () => {
  test.each([
    ['one line', BASE64, 0],
    ['white space inside', `${BASE64.slice(0, 64)} \t${BASE64.slice(64)}`, 1],
    ['base64 of PEM', base64(PEM), 1],
    ['base64 of PEM with text around it', base64(`Certificate:\n${PEM}bye\n`), 1],
    ['base64 of PEM with CRLF', base64(PEM.replaceAll('\n', '\r\n')), 1],
    ['both', base64(PEM).replace(/.{64}/g, '$& '), 2],
  ])('%s', (_, value, findings) => {
    const sent = parseCertificateHeader(value);
    expect(sent.certificate.serial).toBe('FA0B1C2D3E4F5A');
    expect(sent.findings).toHaveLength(findings);
    expect(sent.chain).toEqual([]);
  });

  test('further certificates of a PEM file are its chain', () => {
    const sent = parseCertificateHeader(base64(PEM + PEM));
    expect(sent.chain.map(({ serial }) => serial)).toEqual(['FA0B1C2D3E4F5A']);
  });

  test.each([
    ['PEM as it is', PEM.replaceAll('\n', ' '), 'PEM'],
    ['a letter of no alphabet', `*${BASE64.slice(1)}`, '"*"'],
    ['URL-safe base64', '-_-_', 'URL-safe'],
    ['percent-encoded', BASE64.replace(/.$/, '%3D'), 'percent'],
    ['without its padding', 'QUI', 'padding'],
    ['base64 of text', base64('hello'), 'DER'],
    ['base64 of an empty PEM', base64('-----BEGIN CERTIFICATE-----'), 'DER'],
    ['bytes after it', Buffer.concat([DER, Buffer.alloc(3)]).toString('base64'), 'follow'],
    ['cut short', BASE64.slice(0, 800), 'longer'],
    ['an empty SEQUENCE', 'MAA=', 'missing'],
    ['a private key by mistake', base64('-----BEGIN PRIVATE KEY-----'), 'DER'],
  ])('%s is refused', (_, value, reason) => {
    const { text, ...got } = refusalOf(() => parseCertificateHeader(value));
    expect(got).toEqual(refusal('SIG-02', 'FORMAT_ERROR', CERTIFICATE));
    expect(text).toContain(reason);
  });

  test('DER that our reader takes and OpenSSL does not is refused', () => {
    // Two bytes of the outer signature algorithm, which nothing of ours reads.
    const damaged = Buffer.from(DER);
    const oid = Buffer.from('06092a864886f70d01010b', 'hex');
    damaged[damaged.lastIndexOf(oid)] = 0x05;
    const { text } = refusalOf(() => parseCertificateHeader(damaged.toString('base64')));
    expect(text).toContain('OpenSSL');
  });
});

describe('SIG-01 and SIG-13: presence', () => {
  const verifier = createVerifier({ ownAuthorities: () => [] });
  const verify = (flat: string[]) =>
    verifier.verify(
      { method: 'GET', target: '/', headers: new RawHeaders(flat), body: Buffer.alloc(0) },
      0,
      'none',
    );

  test.each([
    ['absent', [], 'SIG-01', 'HTTP_HEADER_REQUIRED'],
    ['empty', [CERTIFICATE, ''], 'SIG-01', 'HTTP_HEADER_REQUIRED'],
    ['sent twice', [CERTIFICATE, BASE64, CERTIFICATE, BASE64], 'SIG-13', 'FORMAT_ERROR'],
  ])('%s', (_, flat, rule, code) => {
    const { text, ...got } = refusalOf(() => verify(flat));
    expect(got).toEqual(refusal(rule, code, CERTIFICATE));
    expect(text).toContain(CERTIFICATE);
  });
});

describe('SIG-02: the PSD2 statement', () => {
  const statements = (hex: string) => readPsd2Statement(Buffer.from(hex, 'hex'));
  const tlv = (tag: string, ...parts: string[]) => {
    const content = parts.join('');
    return `${tag}${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
  };
  const PSD2 = '06060400819827 02'.replace(' ', '');
  const utf8 = (text: string) => tlv('0c', Buffer.from(text).toString('hex'));
  const role = (last: string) => tlv('30', `060704008198 2701${last}`.replace(' ', ''), utf8('x'));
  const info = (roles: string) => tlv('30', tlv('30', roles), utf8('FSA'), utf8('NO-FSA'));

  test.each([
    [
      'every role',
      role('01') + role('02') + role('03') + role('04'),
      ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC'],
    ],
    ['a role that nobody knows', role('63') + role('03'), ['PSP_AI']],
    ['no role', '', []],
  ])('%s', (_, roles, expected) => {
    const other = tlv('30', '0606040 08e460101'.replace(' ', ''));
    const value = tlv('30', other, tlv('30', PSD2, info(roles as string)));
    expect(statements(value)?.roles).toEqual(expected);
  });

  test.each([
    ['no statement', tlv('30')],
    ['another statement', tlv('30', tlv('30', '06060400 8e460101'.replace(' ', '')))],
  ])('%s', (_, value) => {
    expect(statements(value)).toBeUndefined();
  });

  test.each([
    ['no content', tlv('30', tlv('30', PSD2))],
    ['no authority', tlv('30', tlv('30', PSD2, tlv('30', tlv('30'))))],
    [
      'an authority that is no text',
      tlv('30', tlv('30', PSD2, tlv('30', tlv('30'), '020101', '020101'))),
    ],
  ])('%s is damage', (_, value) => {
    expect(() => statements(value)).toThrow(DerError);
  });
});

describe('hostile certificates', () => {
  const attempt = (der: Buffer) => {
    try {
      parseCertificateHeader(der.toString('base64'));
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).rule).toBe('SIG-02');
    }
  };

  test('SIG-02: changed bytes are read or refused', () => {
    const change = fc.tuple(fc.nat(DER.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const damaged = Buffer.from(DER);
        for (const [at, value] of changes) damaged[at] = value;
        attempt(damaged);
      }),
      runs(500),
    );
  });

  test('a whole verification of a damaged certificate ends in a refusal of 4xx', () => {
    const request = requestOf(vectorTitled('openssl: body, five headers'));
    const names = request.headers.names();
    const verifier = createVerifier({ ownAuthorities: () => [] });
    fc.assert(
      fc.property(fc.nat(DER.length - 1), fc.integer({ min: 1, max: 255 }), (at, xor) => {
        const damaged = Buffer.from(DER);
        damaged[at] = (damaged[at] as number) ^ xor;
        const flat = names.flatMap((name) => [
          name,
          name === 'tpp-signature-certificate'
            ? damaged.toString('base64')
            : (request.headers.get(name) as string),
        ]);
        try {
          verifier.verify(
            { ...request, headers: new RawHeaders(flat) },
            Date.UTC(2026, 10, 3, 9, 5, 7),
            'PSP_PI',
          );
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect((error as ApiError).status).toBeLessThan(500);
        }
      }),
      runs(500),
    );
  });

  test('100 kB of nesting neither overflow the stack nor pass the time limit', () => {
    const deep = Buffer.from('30840000ffff'.repeat(16_000), 'hex');
    for (const hostile of [deep, Buffer.alloc(100_000, 0x30)]) {
      expect(() => attempt(hostile)).not.toThrow();
    }
  });
});
