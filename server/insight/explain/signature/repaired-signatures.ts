// Signatures with more bytes than the key makes, in ways that can be repaired. A repair counts only if the
// result shows a padding under the key.
import type { SignatureBytes } from './signature-text.ts';

/** Of a key: the length of its signatures, and `RSA of 2048 bits makes 256`. */
export interface KeyOf {
  readonly size: number;
  readonly makes: string;
}

interface Row {
  readonly mistake: 'signature-longer' | 'signature-as-text';
  /** Random bytes never look like this. */
  readonly proven: boolean;
  /** What the client should do. */
  readonly advice: string;
  /** `undefined`, or as many bytes as the key makes. */
  readonly read: (bytes: Buffer, size: number) => Uint8Array | undefined;
}

const ROWS: readonly Row[] = [
  {
    mistake: 'signature-longer',
    proven: false,
    advice:
      "send it without the zero bytes that stand before it (Java's BigInteger.toByteArray puts one there)",
    read: (bytes, size) =>
      bytes.subarray(0, -size).every((byte) => byte === 0) ? bytes.subarray(-size) : undefined,
  },
  {
    mistake: 'signature-longer',
    proven: false,
    advice: 'send it without the line end that stands after it',
    read: (bytes, size) =>
      /^[\r\n]{1,2}$/.test(bytes.toString('latin1', size)) ? bytes.subarray(0, size) : undefined,
  },
  {
    mistake: 'signature-longer',
    proven: true,
    advice: 'it stands there twice, one after the other; send it once',
    read: (bytes, size) =>
      bytes.length === 2 * size && bytes.subarray(0, size).equals(bytes.subarray(size))
        ? bytes.subarray(size)
        : undefined,
  },
  {
    mistake: 'signature-as-text',
    proven: true,
    advice:
      'each has a zero byte beside it, as when they are read as Latin-1 text and written as UTF-16; write the bytes themselves in base64',
    read: (bytes, size) => {
      if (bytes.length !== 2 * size) return undefined;
      const zeros = [1, 0].find((odd) => bytes.every((byte, at) => at % 2 !== odd || byte === 0));
      return zeros === undefined ? undefined : bytes.filter((_, at) => at % 2 !== zeros);
    },
  },
];

/**
 * Further readings of the bytes, each as long as the key makes.
 *
 * @param provenOnly only the repairs that need no key as proof
 */
export function repairedSignatures(
  texts: readonly SignatureBytes[],
  { size, makes }: KeyOf,
  provenOnly = false,
): readonly SignatureBytes[] {
  const long = size === 0 ? [] : texts.filter(({ bytes }) => bytes.length > size);
  const rows = ROWS.filter(({ proven }) => proven || !provenOnly);
  return long.flatMap(({ parts, bytes }) =>
    rows.flatMap(({ mistake, advice, read }) => {
      const inner = read(bytes, size);
      if (inner === undefined) return [];
      const sentence = `The signature has ${bytes.length} bytes; ${makes}: ${advice}.`;
      return [{ parts: [...parts, { mistakes: [mistake], sentence }], bytes: Buffer.from(inner) }];
    }),
  );
}
