// What a private key makes of bytes: with padding and without, and the DigestInfo of any hash.
import { constants, createHash, type KeyLike, privateEncrypt } from 'node:crypto';

export const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
export const hashOf = (name: string, what: Buffer | string): Buffer =>
  createHash(name).update(what).digest();

/** With the padding of PKCS #1 v1.5. */
export const padded = (key: KeyLike, payload: Buffer): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, payload);
/** RFC 8017, 9.2. */
export function digestInfo(oid: string, digest: Buffer): Buffer {
  const item = (tag: number, ...content: readonly Buffer[]) =>
    join(Buffer.from([tag, join(...content).length]), ...content);
  const algorithm = item(0x30, item(6, Buffer.from(oid, 'hex')), Buffer.from('0500', 'hex'));
  return item(0x30, algorithm, item(4, digest));
}

/** The DER of its OID. */
export const SHA_256 = '608648016503040201';
