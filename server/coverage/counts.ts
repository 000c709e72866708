// How often things were met, and in which request last. Bounded: what is counted are ids of tables.

/** The last request is absent where nobody knows it, as of a flow that began before the counting. */
export interface Met {
  readonly count: number;
  readonly last?: string;
}

const NEVER: Met = { count: 0 };
/** More than any table holds. */
const MOST = 1000;

export class Counts {
  readonly #met = new Map<string, Met>();

  add(id: string, request: string | undefined): void {
    const before = this.#met.get(id);
    if (before === undefined && this.#met.size >= MOST) return;
    const last = request ?? before?.last;
    this.#met.set(id, { count: (before?.count ?? 0) + 1, ...(last === undefined ? {} : { last }) });
  }

  /** One less: it turned out to be something else. */
  takeBack(id: string): void {
    const { count } = this.of(id);
    if (count > 1) this.#met.set(id, { ...this.of(id), count: count - 1 });
    else this.#met.delete(id);
  }

  of(id: string): Met {
    return this.#met.get(id) ?? NEVER;
  }
}
