// The control operations that report what a run has exercised (CTRL-08).

import type { ControlOperation, OutsideCall } from '../../bank/banks/control-operation.ts';
import { ApiError } from '../../protocol/errors.ts';
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

type Render = (report: CoverageReport, bank: string, deps: CoverageDeps) => Reply;

/** A format asked for by name is sent, whatever the client accepts. */
const FORMATS: Readonly<Record<string, Render>> = {
  json: (report) => text('application/json;charset=utf-8', JSON.stringify(report)),
  junit: (report) => text('text/xml;charset=utf-8', junitOf(report)),
  svg: ({ percent }) => text('image/svg+xml', badgeOf(percent)),
  html: (report, bank, { pages }) => {
    const { html, headers } = pages.report('coverage', report, bank);
    return { ...text('text/html;charset=utf-8', html), headers };
  },
};

const text = (type: string, content: string): Reply => ({ status: 200, text: { type, content } });

/** Query parameters and their possible values. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  format: Object.keys(FORMATS),
  missing: ['true', 'false'],
};

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
      query: Object.keys(PARAMETERS),
      async outside({ bank, query }: OutsideCall): Promise<Reply> {
        checkValues(query);
        const whole = await coverage.report(bank);
        const report = query['missing'] === 'true' ? onlyMissing(whole) : whole;
        const render = FORMATS[query['format'] ?? ''];
        return render === undefined ? { status: 200, body: report } : render(report, bank, deps);
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

/** Throws ApiError FORMAT_ERROR that names the parameter. */
function checkValues(query: Readonly<Record<string, string>>): void {
  for (const [name, values] of Object.entries(PARAMETERS)) {
    const value = query[name];
    if (value === undefined || values.includes(value)) continue;
    const wrong = `${name} must be ${values.join(' or ')}.`;
    throw new ApiError('CTRL-08', 'FORMAT_ERROR', wrong, { path: name });
  }
}
