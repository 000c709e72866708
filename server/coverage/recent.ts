// The latest of many things by key; beyond a number the oldest are forgotten. Costs next to nothing while
// empty, of which there is one of several kinds for every bank.
import { createHash } from 'node:crypto';

/** A key may hold a whole target; long ones are hashed. */
const LONGEST_KEY = 300;

export class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#values.get(shortened(key));
  }

  /** The key becomes the newest. */
  set(key: string, value: Value): void {
    const short = shortened(key);
    this.#values.delete(short);
    this.#values.set(short, value);
    if (this.#values.size <= this.#most) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  /** Oldest first. */
  values(): Iterable<Value> {
    return this.#values.values();
  }
}

function shortened(key: string): string {
  return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64');
}
