// What a signature shows of itself under a key.
import type { MistakeName } from '../mistake-names.ts';

export interface Recovered {
  /** Mistakes of hash and padding; empty where they are as they should be. */
  readonly mistakes: readonly MistakeName[];
  /** A sentence about them. */
  readonly sentence?: string;
  /** In words: `RSASSA-PKCS1-v1_5 with SHA-256`. */
  readonly form: string;
  /** The hash that was signed, in hexadecimal, where the form shows it. */
  readonly hash?: string;
  /** Whether these bytes are what was signed. */
  readonly test: (bytes: Buffer) => boolean;
  /** Nothing here can tell what was signed: the bank knows no such hash. */
  readonly unknown?: true;
  /** The padding may be chance: only what was signed proves it. */
  readonly unsure?: true;
}
