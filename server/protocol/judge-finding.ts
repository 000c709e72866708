// What a bank's levels do with a finding (FIND-01, CTRL-07).
import { ApiError } from './errors.ts';
import { levelOf, type RuleLevels, type Tolerance, toleranceOf } from './tolerances.ts';
import type { Finding } from './tpp.ts';

/**
 * The finding if the bank reports it; `undefined` if it does not. Findings without a row in the tolerances
 * are always reported. Throws ApiError with the finding's rule and sentence if the bank refuses the form.
 */
export function judgeFinding(finding: Finding, levels: RuleLevels): Finding | undefined {
  const tolerance = toleranceOf(finding.rule);
  if (tolerance === undefined) return finding;
  const level = levelOf(levels, tolerance);
  if (level === 'error') throw refusal(finding, tolerance);
  return level === 'warn' ? finding : undefined;
}

function refusal(finding: Finding, { rule, code, right, path: usual }: Tolerance): ApiError {
  const path = finding.path ?? usual;
  const text = `${finding.text} In this bank rule ${rule} has the level error, so it is refused: send ${right}.`;
  return new ApiError(rule, code, text, {
    ...(path === undefined ? {} : { path }),
    expected: right,
    got: finding.text,
  });
}
