// Adds the explanation to a refused signature's answer (SIG-15).
import type { CallFacts, Incoming } from '../../checks/call-facts.ts';
import type { Explainer, Explanation } from '../../insight/explain/explanation.ts';
import type { Turns } from '../../insight/explain/slices.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { ApiError } from '../../protocol/errors.ts';

interface ExplainDeps {
  readonly explainer: Pick<Explainer, 'explain'>;
  readonly turns: Turns;
  readonly log: Pick<Log, 'error'>;
  readonly wallClock: Clock;
  readonly ticks: () => number;
  /** What the checks found out before one refused. */
  readonly facts: Partial<CallFacts>;
}

interface Refused {
  readonly thrown: unknown;
  readonly explanation?: Explanation;
  /** Milliseconds until it was explained, with the wait for other refusals. */
  readonly explaining?: number;
}

/** What was not looked into says so, and how to get it explained. */
const TOO_BUSY =
  'The bank did not look for the cause, because too many refusals wait for that; send this request again by itself, or give it to "sandbank explain".';

/** The refusal, with a better sentence if there is one; rule, code, path and status stay. */
export async function explainRefusal(
  incoming: Incoming,
  thrown: unknown,
  deps: ExplainDeps,
): Promise<Refused> {
  if (!(thrown instanceof ApiError)) return { thrown };
  const { ticks, explainer, turns, wallClock, log, facts } = deps;
  const { rule, code, details, message } = thrown;
  const { bank } = incoming;
  const said = (text: string) => new ApiError(rule, code, text, details);
  const started = ticks();
  try {
    const work = explainer.explain(incoming, thrown, { bank, now: wallClock(), facts });
    if (work === undefined) return { thrown };
    const explanation = await turns.take(bank, work);
    if (explanation === undefined) return { thrown: said(`${message} ${TOO_BUSY}`) };
    return { thrown: said(explanation.sentence), explanation, explaining: ticks() - started };
  } catch (error) {
    // The plain refusal stays, because the request is still wrong.
    log.error({ err: error, rule }, 'a refusal could not be explained');
    return { thrown };
  }
}
