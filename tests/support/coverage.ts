// The coverage of a bank as its control API tells it (CTRL-08), for tests.
import { expect } from '@jest/globals';
import type { TestBank } from './bank.ts';
import type { TppRequest } from './tpp.ts';

export interface Item {
  readonly id: string;
  readonly count: number;
  readonly lastRequestId?: string;
  readonly statuses?: Readonly<Record<string, number>>;
}

export interface Section {
  readonly name: string;
  readonly covered: number;
  readonly total: number;
  readonly items: readonly Item[];
}

export interface Report {
  readonly since: string;
  readonly requests: number;
  readonly covered: number;
  readonly percent: number;
  readonly sections: readonly Section[];
  readonly advice: readonly { readonly id: string; readonly examples: readonly string[] }[];
}

export const COVERAGE = '/_sandbox/coverage';

export async function coverageOf(of: TestBank): Promise<Report> {
  const answer = await of.control('GET', COVERAGE);
  expect(answer.status).toBe(200);
  return answer.body;
}

export const sectionOf = ({ sections }: Report, name: string): Section => {
  const found = sections.find((section) => section.name === name);
  if (found === undefined) throw new Error(`no section ${name}`);
  return found;
};

/** Ids that are covered, with their counts. */
export const coveredIn = (report: Report, name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    sectionOf(report, name)
      .items.filter(({ count }) => count > 0)
      .map(({ id, count }) => [id, count]),
  );

export const itemOf = (report: Report, section: string, id: string): Item | undefined =>
  sectionOf(report, section).items.find((item) => item.id === id);

export const named = (id: string): TppRequest => ({ headers: { 'X-Request-ID': id } });
