// The filters of the inspector (CTRL-05): one row per query parameter; all given filters must match. `q` has
// them in one line. A value that no request can have is refused, because a test with a misspelt value would wait in vain.
import { METHODS } from 'node:http';
import {
  type Filter,
  isGiven,
  type Query,
  recordedQuery,
} from '../../bank/banks/recorded-query.ts';
import { tppIdOf } from '../../bank/tpps/tpp-rows.ts';
import { isPlainDate } from '../../kernel/dates.ts';
import { ApiError, STATUS_OF_CODE } from '../../protocol/errors.ts';
import { RULES } from '../../protocol/rules.ts';
import { visible } from '../../protocol/shown-text.ts';
import { MISTAKE_NAMES } from '../explain/mistake-names.ts';
import { type Term, termsOf } from './filter-line.ts';
import { refusedBy, type SeenRequest } from './seen-request.ts';

/** What the filters need to know. */
export interface Filtered {
  readonly bank: string;
  /** Operation ids of the signed API. */
  readonly operations: readonly string[];
}

interface FilterRow extends Omit<Filter<SeenRequest>, 'isValid'> {
  readonly isValid: (value: string, filtered: Filtered) => boolean;
}

/** How the rows of the inspector read their query. */
export const REQUEST_QUERY = recordedQuery('CTRL-05', 'request');

const CODE = {
  form: 'an error code such as CONSENT_INVALID',
  isValid: (code: string) => Object.hasOwn(STATUS_OF_CODE, code),
};
const RULE = {
  form: "a rule's id such as SIG-10",
  isValid: (id: string) => RULES.some((rule) => rule.id === id),
};

const hasFinding = ({ findings }: SeenRequest, rule: string): boolean =>
  findings.some((finding) => finding.rule === rule);

const FILTERS: readonly FilterRow[] = [
  {
    name: 'status',
    form: 'a status such as 401, or a class of them such as 4xx',
    isValid: (value) => /^[1-5](?:\d\d|xx)$/.test(value),
    matches: ({ answer }, value) => String(answer.status).startsWith(value.replace('xx', '')),
  },
  { name: 'code', ...CODE, matches: ({ codes }, value) => codes.includes(value) },
  { name: 'warning', ...CODE, matches: ({ warnings }, value) => warnings.includes(value) },
  {
    name: 'rule',
    ...RULE,
    matches: (request, value) => refusedBy(request) === value || hasFinding(request, value),
  },
  { name: 'finding', ...RULE, matches: hasFinding },
  {
    name: 'method',
    form: 'a method such as GET',
    isValid: (value) => METHODS.includes(value.toUpperCase()),
    matches: ({ method }, value) => method === value.toUpperCase(),
  },
  {
    name: 'path',
    form: 'the beginning of a path of this bank such as /v1/accounts, without query',
    isValid(value, { bank }) {
      const path = withoutPrefix(value, bank);
      const isOne = path.startsWith('/v1/') || (path !== '' && '/v1/'.startsWith(path));
      return isOne && !path.includes('?');
    },
    matches: ({ path, bank }, value) => path.startsWith(withoutPrefix(value, bank)),
  },
  {
    name: 'operation',
    form: 'an operation id such as getAccounts',
    isValid: (value, { operations }) => operations.includes(value),
    matches: ({ operation }, value) => operation === value,
  },
  {
    name: 'tpp',
    form: 'an organisation id such as PSDNO-FSA-987654321, or a part of a name',
    isValid: isGiven,
    matches: ({ tpp }, value) => tpp?.id === tppIdOf(value) || isIn(value, tpp?.name),
  },
  {
    name: 'person',
    form: 'a part of the name of a person, or their customerId',
    isValid: isGiven,
    matches: ({ person }, value) => person?.id === value || isIn(value, person?.name),
  },
  {
    name: 'requestId',
    form: 'an X-Request-ID',
    isValid: isGiven,
    matches: ({ requestId }, value) => requestId === value,
  },
  {
    name: 'scaFlow',
    form: 'the last part of a scaRedirect link',
    isValid: isGiven,
    matches: ({ scaFlow }, value) => scaFlow === value,
  },
  {
    name: 'mistake',
    form: 'the name of a mistake such as crlf',
    isValid: (value) => MISTAKE_NAMES.some((name) => name === value),
    matches: ({ explanation }, value) =>
      explanation?.readings.some(({ mistakes }) => mistakes.some((name) => name === value)) ===
      true,
  },
  {
    name: 'since',
    form: 'a date-time such as 2026-11-03T09:05:07Z',
    isValid: (value) => !Number.isNaN(instantOf(value)),
    matches: ({ at }, value) => at >= instantOf(value),
  },
];

const isIn = (part: string, text = ''): boolean => text.toLowerCase().includes(part.toLowerCase());

const hasText = (request: SeenRequest, text: string): boolean => {
  const { target, requestId, operation, tpp, person, refusal } = request;
  const places = [target, requestId, operation, tpp?.name, person?.name, refusal?.text];
  return places.some((place) => isIn(text, place));
};

function withoutPrefix(path: string, bank: string): string {
  const own = `/banks/${bank}/`;
  return path.startsWith(own) ? path.slice(own.length - 1) : path;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds, or NaN. A plus sign in a query means a space, and clients often forget to write %2B. */
function instantOf(value: string): number {
  const text = value.replace(' ', '+');
  const date = DATE_TIME.exec(text)?.[1] ?? '';
  return isPlainDate(date) ? Date.parse(text) : Number.NaN;
}

/** Names of the query parameters that filter. */
export const FILTER_NAMES: readonly string[] = [...FILTERS.map(({ name }) => name), 'q'];

type Matches = (request: SeenRequest) => boolean;

/** The filters in a query; the caller checks other parameters. ApiError FORMAT_ERROR, path = name. */
export function readFilters(query: Query, filtered: Filtered): Matches {
  const filters = FILTERS.map((row) => ({
    ...row,
    isValid: (value: string) => row.isValid(value, filtered),
  }));
  const matches = REQUEST_QUERY.filter(query, filters);
  const terms = termsOf(query['q'] ?? '').map((term) => conditionOf(term, filters));
  return (request) => matches(request) && terms.every((holds) => holds(request));
}

/** What people write for a name that is long. */
const SHORT: Readonly<Record<string, string>> = { op: 'operation' };

function conditionOf(
  { name, value, isNot }: Term,
  filters: readonly Filter<SeenRequest>[],
): Matches {
  if (name === undefined) return (request) => hasText(request, value);
  const row = filters.find((one) => one.name === (SHORT[name] ?? name));
  if (row === undefined) {
    const names = filters.map((one) => one.name).join(', ');
    throw wrongTerm(
      `There is no filter ${visible(name, 40)}; there are ${names}. To look for that text, put it in quotes.`,
    );
  }
  if (!row.isValid(value)) throw wrongTerm(`After ${name}: write ${row.form}.`);
  return (request) => row.matches(request, value) !== (isNot === true);
}

const wrongTerm = (text: string): ApiError =>
  new ApiError('CTRL-05', 'FORMAT_ERROR', text, { path: 'q' });
