// The result of explaining a captured request: a value to print, store or send to a colleague. National ids
// and secrets are masked as in the inspector (WEB-06).

import type { CheckName } from '../../checks/checks.ts';
import type { Finding } from '../../protocol/tpp.ts';
import type { DiffPiece } from '../inspector/string-diff.ts';
import type { VerdictStep } from '../inspector/verdict.ts';
import type { Line } from '../inspector/visible-text.ts';
import type { CaptureForm } from './captured-request.ts';

export interface OfflineVerdict {
  /** Whether every check that could be judged passed. */
  readonly accepted: boolean;
  readonly request: {
    /** The format of the capture. */
    readonly form: CaptureForm;
    readonly method: string;
    readonly target: string;
    /** Length of the body in bytes, as far as it is known. */
    readonly bodyLength: number;
  };
  /** ISO 8601. */
  readonly judgedAt: string;
  /** Every check up to the role, in the bank's order. */
  readonly checks: readonly OfflineCheck[];
  readonly refusal?: OfflineRefusal;
  /** Why a signature, digest or keyId was refused. */
  readonly explanation?: OfflineExplanation;
  /** Of the string that the client says it signed: whether the signature is over it, and the first difference. */
  readonly given?: { readonly fits?: boolean; readonly text: string };
  /** Tolerated mistakes, and the rule of each. */
  readonly findings: readonly Finding[];
  /** Assumptions about the capture, the certificate and the time. */
  readonly notes: readonly string[];
  /** Absent if neither the signature nor the certificate can be read. */
  readonly signature?: OfflineSignature;
}

export interface OfflineCheck {
  readonly check: CheckName;
  /** `not reached`: an earlier check refused. `not judged`: the capture lacks what it needs. */
  readonly outcome: Exclude<VerdictStep['outcome'], 'skipped'> | 'not judged';
  /** Of a refusal: the rule, the expected value, the received value, and the reason. */
  readonly rule?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly text?: string;
}

export interface OfflineRefusal {
  /** Id of the rule, `SIG-10`. */
  readonly rule: string;
  /** The code that a bank answers. */
  readonly code: string;
  readonly path?: string;
  /** What is wrong and how to fix it; at most 512 characters. */
  readonly text: string;
}

export interface OfflineExplanation {
  readonly sentence: string;
  /** Names of the mistakes, for example `crlf`. */
  readonly mistakes: readonly string[];
  /** One if it is certain; several if different mistakes give the same bytes. */
  readonly readings: readonly { readonly mistakes: readonly string[]; readonly sentence: string }[];
  /** Number of strings tried. */
  readonly tried: number;
  /** What would be refused next, after this is fixed. */
  readonly next: readonly { readonly rule: string; readonly text: string }[];
}

/** The parts of the signature; unreadable parts are absent. */
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
  /** The string that the bank builds, which the client should sign. */
  readonly bankString?: readonly Line[];
  /** The string that the client signed, if it was found. */
  readonly signedString?: readonly Line[];
  /** Changes from the client's string to the bank's. */
  readonly diff?: readonly DiffPiece[];
  /** The form of the signature in words, and the signed hash in hexadecimal. */
  readonly form?: string;
  readonly hash?: string;
  /** A command that makes the right signature with the key in tpp.key. */
  readonly openssl?: string;
}
