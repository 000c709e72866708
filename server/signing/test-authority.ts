// The bank's own test authority: a root and an issuing certificate, made once and stored with the
// bank's data, so that certificates issued before a restart are trusted after it.

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { DAY } from '../kernel/clock.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Signer, SubjectName } from './build-certificate.ts';
import { readCertificate } from './certificate.ts';
import type { KeyPair } from './key-pair.ts';
import { splitPem, toPem } from './pem.ts';

const YEAR = 365 * DAY;

/** An authority ready to issue. */
export interface Authority {
  /** Signs seal certificates. */
  readonly issuing: Signer;
  /** PEMs, the issuing certificate first, then the root. */
  readonly chain: readonly [issuing: string, root: string];
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
}

interface AuthorityParts {
  readonly keys: { readonly root: KeyPair; readonly issuing: KeyPair };
  readonly serials: { readonly root: string; readonly issuing: string };
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What its certificates are called: `Sandbank Test`. */
  readonly label: string;
}

/** Makes a root and an issuing certificate, good for twenty years. */
export async function buildAuthority(parts: AuthorityParts): Promise<Authority> {
  const { keys, serials, now, label } = parts;
  const { buildCertificate } = await import('./build-certificate.ts');
  const root = { name: authorityName(`${label} Root CA`), ...keys.root };
  const issuing = { name: authorityName(`${label} Issuing CA`), ...keys.issuing };
  const period = { notBefore: now - 24 * 3_600_000, notAfter: now + 20 * YEAR };
  const certificate = (kind: 'root' | 'issuing', subject: Signer) =>
    toPem(
      buildCertificate({
        kind,
        subject: subject.name,
        publicKey: subject.publicKey,
        issuer: root,
        serial: serials[kind],
        ...period,
      }),
    );
  return {
    issuing,
    chain: [certificate('issuing', issuing), certificate('root', root)],
    notAfter: period.notAfter,
  };
}

/** What a certificate of the bank itself says of it. */
export const ownName = (commonName: string): SubjectName => ({
  country: 'NO',
  organisation: 'Sandbank',
  organisationId: 'PSDNO-FSA-999999999',
  commonName,
});

function authorityName(commonName: string): SubjectName {
  const organisation = 'Sandbank Test Trust Services';
  return { country: 'NO', organisation, organisationId: 'NTRNO-999999999', commonName };
}

/** The authority as a JSON value: two certificates, the issuing name and its private key. */
export function authorityToJson({ issuing, chain }: Authority): JsonObject {
  return {
    issuing: chain[0],
    root: chain[1],
    name: { ...issuing.name },
    privateKey: issuing.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** The authority that `authorityToJson` wrote. Throws Error on anything else. */
export function authorityFromJson(json: JsonObject): Authority {
  const { issuing, root, privateKey, name } = json;
  if (typeof issuing !== 'string' || typeof root !== 'string' || typeof privateKey !== 'string') {
    throw new Error('the stored test authority is damaged: remove it, and a new one is made');
  }
  const key = createPrivateKey(privateKey);
  const certificate = readCertificate(splitPem(issuing)[0] ?? Buffer.alloc(0));
  return {
    issuing: {
      name: name as unknown as SubjectName,
      publicKey: createPublicKey(key),
      privateKey: key,
    },
    chain: [issuing, root],
    notAfter: certificate.notAfter,
  };
}
