// The port of what issues test certificates: what can be asked for, and what comes.
import type { Clock } from '../kernel/clock.ts';
import type { CertificateRequest } from '../protocol/generated/schemas.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { BankSeal } from './bank-seal.ts';
import type { RevokedCertificate } from './build-crl.ts';
import type { KeyPair } from './key-pair.ts';
import type { ServerIdentity } from './server-certificate.ts';

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
  /**
   * Keeps the authority, private key included: in the bank's own data, never anywhere public. It takes the place of
   * `instead`, which was loaded; if another one is stored by now, that one stays and is returned.
   */
  readonly save: (
    authority: JsonObject,
    instead: JsonObject | undefined,
  ) => Promise<JsonObject | undefined>;
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
  /** The same, and makes one if none was saved: processes that share it all know it from their start. */
  prepare(): Promise<void>;
  /** PEMs of the issuing certificate and the root; none before they exist. */
  authorities(): readonly string[];
  /** PEM of the root, which is made if it does not exist yet. */
  root(): Promise<string>;
  /**
   * @param crlUrl where the certificate says that its issuer lists what it has revoked
   * @throws ApiError FORMAT_ERROR with a JSON pointer for a request out of bounds
   */
  issue(request: CertificateRequest, crlUrl?: string): Promise<IssuedCertificate>;
  /** DER of the signed list of these certificates. */
  crl(revoked: readonly RevokedCertificate[]): Promise<Buffer>;
  /** TLS-01: gives the certificate of a server of these names, renewed in time, with its key. */
  server(names: readonly string[]): Promise<() => ServerIdentity>;
  /** The bank's own seal (SIG-14); made the first time, then stored with the authority. */
  seal(): Promise<BankSeal>;
}
