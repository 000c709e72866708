// What the bank says of a client that has played a scenario (SCEN-02, SCEN-03).
import { defined } from '../../kernel/defined.ts';
import { effectText } from './effect-text.ts';
import { good, isConsent, isPayment, isRead, named, type Of } from './judgements.ts';
import type { Playing, Stage } from './play.ts';
import { type Judgement, sentenceOf, type Task } from './scenario.ts';
import { look, type Sent, type Stored } from './seen.ts';

export type Failure = {
  readonly sentence: string;
  readonly cites: string;
  /** What happened, in this run. */
  readonly text: string;
  /** The bank's id of the request that earned it, `x17`. */
  readonly request?: string;
};

type TimelineEntry = {
  readonly id: string;
  readonly run: number;
  readonly request: string;
  readonly status: number;
  readonly codes: readonly string[];
  /** What the bank did at this request: `moved its clock by PT61M`. */
  readonly happened?: string;
};

export type Verdict = {
  readonly name: string;
  readonly title: string;
  /** Of what a client must do. */
  readonly failures: readonly Failure[];
  /** Of what it should do. */
  readonly advice: readonly Failure[];
  readonly requests: readonly TimelineEntry[];
};

/** The requests of the client so far, the oldest first. */
export async function timeline({ control }: Stage, { begins }: Playing) {
  const { requests } = await look(control, begins);
  return requests.map(entryOf);
}

/** What the bank says about the requests since the scenario began. @param stored what the client has, if it shows that */
export async function judge(stage: Stage, playing: Playing, stored?: Stored): Promise<Verdict> {
  const { scenario, control } = stage;
  const { begins, connected } = playing;
  const seen = await look(control, begins, defined({ connected, stored }));
  const { name, title, must = [], should = [] } = scenario;
  const refused = seen.requests.find((one) => isMalformed(one, seen));
  // Said once, where no request shows what was wrong.
  const refusals = refused
    ? [` Before, the bank refused ${named(refused)}: ${saidOf(refused)}`]
    : [];
  const wrongIn = (judgements: readonly Judgement[]) =>
    judgements.flatMap((judgement): Failure[] => {
      const found = judgement.wrong(seen);
      if (found === undefined) return [];
      const text = found.at === undefined ? `${found.text}${refusals.pop() ?? ''}` : found.text;
      const request = defined({ request: found.at?.id });
      return [{ sentence: sentenceOf(judgement), cites: judgement.cites, text, ...request }];
    });
  const isConnected = begins.length > 0;
  const failures = wrongIn(
    isConnected ? [ASKED, isUnderstood(scenario.task), ...must] : [CONNECTS],
  );
  return {
    name,
    title,
    failures: failures.length > 0 ? failures : wrongIn([TOOK_PLACE]),
    advice: isConnected ? wrongIn(should) : [],
    requests: seen.requests.map(entryOf),
  };
}

const CONNECTS: Judgement = {
  says: 'connects',
  cites: 'SCEN-02',
  wrong: () => ({
    text: 'After connect, the bank has no session of this person: your client got no access.',
  }),
};

/** A client that did nothing shows nothing. */
const ASKED: Judgement = {
  says: 'does its task: the bank sees a request',
  cites: 'SCEN-02',
  wrong: ({ requests }) =>
    requests.length > 0
      ? undefined
      : { text: 'The bank saw no request. Does your client use the address of SANDBANK_URL?' },
};

/** The requests that a task is about. */
const OF_TASK: Readonly<Record<Task, Of>> = {
  connect: isConsent,
  read: isRead,
  refresh: isRead,
  cards: isRead,
  pay: isPayment,
  cancel: isPayment,
  basket: isPayment,
};

/** The bank refused it for its form, its signature or its certificate, and the scenario is not about that. */
const isMalformed: Of = ({ status, codes, answer }) => {
  if (answer?.tppMessages?.[0]?.path === 'Date' || codes.includes('KID_INVALID')) return false;
  const isUnknown = status === 404 && !codes.includes('RESOURCE_UNKNOWN');
  return status === 400 || isUnknown || codes.includes('FORBIDDEN');
};

/** A client of whose requests none is right passes nothing: nothing has happened to it. */
const isUnderstood = (task: Task): Judgement =>
  good('sends requests that the bank can answer', 'SCEN-03').unless((seen) => {
    const own = seen.requests.filter((one) => OF_TASK[task](one, seen));
    const asked = own.length > 0 ? own : seen.requests;
    const at = asked.find((one) => isMalformed(one, seen));
    const isRight = (one: Sent) => one.status < 500 && !isMalformed(one, seen);
    if (at === undefined || asked.some(isRight)) return undefined;
    return { at, text: `The bank refused it: ${saidOf(at)}` };
  });

const saidOf = ({ status, answer }: Sent): string => {
  const { code = '', path = '', text = '' } = answer?.tppMessages?.[0] ?? {};
  return `${status} ${code} ${path} ${text}`;
};

/** Said only of a client that did nothing else wrong. */
const TOOK_PLACE = good('gets so far that something happens', 'SCEN-03').unless(({ undone }) => {
  const text = `Your client never sent the request at which something happens: the bank ${undone.map(effectText).join('; ')}.`;
  return undone.length === 0 ? undefined : { text };
});

const entryOf = (sent: Sent): TimelineEntry => ({
  id: sent.id,
  run: sent.run,
  request: `${sent.method} ${sent.path}${sent.query.size === 0 ? '' : `?${sent.query}`}`,
  status: sent.status,
  codes: sent.codes,
  ...defined({ happened: happenedAt(sent) }),
});

const happenedAt = ({ effect, atLink }: Sent): string | undefined =>
  effect === undefined
    ? atLink && `${effectText(atLink)}, when the link was opened`
    : effectText(effect);
