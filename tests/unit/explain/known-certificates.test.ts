// Certificates that a bank has seen: each bank its own, each certificate once, and not too many.
import { expect, test } from '@jest/globals';
import { createKnownCertificates } from '../../../server/insight/explain/known-certificates.ts';
import { ownCertificate, rsaPair } from '../../support/own-certificate.ts';

const { publicKey } = await rsaPair();
const certificate = (serial: number, subject = 'CN=a') =>
  ownCertificate({ key: publicKey, serial: serial.toString(16), subject }).certificate;

test('SIG-15: a bank knows what it was told, the last of it first, and nothing of another bank', () => {
  const known = createKnownCertificates();
  expect(known.of('default')).toEqual([]);
  const [one, two] = [certificate(1), certificate(2)];
  known.add('default', one);
  known.add('default', two);
  expect(known.of('default')).toEqual([two, one]);
  known.add('default', one);
  expect(known.of('default')).toEqual([one, two]);
  // Read anew it is the same one.
  known.add('default', certificate(1));
  expect(known.of('default')).toHaveLength(2);
  expect(known.of('acme')).toEqual([]);
});

test('SIG-15: 50 at most, those that were seen last', () => {
  const known = createKnownCertificates();
  const all = Array.from({ length: 52 }, (_, at) => certificate(at + 1));
  for (const one of all) known.add('default', one);
  expect(known.of('default')).toEqual(all.slice(2).reverse());
});

test('SIG-15: 100 banks at most, those that were used last; asking after a bank makes none', () => {
  const known = createKnownCertificates();
  const one = certificate(1);
  known.add('first', one);
  known.add('second', one);
  for (let bank = 0; bank < 99; bank += 1) {
    known.add(`bank-${bank}`, one);
    if (bank === 50) known.of('first');
  }
  const banks = ['first', 'second', 'bank-98'];
  expect(banks.map((bank) => known.of(bank).length)).toEqual([1, 0, 1]);
  for (let bank = 0; bank < 200; bank += 1) known.of(`unknown-${bank}`);
  expect(known.of('first')).toHaveLength(1);
});
