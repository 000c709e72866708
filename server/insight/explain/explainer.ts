// The port: what the rest of the house sees of explaining.
import type { ApiError } from '../../protocol/errors.ts';
import type { SigningCertificate } from '../../signing/certificate.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { KnownOfRequest } from './diagnose.ts';
import type { Explanation } from './explanation.ts';

export interface Explained {
  readonly bank: string;
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** What the checks found out before one refused; what is not there is looked up again. */
  readonly facts?: KnownOfRequest;
}

export interface Explainer {
  /**
   * Why the refusal of a signature, digest or keyId came about. `undefined` for a refusal that is
   * about something else, and beyond the limit per second (then the plain refusal must do).
   */
  explain(request: SignedRequest, refusal: ApiError, about: Explained): Explanation | undefined;
  /** A certificate that this bank has seen verified or has issued: another key can then be named. */
  know(bank: string, certificate: SigningCertificate): void;
}
