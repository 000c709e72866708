// Identifiers: fresh ones from an injected source of randomness, derived ones from what they stand for.
import { createHash } from 'node:crypto';

/** Fresh, unguessable identifiers. */
export interface Ids {
  /** A UUID, version 4 form. */
  uuid(): string;
  /** 192 bits as base64url text: links, tokens. */
  token(): string;
}

/** Ids drawn from `randomBytes(n)`, which returns n unpredictable bytes. */
export function createIds(randomBytes: (size: number) => Uint8Array): Ids {
  return {
    uuid: () => formatUuid(Buffer.from(randomBytes(16)), 4),
    token: () => Buffer.from(randomBytes(24)).toString('base64url'),
  };
}

/** The same UUID (version 8 form) for the same parts, everywhere and for ever (SCA-06). */
export function derivedUuid(...parts: readonly string[]): string {
  return formatUuid(digestOf(parts).subarray(0, 16), 8);
}

/** The same opaque base64url text for the same parts; `bytes` of SHA-256, default 18. */
export function derivedToken(parts: readonly string[], bytes = 18): string {
  return digestOf(parts).subarray(0, bytes).toString('base64url');
}

function digestOf(parts: readonly string[]): Buffer {
  // JSON keeps ["a","bc"] and ["ab","c"] apart.
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function formatUuid(bytes: Buffer, version: number): string {
  const b = Buffer.from(bytes);
  b[6] = ((b[6] as number) & 0x0f) | (version << 4);
  b[8] = ((b[8] as number) & 0x3f) | 0x80;
  const hex = b.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
