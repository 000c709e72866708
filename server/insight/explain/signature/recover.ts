// What an RSA signature shows under a public key: padding, hash algorithm and hash (SIG-15). This never
// decides whether a signature is good; only `checkSignatureValue` does.
import { constants, hash as hashOnce, type KeyObject, publicDecrypt } from 'node:crypto';
import { NULL, octets, oid, sequence, toDer } from '../../../signing/der-writer.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Part } from '../search.ts';

export interface Recovered {
  /** What is wrong with hash and padding; empty if both are right. */
  readonly parts: readonly Part[];
  /** In words: `RSASSA-PKCS1-v1_5 with SHA-256`. */
  readonly form: string;
  /** The signed hash in hexadecimal, if the form shows it. */
  readonly hash?: string;
  /** Whether these bytes are what was signed. */
  readonly test: (bytes: Buffer) => boolean;
  /** The padding may be chance; only the signed string proves it. */
  readonly unsure?: true;
}

/** Bits of the modulus; 0 if the key has none. */
export const bitsOf = (key: KeyObject): number => key.asymmetricKeyDetails?.modulusLength ?? 0;

/** Length of the key's signatures, in bytes. */
export const sizeOf = (key: KeyObject): number => Math.ceil(bitsOf(key) / 8);

/** The caller chooses the key in its certificate, so only keys of usual cost are used. */
export function isUsual(key: KeyObject | undefined): key is KeyObject {
  const { modulusLength = 0, publicExponent = 0n } = key?.asymmetricKeyDetails ?? {};
  const cheap = modulusLength <= 4096 && publicExponent < 2n ** 32n;
  return key?.asymmetricKeyType === 'rsa' && cheap;
}

/** What the signature shows under that key; `undefined` if another key made it or it is damaged. */
export function recover(signature: Buffer, key: KeyObject): Recovered | undefined {
  const encoded = decrypted(signature, key);
  if (encoded === undefined) return undefined;
  const payload = pkcs1Payload(encoded);
  return payload === undefined
    ? (unpadded(encoded) ?? readPss(encoded))
    : (fromDigestInfo(payload) ?? withoutDigestInfo(payload));
}

function decrypted(signature: Buffer, key: KeyObject): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    // Longer or larger than the modulus.
    return undefined;
  }
}

/** What follows 00 01 FF … FF 00. */
function pkcs1Payload(encoded: Buffer): Buffer | undefined {
  if (encoded[0] !== 0 || encoded[1] !== 1) return undefined;
  const end = encoded.findIndex((byte, at) => at > 1 && byte !== 0xff);
  return end >= 10 && encoded[end] === 0 ? encoded.subarray(end + 1) : undefined;
}

/** Where NIST has numbered its hashes. */
const NIST = '2.16.840.1.101.3.4.2';
const RARE = ['sha512-224', 'sha512-256', 'sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'];
const HASHES: readonly (readonly [oid: string, hash: string, mistake?: MistakeName])[] = [
  [`${NIST}.1`, 'sha256'],
  [`${NIST}.2`, 'sha384', 'hash-sha384'],
  [`${NIST}.3`, 'sha512', 'hash-sha512'],
  [`${NIST}.4`, 'sha224', 'hash-sha224'],
  ...RARE.map((hash, at) => [`${NIST}.${at + 5}`, hash, 'hash-other'] as const),
  ['1.3.14.3.2.26', 'sha1', 'hash-sha1'],
  ['1.2.840.113549.2.5', 'md5', 'hash-md5'],
];

const otherHash = (mistake: MistakeName, title: string): Part => ({
  mistakes: [mistake],
  sentence: `You hashed with ${title}; rsa-sha256 hashes with SHA-256.`,
});

const SIGN = 'sign the string with RSA-SHA256, which hashes it and adds the DigestInfo itself';

/** What is wrong beside the choice of the hash. */
const SAYS = {
  'digest-info-without-null':
    'Your DigestInfo lacks the NULL of its algorithm; let a library make it (RFC 8017, 9.2).',
  'no-digest-info': `You signed the bare hash, without its DigestInfo; ${SIGN} (openssl dgst -sha256 -sign, not pkeyutl without -pkeyopt digest:sha256).`,
  'not-hashed': `You encrypted text with the key without hashing it; ${SIGN}.`,
  'no-padding': 'You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.',
} as const;

const partOf = (name: keyof typeof SAYS): Part => ({ mistakes: [name], sentence: SAYS[name] });

/** A DigestInfo of one of the hashes, with NULL or without (RFC 8017, 9.2). */
function fromDigestInfo(payload: Buffer): Recovered | undefined {
  for (const [id, hash, mistake] of HASHES) {
    const digest = payload.subarray(-hashOnce(hash, '', 'buffer').length);
    const parameters = [[NULL], []].find((some) =>
      toDer(sequence(sequence(oid(id), ...some), octets(digest))).equals(payload),
    );
    if (parameters === undefined) continue;
    return {
      parts: [
        ...(mistake === undefined ? [] : [otherHash(mistake, nameOf(hash))]),
        ...(parameters.length === 0 ? [partOf('digest-info-without-null')] : []),
      ],
      form: `RSASSA-PKCS1-v1_5 with ${nameOf(hash)}`,
      ...ofHash(hash, digest),
    };
  }
  return undefined;
}

function ofHash(name: string, digest: Buffer): Pick<Recovered, 'hash' | 'test'> {
  const hash = digest.toString('hex');
  // Thousands of strings are tested, and texts compare faster than bytes.
  return { hash, test: (bytes) => hashOnce(name, bytes, 'hex') === hash };
}

/** A hash alone, or something else. The search finds which string it is of, or which text of a hash. */
function withoutDigestInfo(payload: Buffer, padding = 'PKCS #1 v1.5 padding'): Recovered {
  const isInfo = payload[0] === 0x30 && payload[1] === payload.length - 2;
  const isHex = /^[0-9a-f]{64}$/i.test(payload.toString('latin1'));
  const name = isInfo || isHex ? undefined : HASH_OF_SIZE[payload.length];
  if (name !== undefined) {
    const form = `${padding} of a bare ${nameOf(name)} hash`;
    return { parts: [partOf('no-digest-info')], form, ...ofHash(name, payload) };
  }
  const part = partOf(isHex ? 'no-digest-info' : 'not-hashed');
  return {
    parts: [isInfo ? otherHash('hash-other', 'an algorithm that the bank does not know') : part],
    form: `${padding} of ${payload.length} bytes that are no hash`,
    test: (bytes) => bytes.equals(payload),
  };
}

/** Raw RSA: the number is small, so it starts with many zeros. */
function unpadded(encoded: Buffer): Recovered | undefined {
  const start = encoded.findIndex((byte) => byte !== 0);
  // One in 2^64 signatures of other keys starts with this many zeros.
  if (start < 8) return undefined;
  const length = encoded.length - start;
  // A hash may itself start with a zero byte.
  const payload = encoded.subarray(length > 28 && length < 32 ? -32 : start);
  const read = fromDigestInfo(payload) ?? withoutDigestInfo(payload, 'no padding');
  return { ...read, parts: [partOf('no-padding')], form: `raw RSA (${read.form})` };
}

/** Java masks with SHA-1 by default. */
const PSS_HASHES = ['sha256', 'sha512', 'sha384', 'sha1'].flatMap((hash) => [
  { hash, mask: hash },
  { hash, mask: 'sha1' },
]);

/** Zeros before the salt that may occur by chance, in one of some thousands of other signatures. */
const MOST_UNSURE = 8;

/** EMSA-PSS, read backwards (RFC 8017, 9.1.2): the padding alone shows it, then any string can be tested. */
function readPss(encoded: Buffer): Recovered | undefined {
  if (encoded.at(-1) !== 0xbc) return undefined;
  const read = PSS_HASHES.flatMap((hashes) => readPssWith(hashes, encoded) ?? []);
  const likeliest = read.find(({ unsure }) => unsure !== true) ?? read[0];
  return likeliest && { ...likeliest, test: (bytes) => read.some(({ test }) => test(bytes)) };
}

function readPssWith(
  { hash, mask }: (typeof PSS_HASHES)[number],
  encoded: Buffer,
): Recovered | undefined {
  const size = hashed(hash).length;
  const masked = encoded.subarray(0, -size - 1);
  const digest = encoded.subarray(-size - 1, -1);
  const ones = maskOf(mask, digest, masked.length);
  const block = Buffer.from(masked.map((byte, at) => byte ^ (ones[at] ?? 0)));
  // The padded message is one bit shorter than the modulus, which fills its bytes.
  block[0] = (block[0] ?? 0) & 0x7f;
  const one = block.findIndex((byte) => byte !== 0);
  if (one < 0 || block[one] !== 1) return undefined;
  const salt = block.subarray(one + 1);
  const name = nameOf(hash);
  const sentence = `You signed with RSASSA-PSS (${name}); rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.`;
  return {
    parts: [{ mistakes: ['pss'], sentence }],
    form: `RSASSA-PSS with ${name}`,
    test: (bytes) => hashed(hash, Buffer.alloc(8), hashed(hash, bytes), salt).equals(digest),
    ...(one <= MOST_UNSURE ? { unsure: true } : {}),
  };
}

const hashed = (name: string, ...parts: readonly Buffer[]): Buffer =>
  hashOnce(name, Buffer.concat(parts), 'buffer');

/** MGF1 */
function maskOf(hash: string, seed: Buffer, length: number): Buffer {
  const count = Math.ceil(length / hashed(hash).length);
  const counters = Array.from({ length: count }, (_, at) => Buffer.from([0, 0, 0, at]));
  return Buffer.concat(counters.map((counter) => hashed(hash, seed, counter)));
}
