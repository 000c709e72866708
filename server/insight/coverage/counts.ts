// How often things were met, and in which request last. Bounded: what is counted are ids of tables.

/** The last request is absent where nobody knows it, as of a flow that began before the counting. */
export interface Met {
  readonly count: number;
  readonly last?: string;
}

const NEVER: Met = { count: 0 };
/** More than any table holds. */
const MOST = 1000;

/** Counted up in place: it happens several times for every request. */
interface Counting {
  count: number;
  last?: string;
}

export class Counts {
  readonly #met = new Map<string, Counting>();

  add(id: string, request: string | undefined): void {
    let counting = this.#met.get(id);
    if (counting === undefined) {
      if (this.#met.size >= MOST) return;
      counting = { count: 0 };
      this.#met.set(id, counting);
    }
    counting.count += 1;
    if (request !== undefined) counting.last = request;
  }

  /** One less: it turned out to be something else. */
  takeBack(id: string): void {
    const counting = this.#met.get(id);
    if (counting === undefined) return;
    counting.count -= 1;
    if (counting.count === 0) this.#met.delete(id);
  }

  of(id: string): Met {
    return this.#met.get(id) ?? NEVER;
  }
}
