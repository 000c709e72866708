// EMSA-PSS, read backwards (RFC 8017, 9.1.2). The padding alone shows that a signature is PSS; then any
// string can be tested.
import { hash as hashOnce } from 'node:crypto';

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
/** Zeros before the salt that may occur by chance. */
const MOST_UNSURE = 8;

const hashed = (name: string, ...parts: readonly Buffer[]): Buffer =>
  hashOnce(name, Buffer.concat(parts), 'buffer');

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
  const size = hashed(hash).length;
  // The padded message is one bit shorter than the modulus, so a whole byte may be missing.
  const masked = encoded.subarray(bits % 8 === 1 ? 1 : 0, encoded.length - size - 1);
  const digest = encoded.subarray(encoded.length - size - 1, -1);
  const ones = maskOf(mask, digest, masked.length);
  const block = Buffer.from(masked.map((byte, at) => byte ^ (ones[at] ?? 0)));
  block[0] = (block[0] ?? 0) & (0xff >> ((9 - (bits % 8)) % 8));
  const one = block.findIndex((byte) => byte !== 0);
  if (one < 0 || block[one] !== 1) return undefined;
  const salt = block.subarray(one + 1);
  const test = (bytes: Buffer) =>
    hashed(hash, Buffer.alloc(8), hashed(hash, bytes), salt).equals(digest);
  return { hash, test, unsure: one <= MOST_UNSURE };
}

/** MGF1 */
function maskOf(hash: string, seed: Buffer, length: number): Buffer {
  const count = Math.ceil(length / hashed(hash).length);
  const counters = Array.from({ length: count }, (_, at) => Buffer.from([0, 0, 0, at]));
  return Buffer.concat(counters.map((counter) => hashed(hash, seed, counter)));
}
