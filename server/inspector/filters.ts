// The filters of the inspector (CTRL-05): one row per query parameter. Several must all fit.
import { MISTAKE_NAMES } from '../explain/mistake-names.ts';
import { isPlainDate } from '../kernel/dates.ts';
import { ApiError, STATUS_OF_CODE } from '../protocol/errors.ts';
import { RULES } from '../protocol/rules.ts';
import { tppIdOf } from '../tpps/tpp-rows.ts';
import { printable } from '../validation/json-pointer.ts';
import { type Exchange, refusedBy } from './exchange.ts';

export type Filter = (exchange: Exchange) => boolean;

interface FilterRow {
  readonly name: string;
  /** What it must be, as the end of a sentence. */
  readonly form: string;
  /** `undefined` for what it may not be. */
  readonly parse: (value: string) => Filter | undefined;
}

const RULE_FORM = "a rule's id such as SIG-10";
const isRule = (id: string): boolean => RULES.some((rule) => rule.id === id);

const hasFinding = (exchange: Exchange, rule: string): boolean =>
  exchange.findings.some((finding) => finding.rule === rule);

/** A row for a value that a member must equal; any text but an empty one will do. */
const equals = (
  name: string,
  form: string,
  member: (exchange: Exchange) => string | undefined,
): FilterRow => ({
  name,
  form,
  parse: (value) => (value === '' ? undefined : (exchange) => member(exchange) === value),
});

export const FILTERS: readonly FilterRow[] = [
  {
    name: 'status',
    form: 'a status such as 401, or a class of them such as 4xx',
    parse(value) {
      if (!/^[1-5](?:\d\d|xx)$/.test(value)) return undefined;
      const digits = value.replace('xx', '');
      return ({ answer }) => String(answer.status).startsWith(digits);
    },
  },
  {
    name: 'code',
    form: 'a code of the interface such as CONSENT_INVALID',
    parse: (value) =>
      Object.hasOwn(STATUS_OF_CODE, value) ? ({ codes }) => codes.includes(value) : undefined,
  },
  {
    name: 'rule',
    form: RULE_FORM,
    parse: (value) =>
      isRule(value)
        ? (exchange) => refusedBy(exchange) === value || hasFinding(exchange, value)
        : undefined,
  },
  {
    name: 'finding',
    form: RULE_FORM,
    parse: (value) => (isRule(value) ? (exchange) => hasFinding(exchange, value) : undefined),
  },
  {
    name: 'method',
    form: 'a method such as GET',
    parse(value) {
      const wanted = value.toUpperCase();
      return /^[A-Z]+$/.test(wanted) ? ({ method }) => method === wanted : undefined;
    },
  },
  {
    name: 'path',
    form: 'the beginning of a path such as /v1/accounts',
    parse: (value) => (value.startsWith('/') ? ({ path }) => path.startsWith(value) : undefined),
  },
  equals('operation', 'an operation id such as getAccounts', ({ operation }) => operation),
  {
    name: 'tpp',
    form: 'an organisation id such as PSDNO-FSA-987654321',
    parse: (value) => (value === '' ? undefined : ({ tpp }) => tpp?.id === tppIdOf(value)),
  },
  equals('requestId', 'an X-Request-ID', ({ requestId }) => requestId),
  equals('scaFlow', 'the last part of a scaRedirect link', ({ scaFlow }) => scaFlow),
  {
    name: 'mistake',
    form: 'the name of a mistake such as crlf',
    parse(value) {
      const wanted = MISTAKE_NAMES.find((name) => name === value);
      if (wanted === undefined) return undefined;
      return ({ explanation }) =>
        explanation?.readings.some(({ mistakes }) => mistakes.includes(wanted)) === true;
    },
  },
  {
    name: 'since',
    form: 'a date-time such as 2026-11-03T09:05:07Z',
    parse(value) {
      const since = instantOf(value);
      return since === undefined ? undefined : ({ at }) => at >= since;
    },
  },
];

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function instantOf(value: string): number | undefined {
  // A plus sign in a query stands for a space, and few remember to write %2B.
  const text = value.replace(' ', '+');
  const [, date = ''] = DATE_TIME.exec(text) ?? [];
  const instant = isPlainDate(date) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** The filters in a query. `others` are names that the caller reads. ApiError FORMAT_ERROR, path = name. */
export function readFilters(
  query: Readonly<Record<string, string>>,
  others: readonly string[],
): Filter {
  const filters: Filter[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (others.includes(name)) continue;
    const row = FILTERS.find((candidate) => candidate.name === name);
    if (row === undefined) throw unknownParameter(name, others);
    const filter = row.parse(value);
    if (filter === undefined) throw wrongParameter(name, row.form);
    filters.push(filter);
  }
  return (exchange) => filters.every((filter) => filter(exchange));
}

function unknownParameter(name: string, others: readonly string[]): ApiError {
  const shown = printable(name, 80);
  const known = [...FILTERS.map((row) => row.name), ...others].join(', ');
  const text = `There is no query parameter ${shown} here; there are ${known}.`;
  return new ApiError('CTRL-05', 'FORMAT_ERROR', text, { path: shown });
}

export function wrongParameter(name: string, form: string): ApiError {
  const text = `The query parameter ${name} must be ${form}.`;
  return new ApiError('CTRL-05', 'FORMAT_ERROR', text, { path: name });
}
