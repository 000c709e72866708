// The bank's own seal (SIG-14): the certificate and key that it signs its answers with. Issued once by
// the test authority, stored beside it, and valid for as long as the authority is.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { JsonObject } from '../protocol/json.ts';
import { readCertificate } from './certificate.ts';
import { keyIdOf } from './key-id.ts';
import type { KeyPair } from './key-pair.ts';
import { splitPem, toPem } from './pem.ts';
import { type Authority, ownName } from './test-authority.ts';

export interface BankSeal {
  /** PEM. */
  readonly certificate: string;
  /** PEMs: the issuing certificate, then the root. */
  readonly chain: readonly string[];
  /** `SN=…,CA=…`, as the Signature header names it. */
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

interface SealParts {
  readonly keys: KeyPair;
  /** Hexadecimal, positive. */
  readonly serial: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly authority: Authority;
}

/** A seal certificate that says PSP_AS: the holder services accounts. */
export async function buildSeal(parts: SealParts): Promise<BankSeal> {
  const { keys, serial, now, authority } = parts;
  const { buildCertificate } = await import('./build-certificate.ts');
  const certificate = buildCertificate({
    kind: 'seal',
    subject: ownName('Sandbank Seal'),
    publicKey: keys.publicKey,
    issuer: authority.issuing,
    serial,
    // Clocks differ a little; a certificate made now is good at once everywhere.
    notBefore: now - 3_600_000,
    notAfter: authority.notAfter,
    psd2: {
      roles: ['PSP_AS'],
      ncaId: 'NO-FSA',
      ncaName: 'The Financial Supervisory Authority of Norway',
    },
  });
  return sealOf(toPem(certificate), keys.privateKey, authority);
}

/** Certificate and private key, for the bank's own data and nothing else. */
export function sealToJson({ certificate, privateKey }: BankSeal): JsonObject {
  return {
    certificate,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** The seal that `sealToJson` wrote. Throws Error on anything else. */
export function sealFromJson(json: JsonObject, authority: Authority): BankSeal {
  const { certificate, privateKey } = json;
  if (typeof certificate !== 'string' || typeof privateKey !== 'string') {
    throw new Error('the stored seal of the bank is damaged: remove it, and a new one is made');
  }
  return sealOf(certificate, createPrivateKey(privateKey), authority);
}

function sealOf(certificate: string, privateKey: KeyObject, { chain }: Authority): BankSeal {
  const der = splitPem(certificate)[0] ?? Buffer.alloc(0);
  return { certificate, chain: [...chain], keyId: keyIdOf(readCertificate(der)), privateKey };
}
