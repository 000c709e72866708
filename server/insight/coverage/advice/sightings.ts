// Where something was seen: how often, and in which requests last.

/** As a report shows it. */
export interface Seen {
  readonly count: number;
  /** Names of requests, at most five, the last one last. */
  readonly examples: readonly string[];
}

const MOST_EXAMPLES = 5;

export class Sightings implements Seen {
  count = 0;
  readonly examples: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.examples.includes(name)) return;
    this.examples.push(name);
    if (this.examples.length > MOST_EXAMPLES) this.examples.shift();
  }
}
