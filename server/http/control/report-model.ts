// What reports show besides the answer. Here it is what the page of one request says first: one sentence, then all
// mistakes in their order, and what fixes them. Pure.
import type { ReportView } from '../../bank/banks/control-operation.ts';
import { MINUTE } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { MIN_BITS } from '../../signing/algorithm.ts';
import { type CoverageAnswer, coverageModel } from './coverage-model.ts';
import { type FiguresAnswer, figuresModel } from './figures-model.ts';
import { filtersOf, type ListAnswer, requestsModel } from './requests-model.ts';

/** Reports of the control API, below `/_sandbox/`, and the keys of their titles. They are the group `traffic`. */
export const REPORTS = {
  requests: 'console.requests.title',
  figures: 'report.figures.title',
  coverage: 'console.coverage.title',
  readiness: 'console.readiness.title',
};

type Query = Readonly<Record<string, string>>;

export function reportModel(view: ReportView, answer: object, query: Query): object {
  if (view === 'request') return verdictPage(answer as VerdictAnswer);
  if (view === 'coverage') return coverageModel(answer as CoverageAnswer);
  if (view === 'figures') return figuresModel(answer as FiguresAnswer, filtersOf(query));
  return view === 'requests' ? requestsModel(answer as ListAnswer, query) : {};
}

/** As much of the answer as this reads (`control/request-view.json`). */
interface VerdictAnswer {
  readonly at: string;
  readonly bankTime?: string;
  readonly status: number;
  readonly fault?: string;
  readonly brokenOff?: boolean;
  readonly verdict: readonly Step[];
  readonly explanation?: {
    readonly readings: readonly { readonly sentence: string }[];
    readonly next?: readonly Mistake[];
  };
  readonly answer: { readonly messages: readonly Mistake[] };
  readonly signature?: {
    readonly certificate?: {
      readonly organisationId?: string;
      readonly roles?: readonly string[];
      readonly keyType?: string;
      readonly keyBits?: number;
    };
  };
  readonly scaFlow?: { readonly scaStatus?: string; readonly redirect?: string };
}

interface Step {
  readonly check: string;
  readonly outcome: string;
  readonly text?: string;
}

interface Mistake {
  readonly rule?: string;
  readonly code?: string;
  readonly path?: string;
  readonly text: string;
}

/** `readings`: one of them is right. `errors`: of one check. `next`: of one check after the other. */
interface Mistakes {
  readonly kind: 'readings' | 'errors' | 'next';
  readonly items: readonly Mistake[];
}

/** Checks that a new certificate of the test authority passes. */
const OF_CERTIFICATE = ['certificate', 'algorithm', 'validity', 'trust', 'role', 'revocation'];

function verdictPage(answer: VerdictAnswer) {
  const step = answer.verdict.find(({ outcome }) => outcome === 'refused');
  const around = defined({ movedTime: movedTime(answer), removes: faultToRemove(answer, step) });
  if (step === undefined) return { mistakes: undefined, ...around };
  const toSca = answer.status === 401 && answer.scaFlow !== undefined;
  const isWaiting =
    answer.scaFlow?.scaStatus !== undefined && answer.scaFlow.redirect === undefined;
  return {
    step,
    toSca,
    opensSca: isWaiting,
    ...around,
    ...defined({
      date: step.check === 'date' ? dateFor(answer) : undefined,
      mistakes: toSca ? undefined : mistakesOf(answer, step),
      headline: step.text === undefined ? undefined : headlineOf(step.text),
      newCertificate: certificateFor(answer, step),
    }),
  };
}

/** What the bank's clock shows if it was moved: a request takes less than this. */
const MOVED = MINUTE;

function movedTime({ at, bankTime }: VerdictAnswer): string | undefined {
  if (bankTime === undefined) return undefined;
  return Math.abs(Date.parse(bankTime) - Date.parse(at)) < MOVED ? undefined : bankTime;
}

/** The fault that is why the request failed, and not one that only made it slow. */
const faultToRemove = ({ fault, brokenOff }: VerdictAnswer, step: Step | undefined) =>
  step?.check === 'fault' || brokenOff === true ? fault : undefined;

/** The Date that would have been right, and whether another clock is what was wrong with the one that was sent. */
const dateFor = ({ at, answer }: VerdictAnswer) => ({
  right: new Date(at).toUTCString(),
  isOfOtherClock: answer.messages.some(({ code }) => code === 'BAD_REQUEST'),
});

function mistakesOf({ explanation, answer }: VerdictAnswer, { text = '' }: Step) {
  const { readings = [], next = [] } = explanation ?? {};
  const several = (kind: Mistakes['kind'], items: readonly Mistake[]): Mistakes | undefined =>
    items.length > 1 ? { kind, items } : undefined;
  const possible = readings.map(({ sentence }) => ({ text: sentence }));
  const errors = answer.messages;
  const first = headlineOf(text).sentence;
  return (
    several('readings', possible) ??
    several('errors', errors) ??
    several('next', [{ text: first }, ...next])
  );
}

/** The page shows the bank's string in full below. */
const STRING = " The bank's is, with ⏎ for each LF: ";

/** The first sentence, and the others. */
function headlineOf(text: string): { readonly sentence: string; readonly others?: string } {
  const whole = text.endsWith('".') ? (text.split(STRING, 1)[0] as string) : text;
  const isOutside = (at: number) => whole.slice(0, at).split('"').length % 2 === 1;
  for (const { index } of whole.matchAll(/(?<=[.?!]) (?=[A-Z"(])/g)) {
    if (!isOutside(index)) continue;
    return { sentence: whole.slice(0, index), others: whole.slice(index + 1) };
  }
  return { sentence: whole };
}

/** For the same organisation, with the same roles unless they are what is wrong. */
function certificateFor({ signature }: VerdictAnswer, { check }: Step) {
  const sent = signature?.certificate;
  if (sent === undefined || !OF_CERTIFICATE.includes(check)) return undefined;
  const { organisationId = '', roles = [], keyType, keyBits = 0 } = sent;
  if (check === 'algorithm' && keyType === 'rsa' && keyBits >= MIN_BITS) return undefined;
  return { organisationId, roles: check === 'role' ? [] : roles };
}
