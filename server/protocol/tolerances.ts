// Rules with tolerated forms: the bank accepts them although the API does not allow them, and each bank can
// change that (CTRL-07). The core of a rule has no level: a wrong signature is always refused.
import { ApiError, type ErrorCode } from './errors.ts';
import { FIXES } from './fixes.ts';
import type { RuleLevel, RuleLevelPreset } from './generated/schemas.ts';
import type { RuleId } from './rules.ts';
import type { Finding } from './tpp.ts';

/** `error` refuses the tolerated forms, `warn` accepts them with a finding, `off` accepts them silently. */
export type Level = RuleLevel['level'];

/**
 * `strict`, the default, is the contract: accepts, with a finding. `lenient` reports nothing. `as-observed`
 * accepts what live banks are known to accept and refuses the rest.
 */
type Preset = RuleLevelPreset['preset'];

export interface Tolerance {
  readonly rule: RuleId;
  /** The tolerated forms, for the developer. */
  readonly forms: string;
  /** What to send instead, as the end of a sentence that starts with "send". */
  readonly right: string;
  /** The error code at level `error`. */
  readonly code: ErrorCode;
  /** The message's path; absent if the finding names it (a query parameter). */
  readonly path?: string;
  readonly levels: Readonly<Record<Preset, Level>>;
}

/**
 * Seen on live banks, or allowed by the API's text: the form or its rule has the source L, or S and the API
 * does not say otherwise (docs/assumptions.md, CTRL-07).
 */
const SEEN = { strict: 'warn', lenient: 'off', 'as-observed': 'off' } as const;
/** No live bank is known to accept it; only Sandbank does. */
const ONLY_SANDBANK = { strict: 'warn', lenient: 'off', 'as-observed': 'error' } as const;

export const TOLERANCES: readonly Tolerance[] = [
  {
    rule: 'SIG-02',
    forms: 'base64 of a PEM file, or white space, in TPP-Signature-Certificate',
    right: 'base64 of the DER certificate, in one line',
    code: 'FORMAT_ERROR',
    path: 'TPP-Signature-Certificate',
    levels: ONLY_SANDBANK,
  },
  {
    rule: 'SIG-03',
    forms: 'unknown parameters of Signature',
    right: 'only keyId, algorithm, headers and signature',
    code: 'FORMAT_ERROR',
    path: 'Signature',
    levels: SEEN,
  },
  {
    rule: 'SIG-05',
    forms: 'SN of keyId in lower case or with leading zeros',
    right: 'SN in upper-case hexadecimal without leading zeros',
    code: 'BAD_REQUEST',
    path: 'Signature',
    levels: SEEN,
  },
  {
    rule: 'SIG-06',
    forms:
      'CA of keyId with attribute types in full (commonName=), ; between its parts, more space than one after a comma, or doubled backslashes',
    right: 'CA as RFC 2253 writes it, such as CN=Example CA,O=Example AS,C=NO',
    code: 'BAD_REQUEST',
    path: 'Signature',
    levels: ONLY_SANDBANK,
  },
  {
    rule: 'SIG-08',
    forms: "capitals in the names of Signature's headers",
    right: "the names in Signature's headers in lower case",
    code: 'BAD_REQUEST',
    path: 'Signature',
    levels: SEEN,
  },
  {
    rule: 'SIG-11',
    forms: 'a Date with a one-digit day or a numeric zone',
    right: 'a Date in the form of RFC 7231, such as Tue, 03 Nov 2026 10:05:07 GMT',
    code: 'FORMAT_ERROR',
    path: 'Date',
    levels: ONLY_SANDBANK,
  },
  {
    rule: 'TPP-03',
    forms: 'a certificate that states no PSD2 roles',
    right: 'a certificate with a PSD2 QCStatement (ETSI TS 119 495)',
    code: 'FORBIDDEN',
    path: 'TPP-Signature-Certificate',
    levels: ONLY_SANDBANK,
  },
  {
    rule: 'HDR-08',
    forms: 'values of x-accept-fix that the bank does not know',
    right: `only ${FIXES.map(({ name }) => name).join(', ')}`,
    code: 'FORMAT_ERROR',
    path: 'x-accept-fix',
    levels: SEEN,
  },
  {
    rule: 'ERR-01',
    forms: 'query parameters that the operation does not know',
    right: 'only the parameters that /docs lists for the operation',
    code: 'FORMAT_ERROR',
    levels: SEEN,
  },
];

/** A bank's own levels, on top of a preset. */
export interface RuleLevels {
  readonly preset: Preset;
  readonly own: Readonly<Partial<Record<RuleId, Level>>>;
}

export const DEFAULT_LEVELS: RuleLevels = { preset: 'strict', own: {} };

export function toleranceOf(rule: string): Tolerance | undefined {
  return TOLERANCES.find((row) => row.rule === rule);
}

/** What that bank does with the rule's tolerated forms. */
export function levelOf({ preset, own }: RuleLevels, { rule, levels }: Tolerance): Level {
  return own[rule] ?? levels[preset];
}

/**
 * FIND-01, CTRL-07: the finding if the bank reports it; `undefined` if it does not. Findings without a row in the tolerances
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
