// What explaining a captured request answers: a value that can be printed, kept or sent to a colleague.
// What it shows is what the inspector shows of a request: national ids and secrets masked (WEB-06).

import type { CheckName } from '../../checks/checks.ts';
import type { Finding } from '../../protocol/tpp.ts';
import type { DiffPiece } from '../inspector/string-diff.ts';
import type { VerdictStep } from '../inspector/verdict.ts';
import type { Line } from '../inspector/visible-text.ts';
import type { CaptureForm } from './captured-request.ts';

export interface OfflineVerdict {
  /** Whether every check that could be judged has passed. */
  readonly accepted: boolean;
  readonly request: {
    /** How the request was written down. */
    readonly form: CaptureForm;
    readonly method: string;
    readonly target: string;
    /** Bytes of the body, as far as it is known. */
    readonly bodyLength: number;
  };
  /** ISO 8601. */
  readonly judgedAt: string;
  /** Every check up to the role, in the bank's order. */
  readonly checks: readonly OfflineCheck[];
  readonly refusal?: OfflineRefusal;
  /** Why a signature, digest or keyId was refused. */
  readonly explanation?: OfflineExplanation;
  /** Oddities that the bank takes, and the rule of each. */
  readonly findings: readonly Finding[];
  /** What was assumed: about the capture, the certificate, the time. */
  readonly notes: readonly string[];
  /** Absent where neither Signature nor certificate can be read. */
  readonly signature?: OfflineSignature;
}

export interface OfflineCheck {
  readonly check: CheckName;
  /** `not reached`: an earlier check refused. `not judged`: what it needs is not in the capture. */
  readonly outcome: Exclude<VerdictStep['outcome'], 'skipped'> | 'not judged';
  /** Of a refusal: the rule, what the check wanted, what came, and why it refused. */
  readonly rule?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly text?: string;
}

export interface OfflineRefusal {
  /** Id of the rule, `SIG-10`. */
  readonly rule: string;
  /** What a bank answers. */
  readonly code: string;
  readonly path?: string;
  /** What is wrong and how to mend it; at most 512 characters. */
  readonly text: string;
}

export interface OfflineExplanation {
  readonly sentence: string;
  /** Names of the mistakes, `crlf` for instance. */
  readonly mistakes: readonly string[];
  /** One where it is certain; several where different mistakes give the same bytes. */
  readonly readings: readonly { readonly mistakes: readonly string[]; readonly sentence: string }[];
  /** Strings that were tried. */
  readonly tried: number;
  /** What would be refused next, once this is mended. */
  readonly next: readonly { readonly rule: string; readonly text: string }[];
}

/** The signature taken apart; what cannot be read is absent. */
export interface OfflineSignature {
  /** The parameters of the Signature header. */
  readonly header?: {
    readonly keyId: string;
    readonly algorithm: string;
    readonly headers: string;
    readonly signature: string;
  };
  readonly certificate?: {
    readonly serial: string;
    readonly issuer: string;
    readonly subject: string;
    readonly notBefore?: string;
    readonly notAfter?: string;
    readonly keyType?: string;
    readonly keyBits?: number;
    readonly organisationId?: string;
    readonly roles?: readonly string[];
  };
  readonly expectedKeyId?: string;
  /** What the Signature's `headers` should list. */
  readonly expectedHeaders?: string;
  /** The string that the bank builds: what the client should sign. */
  readonly bankString?: readonly Line[];
  /** The string that the client did sign, where it was found. */
  readonly signedString?: readonly Line[];
  /** From the client's string to the bank's. */
  readonly diff?: readonly DiffPiece[];
  /** What the signature is, in words, and the hash that was signed, in hexadecimal. */
  readonly form?: string;
  readonly hash?: string;
  /** A command that makes the right signature from the key in tpp.key. */
  readonly openssl?: string;
}
