// The query parameters that the lists of the control API have in common (requests, redirects, events): their
// filters, `after`, `limit`, and the `timeout` of a client that waits for the next entry.
import { MINUTE } from '../../kernel/clock.ts';
import { durationMillis } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { visible } from '../../protocol/shown-text.ts';
import type { WaitForEntry } from '../../storage/bank-log.ts';
import type { OutsideCall } from './control-operation.ts';

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

/**
 * @param rule named by refusals, which are ApiError FORMAT_ERROR with the parameter's name as path
 * @param entry what is recorded: `request`, `redirect`, `event`
 */
export function recordedQuery(rule: RuleId, entry: string) {
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
    number(query: Query, name: 'after' | 'before' | 'offset'): number | undefined {
      const value = query[name];
      if (value === undefined) return undefined;
      if (/^\d{1,15}$/.test(value)) return Number(value);
      throw wrongParameter(
        name,
        name === 'offset' ? 'a whole number' : 'the number of an entry, or 0',
      );
    },
    limit({ limit }: Query, byDefault: number): number {
      if (limit === undefined) return byDefault;
      const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
      if (number >= 1 && number <= MOST) return number;
      throw wrongParameter('limit', `a whole number from 1 to ${MOST}`);
    },
    /** Waits for the next entry that matches. Throws ApiError 404 RESOURCE_UNKNOWN if none comes in time. */
    async next<T>(
      { bank, query, gone }: OutsideCall,
      matches: (entry: T) => boolean,
      log: { next(wait: WaitForEntry<T>, after?: number): Promise<T | undefined> },
    ): Promise<T> {
      const { timeout: given = DEFAULT_TIMEOUT } = query;
      const timeout = durationMillis(given);
      if (timeout === undefined || timeout > LONGEST_TIMEOUT) {
        const form = 'an ISO 8601 duration of at most a minute, such as PT10S';
        throw wrongParameter('timeout', form);
      }
      const wait = { bank, matches, timeout, ...defined({ gone }) };
      const next = await log.next(wait, this.number(query, 'after'));
      if (next !== undefined) return next;
      const text = `No ${entry} that matches was received within ${visible(given, 40)}.`;
      throw new ApiError(rule, 'RESOURCE_UNKNOWN', text);
    },
  };
}
