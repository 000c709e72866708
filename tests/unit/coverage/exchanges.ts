// Exchanges as the inspector hands them over, made by hand: a signed GET that went well, and changes to it.
import type { Operation } from '../../../server/bank/banks/operation.ts';
import { type Coverage, createCoverage } from '../../../server/insight/coverage/coverage.ts';
import type { CoverageScene } from '../../../server/insight/coverage/passes.ts';
import type { CoverageReport } from '../../../server/insight/coverage/report.ts';
import type { SectionName } from '../../../server/insight/coverage/sections.ts';
import type { Exchange, Refusal } from '../../../server/insight/inspector/exchange.ts';

export const NOON = Date.UTC(2026, 10, 3, 12);

export interface Change extends Partial<Omit<Exchange, 'answer'>> {
  readonly status?: number;
  /** Of the answer. */
  readonly json?: unknown;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rule?: string;
}

/** Each has a number and an X-Request-ID of its own. */
export function exchanges(): (change?: Change) => Exchange {
  let number = 0;
  return (change = {}) => {
    number += 1;
    const { status = 200, json = {}, headers = {}, answerHeaders = {}, rule, ...rest } = change;
    const at = change.at ?? NOON + number * 10_000;
    const bytes = Buffer.from(JSON.stringify(json));
    const sent = { Date: new Date(at).toUTCString(), 'PSU-ID': 'psu', ...headers };
    return {
      number,
      id: `x${number}`,
      requestId: `r${number}`,
      at,
      bank: 'default',
      method: 'GET',
      target: '/v1/accounts',
      path: '/v1/accounts',
      operation: 'getAccounts',
      rawHeaders: Object.entries(sent).flat(),
      body: { bytes: Buffer.alloc(0), length: 0 },
      tpp: { id: 'PSDNO-FSA-1', name: 'TPP' },
      entered: ['size', 'operation'],
      findings: [],
      answer: {
        status,
        headers: answerHeaders,
        body: { bytes, length: bytes.length },
        ...(rule === undefined ? {} : { rule }),
      },
      codes: [],
      took: { total: 1 },
      ...rest,
    };
  };
}

export function refusal(rule: string, code: string, path?: string): Refusal {
  return {
    rule,
    code,
    status: 400,
    text: 'No.',
    details: path === undefined ? {} : { path },
  };
}

export function row(id: string, change: Partial<Operation> = {}): Operation {
  return {
    id,
    method: 'GET',
    path: `/v1/${id}`,
    summary: `What ${id} does`,
    tag: 'Accounts',
    rules: [],
    role: 'none',
    headers: 'psu',
    success: { status: 200 },
    handle: async () => ({ status: 200 }),
    ...change,
  };
}

export const ROWS: readonly Operation[] = [
  row('getAccounts', { rules: ['ACC-01', 'CARD-01'] }),
  row('createConsent', { method: 'POST', deprecated: true, success: { status: 201 } }),
];

export interface Counting {
  readonly coverage: Coverage;
  readonly made: (change?: Change) => Exchange;
  /** Records one exchange for each change. */
  record(...changes: readonly Change[]): void;
  report(bank?: string): CoverageReport;
  /** Ids that are covered, with their counts. */
  covered(section: SectionName): Readonly<Record<string, number>>;
  /** Sets the wall clock. */
  at(moment: number): void;
}

export interface Counted extends Partial<CoverageScene> {
  readonly rows?: readonly Operation[];
}

export function counting(counted: Counted = {}): Counting {
  const { rows = ROWS, profile = 'sandbox', magicNames = new Set() } = counted;
  let now = NOON;
  const made = exchanges();
  const coverage = createCoverage({
    wallClock: () => now,
    operations: () => rows,
    scene: { profile, magicNames },
  });
  const report = (bank = 'default') => coverage.report(bank);
  return {
    coverage,
    made,
    record: (...changes) => {
      for (const change of changes) coverage.record(made(change));
    },
    report,
    covered(section) {
      const items = report().sections.find(({ name }) => name === section)?.items ?? [];
      return Object.fromEntries(
        items.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]),
      );
    },
    at(moment) {
      now = moment;
    },
  };
}
