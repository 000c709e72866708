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

/** Names of the headers of a request, in order. Requests that have the same names can share one. */
export class HeaderNames {
  /** As they were sent. */
  readonly sent: readonly string[];
  /** Where a name in lower case was sent first. */
  readonly first = new Map<string, number>();
  /** All places of those that were sent more than once; nearly always none. */
  readonly repeated = new Map<string, readonly number[]>();

  constructor(sent: readonly string[]) {
    this.sent = sent;
    for (const [at, title] of sent.entries()) {
      const name = title.toLowerCase();
      const first = this.first.get(name);
      if (first === undefined) this.first.set(name, at);
      else this.repeated.set(name, [...(this.repeated.get(name) ?? [first]), at]);
    }
  }
}

/**
 * The headers of one request. Values are bytes as a latin1 string (like Node's `rawHeaders`), without outer
 * white space; names are looked up in lower case.
 */
export class RawHeaders {
  readonly #flat: readonly string[];
  readonly #names: HeaderNames;

  /** @param flat name, value, name, value … as in `IncomingMessage.rawHeaders` @param names those in it */
  constructor(
    flat: readonly string[],
    names: HeaderNames = new HeaderNames(headerPairs(flat).map(([name]) => name)),
  ) {
    this.#flat = flat;
    this.#names = names;
  }

  #value(at: number): string {
    return trimOuterSpace(this.#flat[2 * at + 1] as string);
  }

  /** The first value, or `undefined` if the header is absent or empty (HDR-05). */
  get(name: string): string | undefined {
    const at = this.#names.first.get(name);
    return at === undefined ? undefined : this.#value(at) || undefined;
  }

  /** Whether it was sent, perhaps empty; the name in any spelling. */
  has(title: string): boolean {
    return this.#names.first.has(title.toLowerCase());
  }

  /** Whether any was sent more than once. */
  get hasRepeated(): boolean {
    return this.#names.repeated.size > 0;
  }

  /** Whether it was sent more than once. */
  isRepeated(name: string): boolean {
    return this.#names.repeated.has(name);
  }

  /** Every value sent under that name, also empty ones. */
  all(name: string): readonly string[] {
    const first = this.#names.first.get(name);
    if (first === undefined) return [];
    return (this.#names.repeated.get(name) ?? [first]).map((at) => this.#value(at));
  }

  names(): readonly string[] {
    return [...this.#names.first.keys()];
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
