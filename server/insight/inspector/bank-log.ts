// One bank's exchanges in the order in which they were recorded, with their weight. Adding one and giving
// up the oldest take the same short time however many there are.
import type { Exchange } from './exchange.ts';

interface Entry {
  readonly exchange: Exchange;
  readonly bytes: number;
}

export class BankLog {
  /** Number of the last exchange that began. */
  last: number;
  /** What is kept weighs so much. */
  bytes = 0;
  /** Given up from the front: those places are empty until half of them are, then all move up. */
  #entries: (Entry | undefined)[] = [];
  #first = 0;

  /** @param last numbers go on from there */
  constructor(last: number) {
    this.last = last;
  }

  get size(): number {
    return this.#entries.length - this.#first;
  }

  add(exchange: Exchange, bytes: number): void {
    this.#entries.push({ exchange, bytes });
    this.bytes += bytes;
  }

  /** Gives up the oldest and returns its bytes; 0 where there is none. */
  dropOldest(): number {
    const oldest = this.#entries[this.#first];
    if (oldest === undefined) return 0;
    this.#entries[this.#first] = undefined;
    this.#first += 1;
    this.bytes -= oldest.bytes;
    if (this.#first * 2 > this.#entries.length) {
      this.#entries.splice(0, this.#first);
      this.#first = 0;
    }
    return oldest.bytes;
  }

  /** Gives up all of them and returns their bytes. */
  clear(): number {
    const freed = this.bytes;
    this.#entries = [];
    this.#first = 0;
    this.bytes = 0;
    return freed;
  }

  *newestFirst(): Generator<Exchange> {
    const entries = this.#entries;
    for (let at = entries.length - 1; at >= this.#first; at--) {
      const entry = entries[at];
      if (entry !== undefined) yield entry.exchange;
    }
  }
}
