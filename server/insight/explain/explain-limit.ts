// Explaining costs more than refusing, and anyone can cause a refusal. So the work per second is limited
// (SIG-15); beyond the limit the bank sends the plain refusal.

/** Explanations per TPP and second of wall time. */
export const MOST_PER_TPP = 20;
/** Strings, or kilobytes of them, hashed per second for all callers together: about 200 ms. */
export const MOST_WORK = 60_000;
/** Fixed cost of one explanation, as a number of strings. */
const EACH = 200;

export interface ExplainLimit {
  /**
   * Whether another explanation is allowed now (wall clock, milliseconds).
   *
   * @param tpp the caller; computed only if work is left
   */
  allows(tpp: () => string, now: number): boolean;
  /** Adds the cost of an explanation: strings that were hashed, or kilobytes of them. */
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
