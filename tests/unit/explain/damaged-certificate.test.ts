// A damaged copy of a certificate, and what is none: another certificate of the same key.
import { X509Certificate } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { damagedCopy } from '../../../server/insight/explain/damaged-certificate.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { memoryIssuer } from '../signing/support.ts';

const issuer = memoryIssuer();
const { certificateBase64 } = await issuer.issue({});
const der = Buffer.from(certificateBase64, 'base64');
const issued = readCertificate(der);
const authorities = issuer
  .authorities()
  .map((pem) => readCertificate(new X509Certificate(pem).raw));
const key = issued.publicKey as NonNullable<typeof issued.publicKey>;

/** With another digit in its serial number. */
const damaged = Buffer.from(der);
const at = damaged.indexOf(Buffer.from(issued.serial.padStart(2, '0'), 'hex')) + 1;
damaged[at] = (damaged[at] as number) ^ 1;

test('SIG-05: a copy that the authority has not signed so is a damaged one', () => {
  const copy = readCertificate(damaged);
  expect(damagedCopy(copy, [issued, ...authorities])?.mistakes).toEqual(['certificate-damaged']);
  expect(damagedCopy(copy, authorities)).toBeUndefined();
  expect(damagedCopy(copy, [issued])).toBeUndefined();
  expect(damagedCopy(issued, [copy, ...authorities])).toBeUndefined();
});

test('SIG-05: another certificate of that key, by another authority, is none', () => {
  const other = ownCertificate({ key }).certificate;
  expect(damagedCopy(other, [issued, ...authorities])).toBeUndefined();
});
