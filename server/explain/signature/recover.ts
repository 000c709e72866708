// What an RSA signature shows of itself to whoever has the public key: padding, hash algorithm and hash
// (SIG-15). Nothing here decides whether a signature is good; that is `checkSignatureValue` alone.
import {
  constants,
  createHash,
  hash as hashOnce,
  type KeyObject,
  publicDecrypt,
} from 'node:crypto';
import { decodeBase64 } from '../../signing/base64.ts';
import type { MistakeName } from '../mistake-names.ts';
import { readPss } from './pss.ts';

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
  /** The padding may be chance: only what was signed proves it. */
  readonly unsure?: true;
}

/** What the signature shows under that key; `undefined` where it is not of that key, or is damaged. */
export function recover(signature: Buffer, key: KeyObject): Recovered | undefined {
  const encoded = decrypted(signature, key);
  if (encoded === undefined) return undefined;
  const payload = pkcs1Payload(encoded);
  if (payload !== undefined) return fromPayload(payload);
  const raw = unpadded(encoded);
  if (raw !== undefined) return raw;
  const pss = readPss(encoded, key.asymmetricKeyDetails?.modulusLength ?? 0);
  if (pss !== undefined) {
    const name = nameOf(pss.hash);
    const sentence = `You signed with RSASSA-PSS (${name}); rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.`;
    const { test, unsure } = pss;
    const form = `RSASSA-PSS with ${name}`;
    return { mistakes: ['pss'], sentence, form, test, ...(unsure ? { unsure } : {}) };
  }
  return undefined;
}

function decrypted(signature: Buffer, key: KeyObject): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    // Longer than the modulus, or a larger number than it is.
    return undefined;
  }
}

/** What stands behind 00 01 FF … FF 00. */
function pkcs1Payload(encoded: Buffer): Buffer | undefined {
  if (encoded[0] !== 0 || encoded[1] !== 1) return undefined;
  const end = encoded.findIndex((byte, at) => at > 1 && byte !== 0xff);
  return end >= 10 && encoded[end] === 0 ? encoded.subarray(end + 1) : undefined;
}

interface HashRow {
  /** Node's name. */
  readonly hash: string;
  readonly mistake?: MistakeName;
  /** DER of the DigestInfo before the hash, with and without the NULL of its parameters. */
  readonly prefixes: readonly [withNull: string, without: string];
}

const HASHES: readonly HashRow[] = [
  {
    hash: 'sha256',
    prefixes: ['3031300d060960864801650304020105000420', '302f300b06096086480165030402010420'],
  },
  {
    hash: 'sha1',
    mistake: 'hash-sha1',
    prefixes: ['3021300906052b0e03021a05000414', '301f300706052b0e03021a0414'],
  },
  {
    hash: 'sha384',
    mistake: 'hash-sha384',
    prefixes: ['3041300d060960864801650304020205000430', '303f300b0609608648016503040202' + '0430'],
  },
  {
    hash: 'sha512',
    mistake: 'hash-sha512',
    prefixes: ['3051300d060960864801650304020305000440', '304f300b06096086480165030402030440'],
  },
  {
    hash: 'sha224',
    mistake: 'hash-sha224',
    prefixes: ['302d300d06096086480165030402040500041c', '302b300b0609608648016503040204041c'],
  },
  {
    hash: 'md5',
    mistake: 'hash-md5',
    prefixes: ['3020300c06082a864886f70d020505000410', '301e300a06082a864886f70d02050410'],
  },
];

const nameOf = (hash: string): string => hash.toUpperCase().replace('SHA', 'SHA-');

function fromPayload(payload: Buffer): Recovered {
  const hex = payload.toString('hex');
  for (const row of HASHES) {
    for (const [at, prefix] of row.prefixes.entries()) {
      const size = createHash(row.hash).digest().length;
      if (hex.startsWith(prefix) && payload.length === prefix.length / 2 + size) {
        return ofHash(row, hex.slice(prefix.length), at === 1);
      }
    }
  }
  return withoutDigestInfo(payload, 'PKCS #1 v1.5 padding');
}

function ofHash({ hash, mistake }: HashRow, digest: string, withoutNull: boolean): Recovered {
  const name = nameOf(hash);
  const mistakes: readonly MistakeName[] = [
    ...(mistake === undefined ? [] : [mistake]),
    ...(withoutNull ? ['digest-info-without-null' as const] : []),
  ];
  const sentences = [
    ...(mistake === undefined ? [] : [`You hashed with ${name}; rsa-sha256 hashes with SHA-256.`]),
    ...(withoutNull
      ? ['Your DigestInfo lacks the NULL of its algorithm; let a library make it (RFC 8017, 9.2).']
      : []),
  ];
  return {
    mistakes,
    ...(sentences.length === 0 ? {} : { sentence: sentences.join(' ') }),
    form: `RSASSA-PKCS1-v1_5 with ${name}${withoutNull ? ', DigestInfo without NULL' : ''}`,
    hash: digest,
    test: (bytes) => hashOnce(hash, bytes, 'hex') === digest,
  };
}

const RAW_HASHES: Readonly<Record<number, string>> = {
  16: 'md5',
  20: 'sha1',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
};

/** The hash alone, or something that is no hash at all, was padded and encrypted. */
function withoutDigestInfo(payload: Buffer, padding: string): Recovered {
  const text = payload.toString('latin1');
  if (/^[0-9a-f]{64}$/i.test(text)) {
    return {
      mistakes: ['no-digest-info', 'hex-of-hash'],
      sentence:
        'You encrypted the hexadecimal text of the hash with the key; sign the string with RSA-SHA256, which hashes and adds the DigestInfo itself.',
      form: `${padding} of a hash in hexadecimal`,
      hash: text.toLowerCase(),
      test: (bytes) => hashOnce('sha256', bytes, 'hex') === text.toLowerCase(),
    };
  }
  const inner = decodeBase64(text);
  if (inner?.length === 32) {
    return {
      mistakes: ['no-digest-info', 'base64-of-hash'],
      sentence:
        'You encrypted the base64 text of the hash with the key; sign the string with RSA-SHA256, which hashes and adds the DigestInfo itself.',
      form: `${padding} of a hash in base64`,
      hash: inner.toString('hex'),
      test: (bytes) => hashOnce('sha256', bytes, 'buffer').equals(inner),
    };
  }
  const hash = RAW_HASHES[payload.length];
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
    mistakes: ['not-hashed'],
    sentence:
      'You encrypted text with the key without hashing it; sign the string with RSA-SHA256, which hashes it and adds the DigestInfo itself.',
    form: `${padding} of ${payload.length} bytes that are no hash`,
    test: (bytes) => bytes.equals(payload),
  };
}

/** Raw RSA: the number itself is small, so it begins with many zeros. */
function unpadded(encoded: Buffer): Recovered | undefined {
  const start = encoded.findIndex((byte) => byte !== 0);
  // Of another key's signatures one in 2^64 begins with so many zeros.
  if (start < 8) return undefined;
  const payload = encoded.subarray(start);
  const padding = 'You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.';
  const info = HASHES.find(({ prefixes }) => payload.toString('hex').startsWith(prefixes[0]));
  // A hash may itself begin with a zero byte.
  const size =
    info === undefined && payload.length > 28 && payload.length < 32 ? 32 : payload.length;
  const whole = encoded.subarray(encoded.length - size);
  const read = info === undefined ? withoutDigestInfo(whole, 'no padding') : fromPayload(whole);
  return { ...read, mistakes: ['no-padding'], sentence: padding, form: `raw RSA (${read.form})` };
}
