// What is known of a signature that shows no padding under any key, and how a cause is put into words.
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readingOf } from '../reading.ts';
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
export const withRemark = ({ parts }: SignatureBytes, remark: string): Cause => ({
  readings: parts.length > 0 ? [readingOf(parts)] : [],
  remark,
});

export const hasMistake = ({ parts }: SignatureBytes, ...names: readonly MistakeName[]): boolean =>
  parts.some(({ mistakes }) => mistakes.some((name) => names.includes(name)));

/** Bytes do not look like hexadecimal, base64 or UTF-8 by chance. */
export const isProven = (text: SignatureBytes): boolean =>
  hasMistake(
    text,
    ...(['signature-hex', 'signature-base64-twice', 'signature-as-text'] as const),
    'signature-longer',
  );

/** Fewer random bytes may be text by chance. */
export const isText = (bytes: Buffer): boolean => bytes.length >= 16 && textIn(bytes) !== undefined;
