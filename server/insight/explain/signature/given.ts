// What is known of a signature that shows nothing under any key, and the words that are said of it.
import type { Reading } from '../explanation.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { SignatureScene } from '../string/signature-scene.ts';
import { textIn } from './byte-text.ts';
import type { SignatureBytes } from './signature-text.ts';

export interface Unlit {
  readonly readings: readonly Reading[];
  /** Completed by a full stop. */
  readonly remark?: string;
}

export interface Given {
  /** As it was sent. */
  readonly signature: string;
  /** Every way to read it. */
  readonly texts: readonly SignatureBytes[];
  /** It, and the texts that its bytes are. */
  readonly words: readonly string[];
  /** Those of the readings that may be a signature's bytes. */
  readonly likely: readonly SignatureBytes[];
  readonly scene: SignatureScene;
  /** Bytes of a signature by the key. */
  readonly size: number;
  /** `RSA of 2048 bits makes 256` */
  readonly makes: string;
}

export const by = (mistake: MistakeName, sentence: string): Unlit => ({
  readings: [{ mistakes: [mistake], sentence }],
});

/** Besides the mistakes in writing it down. */
export const besides = ({ mistakes, sentences }: SignatureBytes, remark: string): Unlit => ({
  readings: mistakes.length > 0 ? [{ mistakes, sentence: sentences.join(' ') }] : [],
  remark,
});

/** By chance no bytes look like hexadecimal, base64 or UTF-8. */
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
