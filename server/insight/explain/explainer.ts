// The port: what other rooms see of the explainer.
import type { ApiError } from '../../protocol/errors.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { KnownOfRequest } from './diagnose.ts';
import type { Explanation } from './explanation.ts';
import type { Slices } from './slices.ts';

export interface Explained {
  readonly bank: string;
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** What the checks found before one refused; the explainer looks up what is missing. */
  readonly facts?: KnownOfRequest;
}

export interface Explainer {
  /** Why a signature, digest or keyId was refused; `undefined` for other refusals. */
  explain(
    request: SignedRequest,
    refusal: ApiError,
    about: Explained,
  ): Slices<Explanation> | undefined;
  /** Remembers a certificate that this bank has verified or issued, so that another key can be named. */
  know(bank: string, certificate: SigningCertificate): void;
}
