// Coverage of requests made by hand: signed GETs that went well, and changes to them.
import type { Operation } from '../../../server/bank/banks/operation.ts';
import type { CoverageReport } from '../../../server/insight/coverage/coverage.ts';
import { createCoverage } from '../../../server/insight/coverage/coverage.ts';
import type { SectionName } from '../../../server/insight/coverage/sections.ts';
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';
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
  let number = 0;
  const coverage = createCoverage({ wallClock: () => now, operations: () => ROWS });
  const made = ({ status = 200, headers = {}, rule, ...change }: Change) => {
    number += 1;
    const sent = { Date: new Date(NOW).toUTCString(), ...headers };
    return seenRequest({
      number,
      requestId: `r${number}`,
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
      for (const change of changes) coverage.record(made(change));
    },
    report: (bank = 'default') => coverage.report(bank),
    covered(section) {
      const { sections } = coverage.report('default');
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
