// What a signature shows under a key.
import type { MistakeName } from '../mistake-names.ts';

export interface Recovered {
  /** Mistakes of hash and padding; empty if both are right. */
  readonly mistakes: readonly MistakeName[];
  /** A sentence about them. */
  readonly sentence?: string;
  /** In words: `RSASSA-PKCS1-v1_5 with SHA-256`. */
  readonly form: string;
  /** The signed hash in hexadecimal, if the form shows it. */
  readonly hash?: string;
  /** Whether these bytes are what was signed. */
  readonly test: (bytes: Buffer) => boolean;
  /** What was signed cannot be tested, because the bank does not know the hash. */
  readonly unknown?: true;
  /** The padding may be chance; only the signed string proves it. */
  readonly unsure?: true;
}
