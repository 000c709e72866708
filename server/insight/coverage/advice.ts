// Advice on how the client should behave, as a table: each row says how to fix one habit.
import type { Operation } from '../../bank/banks/operation.ts';
import { TOLERANCES } from '../../protocol/tolerances.ts';
import type { BankCoverage } from './bank-coverage.ts';
import type { Count } from './counts.ts';
import type { Habit } from './habits.ts';

/** A type, not an interface, because it is sent as JSON. */
export type Advice = {
  readonly id: string;
  /** What the bank saw. */
  readonly title: string;
  /** What to do about it. */
  readonly text: string;
  readonly count: number;
  /** Names of requests, at most five, the latest last. */
  readonly examples: readonly string[];
};

interface AdviceRow extends Pick<Advice, 'title' | 'text'> {
  readonly id: string;
}

const HABITS: readonly (AdviceRow & { readonly id: Habit })[] = [
  {
    id: 'request-id-reused',
    title: 'An X-Request-ID was used for more than one request',
    text: 'Use a new one for every request, also when you send one again. You and the bank find a single request by it.',
  },
  {
    id: 'psu-ip-address-of-a-machine',
    title: 'PSU-IP-Address was a loopback or an unspecified address',
    text: "Send the PSU's own address, and only while the PSU is present. No PSU has such an address; leave the header out of background calls.",
  },
  {
    id: 'date-near-limit',
    title: "Date was within 15 seconds of the limit of 60 from the bank's wall clock",
    text: 'Set the Date when you send the request, not when you queue it, and keep the clock of your machine in time (NTP).',
  },
];

const DEPRECATED: AdviceRow = {
  id: 'deprecated-operation',
  title: 'A deprecated operation was used',
  text: 'It will be removed; the API reference (/docs) says what to use instead.',
};

/** One row for each rule whose tolerated forms were sent (FIND-01). */
const TOLERATED: readonly (AdviceRow & { readonly rule: string })[] = TOLERANCES.map(
  ({ rule, forms, right }) => ({
    id: `tolerated-${rule.toLowerCase()}`,
    rule,
    title: `Tolerated under ${rule}: ${forms}`,
    text: `This bank accepts it, others may not. Send ${right}.`,
  }),
);

export const ADVICE: readonly AdviceRow[] = [...HABITS, DEPRECATED, ...TOLERATED];

/** The advice for what this bank saw. */
export function adviceOf(
  { habits, counts: { operations: used, found } }: BankCoverage,
  operations: readonly Operation[],
): readonly Advice[] {
  const deprecated = operations
    .filter((row) => row.deprecated === true)
    .map((row) =>
      adviceFrom(
        { ...DEPRECATED, text: `${DEPRECATED.text} Used: ${nameOf(row)}.` },
        used.of(row.id),
      ),
    );
  return [
    ...HABITS.map((row) => adviceFrom(row, habits.seen.of(row.id))),
    ...deprecated,
    ...TOLERATED.map((row) => adviceFrom(row, found.of(row.rule))),
  ].filter(({ count }) => count > 0);
}

const adviceFrom = ({ id, title, text }: AdviceRow, { count, examples }: Count): Advice => ({
  id,
  title,
  text,
  count,
  examples: [...examples],
});

const nameOf = ({ method, path, summary }: Operation): string => `${method} ${path} (${summary})`;
