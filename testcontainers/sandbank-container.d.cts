import {
  AbstractStartedContainer,
  GenericContainer,
  type StartedTestContainer,
} from 'testcontainers';

/** A bank in memory, ready when `/health` answers. */
export declare class SandbankContainer extends GenericContainer {
  constructor(image: string);
  /** By default a random one. */
  withControlToken(token: string): this;
  start(): Promise<StartedSandbankContainer>;
}

export declare class StartedSandbankContainer extends AbstractStartedContainer {
  constructor(started: StartedTestContainer, controlToken: string);
  /** Address of the bank, as this machine reaches it. */
  getUrl(): string;
  /** For `Authorization: Bearer …` on every call to `/_sandbox`. */
  getControlToken(): string;
  /** A TPP's certificate; the request is that of docs/sandbox/certificates.md. */
  createCertificate(request?: {
    readonly type?: 'QSealC' | 'QWAC';
    readonly roles?: readonly string[];
    readonly name?: string;
    readonly organisationId?: string;
    readonly validDays?: number;
    readonly variant?: string;
  }): Promise<TestCertificate>;
}

export interface TestCertificate {
  /** PEM. */
  readonly certificate: string;
  /** The value of the header TPP-Signature-Certificate. */
  readonly certificateBase64: string;
  /** PEM. */
  readonly privateKey: string;
  readonly keyId: string;
}
