// SIG-15 at the door: a refused signature is answered with what is wrong with it.
import type { CallFacts, Incoming } from '../../checks/call-facts.ts';
import type { Explainer } from '../../insight/explain/explainer.ts';
import type { Explanation } from '../../insight/explain/explanation.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { ApiError } from '../../protocol/errors.ts';

export interface ExplainDeps {
  readonly explainer: Pick<Explainer, 'explain'>;
  readonly log: Pick<Log, 'error'>;
  readonly wallClock: Clock;
  readonly ticks: () => number;
  /** What the checks have found out before one refused. */
  readonly facts: Partial<CallFacts>;
}

export interface Refused {
  readonly thrown: unknown;
  readonly explanation?: Explanation;
  /** Milliseconds that explaining took. */
  readonly explaining?: number;
}

/** The refusal with a better sentence where there is one; its rule, code, path and status stay. */
export function explainRefusal(incoming: Incoming, thrown: unknown, deps: ExplainDeps): Refused {
  if (!(thrown instanceof ApiError)) return { thrown };
  const { ticks } = deps;
  const started = ticks();
  const explanation = explained(incoming, thrown, deps);
  if (explanation === undefined) return { thrown };
  const { rule, code, details } = thrown;
  return {
    thrown: new ApiError(rule, code, explanation.sentence, details),
    explanation,
    explaining: ticks() - started,
  };
}

/** A fault of the explainer leaves the refusal as it was: what is wrong with the request does not change. */
function explained(
  incoming: Incoming,
  refusal: ApiError,
  { explainer, wallClock, log, facts }: ExplainDeps,
): Explanation | undefined {
  try {
    return explainer.explain(incoming, refusal, { bank: incoming.bank, now: wallClock(), facts });
  } catch (error) {
    log.error({ err: error, rule: refusal.rule }, 'a refusal could not be explained');
    return undefined;
  }
}
