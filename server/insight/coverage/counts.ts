// How often each id was seen, and in which requests last. The ids come from tables, so their number is
// limited.

import { getOrSet } from '../../kernel/get-or-set.ts';

export interface Count {
  readonly count: number;
  /** Names of requests, at most five, the latest last. */
  readonly examples: readonly string[];
}

/** Id, count and examples of each. */
export type CountsJson = readonly (readonly [string, number, readonly string[]])[];

const MOST_EXAMPLES = 5;
const NEVER: Count = { count: 0, examples: [] };
const unseen = () => ({ count: 0, examples: [] });

export class Counts {
  readonly #counts: Map<string, { count: number; readonly examples: string[] }>;

  constructor(counts: CountsJson = []) {
    this.#counts = new Map(
      counts.map(([id, count, examples]) => [id, { count, examples: [...examples] }]),
    );
  }

  /** @param request absent if no known request led to it */
  add(id: string, request?: string): void {
    const seen = getOrSet(this.#counts, id, unseen);
    seen.count += 1;
    if (request === undefined || seen.examples.includes(request)) return;
    seen.examples.push(request);
    if (seen.examples.length > MOST_EXAMPLES) seen.examples.shift();
  }

  of(id: string): Count {
    return this.#counts.get(id) ?? NEVER;
  }

  /** What a new one is made from. */
  toJson(): CountsJson {
    return [...this.#counts].map(([id, { count, examples }]) => [id, count, examples]);
  }

  /** Every id that was counted. */
  ids(): readonly string[] {
    return [...this.#counts.keys()];
  }
}
