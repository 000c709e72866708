// What came last, by its text. Most of what a client sends is the same from request to request: to look it up costs less
// than to take it apart again.
import { getOrSet } from './get-or-set.ts';

/** Texts in each of two generations: when the younger one is full, the older one goes. */
const MOST = 500;
/** Characters; what has a longer text is not kept. */
const LONGEST = 2000;

export class Recent<V extends object> {
  readonly #most: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(most = MOST) {
    this.#most = most;
  }

  get(text: string): V | undefined {
    const known = this.#young.get(text);
    if (known !== undefined || this.#old.size === 0) return known;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, value: V): void {
    if (text.length > LONGEST) return;
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }
}

/** A function without side effects, which looks up what it has made of a text lately. What it throws is not kept. */
export function remember<T>(make: (text: string) => T, most?: number): (text: string) => T {
  const recent = new Recent<{ readonly value: T }>(most);
  return (text) => getOrSet(recent, text, () => ({ value: make(text) })).value;
}

/** The same for a function of several texts. */
export function rememberParts<P extends readonly string[], T>(
  make: (...parts: P) => T,
): (...parts: P) => T {
  const recent = new Recent<{ readonly value: T }>();
  return (...parts) => {
    // The lengths tell apart ["a", "bc"] and ["ab", "c"].
    let key = '';
    for (const part of parts) key += `${part.length} ${part}`;
    return getOrSet(recent, key, () => ({ value: make(...parts) })).value;
  };
}

/** The same for the last argument alone. */
export function rememberLast<K, T>(make: (key: K) => T): (key: K) => T {
  let last: { readonly key: K; readonly made: T } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}
