// The control operations that report what a run has exercised (CTRL-08).

import type {
  ControlOperation,
  OutsideCall,
  QUERY_VALUES,
} from '../../bank/banks/control-operation.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { badgeOf } from './badge.ts';
import { type Coverage, type CoverageReport, onlyMissing } from './coverage.ts';
import { junitOf } from './junit.ts';

/** A report as a page, with the headers for its HTML. */
interface ShownPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface CoverageDeps {
  readonly coverage: Coverage;
  readonly pages: {
    report(view: 'coverage', report: JsonObject, bank: string): ShownPage;
  };
}

type Format = (typeof QUERY_VALUES.format)[number];

type Render = (report: CoverageReport, bank: string, deps: CoverageDeps) => Reply;

/** A format asked for by name is sent, whatever the client accepts. */
const FORMATS: Readonly<Record<Format, Render>> = {
  json: (report) => text('application/json;charset=utf-8', JSON.stringify(report)),
  junit: (report) => text('text/xml;charset=utf-8', junitOf(report)),
  svg: ({ percent }) => text('image/svg+xml', badgeOf(percent)),
  html: (report, bank, { pages }) => {
    const { html, headers } = pages.report('coverage', report, bank);
    return { ...text('text/html;charset=utf-8', html), headers };
  },
};

const text = (type: string, content: string): Reply => ({ status: 200, text: { type, content } });

export function coverageControlOperations(deps: CoverageDeps): readonly ControlOperation[] {
  const { coverage } = deps;
  return [
    {
      id: 'getCoverage',
      method: 'GET',
      path: '/_sandbox/coverage',
      summary:
        'Which operations, codes, statuses and rules were exercised, and advice on the client',
      rule: 'CTRL-08',
      success: { status: 200, schema: 'control/coverage.json' },
      view: 'coverage',
      query: ['format', 'missing'],
      async outside({ bank, query }: OutsideCall): Promise<Reply> {
        const whole = await coverage.report(bank);
        const report = query['missing'] === 'true' ? onlyMissing(whole) : whole;
        const format = query['format'] as Format | undefined;
        if (format === undefined) return { status: 200, body: report };
        return FORMATS[format](report, bank, deps);
      },
    },
    {
      id: 'deleteCoverage',
      method: 'DELETE',
      path: '/_sandbox/coverage',
      summary: 'Set the counts back to zero',
      rule: 'CTRL-08',
      success: { status: 204 },
      async outside({ bank }: OutsideCall): Promise<Reply> {
        await coverage.clear(bank);
        return { status: 204 };
      },
    },
  ];
}
