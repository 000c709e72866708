// What can be exercised, section by section, and how often it was: every item, covered or not.
import type { Operation } from '../../bank/banks/operation.ts';
import { SCA_ENDINGS } from '../../bank/sca/endings.ts';
import { defined } from '../../kernel/defined.ts';
import { STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { RuleSetting } from '../../protocol/rules/rule.ts';
import { RULES } from '../../protocol/rules.ts';
import { TRANSACTION_STATUSES } from '../../protocol/statuses.ts';
import type { BankCoverage } from './bank-coverage.ts';
import type { Count } from './counts.ts';

/** Covered if `count` is above 0. A type, not an interface, because it is sent as JSON. */
export type Item = {
  readonly id: string;
  /** For people; absent if the id is clear enough. */
  readonly title?: string;
  readonly count: number;
  /** X-Request-ID, or the bank's own id. */
  readonly lastRequestId?: string;
  /** Of an operation. */
  readonly method?: string;
  readonly path?: string;
  readonly deprecated?: boolean;
  /** Answers by HTTP status, including refusals before the operation. */
  readonly statuses?: { readonly [status: string]: number };
  /**
   * Of a rule: how many requests it refused, how many had a finding, and how many successes exercised it.
   */
  readonly refused?: number;
  readonly found?: number;
  readonly passed?: number;
  /** Of a rule that no request can exercise as the bank was started: the setting that it needs. */
  readonly needs?: RuleSetting;
};

/** The rows that can be exercised, and the settings that the bank was started without. */
export interface Exercisable {
  readonly operations: readonly Operation[];
  readonly unset: readonly RuleSetting[];
}

interface SectionRow {
  readonly name: string;
  readonly title: string;
  readonly items: (seen: BankCoverage, exercisable: Exercisable) => readonly Item[];
}

/** Rules that signed requests can exercise. */
const EXERCISABLE = RULES.filter(({ exercisedBy }) => exercisedBy !== undefined);

const SECTIONS = [
  {
    name: 'operations',
    title: 'Operations',
    items: (seen, { operations }) => operations.map((row) => operationItem(row, seen)),
  },
  {
    name: 'response-statuses',
    title: 'Response statuses',
    items: ({ counts }, { operations }) =>
      statusesOf(operations).map((id) => item(id, counts.statuses.of(id))),
  },
  {
    name: 'error-codes',
    title: 'Error codes',
    items: ({ counts }) => Object.keys(STATUS_OF_CODE).map((id) => item(id, counts.codes.of(id))),
  },
  {
    name: 'transaction-statuses',
    title: 'Payment statuses',
    items: ({ counts }) =>
      TRANSACTION_STATUSES.map((id) => item(id, counts.transactionStatuses.of(id))),
  },
  {
    name: 'sca-outcomes',
    title: 'SCA outcomes',
    items: ({ counts }) =>
      SCA_ENDINGS.map(({ id, title }) => ({ ...item(id, counts.scaOutcomes.of(id)), title })),
  },
  {
    name: 'rules',
    title: 'Rules',
    items: (seen, { unset }) =>
      EXERCISABLE.map(({ id, sentence: title, needs }) => ({
        ...ruleItem(id, seen),
        title,
        ...(needs && unset.includes(needs) && { needs }),
      })),
  },
] as const satisfies readonly SectionRow[];

export type SectionName = (typeof SECTIONS)[number]['name'];

export const SECTION_NAMES: readonly SectionName[] = SECTIONS.map(({ name }) => name);

export type SectionReport = {
  readonly name: SectionName;
  readonly title: string;
  readonly covered: number;
  readonly total: number;
  /** One decimal, rounded down, so that 100 means all. */
  readonly percent: number;
  readonly items: readonly Item[];
};

export function sectionsOf(seen: BankCoverage, exercisable: Exercisable): readonly SectionReport[] {
  return SECTIONS.map(({ name, title, items: itemsOf }) => {
    const items = itemsOf(seen, exercisable);
    const covered = items.filter(({ count }) => count > 0).length;
    const total = items.length;
    return { name, title, covered, total, percent: percentOf(covered, total), items };
  });
}

export function percentOf(covered: number, total: number): number {
  return total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10;
}

function item(id: string, { count, examples }: Count): Item {
  return { id, count, ...defined({ lastRequestId: examples.at(-1) }) };
}

function operationItem(row: Operation, { counts: { operations }, answers }: BankCoverage): Item {
  const { id, method, path, summary: title, deprecated } = row;
  const answered = answers.get(id);
  const statuses = answered?.ids().map((status) => [status, answered.of(status).count]) ?? [];
  return {
    ...item(id, operations.of(id)),
    title,
    method,
    path,
    ...defined({ deprecated }),
    statuses: Object.fromEntries(statuses),
  };
}

/** Statuses of the operations' successes and of the error codes. */
function statusesOf(operations: readonly Operation[]): readonly string[] {
  const successes = operations.flatMap(({ success, otherSuccess }) =>
    [success, otherSuccess].flatMap((one) => one?.status ?? []),
  );
  const all = new Set<number>([...successes, ...Object.values(STATUS_OF_CODE)]);
  return [...all].sort((a, b) => a - b).map(String);
}

function ruleItem(id: string, { counts }: BankCoverage): Item {
  const of = (name: 'refused' | 'found' | 'passed') => counts[name].of(id);
  const [refused, found, passed] = [of('refused'), of('found'), of('passed')];
  const examples = [passed, found, refused].flatMap((each) => each.examples);
  const count = refused.count + found.count + passed.count;
  return {
    ...item(id, { count, examples }),
    refused: refused.count,
    found: found.count,
    passed: passed.count,
  };
}
