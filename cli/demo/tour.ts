// The demo's output: prints every exchange in one line and checks every expectation.
import type { Output } from '../command.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** What this exchange shows, in a few words. */
  readonly shows: string;
}

/** Prints the steps and counts unexpected results. */
export class Tour {
  readonly #output: Output;
  #failures = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  get failures(): number {
    return this.#failures;
  }

  chapter(title: string): void {
    this.#output.out(`\n${title}`);
  }

  line(seen: Seen): void {
    const method = seen.method.padEnd(6);
    const path = shorten(seen.path).padEnd(58);
    this.#output.out(`  ${method} ${path} ${seen.status}  ${seen.shows}`);
  }

  /** Counts a failure unless `holds`. */
  expect(holds: boolean, what: string): void {
    if (holds) return;
    this.#failures += 1;
    this.#output.out(`  ✗ not as expected: ${what}`);
  }
}

function shorten(path: string): string {
  return path.length <= 58 ? path : `${path.slice(0, 34)}…${path.slice(-23)}`;
}
