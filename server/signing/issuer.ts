// The port of what issues test certificates: what can be asked for, and what comes.
import type { Clock } from '../kernel/clock.ts';
import type { CertificateRequest } from '../protocol/generated/schemas.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { BankSeal } from './bank-seal.ts';
import type { KeyPair } from './key-pair.ts';

export interface IssuedCertificate {
  /** PEM. */
  readonly certificate: string;
  /** Base64 of the DER in one line: the value of TPP-Signature-Certificate. */
  readonly certificateBase64: string;
  /** PEMs: the issuing certificate, then the root. */
  readonly chain: readonly string[];
  /** PKCS #8 PEM. */
  readonly privateKey: string;
  /** Base64 of key, certificate and chain. */
  readonly pkcs12: string;
  readonly pkcs12Password: string;
  /** Ready for the Signature header: `SN=…,CA=…`. */
  readonly keyId: string;
}

export interface IssuerOptions {
  /** Wall clock. */
  readonly now: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
  /** What `save` was last given; `undefined` the first time. */
  readonly load: () => Promise<JsonObject | undefined>;
  /** Keeps the authority, private key included: in the bank's own data, never anywhere public. */
  readonly save: (authority: JsonObject) => Promise<void>;
  /** Key pairs made ahead, once it has been started. */
  readonly poolSize: number;
  /** Makes RSA pairs of 2048 bits; for tests, which share some. */
  readonly makeKey?: () => Promise<KeyPair>;
}

export interface Issuer {
  /** Makes or loads the authority and fills the pool, in the background. */
  start(): void;
  /** Makes no more keys ahead. */
  stop(): void;
  /** Loads the authority, if one was saved, so that `authorities` knows it. */
  restore(): Promise<void>;
  /** PEMs of the issuing certificate and the root; none before they exist. */
  authorities(): readonly string[];
  /** @throws ApiError FORMAT_ERROR with a JSON pointer for a request out of bounds */
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
  /** The bank's own seal (SIG-14); made the first time, then stored with the authority. */
  seal(): Promise<BankSeal>;
}
