// What an explanation of a signature starts from: the right string in parts, and whose key it should be.
import type { KeyObject } from 'node:crypto';
import type { SigningCertificate } from '../../../signing/certificate.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import { signedValue } from '../../../signing/signing-string.ts';
import type { Diagnosis } from '../diagnose.ts';
import { rightDraft } from './draft.ts';
import type { Scene } from './variant.ts';

export interface SignatureScene extends Scene {
  readonly certificate: SigningCertificate;
  readonly key: KeyObject;
  /** Certificates whose keys may have been used instead. */
  readonly known: readonly SigningCertificate[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

export interface Circumstances {
  readonly known: readonly SigningCertificate[];
  readonly now: number;
}

/** `undefined` where the request did not get as far as having a signing string. */
export function signatureScene(
  request: SignedRequest,
  { sent, key, names }: Diagnosis,
  { known, now }: Circumstances,
): SignatureScene | undefined {
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
