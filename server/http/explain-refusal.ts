// SIG-15 at the door: a refused signature is answered with what is wrong with it.
import type { Explainer } from '../explain/explainer.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Incoming } from './incoming.ts';

export interface ExplainDeps {
  readonly explainer: Explainer;
  readonly wallClock: Clock;
  readonly ticks: () => number;
}

export interface Refused {
  readonly thrown: unknown;
  readonly explanation?: Explanation;
  /** Milliseconds that explaining took. */
  readonly explaining?: number;
}

/** The refusal with a better sentence where there is one; its rule, code, path and status stay. */
export function explainRefusal(
  incoming: Incoming,
  thrown: unknown,
  { explainer, wallClock, ticks }: ExplainDeps,
): Refused {
  if (!(thrown instanceof ApiError)) return { thrown };
  const started = ticks();
  const about = { bank: incoming.bank, now: wallClock() };
  const explanation = explainer.explain(incoming, thrown, about);
  if (explanation === undefined) return { thrown };
  const { rule, code, details } = thrown;
  return {
    thrown: new ApiError(rule, code, explanation.sentence, details),
    explanation,
    explaining: ticks() - started,
  };
}
