// What an RSA signature shows under a public key: padding, hash algorithm and hash (SIG-15). This never
// decides whether a signature is good; only `checkSignatureValue` does.
import { constants, hash as hashOnce, type KeyObject, publicDecrypt } from 'node:crypto';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readPss } from './pss.ts';

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
    ? (unpadded(encoded) ?? pssIn(encoded, key))
    : fromPayload(payload, 'PKCS #1 v1.5 padding');
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

function pssIn(encoded: Buffer, key: KeyObject): Recovered | undefined {
  const pss = readPss(encoded, bitsOf(key));
  if (pss === undefined) return undefined;
  const name = nameOf(pss.hash);
  const sentence = `You signed with RSASSA-PSS (${name}); rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.`;
  const { test, unsure } = pss;
  const form = `RSASSA-PSS with ${name}`;
  return { mistakes: ['pss'], sentence, form, test, ...(unsure ? { unsure } : {}) };
}

/** Hashes by the DER of their OIDs; those without a mistake name of their own are `hash-other`. */
const HASHES: readonly (readonly [oid: string, hash: string, mistake?: MistakeName])[] = [
  ['608648016503040201', 'sha256'],
  ['2b0e03021a', 'sha1', 'hash-sha1'],
  ['608648016503040202', 'sha384', 'hash-sha384'],
  ['608648016503040203', 'sha512', 'hash-sha512'],
  ['608648016503040204', 'sha224', 'hash-sha224'],
  ['2a864886f70d0205', 'md5', 'hash-md5'],
  ['608648016503040208', 'sha3-256', 'hash-other'],
  ['60864801650304020a', 'sha3-512', 'hash-other'],
];

/** A DigestInfo of one of the hashes, with NULL or without (RFC 8017, 9.2). */
function fromDigestInfo(payload: Buffer): Recovered | undefined {
  for (const [oid, name, mistake] of HASHES) {
    const size = hashOnce(name, '', 'buffer').length;
    const lacks = mistake === 'hash-other' ? [] : (['digest-info-without-null'] as const);
    for (const [parameters, others] of [
      ['0500', []],
      ['', lacks],
    ] as const) {
      const start = digestInfoStart(oid, parameters, size);
      if (payload.length !== start.length + size || payload.indexOf(start) !== 0) continue;
      return ofHash(payload.toString('hex', start.length), name, [
        ...(mistake ? [mistake] : []),
        ...others,
      ]);
    }
  }
  return payload[0] === 0x30 && payload[1] === payload.length - 2 ? OF_ANOTHER : undefined;
}

function digestInfoStart(oid: string, parameters: string, size: number): Buffer {
  const length = (hex: string, more = 0) => Buffer.from([hex.length / 2 + more]).toString('hex');
  const algorithm = `06${length(oid)}${oid}${parameters}`;
  const start = `30${length(algorithm)}${algorithm}04${length('', size)}`;
  return Buffer.from(`30${length(start, size)}${start}`, 'hex');
}

const OF_ANOTHER: Recovered = {
  mistakes: ['hash-other'],
  sentence:
    'Your DigestInfo is none of a hash that the bank knows; sign the string with RSA-SHA256, which hashes it and adds the DigestInfo itself.',
  form: 'RSASSA-PKCS1-v1_5 with an unknown DigestInfo',
  test: () => false,
  unknown: true,
};

function ofHash(digest: string, name: string, mistakes: readonly MistakeName[]): Recovered {
  const title = nameOf(name);
  const sentences = mistakes.map((mistake) =>
    mistake === 'digest-info-without-null'
      ? 'Your DigestInfo lacks the NULL of its algorithm; let a library make it (RFC 8017, 9.2).'
      : `You hashed with ${title}; rsa-sha256 hashes with SHA-256.`,
  );
  return {
    mistakes,
    sentence: sentences.join(' '),
    form: `RSASSA-PKCS1-v1_5 with ${title}`,
    hash: digest,
    test: (bytes) => hashOnce(name, bytes, 'hex') === digest,
  };
}

const SIGN = 'sign the string with RSA-SHA256, which hashes it and adds the DigestInfo itself';

/** A DigestInfo, a hash alone, or something that is not a hash, such as its hexadecimal text. */
function fromPayload(payload: Buffer, padding: string): Recovered {
  const info = fromDigestInfo(payload);
  if (info !== undefined) return info;
  const isHex = /^[0-9a-f]{64}$/i.test(payload.toString('latin1'));
  const hash = isHex ? undefined : HASH_OF_SIZE[payload.length];
  if (hash !== undefined) {
    const digest = payload.toString('hex');
    return {
      mistakes: ['no-digest-info'],
      sentence:
        'You signed the bare hash, without its DigestInfo; sign the string with RSA-SHA256 (openssl dgst -sha256 -sign, not pkeyutl without -pkeyopt digest:sha256).',
      form: `${padding} of a bare ${nameOf(hash)} hash`,
      hash: digest,
      test: (bytes) => hashOnce(hash, bytes, 'hex') === digest,
    };
  }
  return {
    // The search finds which text of a hash it is.
    mistakes: [isHex ? 'no-digest-info' : 'not-hashed'],
    sentence: `You encrypted text with the key without hashing it; ${SIGN}.`,
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
  const size = length > 28 && length < 32 ? 32 : length;
  const { mistakes, ...read } = fromPayload(encoded.subarray(encoded.length - size), 'no padding');
  return {
    ...read,
    mistakes: ['no-padding'],
    sentence: 'You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.',
    form: `raw RSA (${read.form})`,
  };
}
