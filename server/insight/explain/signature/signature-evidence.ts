// What is known of a signature that shows no padding under any key, and how a cause is put into words.
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { SignatureContext } from '../string/signature-context.ts';
import { textIn } from './byte-text.ts';
import type { SignatureBytes } from './signature-text.ts';

export interface Cause {
  readonly readings: readonly Reading[];
  /** Without its full stop. */
  readonly remark?: string;
}

export interface SignatureEvidence {
  /** As sent. */
  readonly signature: string;
  /** Every way to read it. */
  readonly texts: readonly SignatureBytes[];
  /** The sent text, and the texts in its bytes. */
  readonly words: readonly string[];
  /** Readings that may be a signature's bytes. */
  readonly likely: readonly SignatureBytes[];
  readonly context: SignatureContext;
  /** Length in bytes of a signature by the key. */
  readonly size: number;
  /** `RSA of 2048 bits makes 256` */
  readonly makes: string;
}

export const causeOf = (mistake: MistakeName, sentence: string): Cause => ({
  readings: [{ mistakes: [mistake], sentence }],
});

/** A remark in addition to the mistakes in writing the signature. */
export const withRemark = ({ mistakes, sentences }: SignatureBytes, remark: string): Cause => ({
  readings: mistakes.length > 0 ? [{ mistakes, sentence: sentences.join(' ') }] : [],
  remark,
});

/** Bytes do not look like hexadecimal, base64 or UTF-8 by chance. */
const PROVEN = new Set<MistakeName>([
  'signature-hex',
  'signature-base64-twice',
  'signature-as-text',
  'signature-longer',
]);

export const isProven = ({ mistakes }: SignatureBytes): boolean =>
  mistakes.some((name) => PROVEN.has(name));

/** Fewer random bytes may be text by chance. */
export const isText = (bytes: Buffer): boolean => bytes.length >= 16 && textIn(bytes) !== undefined;
