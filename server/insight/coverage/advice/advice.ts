// What the client seen had better do otherwise, as a table. A row says how to mend it; what was seen of it
// is in the tally.
import type { Operation } from '../../../bank/banks/operation.ts';
import { TOLERANCES } from '../../../protocol/tolerances.ts';
import type { Tally } from '../tally.ts';
import type { Seen } from './sightings.ts';

/** A type, not an interface: it goes out as JSON. */
export type Advice = {
  readonly id: string;
  /** What was seen. */
  readonly title: string;
  /** What to do about it. */
  readonly text: string;
  readonly count: number;
  /** Names of requests, at most five, the last one last. */
  readonly examples: readonly string[];
};

export interface Look {
  readonly tally: Tally;
  readonly operations: readonly Operation[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

interface AdviceRow {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly seen: (look: Look) => Seen;
  /** A last sentence about what was seen. */
  readonly about?: (look: Look) => string;
}

const NOTHING: Seen = { count: 0, examples: [] };

const HABITS: readonly AdviceRow[] = [
  {
    id: 'request-id-reused',
    title: 'An X-Request-ID was used for more than one request',
    text: 'Make a new one for every request, also when one is sent again: it is how you and the bank find a single request.',
    seen: ({ tally }) => tally.watchers.requestIds.seen,
  },
  {
    id: 'psu-ip-address-of-a-machine',
    title: 'PSU-IP-Address was the address of a machine of yours or of the bank',
    text: "Send the PSU's own address, and only while the PSU is there. It was a loopback address, an unspecified one or the bank's own, which no PSU has; a call in the background goes without the header.",
    seen: ({ tally }) => tally.watchers.machineAddresses.seen,
  },
  {
    id: 'psu-ip-address-in-background',
    title: 'PSU-IP-Address was sent in calls that look like background calls',
    text: 'Leave the header out when no PSU is waiting for the answer. The same account data was read twenty times or more, at even intervals, and nothing else happened meanwhile: so does a job, hardly a person.',
    seen: ({ tally }) => tally.watchers.frequentReads.seen,
  },
  {
    id: 'polling-too-fast',
    title: 'The same read came again within a second, three times running or more',
    text: 'Wait a second or more between two looks at the same thing, and longer each time.',
    seen: ({ tally }) => tally.watchers.polling.seen,
  },
  {
    id: 'date-near-limit',
    title: "Date was within 15 seconds of the limit of 60 from the bank's wall clock",
    text: 'Set the Date when the request is sent, not when it is queued, and keep the clock of your machine in time (NTP).',
    seen: ({ tally }) => tally.watchers.dates.seen,
  },
  {
    id: 'sca-redirect-not-followed',
    title: 'A scaRedirect link was handed out and nobody came to it',
    text: 'Send the PSU to the link, once, and ask for the next one when it has ended. It was left for more than a minute, or another link was asked for in the same session.',
    seen: ({ tally, now }) => tally.flows.links.unfollowed(now),
  },
  {
    id: 'refusal-repeated',
    title: 'A refused request was sent again unchanged, and refused again for the same reason',
    text: 'An answer of 400 to 499 stays the same until the request, or the state of things, changes: mend it as its tppMessages say instead of trying again.',
    seen: ({ tally }) => tally.watchers.refusals.seen,
  },
  {
    id: 'deprecated-operation',
    title: 'A deprecated operation was used',
    text: 'It will go away; its summary and the documentation of the interface (/docs) say what to use instead.',
    seen: ({ tally, operations }) => deprecatedUse(tally, operations),
    about: ({ tally, operations }) => `Used: ${deprecatedNames(tally, operations)}.`,
  },
];

/** One for each rule whose tolerated forms were sent (FIND-01). */
const TOLERATED: readonly AdviceRow[] = TOLERANCES.map(({ rule, forms, right }) => ({
  id: `tolerated-${rule.toLowerCase()}`,
  title: `Tolerated under ${rule}: ${forms}`,
  text: `The bank takes it, others may not. Send ${right}.`,
  seen: ({ tally }) => tally.found.get(rule) ?? NOTHING,
}));

export const ADVICE: readonly AdviceRow[] = [...HABITS, ...TOLERATED];

/** What there is reason to say. */
export function adviceOf(look: Look): readonly Advice[] {
  return ADVICE.flatMap(({ id, title, text, seen, about }) => {
    const { count, examples } = seen(look);
    if (count === 0) return [];
    const sentences = about === undefined ? text : `${text} ${about(look)}`;
    return [{ id, title, text: sentences, count, examples: [...examples] }];
  });
}

function deprecatedNames({ operations: met }: Tally, operations: readonly Operation[]): string {
  return operations
    .filter(({ id, deprecated }) => deprecated === true && met.of(id).count > 0)
    .map(({ method, path, summary }) => `${method} ${path} (${summary})`)
    .join(', ');
}

function deprecatedUse({ operations: met }: Tally, operations: readonly Operation[]): Seen {
  const used = operations.filter((row) => row.deprecated === true).map(({ id }) => met.of(id));
  const count = used.reduce((sum, { count: times }) => sum + times, 0);
  return { count, examples: used.flatMap(({ last }) => last ?? []).slice(0, 5) };
}
