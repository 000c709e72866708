// Adds the explanation to a refused signature's answer (SIG-15).
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
  /** What the checks found out before one refused. */
  readonly facts: Partial<CallFacts>;
}

export interface Refused {
  readonly thrown: unknown;
  readonly explanation?: Explanation;
  /** Milliseconds spent on explaining. */
  readonly explaining?: number;
}

/** The refusal, with a better sentence if there is one; rule, code, path and status stay. */
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

/** If the explainer fails, the plain refusal stays, because the request is still wrong. */
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
