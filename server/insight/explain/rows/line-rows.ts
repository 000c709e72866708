// Which lines are signed, and in which order: lines left out, and lines put in that are not listed, such as
// other headers of the request, what libraries sign by default, and headers that were not sent.
import { hash } from 'node:crypto';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { subsets } from '../search.ts';
import { permutations } from './address-rows.ts';
import {
  type Draft,
  type DraftRow,
  type Line,
  lineOf,
  listed,
  type StringContext,
} from './draft.ts';
import { EMPTIES } from './value-rows.ts';

/** More lines have too many orders; then one line is tried in every other place. */
const MOST_PERMUTED = 6;

export function orderRows({ entries, request }: StringContext): readonly DraftRow[] {
  const rest = entries.filter((entry) => entry !== REQUEST_TARGET);
  const target = entries.filter((entry) => entry === REQUEST_TARGET);
  const arrived = request.headers.names().filter((name) => rest.includes(name));
  const known = SIGNABLE.filter((name) => rest.includes(name));
  const usual = [rest, arrived, known, [...rest].sort()].flatMap((order) => [
    [...target, ...order],
    [...order, ...target],
  ]);
  const others = entries.length > MOST_PERMUTED ? moved(entries) : permutations(entries);
  const priced = [
    [1, [[...entries].sort()]],
    [2, [[...entries].reverse(), ...usual]],
    [5, others],
  ] as const;
  const costs = new Map([[entries.join(' '), 0]]);
  for (const [cost, orders] of priced) {
    for (const key of orders.map((order) => order.join(' '))) {
      if (!costs.has(key)) costs.set(key, cost);
    }
  }
  return [...costs].slice(1).map(([key, cost]) => {
    const places = new Map(key.split(' ').map((entry, at) => [entry, at]));
    const place = ({ entry }: Line) => places.get(entry) ?? 0;
    return {
      mistakes: ['another-order'],
      slot: 'order',
      cost,
      says: `You joined the lines in the order ${key}, but the Signature lists headers="${entries.join(' ')}"; list the names in the order in which you sign them.`,
      change: (draft) => ({ ...draft, lines: draft.lines.toSorted((a, b) => place(a) - place(b)) }),
    };
  });
}

/** One name in another place. */
const moved = (entries: readonly string[]): readonly (readonly string[])[] =>
  entries.flatMap((entry) => {
    const rest = entries.filter((other) => other !== entry);
    return entries.map((_, at) => rest.toSpliced(at, 0, entry));
  });

/** Every line, and every choice of several that leaves one at least. */
export const leftOutRows = ({ entries }: StringContext): readonly DraftRow[] =>
  subsets(entries)
    .filter(({ length }) => length > 0 && length < entries.length)
    .map((out) => {
      const them = out.length === 1 ? 'it' : 'them';
      return {
        mistakes: ['header-left-out'],
        slot: out.length === 1 ? `${out[0]} itself` : 'lines',
        cost: out.length === 1 ? 2 : 4,
        says: `You left ${listed(out)} out of the string, but the Signature's headers list ${them}; sign every header that is listed.`,
        change: (draft) => ({
          ...draft,
          lines: draft.lines.filter(({ entry }) => !out.includes(entry)),
        }),
      };
    });

/** Where a line is put. */
type Place = (lines: readonly Line[], line: Line) => number;

const last: Place = ({ length }) => length;
const after =
  (count: number): Place =>
  ({ length }) =>
    Math.min(count, length);
const rank = (entry: string): number => (SIGNABLE as readonly string[]).indexOf(entry);
/** Before the first line that follows it in the bank's order. */
const inItsPlace: Place = (lines, line) => {
  const at = lines.findIndex(({ entry }) => rank(entry) > rank(line.entry));
  return at === -1 ? lines.length : at;
};
const inTheAlphabet: Place = (lines, { entry }) =>
  lines.filter((line) => line.entry < entry).length;

const inserted = (added: readonly Line[], place: Place) => (before: Draft) => {
  let { lines } = before;
  for (const line of added) lines = lines.toSpliced(place(lines, line), 0, line);
  return { ...before, lines };
};

const NEVER_PUT_IN = new Set(['signature', 'authorization']);
/** A hostile request may have thousands of headers. */
const MOST_PUT_IN = 30;
/** What libraries for HTTP signatures sign by default. */
const BY_LIBRARIES = ['host', '(created)', '@signature-params', REQUEST_TARGET];

/** Other headers of the request, its target and what libraries add, each in every place. */
export function putInRows(context: StringContext): readonly DraftRow[] {
  const { entries, request } = context;
  const { headers, method, target } = request;
  const params = /^[\w-]+=(.*)$/s.exec(headers.get('signature-input') ?? '')?.[1];
  const others = [
    ...[method.toLowerCase(), method.toUpperCase()].map((verb) =>
      lineOf(REQUEST_TARGET, `${verb} ${target}`),
    ),
    ...createdOf(context).map((moment) => lineOf('(created)', moment)),
    ...(params === undefined
      ? []
      : [{ ...lineOf('@signature-params', params), name: '"@signature-params"' }]),
    ...headers
      .names()
      .filter((name) => !NEVER_PUT_IN.has(name))
      .slice(0, MOST_PUT_IN)
      .map((name) => lineOf(name, headers.get(name) ?? '')),
  ].filter(({ entry }) => !entries.includes(entry));
  return others.flatMap((line) => {
    const isUsual = BY_LIBRARIES.includes(line.entry);
    // Libraries put the target first, then other pseudo-headers and host.
    const places = [after(0), last, inTheAlphabet, ...entries.map((_, at) => after(at + 1))];
    return places.map((place, at) => {
      const cost = isUsual && at < 2 ? 2 : at < 3 ? 3 : 4;
      return putIn(line, cost, inserted([line], place));
    });
  });
}

/** The value in the Signature, or the moment of the Date. */
function createdOf({ request: { headers }, now }: StringContext): readonly string[] {
  const created = /[,\s]created="?(\d{1,15})\b/.exec(headers.get('signature') ?? '')?.[1];
  const sent = parseHttpDate(headers.get('date') ?? '', now);
  return [...new Set([created, sent && String(sent.seconds)])].filter((one) => one !== undefined);
}

function putIn({ entry, value }: Line, cost: number, change: DraftRow['change']): DraftRow {
  const isTarget = entry === REQUEST_TARGET;
  const isCapital = isTarget && /^[A-Z]/.test(value);
  const advice = isTarget
    ? 'list it too, or leave it out of the string'
    : 'leave it out of the string';
  const capitals =
    ' You signed (request-target) with the method in capitals; it is in lower case there.';
  return {
    mistakes: ['header-put-in', ...(isCapital ? (['request-target-capitals'] as const) : [])],
    slot: `put in ${entry}`,
    cost: isCapital ? cost + 1 : cost,
    says: `You signed ${entry} as well, which the Signature's headers do not list; ${advice}.${isCapital ? capitals : ''}`,
    change,
  };
}

const NO_BYTES = `SHA-256=${hash('sha256', '', 'base64')}`;

/** What stands in the line of a header that was not sent. */
const NOTHINGS: readonly (readonly [words: string, line: (entry: string) => Line | undefined])[] = [
  ...EMPTIES.map(([value, words]) => [words, (entry: string) => lineOf(entry, value)] as const),
  ['nothing after the colon', (entry) => ({ ...lineOf(entry, ''), colon: ':' })],
  [
    'the digest of an empty body',
    (entry) => (entry === 'digest' ? lineOf(entry, NO_BYTES) : undefined),
  ],
];

/** Headers that were not sent, one or all: a template of all that may be signed. */
export function absentRows({ entries, request }: StringContext): readonly DraftRow[] {
  const missing = SIGNABLE.filter((name) => !entries.includes(name));
  const choices = [...missing.map((name) => [name]), ...(missing.length > 1 ? [missing] : [])];
  return choices.flatMap((names) => {
    const [header, line] =
      names.length === 1 ? ['that header', 'its line'] : ['those headers', 'their lines'];
    const carried = names.some((name) => request.headers.all(name).length > 0)
      ? 'an empty header counts as one that was not sent'
      : `the request does not carry ${header}`;
    return NOTHINGS.flatMap(([words, nothing], which) => {
      const lines = names.flatMap((name) => nothing(name) ?? []);
      if (lines.length < names.length) return [];
      return [inItsPlace, last, inTheAlphabet].map(
        (place, at): DraftRow => ({
          mistakes: ['header-put-in'],
          slot: `put in ${names.join(' ')}`,
          cost: which === 0 && at === 0 ? 3 : 4,
          says: `You signed ${listed(names)} as well, with ${words}, but ${carried}; leave ${line} out of the string.`,
          change: inserted(lines, place),
        }),
      );
    });
  });
}
