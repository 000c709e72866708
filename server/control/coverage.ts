// What a run has exercised, from the outside (CTRL-08).
import type { Operation } from '../banks/operation.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { junitOf } from '../coverage/junit.ts';
import { type CoverageReport, onlyMissing } from '../coverage/report.ts';
import { ApiError } from '../protocol/errors.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Reply } from '../protocol/reply.ts';
import type { ControlOperation, OutsideCall } from './control-operation.ts';

/** A report as a page; `html` goes out with those headers. */
export interface ShownPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CoverageDeps {
  readonly coverage: Coverage;
  /** Rows of the signed interface. */
  readonly operations: readonly Operation[];
  readonly pages: { report(view: 'coverage', report: JsonObject): ShownPage };
}

type Render = (report: CoverageReport, deps: CoverageDeps) => Reply;

/** Asked for by name, a format is sent whatever the client accepts. */
const FORMATS: Readonly<Record<string, Render>> = {
  json: (report) => text('application/json;charset=utf-8', JSON.stringify(report)),
  junit: (report) => text('text/xml;charset=utf-8', junitOf(report)),
  html: (report, { pages }) => {
    const { html, headers } = pages.report('coverage', report);
    return { ...text('text/html;charset=utf-8', html), headers };
  },
};

const text = (type: string, content: string): Reply => ({ status: 200, text: { type, content } });

/** Query parameters and what they can be. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  format: Object.keys(FORMATS),
  missing: ['true', 'false'],
};

export function coverageControlOperations(deps: CoverageDeps): readonly ControlOperation[] {
  const { coverage, operations } = deps;
  return [
    {
      id: 'getCoverage',
      method: 'GET',
      path: '/_sandbox/coverage',
      summary:
        'Which operations, codes, statuses and rules were exercised, and advice on the client',
      view: 'coverage',
      async outside({ bank, query }: OutsideCall): Promise<Reply> {
        checkParameters(query);
        const whole = coverage.report(bank, operations);
        const report = query['missing'] === 'true' ? onlyMissing(whole) : whole;
        const render = FORMATS[query['format'] ?? ''];
        return render === undefined ? { status: 200, body: report } : render(report, deps);
      },
    },
    {
      id: 'deleteCoverage',
      method: 'DELETE',
      path: '/_sandbox/coverage',
      summary: 'Begin to count anew',
      async outside({ bank, query }: OutsideCall): Promise<Reply> {
        checkNothing(query);
        coverage.clear(bank);
        return { status: 204 };
      },
    },
  ];
}

/** Throws ApiError FORMAT_ERROR that names the parameter. */
function checkParameters(query: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(query)) {
    const values = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (values === undefined)
      throw unknown(name, `there are ${Object.keys(PARAMETERS).join(', ')}`);
    if (values.includes(value)) continue;
    const wrong = `${name} must be ${values.join(' or ')}.`;
    throw new ApiError('CTRL-08', 'FORMAT_ERROR', wrong, { path: name });
  }
}

function checkNothing(query: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(query)) throw unknown(name, 'there are none');
}

function unknown(name: string, known: string): ApiError {
  const shown = name.slice(0, 40);
  const sentence = `The query parameter ${shown} is unknown here; ${known}.`;
  return new ApiError('CTRL-08', 'FORMAT_ERROR', sentence, { path: shown });
}
