// The latest of many things by key; beyond a number the oldest are forgotten. Costs next to nothing while
// empty, of which there is one of several kinds for every bank, and little for every request.
import { createHash } from 'node:crypto';

/** A key may hold a whole target; long ones are hashed. */
const LONGEST_KEY = 300;

/**
 * Two generations: when the young one is full it becomes the old one, and what was old is forgotten at
 * once. Giving up one at a time would cost a deletion for every request.
 */
export class Recent<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  readonly #most: number;

  /** @param most so many of the latest are kept in any case, and less than twice as many at any time */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const short = shortened(key);
    return this.#young.get(short) ?? this.#old.get(short);
  }

  /** The key becomes one of the newest. */
  set(key: string, value: Value): void {
    this.#young.set(shortened(key), value);
    if (this.#young.size < this.#most) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}

function shortened(key: string): string {
  return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64');
}
