// Coverage of requests made by hand: signed GETs that went well, and changes to them.
import type { Operation } from '../../../server/bank/banks/operation.ts';
import { BankCoverage } from '../../../server/insight/coverage/bank-coverage.ts';
import {
  type CoverageReport,
  createCoverage,
  reportOf,
} from '../../../server/insight/coverage/coverage.ts';
import type { SectionName } from '../../../server/insight/coverage/sections.ts';
import { REQUEST_LOG } from '../../../server/insight/inspector/request-log.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { MemoryLog } from '../../../server/storage/engine/memory-log.ts';
import { NOW, nothing, seenRequest } from '../inspector/sample-request.ts';

export interface Change extends Partial<Omit<SeenRequest, 'answer'>> {
  readonly status?: number;
  /** The rule of a 401 that begins an SCA. */
  readonly rule?: string;
  readonly headers?: Readonly<Record<string, string>>;
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

const ROWS: readonly Operation[] = [
  row('getAccounts'),
  row('createConsent', { method: 'POST', deprecated: true, success: { status: 201 } }),
];

export interface Counting {
  readonly coverage: ReturnType<typeof createCoverage>;
  /** Records one request for each change; each has a number and an X-Request-ID of its own: x1 and r1, x2 and r2 … */
  record(...changes: readonly Change[]): void;
  report(bank?: string): CoverageReport;
  /** Ids that are covered, with their counts. */
  covered(section: SectionName): Readonly<Record<string, number>>;
  /** Sets the wall clock. */
  at(moment: number): void;
}

export function counting(): Counting {
  let now = NOW;
  let made = 0;
  const wallClock = () => now;
  const requests = new MemoryLog(
    { ...REQUEST_LOG, sum: (since) => new BankCoverage(since) },
    wallClock,
  );
  const operations = () => ROWS;
  const coverage = createCoverage({ requests, wallClock, operations, unset: [], log: SILENT });
  // At once, as the log is in memory.
  const report = (bank = 'default') =>
    reportOf(requests.sum(bank) ?? new BankCoverage(NOW), { operations: ROWS, unset: [] });
  const requestOf = ({ status = 200, headers = {}, rule, ...change }: Change) => {
    made += 1;
    const sent = { Date: new Date(NOW).toUTCString(), ...headers };
    return seenRequest({
      number: made,
      requestId: `r${made}`,
      operation: 'getAccounts',
      rawHeaders: Object.entries(sent).flat(),
      tpp: { id: 'PSDNO-FSA-1', name: 'TPP' },
      entered: ['size', 'operation'],
      answer: { status, headers: {}, body: nothing, rule },
      ...change,
    });
  };
  return {
    coverage,
    record: (...changes) => {
      for (const change of changes) {
        requests.append(change.bank ?? 'default', () => requestOf(change));
      }
    },
    report,
    covered(section) {
      const { sections } = report();
      const items = sections.find(({ name }) => name === section)?.items ?? [];
      return Object.fromEntries(
        items.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]),
      );
    },
    at(moment) {
      now = moment;
    },
  };
}

export function refusal(rule: string, code: string) {
  return { rule, code, status: 400, text: 'No.', details: {} };
}
