// Certificates in PEM text.
import { X509Certificate } from 'node:crypto';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** The DER of every certificate block, in order; text around the blocks is ignored. */
export function splitPem(text: string): Buffer[] {
  return text
    .split(BEGIN)
    .slice(1)
    .map((block) => Buffer.from((block.split(END, 1)[0] as string).trim(), 'base64'));
}

/** One certificate block. */
export const toPem = (der: Buffer): string => new X509Certificate(der).toString();

/** A list of revoked certificates as one block. */
export function crlToPem(der: Buffer): string {
  const lines = der.toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN X509 CRL-----\n${lines}-----END X509 CRL-----\n`;
}
