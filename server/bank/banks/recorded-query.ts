// The query parameters that the lists of the control API have in common (requests, redirects, events): their
// filters, `after`, `limit`, and the `timeout` of a client that waits for the next entry.
import { MINUTE } from '../../kernel/clock.ts';
import { durationMillis } from '../../kernel/dates.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { visible } from '../../protocol/shown-text.ts';

export type Query = Readonly<Record<string, string>>;

/** One query parameter that filters. */
export interface Filter<T> {
  readonly name: string;
  /** What the value must be, as the end of a sentence. */
  readonly form: string;
  readonly isValid: (value: string) => boolean;
  /** @param value a valid one */
  readonly matches: (entry: T, value: string) => boolean;
}

export const isGiven = (value: string): boolean => value !== '';

const DEFAULT_TIMEOUT = 'PT10S';
const LONGEST_TIMEOUT = MINUTE;
const MOST = 1000;

/** @param rule named by refusals, which are ApiError FORMAT_ERROR with the parameter's name as path */
export function recordedQuery(rule: RuleId) {
  const wrongParameter = (name: string, form: string): ApiError =>
    new ApiError(rule, 'FORMAT_ERROR', `The query parameter ${name} must be ${form}.`, {
      path: name,
    });
  return {
    wrongParameter,
    /** All filters in the query must match. The caller checks other parameters. */
    filter<T>(query: Query, filters: readonly Filter<T>[]): (entry: T) => boolean {
      const wanted = filters.flatMap((row) => {
        const value = query[row.name];
        if (value === undefined) return [];
        if (!row.isValid(value)) throw wrongParameter(row.name, row.form);
        return [{ row, value }];
      });
      return (entry) => wanted.every(({ row, value }) => row.matches(entry, value));
    },
    /** The number of an entry. */
    number(query: Query, name: 'after' | 'before'): number | undefined {
      const value = query[name];
      if (value === undefined) return undefined;
      if (/^\d{1,15}$/.test(value)) return Number(value);
      throw wrongParameter(name, 'the number of an entry, or 0');
    },
    limit({ limit }: Query, byDefault: number): number {
      if (limit === undefined) return byDefault;
      const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
      if (number >= 1 && number <= MOST) return number;
      throw wrongParameter('limit', `a whole number from 1 to ${MOST}`);
    },
    /** Milliseconds. */
    timeout({ timeout = DEFAULT_TIMEOUT }: Query): number {
      const millis = durationMillis(timeout);
      if (millis !== undefined && millis <= LONGEST_TIMEOUT) return millis;
      throw wrongParameter('timeout', 'an ISO 8601 duration of at most a minute, such as PT10S');
    },
    /** 404 RESOURCE_UNKNOWN: the time is over. @param entry `request`, `redirect`, `event` */
    noneCame(entry: string, { timeout = DEFAULT_TIMEOUT }: Query): ApiError {
      const text = `No ${entry} that matches was received within ${visible(timeout, 40)}.`;
      return new ApiError(rule, 'RESOURCE_UNKNOWN', text);
    },
  };
}
