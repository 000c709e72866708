// What there is to exercise, section by section, and how often it was: every item, met or not.

import type { Operation } from '../../bank/banks/operation.ts';
import { SCA_ENDINGS } from '../../bank/sca/endings.ts';
import { defined } from '../../kernel/defined.ts';
import { STATUS_OF_CODE } from '../../protocol/errors.ts';
import { RULES } from '../../protocol/rules.ts';
import { TRANSACTION_STATUSES } from '../../protocol/statuses.ts';
import type { Met } from './counts.ts';
import { EXERCISABLE_RULES } from './exercisable-rules.ts';
import type { Tally } from './tally.ts';

/** Covered where `count` is above 0. A type, not an interface: it goes out as JSON. */
export type Item = {
  readonly id: string;
  /** For people; absent where the id says it all. */
  readonly title?: string;
  readonly count: number;
  /** X-Request-ID, or the inspector's own id. */
  readonly lastRequestId?: string;
  /** Of an operation. */
  readonly method?: string;
  readonly path?: string;
  readonly deprecated?: boolean;
  /** Answers by HTTP status, those of refusals before the operation included. */
  readonly statuses?: { readonly [status: string]: number };
  /** Of a rule: how often it refused, was found about a request, or went well where its case arose. */
  readonly refused?: number;
  readonly found?: number;
  readonly passed?: number;
};

interface SectionRow {
  readonly name: string;
  readonly title: string;
  readonly items: (tally: Tally, operations: readonly Operation[]) => readonly Item[];
}

const SECTIONS = [
  {
    name: 'operations',
    title: 'Operations',
    items: (tally, operations) => operations.map((row) => operationItem(row, tally)),
  },
  {
    name: 'response-statuses',
    title: 'Response statuses',
    items: ({ statuses }, operations) =>
      statusesOf(operations).map((id) => item(id, statuses.of(id))),
  },
  {
    name: 'error-codes',
    title: 'Error codes',
    items: ({ codes, flows }) =>
      Object.keys(STATUS_OF_CODE).map((id) => item(id, both(flows.codes.of(id), codes.of(id)))),
  },
  {
    name: 'transaction-statuses',
    title: 'Payment statuses',
    items: ({ transactionStatuses }) =>
      TRANSACTION_STATUSES.map((id) => item(id, transactionStatuses.of(id))),
  },
  {
    name: 'sca-outcomes',
    title: 'SCA outcomes',
    items: ({ flows }) =>
      SCA_ENDINGS.map(({ id, title }) => ({ ...item(id, flows.endings.of(id)), title })),
  },
  {
    name: 'rules',
    title: 'Rules',
    items: (tally) => EXERCISABLE_RULES.map((id) => ruleItem(id, tally)),
  },
] as const satisfies readonly SectionRow[];

export type SectionName = (typeof SECTIONS)[number]['name'];

export const SECTION_NAMES: readonly SectionName[] = SECTIONS.map(({ name }) => name);

export interface CountedSection {
  readonly name: SectionName;
  readonly title: string;
  readonly items: readonly Item[];
}

export function countedSections(
  tally: Tally,
  operations: readonly Operation[],
): readonly CountedSection[] {
  return SECTIONS.map(({ name, title, items }) => ({
    name,
    title,
    items: items(tally, operations),
  }));
}

function item(id: string, { count, last }: Met): Item {
  return { id, count, ...defined({ lastRequestId: last }) };
}

/** A code comes in answers and in redirects; the last answer is the better example. */
function both(redirects: Met, answers: Met): Met {
  const last = answers.last ?? redirects.last;
  const count = redirects.count + answers.count;
  return { count, ...defined({ last }) };
}

function operationItem(row: Operation, { operations, answers }: Tally): Item {
  const { id, method, path, summary: title } = row;
  return {
    ...item(id, operations.of(id)),
    title,
    method,
    path,
    ...(row.deprecated === true ? { deprecated: true } : {}),
    statuses: Object.fromEntries(answers.get(id) ?? []),
  };
}

/** Those of the operations' successes and of the error codes. */
function statusesOf(operations: readonly Operation[]): readonly string[] {
  const successes = operations.flatMap(({ success, otherSuccess }) => [
    success.status,
    ...(otherSuccess === undefined ? [] : [otherSuccess.status]),
  ]);
  const all = new Set<number>([...successes, ...Object.values(STATUS_OF_CODE)]);
  return [...all].sort((a, b) => a - b).map(String);
}

function ruleItem(id: string, tally: Tally): Item {
  const refused = tally.refused.of(id);
  const found = tally.found.get(id);
  const passed = tally.passed.of(id);
  const last = refused.last ?? found?.examples.at(-1) ?? passed.last;
  const title = RULES.find((rule) => rule.id === id)?.sentence;
  return {
    ...item(id, {
      count: refused.count + (found?.count ?? 0) + passed.count,
      ...defined({ last }),
    }),
    ...defined({ title }),
    refused: refused.count,
    found: found?.count ?? 0,
    passed: passed.count,
  };
}
