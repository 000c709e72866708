import type { BankTx } from '../bank/banks/bank-tx.ts';
import type { Call, Operation } from '../bank/banks/operation.ts';
import type { FiredFault } from '../bank/faults/fault.ts';
import type { Soon } from '../kernel/soon.ts';
import type { Json } from '../protocol/json.ts';
import type { Mtls } from '../protocol/mtls.ts';
import type { CallHeaders } from '../protocol/psu-headers.ts';
import type { Reply } from '../protocol/reply.ts';
import type { RuleId } from '../protocol/rules.ts';
import { checksOver } from '../protocol/run-checks.ts';
import type { SigningCertificate } from '../signing/certificate.ts';
import type { SentCertificate } from '../signing/certificate-header.ts';
import {
  SignatureFacts,
  type SignatureTools,
  type SignedRequest,
} from '../signing/signature-checks.ts';
import type { HeaderReader } from '../validation/headers.ts';
import type { Validator } from '../validation/schemas.ts';

/** One signed request as received; `target` is its path and query exactly as sent. */
export interface Incoming extends SignedRequest {
  /** The bank's name, already checked. */
  readonly bank: string;
  /** The path below the bank's base address, without query: `/v1/accounts`. */
  readonly path: string;
  /** The query as sent, without `?`; empty if none. */
  readonly query: string;
  /** Absolute address of the bank, for links. */
  readonly baseUrl: string;
  /** The client certificate of its TLS connection, if the bank asks for one (TLS-02). */
  readonly qwac?: SentCertificate;
}

/** An operation, and the percent-decoded parameters of the path that led to it. */
interface MatchedOperation {
  readonly row: Operation;
  readonly params: Readonly<Record<string, string>>;
}

export class CallFacts extends SignatureFacts {
  declare readonly request: Omit<Incoming, 'body'>;
  /** The raw body. Throws ApiError if it is too large or ends too soon (HDR-06). */
  readonly readBody: () => Soon<Buffer>;
  readonly matched?: MatchedOperation;
  /** The fault that fires on this request, if one does (FAULT-01). */
  readonly fault?: FiredFault;
  /** The transaction in which the bank answers; set after the signature has passed. */
  readonly bank?: BankTx;
  /** Reports that the case of a rule occurred, for coverage (CTRL-08). */
  readonly exercises?: (rule: RuleId) => void;
  /** Reports whom the call is about, for the request log. */
  readonly isAbout?: Call['isAbout'];
  readonly callHeaders?: CallHeaders;
  readonly query?: Readonly<Record<string, string>>;
  readonly content?: { readonly value: Json | undefined };
  readonly reply?: Reply;

  constructor(arrived: Pick<CallFacts, 'request' | 'readBody' | 'reportFinding'>) {
    super(arrived);
    this.readBody = arrived.readBody;
  }
}

export interface CallTools extends SignatureTools {
  /** Finds the operation by path and method, including the product. Throws ApiError. */
  readonly route: (method: string, path: string) => MatchedOperation;
  readonly validator: Validator;
  /** HDR-05, HDR-08; may remember what it has read. */
  readonly readHeaders: HeaderReader;
  /** TLS-02 */
  readonly mtls: Mtls;
  /** TPP-06; a promise for a certificate that was not asked about before. */
  readonly isRevoked: (certificate: SigningCertificate) => boolean | Promise<boolean>;
}

/** Writes a row of the table. */
export const check = checksOver<CallFacts, CallTools>();
