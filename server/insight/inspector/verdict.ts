// The verdict on a request: every check in order, with its outcome (ORD-01, CTRL-05).
import { CHECK_NAMES, type CheckName } from '../../checks/checks.ts';
import { defined } from '../../kernel/defined.ts';
import type { TppMessage } from '../../protocol/errors.ts';
import type { Refusal, SeenRequest } from './seen-request.ts';

export interface VerdictStep {
  readonly check: CheckName;
  /** `skipped`: does not apply to this bank or request. `not reached`: an earlier check refused. */
  readonly outcome: 'passed' | 'refused' | 'skipped' | 'not reached';
  readonly rule?: string;
  readonly expected?: string;
  readonly got?: string;
  /** Why it refused. */
  readonly text?: string;
}

/** What a verdict is made of; a request that no bank has answered has no answer. */
type Judged = Pick<SeenRequest, 'entered'> & {
  readonly refusal?: Omit<Refusal, 'status'> | undefined;
  readonly answer?: SeenRequest['answer'];
};

export function verdictOf(request: Judged): readonly VerdictStep[] {
  const { entered } = request;
  const refused = refusalStep(request);
  const last = Math.max(-1, ...entered.map((check) => CHECK_NAMES.indexOf(check)));
  return CHECK_NAMES.map((check, at) => {
    if (check === refused?.check) return refused;
    if (entered.includes(check)) return { check, outcome: 'passed' };
    // A check that did not begin, although a later one did, was skipped.
    return { check, outcome: at < last || refused === undefined ? 'skipped' : 'not reached' };
  });
}

/** The check that refused: the last that began. A 401 that begins an SCA is a refusal by the operation. */
function refusalStep({ entered, refusal, answer }: Judged): VerdictStep | undefined {
  if (refusal === undefined && (answer === undefined || answer.status < 400)) return undefined;
  const rule = refusal?.rule ?? answer?.rule;
  const { expected, got } = refusal?.details ?? {};
  const text = refusal?.text ?? (answer && messagesOf(answer.body.bytes)[0]?.text);
  const check = entered.at(-1) ?? 'size';
  return { check, outcome: 'refused', ...defined({ rule, expected, got, text }) };
}

/** `tppMessages` of an answer; empty if there are none or they cannot be read. */
export function messagesOf(body: Buffer): readonly TppMessage[] {
  try {
    const { tppMessages = [] } = JSON.parse(body.toString('utf8')) as {
      tppMessages?: readonly TppMessage[];
    };
    return tppMessages;
  } catch {
    return [];
  }
}
