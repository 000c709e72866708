// What a private key makes of bytes: with padding and without, and the DigestInfo of any hash.
import { constants, createHash, type KeyLike, privateEncrypt } from 'node:crypto';

export const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
export const hashOf = (name: string, what: Buffer | string): Buffer =>
  createHash(name).update(what).digest();

/** With the padding of PKCS #1 v1.5. */
export const padded = (key: KeyLike, payload: Buffer): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, payload);
/** The number itself, as long as the modulus of 2048 bits. */
export const raw = (key: KeyLike, encoded: Buffer): Buffer =>
  privateEncrypt(
    { key, padding: constants.RSA_NO_PADDING },
    join(Buffer.alloc(256 - encoded.length), encoded),
  );

/** RFC 8017, 9.2; the parameters are NULL unless told. */
export function digestInfo(oid: string, digest: Buffer, parameters = '0500'): Buffer {
  const item = (tag: number, ...content: readonly Buffer[]) =>
    join(Buffer.from([tag, join(...content).length]), ...content);
  const algorithm = item(0x30, item(6, Buffer.from(oid, 'hex')), Buffer.from(parameters, 'hex'));
  return item(0x30, algorithm, item(4, digest));
}

/** Hashes, the mistake that signing with them is, their names, and the DER of their OIDs. */
export const HASHES = [
  ['sha256', [], 'SHA-256', '608648016503040201'],
  ['sha1', ['hash-sha1'], 'SHA-1', '2b0e03021a'],
  ['sha384', ['hash-sha384'], 'SHA-384', '608648016503040202'],
  ['sha512', ['hash-sha512'], 'SHA-512', '608648016503040203'],
  ['sha224', ['hash-sha224'], 'SHA-224', '608648016503040204'],
  ['md5', ['hash-md5'], 'MD5', '2a864886f70d0205'],
] as const;
export const OTHER_HASHES = [
  ['sha3-224', ['hash-other'], 'SHA3-224', '608648016503040207'],
  ['sha3-256', ['hash-other'], 'SHA3-256', '608648016503040208'],
  ['sha3-384', ['hash-other'], 'SHA3-384', '608648016503040209'],
  ['sha3-512', ['hash-other'], 'SHA3-512', '60864801650304020a'],
  ['sha512-224', ['hash-other'], 'SHA-512/224', '608648016503040205'],
  ['sha512-256', ['hash-other'], 'SHA-512/256', '608648016503040206'],
] as const;
export const SHA_256 = HASHES[0][3];
