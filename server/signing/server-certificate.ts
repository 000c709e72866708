// The certificate of the bank's TLS port (TLS-01): issued by the test authority, and renewed long before it ends.

import type { Clock } from '../kernel/clock.ts';
import { DAY } from '../kernel/clock.ts';
import { buildCertificate } from './build-certificate.ts';
import type { KeyPair } from './key-pair.ts';
import { toPem } from './pem.ts';
import { type Authority, ownName } from './test-authority.ts';

/** What a TLS server shows its clients. PEMs. */
export interface ServerIdentity {
  readonly key: string;
  /** The certificate, then the issuing one. */
  readonly cert: string;
}

export interface ServerParts {
  readonly authority: Authority;
  readonly keys: KeyPair;
  /** DNS names and IP addresses. */
  readonly names: readonly string[];
  /** A new one, in hexadecimal. */
  readonly newSerial: () => string;
  /** Wall clock. */
  readonly now: Clock;
}

const VALID = 30 * DAY;
const RENEW_AHEAD = 10 * DAY;

/** Gives the identity at that time: the same one until its certificate is to be renewed. The key stays. */
export function serverIdentity(parts: ServerParts): () => ServerIdentity {
  const key = parts.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  let issued = { from: 0, until: 0, identity: { key, cert: '' } };
  return () => {
    const now = parts.now();
    // A clock that was set back far makes a certificate that is not valid yet.
    if (now < issued.from || now >= issued.until - RENEW_AHEAD) {
      const period = { notBefore: now - DAY, notAfter: now + VALID };
      const cert = issue(parts, period);
      issued = { from: period.notBefore, until: period.notAfter, identity: { key, cert } };
    }
    return issued.identity;
  };
}

function issue(
  { authority, keys, names, newSerial }: ServerParts,
  period: { readonly notBefore: number; readonly notAfter: number },
): string {
  const certificate = buildCertificate({
    kind: 'server',
    subject: ownName(names[0] ?? 'localhost'),
    publicKey: keys.publicKey,
    issuer: authority.issuing,
    serial: newSerial(),
    names,
    ...period,
  });
  return toPem(certificate) + authority.chain[0];
}
