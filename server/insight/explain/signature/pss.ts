// EMSA-PSS, read backwards (RFC 8017, 9.1.2). The padding alone shows that a signature is PSS; then any
// string can be tested.
import { createHash } from 'node:crypto';

export interface PssSignature {
  /** Node's name of the hash. */
  readonly hash: string;
  /** Whether this is what was signed. */
  readonly test: (bytes: Buffer) => boolean;
  /** The padding is so short that one in some thousands of other signatures looks like it. */
  readonly unsure: boolean;
}

/** Message hash and mask hash; Java uses SHA-1 for the mask by default. */
const HASHES: readonly (readonly [hash: string, mask: string])[] = [
  ['sha256', 'sha256'],
  ['sha256', 'sha1'],
  ['sha512', 'sha512'],
  ['sha384', 'sha384'],
  ['sha1', 'sha1'],
  ['sha512', 'sha1'],
];

const TRAILER = 0xbc;

/** @param bits of the modulus. Returns `undefined` if the encoded message has no PSS padding. */
export function readPss(encoded: Buffer, bits: number): PssSignature | undefined {
  if (encoded.at(-1) !== TRAILER) return undefined;
  const read = HASHES.flatMap(([hash, mask]) => readWith({ encoded, bits, hash, mask }) ?? []);
  const [first] = read;
  const sure = read.find(({ unsure }) => !unsure);
  if (sure !== undefined || first === undefined) return sure;
  return { ...first, test: (bytes) => read.some(({ test }) => test(bytes)) };
}

interface Masked {
  readonly encoded: Buffer;
  readonly bits: number;
  readonly hash: string;
  readonly mask: string;
}

function readWith({ encoded, bits, hash, mask }: Masked): PssSignature | undefined {
  const size = createHash(hash).digest().length;
  // The padded message is one bit shorter than the modulus, so a whole byte may be missing.
  const start = bits % 8 === 1 ? 1 : 0;
  const masked = encoded.subarray(start, encoded.length - size - 1);
  const digest = encoded.subarray(encoded.length - size - 1, -1);
  const block = Buffer.from(masked);
  const ones = generateMask(mask, digest, block.length);
  for (const [at, byte] of ones.entries()) block[at] = (block[at] as number) ^ byte;
  block[0] = (block[0] as number) & (0xff >> ((9 - (bits % 8)) % 8));
  const one = block.findIndex((byte) => byte !== 0);
  if (one < 0 || block[one] !== 1) return undefined;
  const salt = block.subarray(one + 1);
  const test = (bytes: Buffer) => isDigest({ hash, digest, salt }, bytes);
  return { hash, test, unsure: one <= MOST_UNSURE };
}

/** Zeros before the salt that may occur by chance. */
const MOST_UNSURE = 8;

/** MGF1 */
function generateMask(hash: string, seed: Buffer, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let size = 0, counter = 0; size < length; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const part = createHash(hash).update(seed).update(count).digest();
    parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts).subarray(0, length);
}

interface Digest {
  readonly hash: string;
  readonly digest: Buffer;
  readonly salt: Buffer;
}

function isDigest({ hash, digest, salt }: Digest, bytes: Buffer): boolean {
  const message = createHash(hash).update(bytes).digest();
  return createHash(hash)
    .update(Buffer.alloc(8))
    .update(message)
    .update(salt)
    .digest()
    .equals(digest);
}
