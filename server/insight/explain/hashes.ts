// The hashes that developers use, by Node's names.

/** By size in bytes. */
export const HASH_OF_SIZE: Readonly<Record<number, string>> = {
  16: 'md5',
  20: 'sha1',
  28: 'sha224',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
};

/** `SHA-256` of `sha256`. */
export const nameOf = (hash: string): string => hash.toUpperCase().replace(/^SHA(?!3-)/, 'SHA-');
