// Signatures of another length than the key makes, in ways that can be repaired. A repair counts only if the
// result shows a padding under the key.
import type { WrittenBytes } from './written-bytes.ts';

/** What was done and what is right, and how to repair it; libraries for big numbers drop and add zero bytes. */
const ROWS = [
  [
    'signature-cut',
    'keep the zero bytes that it begins with',
    (bytes: Buffer, size: number) =>
      bytes.length >= size - 2 && Buffer.concat([Buffer.alloc(size - bytes.length), bytes]),
  ],
  [
    'signature-longer',
    "send it without the zero bytes that stand before it (Java's BigInteger.toByteArray puts one there)",
    (bytes: Buffer, size: number) =>
      bytes.subarray(0, -size).every((byte) => byte === 0) && bytes.subarray(-size),
  ],
  [
    'signature-longer',
    'send it once, and without a line end after it',
    (bytes: Buffer, size: number) =>
      /^[\r\n]{1,2}$/.test(bytes.toString('latin1', size)) && bytes.subarray(0, size),
  ],
] as const;

/** Further readings of the bytes, each as long as the key makes. */
export const repaired = (
  texts: readonly WrittenBytes[],
  size: number,
  makes: string,
): readonly WrittenBytes[] =>
  texts.flatMap(({ parts, bytes }) =>
    ROWS.filter(([name]) => (name === 'signature-cut') === bytes.length < size).flatMap(
      ([name, says, repair]): WrittenBytes[] => {
        const whole = bytes.length !== size && repair(bytes, size);
        if (!whole) return [];
        const sentence = `The signature has ${bytes.length} bytes; ${makes}: ${says}.`;
        return [{ parts: [...parts, { mistakes: [name], sentence }], bytes: whole }];
      },
    ),
  );
