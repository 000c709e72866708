// Numbers that look random and are not: the same for the same seed, everywhere and for ever.

/** A 32-bit seed from text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A number in [0, 1) for that seed, day and purpose (murmur3's finaliser). */
export function draw(seed: number, day: number, purpose: number): number {
  let x = seed ^ Math.imul(day + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca77);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

/** An element of a list that is not empty. */
export function pick<T>(list: readonly T[], at: number): T {
  return list[Math.floor(at * list.length)] as T;
}
