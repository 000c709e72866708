// The filters of the inspector (CTRL-05): one row per query parameter. Several must all fit. A value that no
// request of the bank could have is refused: a misspelt one would wait or look in vain.
import { METHODS } from 'node:http';
import { tppIdOf } from '../../bank/tpps/tpp-rows.ts';
import { isPlainDate } from '../../kernel/dates.ts';
import { ApiError, STATUS_OF_CODE } from '../../protocol/errors.ts';
import { RULES } from '../../protocol/rules.ts';
import { MISTAKE_NAMES } from '../explain/mistake-names.ts';
import { refusedBy, type SeenRequest } from './seen-request.ts';

export type Filter = (request: SeenRequest) => boolean;

/** What there is to filter. */
export interface Filtered {
  readonly bank: string;
  /** Ids of the operations of the signed interface. */
  readonly operations: readonly string[];
}

interface FilterRow {
  readonly name: string;
  /** What it must be, as the end of a sentence. */
  readonly form: string;
  /** `undefined` for what it may not be. */
  readonly parse: (value: string, filtered: Filtered) => Filter | undefined;
}

const CODE_FORM = 'a code of the interface such as CONSENT_INVALID';
const isCode = (code: string): boolean => Object.hasOwn(STATUS_OF_CODE, code);

const RULE_FORM = "a rule's id such as SIG-10";
const isRule = (id: string): boolean => RULES.some((rule) => rule.id === id);

const hasFinding = (request: SeenRequest, rule: string): boolean =>
  request.findings.some((finding) => finding.rule === rule);

/** A row for a value that a member must equal; any text but an empty one will do. */
const equals = (
  name: string,
  form: string,
  member: (request: SeenRequest) => string | undefined,
): FilterRow => ({
  name,
  form,
  parse: (value) => (value === '' ? undefined : (request) => member(request) === value),
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
    form: CODE_FORM,
    parse: (value) => (isCode(value) ? ({ codes }) => codes.includes(value) : undefined),
  },
  {
    name: 'warning',
    form: CODE_FORM,
    parse: (value) => (isCode(value) ? ({ warnings }) => warnings.includes(value) : undefined),
  },
  {
    name: 'rule',
    form: RULE_FORM,
    parse: (value) =>
      isRule(value)
        ? (request) => refusedBy(request) === value || hasFinding(request, value)
        : undefined,
  },
  {
    name: 'finding',
    form: RULE_FORM,
    parse: (value) => (isRule(value) ? (request) => hasFinding(request, value) : undefined),
  },
  {
    name: 'method',
    form: 'a method such as GET',
    parse(value) {
      const wanted = value.toUpperCase();
      return METHODS.includes(wanted) ? ({ method }) => method === wanted : undefined;
    },
  },
  {
    name: 'path',
    form: 'the beginning of a path of this bank such as /v1/accounts, without query',
    parse(value, { bank }) {
      const own = `/banks/${bank}/`;
      const wanted = value.startsWith(own) ? value.slice(own.length - 1) : value;
      const isOne = wanted.startsWith('/v1/') || (wanted !== '' && '/v1/'.startsWith(wanted));
      return isOne && !wanted.includes('?') ? ({ path }) => path.startsWith(wanted) : undefined;
    },
  },
  {
    name: 'operation',
    form: 'an operation id such as getAccounts',
    parse: (value, { operations }) =>
      operations.includes(value) ? ({ operation }) => operation === value : undefined,
  },
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

/** Names of the query parameters that filter. */
export const FILTER_NAMES: readonly string[] = FILTERS.map(({ name }) => name);

/** The filters in a query; whatever else is in it is the caller's. ApiError FORMAT_ERROR, path = name. */
export function readFilters(query: Readonly<Record<string, string>>, filtered: Filtered): Filter {
  const filters: Filter[] = [];
  for (const { name, form, parse } of FILTERS) {
    const value = query[name];
    if (value === undefined) continue;
    const filter = parse(value, filtered);
    if (filter === undefined) throw wrongParameter(name, form);
    filters.push(filter);
  }
  return (request) => filters.every((filter) => filter(request));
}

/** ApiError FORMAT_ERROR that names the parameter. */
export function wrongParameter(name: string, form: string): ApiError {
  const text = `The query parameter ${name} must be ${form}.`;
  return new ApiError('CTRL-05', 'FORMAT_ERROR', text, { path: name });
}
