// Request headers as received: raw values, in order, not joined, not decoded.

export type HeaderPair = readonly [name: string, value: string];

/** @param flat name, value, name, value … as in `IncomingMessage.rawHeaders` */
export function headerPairs(flat: readonly string[]): readonly HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    pairs.push([flat[at] as string, flat[at + 1] as string]);
  }
  return pairs;
}

/**
 * The headers of one request. Values are bytes as a latin1 string (like Node's `rawHeaders`), without outer
 * white space; names are looked up in lower case.
 */
export class RawHeaders {
  /** The first value of each. */
  readonly #first = new Map<string, string>();
  /** All values of those that were sent more than once; nearly always none. */
  #repeated: Map<string, string[]> | undefined;

  /** @param flat name, value, name, value … as in `IncomingMessage.rawHeaders` */
  constructor(flat: readonly string[]) {
    for (let i = 0; i + 1 < flat.length; i += 2) {
      const name = (flat[i] as string).toLowerCase();
      const value = trimOuterSpace(flat[i + 1] as string);
      const first = this.#first.get(name);
      if (first === undefined) this.#first.set(name, value);
      else this.#repeat(name, first, value);
    }
  }

  #repeat(name: string, first: string, value: string): void {
    this.#repeated ??= new Map();
    const values = this.#repeated.get(name);
    if (values === undefined) this.#repeated.set(name, [first, value]);
    else values.push(value);
  }

  /** The first value, or `undefined` if the header is absent or empty (HDR-05). */
  get(name: string): string | undefined {
    const value = this.#first.get(name);
    return value === '' ? undefined : value;
  }

  /** Whether it was sent, perhaps empty; the name in any spelling. */
  has(title: string): boolean {
    return this.#first.has(title.toLowerCase());
  }

  /** Whether any was sent more than once. */
  get hasRepeated(): boolean {
    return this.#repeated !== undefined;
  }

  /** Whether it was sent more than once. */
  isRepeated(name: string): boolean {
    return this.#repeated?.has(name) === true;
  }

  /** Every value sent under that name, also empty ones. */
  all(name: string): readonly string[] {
    const repeated = this.#repeated?.get(name);
    if (repeated !== undefined) return repeated;
    const value = this.#first.get(name);
    return value === undefined ? [] : [value];
  }

  names(): readonly string[] {
    return [...this.#first.keys()];
  }
}

/** Step by step, because a pattern anchored at the end would try every inner run of white space. */
function trimOuterSpace(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start += 1;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
