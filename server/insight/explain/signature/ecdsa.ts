// ECDSA signatures as most libraries write them.

/** DER of two numbers and nothing else. */
export function isEcdsa(bytes: Buffer): boolean {
  const from = bytes[1] === 0x81 ? 3 : 2;
  const body = bytes.subarray(from);
  const first = body[1] ?? 0;
  const second = body[first + 3] ?? 0;
  const numbers = body[0] === 2 && body[first + 2] === 2 && body.length === first + second + 4;
  return bytes[0] === 0x30 && bytes[from - 1] === body.length && numbers && body.length >= 32;
}
