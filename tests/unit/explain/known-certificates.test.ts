// Certificates that a bank has seen: each bank its own, each certificate once, and not too many.
import { describe, expect, test } from '@jest/globals';
import { createKnownCertificates } from '../../../server/insight/explain/known-certificates.ts';
import type { SigningCertificate } from '../../../server/signing/certificate.ts';
import { ownCertificate, rsaPair } from './own-certificate.ts';

const { publicKey } = await rsaPair();
const certificate = (serial: number, subject = 'CN=a'): SigningCertificate =>
  ownCertificate({ key: publicKey, serial: serial.toString(16), subject }).certificate;
const serials = (certificates: readonly SigningCertificate[]) =>
  certificates.map(({ serial }) => Number.parseInt(serial, 16)).sort((a, b) => a - b);

describe('SIG-15: what a bank knows', () => {
  test('SIG-15: nothing at first, then what it was told, the last of it first', () => {
    const known = createKnownCertificates();
    expect(known.of('default')).toEqual([]);
    const [one, two] = [certificate(1), certificate(2)];
    known.add('default', one);
    known.add('default', two);
    expect(known.of('default')).toEqual([two, one]);
    known.add('default', one);
    expect(known.of('default')).toEqual([one, two]);
  });

  test('SIG-15: one bank knows nothing of what another has seen', () => {
    const known = createKnownCertificates();
    known.add('acme', certificate(1));
    expect(known.of('default')).toEqual([]);
    expect(known.of('acme')).toHaveLength(1);
  });

  test('SIG-15: a certificate that was read anew is the same one', () => {
    const known = createKnownCertificates();
    known.add('default', certificate(1));
    known.add('default', certificate(1));
    expect(known.of('default')).toHaveLength(1);
  });

  test('SIG-15: with the serial number and issuer of another one it takes no place', () => {
    const known = createKnownCertificates();
    known.add('default', certificate(1, 'CN=right'));
    known.add('default', certificate(1, 'CN=forged'));
    expect(known.of('default')).toHaveLength(2);
  });

  test('SIG-15: 50 at most, those that were seen last', () => {
    const known = createKnownCertificates();
    for (let serial = 1; serial <= 52; serial += 1) known.add('default', certificate(serial));
    expect(serials(known.of('default'))).toEqual(Array.from({ length: 50 }, (_, at) => at + 3));
  });

  test('SIG-15: 100 banks at most, those that were used last', () => {
    const known = createKnownCertificates();
    const one = certificate(1);
    known.add('first', one);
    known.add('second', one);
    for (let bank = 0; bank < 99; bank += 1) {
      known.add(`bank-${bank}`, one);
      if (bank === 50) known.of('first');
    }
    expect(known.of('first')).toHaveLength(1);
    expect(known.of('second')).toEqual([]);
    expect(known.of('bank-98')).toHaveLength(1);
  });

  test('SIG-15: asking after a bank makes none', () => {
    const known = createKnownCertificates();
    known.add('first', certificate(1));
    for (let bank = 0; bank < 200; bank += 1) known.of(`bank-${bank}`);
    expect(known.of('first')).toHaveLength(1);
  });
});
