// What a Sandbank counts while it works (CTRL-09). To count costs next to nothing; a scrape does the rest.
import { getOrSet } from '../../kernel/get-or-set.ts';

/** Upper bounds in milliseconds; longer times are counted above them. */
export const BOUNDS = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const;

/** Counts times by {@link BOUNDS}. */
export class Times {
  readonly counts: number[] = Array.from({ length: BOUNDS.length + 1 }, () => 0);
  /** Milliseconds. */
  sum = 0;

  add(millis: number): void {
    let at = 0;
    while (millis > (BOUNDS[at] ?? Number.POSITIVE_INFINITY)) at++;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += millis;
  }
}

/** The answers of one operation. */
class AnswerCounts {
  readonly byStatus = new Map<number, number>();
  readonly times = new Times();
}

/** Answers by operation; `none` for requests that led to no operation. */
export class ApiMeters {
  readonly operations = new Map<string, AnswerCounts>();

  /** @param millis how long it took, where that is measured */
  answered(operation: string | undefined, status: number, millis?: number): void {
    const counts = getOrSet(this.operations, operation ?? 'none', () => new AnswerCounts());
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    if (millis !== undefined) counts.times.add(millis);
  }
}

export class Meters {
  readonly v1 = new ApiMeters();
  readonly control = new ApiMeters();
  /** From the arrival of a signed request to the end of the checks of its signature. */
  readonly verification = new Times();
  /** From there to the answer: the bank's transaction, until it is durable. */
  readonly transaction = new Times();
  /** FAULT-01 */
  faultsFired = 0;
}
