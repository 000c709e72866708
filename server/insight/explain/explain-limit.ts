// Explaining costs more than refusing, and anyone may be refused: so much of it per second and no more
// (SIG-15). Beyond that the plain refusal must do.

/** Explanations that one TPP gets in a second of wall time. */
export const MOST_PER_TPP = 20;
/** Strings, or kilobytes of them, that are hashed in a second for everyone together: some 200 ms. */
export const MOST_WORK = 60_000;
/** What reading a request once more costs, whatever comes of it: as much as this many strings. */
const EACH = 200;

export interface ExplainLimit {
  /**
   * Whether another explanation may be had now (wall clock, milliseconds).
   * @param tpp who asks; found out only where there is work left for anybody
   */
  allows(tpp: () => string, now: number): boolean;
  /** What an explanation has cost beyond that: strings that were hashed, or kilobytes of them. */
  spend(work: number): void;
}

export function createExplainLimit(): ExplainLimit {
  let second = Number.NaN;
  let work = 0;
  const perTpp = new Map<string, number>();
  return {
    allows(tpp, now) {
      const current = Math.floor(now / 1000);
      if (current !== second) {
        second = current;
        work = 0;
        perTpp.clear();
      }
      if (work >= MOST_WORK) return false;
      const name = tpp();
      const count = perTpp.get(name) ?? 0;
      if (count >= MOST_PER_TPP) return false;
      perTpp.set(name, count + 1);
      work += EACH;
      return true;
    },
    spend(more) {
      work += more;
    },
  };
}
