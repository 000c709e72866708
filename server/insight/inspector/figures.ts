// What the log of a bank adds up to (CTRL-05): requests per minute by outcome, how long each operation took, and the values
// that its filters can have. Pure.
import { MINUTE } from '../../kernel/clock.ts';
import { isoTime } from '../../kernel/dates.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import { createMask } from './masking.ts';
import { refusedBy, type SeenRequest } from './seen-request.ts';

/** `toSca`: a 401 that sends the PSU to an SCA. `failed`: a 5xx, or no answer. */
export const OUTCOMES = ['accepted', 'toSca', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const MINUTES = 60;
/** Of each filter, so that the answer stays small. */
const MOST_VALUES = 100;

export function outcomeOf(status: number, { brokenOff, scaFlow }: Ended): Outcome {
  if (brokenOff === true || status >= 500) return 'failed';
  if (status < 400) return 'accepted';
  return status === 401 && scaFlow !== undefined ? 'toSca' : 'refused';
}

interface Ended {
  readonly brokenOff?: boolean;
  readonly scaFlow?: string | undefined;
}

/** @param requests newest first */
export const figuresOf = (requests: readonly SeenRequest[]) => ({
  requests: requests.length,
  minutes: minutesOf(requests),
  operations: operationsOf(requests),
  values: valuesOf(requests),
});

/** The hour that ends with the newest request. */
function minutesOf(requests: readonly SeenRequest[]) {
  const minuteOf = (at: number) => Math.floor(at / MINUTE);
  const newest = requests.reduce((latest, { at }) => Math.max(latest, minuteOf(at)), 0);
  const minutes = Array.from({ length: requests.length === 0 ? 0 : MINUTES }, (_, nth) => ({
    at: isoTime((newest - MINUTES + 1 + nth) * MINUTE),
    accepted: 0,
    toSca: 0,
    refused: 0,
    failed: 0,
  }));
  for (const request of requests) {
    const minute = minutes[minuteOf(request.at) - newest + MINUTES - 1];
    if (minute !== undefined) minute[outcomeOf(request.answer.status, request)] += 1;
  }
  return minutes;
}

/** Those that were called most first. */
function operationsOf(requests: readonly SeenRequest[]) {
  const times = new Map<string, number[]>();
  for (const { operation, took } of requests) {
    if (operation !== undefined) getOrSet(times, operation, () => []).push(took.total);
  }
  return [...times]
    .map(([operation, all]) => {
      const sorted = all.toSorted((a, b) => a - b);
      return {
        operation,
        requests: all.length,
        p50: percentile(sorted, 50),
        p99: percentile(sorted, 99),
      };
    })
    .sort((a, b) => b.requests - a.requests || a.operation.localeCompare(b.operation));
}

/** The nearest rank, in milliseconds. */
const percentile = (sorted: readonly number[], percent: number): number =>
  Math.round((sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? 0) * 1000) / 1000;

/** By the filter's name in the line; the newest first. */
const valuesOf = (requests: readonly SeenRequest[]) =>
  Object.fromEntries(
    Object.entries(VALUES).map(([name, allOf]) => [name, distinct(requests, allOf)]),
  );

type AllOf = (request: SeenRequest) => readonly (string | undefined)[];

const VALUES: Readonly<Record<string, AllOf>> = {
  status: ({ answer }) => [String(answer.status)],
  op: ({ operation }) => [operation],
  tpp: ({ tpp }) => [tpp?.name],
  person: ({ person }) => [person?.name],
  rule: (request) => [refusedBy(request), ...request.findings.map(({ rule }) => rule)],
  code: ({ codes }) => codes,
};

function distinct(requests: readonly SeenRequest[], allOf: AllOf): readonly string[] {
  const found = new Map<string, SeenRequest>();
  for (const request of requests) {
    for (const value of allOf(request)) {
      if (value !== undefined) found.set(value, request);
    }
    if (found.size >= MOST_VALUES) break;
  }
  return [...found].map(([value, { rawHeaders }]) => createMask(rawHeaders).text(value));
}
