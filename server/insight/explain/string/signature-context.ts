// The input for explaining a signature: the right string in parts, and the certificate whose key should
// have signed.
import type { KeyObject } from 'node:crypto';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import type { Diagnosis } from '../diagnose.ts';
import { rightDraft } from './draft.ts';
import type { StringContext } from './transform.ts';

export interface SignatureContext extends StringContext {
  readonly certificate: SigningCertificate;
  readonly key: KeyObject;
  /** Certificates whose keys the client may have used instead. */
  readonly known: readonly SigningCertificate[];
}

export interface ContextInput {
  readonly known: readonly SigningCertificate[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** `undefined` if the request was refused before it had a signing string. */
export function signatureContext(
  request: SignedRequest,
  { sent, key, names }: Diagnosis,
  { known, now }: ContextInput,
): SignatureContext | undefined {
  if (sent === undefined || key === undefined || names === undefined) return undefined;
  return {
    request,
    draft: rightDraft(names.map((entry) => ({ entry, value: signedValue(entry, request) }))),
    bankPrefix: /^\/banks\/[^/?]+(?=\/)/.exec(request.target)?.[0] ?? '',
    entries: names,
    certificate: sent.certificate,
    key,
    known: known.filter(({ x509 }) => !x509.raw.equals(sent.certificate.x509.raw)),
    now,
  };
}
