// What the page of the request log shows besides the answer: the line that filters, and of each request its place in two parts
// and its marks. Pure.
import { type Outcome, outcomeOf } from '../../insight/inspector/figures.ts';
import { lineOf, type Term, termsOf } from '../../insight/inspector/filter-line.ts';
import { FILTER_NAMES } from '../../insight/inspector/filters.ts';
import { isConsoleLogin } from '../../protocol/console-login.ts';

type Query = Readonly<Record<string, string>>;

/** The statuses that the page offers; the first takes all filters off. */
const STATUSES = ['all', '2xx', '4xx', '400', '401', '403', '404', '5xx'] as const;

/** What the field offers before anything is known of the log. */
const FIRST_TERMS = ['status:', 'op:', 'tpp:', 'person:', 'rule:'];

/** As much of the answer as this reads (`control/request-list.json`). */
export interface ListAnswer {
  readonly requests: readonly Entry[];
}

interface Entry {
  readonly target: string;
  readonly requestId?: string;
  readonly status: number;
  readonly scaFlow?: string;
  readonly findings: readonly { readonly rule: string }[];
  readonly warnings?: readonly string[];
  readonly fault?: string;
  readonly brokenOff?: boolean;
}

/** All filters of the query, as terms of one line. */
export function filtersOf(query: Query): readonly Term[] {
  const named = Object.entries(query).filter(
    ([name]) => name !== 'q' && FILTER_NAMES.includes(name),
  );
  return [...named.map(([name, value]) => ({ name, value })), ...termsOf(query['q'] ?? '')];
}

/** One line has all filters. Chips of a status keep the others, and begin again with the newest. */
export function requestsModel({ requests }: ListAnswer, query: Query) {
  const terms = filtersOf(query);
  const isStatus = ({ name, isNot }: Term) => name === 'status' && isNot !== true;
  const shown = terms.length === 0 ? 'all' : terms.find(isStatus)?.value;
  const others = terms.filter((term) => !isStatus(term));
  const chips = STATUSES.map((label) => {
    const q = lineOf([{ name: 'status', value: label }, ...others]);
    const href = label === 'all' ? 'requests' : `requests?${new URLSearchParams({ q })}`;
    return { label, href, current: label === shown };
  });
  return {
    line: lineOf(terms),
    chips,
    terms: FIRST_TERMS,
    requests: requests.map((one) => ({
      ...one,
      place: inTwo(one.target),
      kind: KINDS[outcomeOf(one.status, one)],
      marks: marksOf(one),
    })),
  };
}

/** Classes of the row. */
const KINDS: Readonly<Record<Outcome, string>> = {
  accepted: 'accepted',
  toSca: 'to-sca',
  refused: 'refused',
  failed: 'refused',
};

/** What a dot stands for: keys of texts, and what fills them in. */
function marksOf({ findings, warnings, fault, brokenOff, status, requestId }: Entry) {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return [
    ...rules.map((rule) => ({ key: 'report.chip.tolerated', values: { rule } })),
    ...(warnings === undefined
      ? []
      : [{ key: 'report.chip.warning', values: { codes: warnings.join(', ') } }]),
    ...(fault === undefined ? [] : [{ key: 'report.chip.fault', values: { fault } }]),
    ...(brokenOff === true ? [{ key: 'report.chip.noAnswer', values: { status } }] : []),
    ...(isConsoleLogin(requestId) ? [{ key: 'report.chip.consoleLogin', values: {} }] : []),
  ];
}

/** The last name of an address, with its query, stays whole where the middle has no room; else a little of its end. */
const LONGEST_NAME = 40;
const END = 14;

/** The text in two parts, and no character is cut. */
function inTwo(text: string): readonly [string, string] {
  const name = Math.max(0, text.lastIndexOf('/'));
  const at = text.length - name <= LONGEST_NAME ? name : text.length - END;
  const whole = /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
  return [text.slice(0, whole), text.slice(whole)];
}
