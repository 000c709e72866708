// Identifiers: fresh ones from an injected source of randomness, derived ones from what they stand for.
import { hash } from 'node:crypto';

/** Fresh, unguessable identifiers. */
export interface Ids {
  /** A UUID, version 4 form. */
  uuid(): string;
  /** 191 bits as base64url text: links, tokens. It never begins with `-`, which a command line takes for an option. */
  token(): string;
}

/** Enough for some hundred ids. */
const STOCK = 4096;

/**
 * Hands out the bytes of larger draws: to ask the system for a few costs as much as for a few thousand. No
 * byte is handed out twice.
 */
export function stocked(randomBytes: (size: number) => Uint8Array): (size: number) => Uint8Array {
  let stock: Uint8Array = new Uint8Array(0);
  return (size) => {
    if (size >= STOCK) return randomBytes(size);
    if (stock.length < size) stock = randomBytes(STOCK);
    const drawn = stock.subarray(0, size);
    stock = stock.subarray(size);
    return drawn;
  };
}

/** Ids drawn from `randomBytes(n)`, which returns n unpredictable bytes. */
export function createIds(randomBytes: (size: number) => Uint8Array): Ids {
  return {
    uuid: () => formatUuid(Buffer.from(randomBytes(16)).toString('hex'), 4),
    token: () => Buffer.from(randomBytes(24)).toString('base64url').replace(/^-/, '_'),
  };
}

/** The same UUID (version 8 form) for the same parts, everywhere and for ever (SCA-06). */
export function derivedUuid(...parts: readonly string[]): string {
  return formatUuid(digestOf(parts, 'hex'), 8);
}

/** The same opaque base64url text of SHA-256 for the same parts; 24 characters are 18 bytes. */
export function derivedToken(parts: readonly string[], characters = 24): string {
  return digestOf(parts, 'base64url').slice(0, characters);
}

/** The same 32 bytes for the same parts. */
export const derivedBytes = (...parts: readonly string[]): Buffer =>
  Buffer.from(digestOf(parts, 'hex'), 'hex');

function digestOf(parts: readonly string[], encoding: 'hex' | 'base64url'): string {
  // JSON keeps ["a","bc"] and ["ab","c"] apart.
  return hash('sha256', JSON.stringify(parts), encoding);
}

/** @param hex 32 digits or more. RFC 9562: the version, and two bits for the variant, replace what is there */
function formatUuid(hex: string, version: number): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const third = `${version}${hex.slice(13, 16)}`;
  const fourth = `${variant}${hex.slice(17, 20)}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${third}-${fourth}-${hex.slice(20, 32)}`;
}
