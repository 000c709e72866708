// What the bank found out about a signature that it refused (SIG-15). Holds only what the caller sent and
// public facts of certificates.
import type { RuleId } from '../../protocol/rules.ts';
import type { MistakeName } from './mistake-names.ts';

/** One way to explain the refusal, by one mistake or several together. */
export interface Reading {
  /** Names of rows of the mistake table, for example `crlf`. */
  readonly mistakes: readonly MistakeName[];
  /** What is wrong and what would be right; ends in a full stop. */
  readonly sentence: string;
}

/** What the RSA operation shows of the signature that was sent. */
export interface SignatureForm {
  /** In words: `RSASSA-PKCS1-v1_5 with SHA-256`. */
  readonly form: string;
  /** The signed hash in hexadecimal, if the form has one. */
  readonly hash?: string;
}

export interface Explanation {
  /** The rule that refused. */
  readonly rule: RuleId;
  /** At most 512 characters, enough to fix the request: `tppMessages[0].text`. */
  readonly sentence: string;
  /**
   * What explains it. Empty if no usual mistake does; several if different mistakes give the same bytes
   * (the sentence then says so).
   */
  readonly readings: readonly Reading[];
  /** The string that the bank built and the client should have signed; one character per byte. */
  readonly bankString?: string;
  /** The string that the client signed, if it was found. */
  readonly signedString?: string;
  readonly signature?: SignatureForm;
  /** keyId for the certificate that was sent. */
  readonly expectedKeyId?: string;
  /** Number of strings that were tried. */
  readonly tried: number;
  /** What the next checks would refuse after this is fixed, in their order. */
  readonly next: readonly { readonly rule: RuleId; readonly text: string }[];
}
