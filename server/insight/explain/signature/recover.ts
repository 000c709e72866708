// What an RSA signature shows under a public key: padding, hash algorithm and hash (SIG-15). This never
// decides whether a signature is good; only `checkSignatureValue` does.

import { constants, hash as hashOnce, type KeyObject, publicDecrypt } from 'node:crypto';
import { decodeBase64 } from '../../../signing/base64.ts';
import { HASH_OF_SIZE, nameOf } from '../hashes.ts';
import { fromDigestInfo } from './digest-info.ts';
import { readPss } from './pss.ts';
import type { Recovered } from './recovered.ts';

/** What the signature shows under that key; `undefined` if another key made it or it is damaged. */
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

function fromPayload(payload: Buffer): Recovered {
  return fromDigestInfo(payload) ?? withoutDigestInfo(payload, 'PKCS #1 v1.5 padding');
}

/** The client padded and encrypted the hash alone, or something that is not a hash. */
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
  const hash = HASH_OF_SIZE[payload.length];
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

/** Raw RSA: the number is small, so it starts with many zeros. */
function unpadded(encoded: Buffer): Recovered | undefined {
  const start = encoded.findIndex((byte) => byte !== 0);
  // One in 2^64 signatures of other keys starts with this many zeros.
  if (start < 8) return undefined;
  const payload = encoded.subarray(start);
  const padding = 'You used the key without padding; rsa-sha256 is RSASSA-PKCS1-v1_5 with SHA-256.';
  const info = fromDigestInfo(payload);
  // A hash may itself start with a zero byte.
  const size =
    info === undefined && payload.length > 28 && payload.length < 32 ? 32 : payload.length;
  const whole = encoded.subarray(encoded.length - size);
  const read = info ?? withoutDigestInfo(whole, 'no padding');
  return { ...read, mistakes: ['no-padding'], sentence: padding, form: `raw RSA (${read.form})` };
}
