// Which lines are signed, and in which order: lines left out, and lines put in that are not listed, such as
// other headers of the request, what libraries sign by default, and headers that were not sent.
import { hash } from 'node:crypto';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { permutations } from '../forms/permutations.ts';
import type { MistakeName } from '../mistake-names.ts';
import {
  type DraftRow,
  draftRow,
  type Line,
  lineOf,
  listed,
  onLines,
  type StringContext,
} from './draft.ts';
import { EMPTIES, USUAL_EMPTIES } from './value-rows.ts';

/** More lines have too many orders; then one line is tried in every other place. */
const MOST_PERMUTED = 6;

/** Sorts by a list of names; the target comes first if it is not in it. */
const by =
  (names: readonly string[]) =>
  (a: string, b: string): number =>
    names.indexOf(a) - names.indexOf(b);

export function orderRows({ entries, request }: StringContext): readonly DraftRow[] {
  const rest = entries.filter((entry) => entry !== REQUEST_TARGET);
  const sorted = [...rest].sort();
  const known = [rest, SIGNABLE, request.headers.names(), sorted, sorted.toReversed()];
  const usual = known.flatMap((names) => [names, [...names, REQUEST_TARGET]]);
  const one = (entry: string, at: number) =>
    entries.filter((other) => other !== entry).toSpliced(at, 0, entry);
  const others =
    entries.length > MOST_PERMUTED
      ? entries.flatMap((entry) => entries.map((_, at) => one(entry, at)))
      : permutations(entries);
  const priced: readonly (readonly [cost: number, orders: readonly (readonly string[])[]])[] = [
    [1, [[...entries].sort()]],
    [2, [entries.toReversed(), ...usual.map((names) => entries.toSorted(by(names)))]],
    [5, others],
  ];
  return priced.flatMap(([cost, orders]) =>
    orders.map((order) => {
      const says = `You joined the lines in the order ${order.join(' ')}, but the Signature lists headers="${entries.join(' ')}"; list the names in the order in which you sign them.`;
      const sort = by(order);
      return draftRow('another-order', 'order', cost, says, (draft) => ({
        ...draft,
        lines: draft.lines.toSorted((a, b) => sort(a.entry, b.entry)),
      }));
    }),
  );
}

/** Every choice of some, the empty one first. */
const subsets = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((_item, at) => (bits >> at) % 2 === 1),
  );

/** Every line, and every choice of several that leaves one at least. */
export const leftOutRows = ({ entries }: StringContext): readonly DraftRow[] =>
  subsets(entries)
    .filter(({ length }) => length > 0 && length < entries.length)
    .map((out) => {
      const [slot, cost] = out.length === 1 ? [`${out[0]} itself`, 2] : ['lines', 4];
      const says = `You left ${listed(out)} out of the string; sign every header that the Signature lists.`;
      const isOut = ({ entry }: Line) => out.includes(entry);
      return draftRow(
        'header-left-out',
        slot,
        cost,
        says,
        onLines((line) => (isOut(line) ? [] : line)),
      );
    });

/** Where a line is put. */
type Place = (lines: readonly Line[], line: Line) => number;

const after = (count: number) => () => count;
const first = after(0);
const last: Place = ({ length }) => length;
const rank = (entry: string): number => (SIGNABLE as readonly string[]).indexOf(entry);
/** Before the first line that follows it in the bank's order. */
const inItsPlace: Place = (lines, line) => {
  const at = lines.findIndex(({ entry }) => rank(entry) > rank(line.entry));
  return at === -1 ? lines.length : at;
};
const inTheAlphabet: Place = (lines, { entry }) =>
  lines.filter((line) => line.entry < entry).length;

const putIn = (
  added: readonly Line[],
  cost: number,
  place: Place,
  says: string,
  others: readonly MistakeName[] = [],
): DraftRow => {
  const slot = `put in ${added.map(({ entry }) => entry).join(' ')}`;
  return draftRow(['header-put-in', ...others], slot, cost, says, (before) => {
    let { lines } = before;
    for (const line of added) lines = lines.toSpliced(place(lines, line), 0, line);
    return { ...before, lines };
  });
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
  const named = (entry: string, name: string, value: string) => ({ ...lineOf(entry, value), name });
  const others = [
    lineOf(REQUEST_TARGET, `${method.toLowerCase()} ${target}`),
    lineOf(REQUEST_TARGET, `${method} ${target}`),
    ...createdOf(context).map((moment) => lineOf('(created)', moment)),
    ...(params === undefined ? [] : [named('@signature-params', '"@signature-params"', params)]),
    ...headers
      .names()
      .filter((name) => !NEVER_PUT_IN.has(name))
      .slice(0, MOST_PUT_IN)
      .map((name) => lineOf(name, headers.get(name) ?? '')),
  ].filter(({ entry }) => !entries.includes(entry));
  const saying = (what: string, advice = '') =>
    `You signed ${what} as well, which the Signature's headers do not list; ${advice}leave it out of the string.`;
  const heads = [`${method} ${target} HTTP/1.1`, `${method} ${target}`, method, target];
  return [
    ...others.flatMap((line) => {
      const { entry, value } = line;
      const isTarget = entry === REQUEST_TARGET;
      const isLoud = isTarget && value.startsWith(method);
      const usual = BY_LIBRARIES.includes(entry) ? 2 : 3;
      // Libraries put the target first, then other pseudo-headers and host.
      const places = [first, last, inTheAlphabet, ...entries.map((_, at) => after(at + 1))];
      const says = saying(
        entry + (isLoud ? ' with the method in capitals' : ''),
        isTarget ? 'list it too, or ' : '',
      );
      return places.map((place, at) =>
        putIn(
          [line],
          at < 2 ? usual : at < 3 ? 3 : 4,
          place,
          says,
          isLoud ? ['request-target-capitals'] : [],
        ),
      );
    }),
    ...heads.map((head) => {
      const line = { ...named('head', head, ''), colon: '' };
      return putIn([line], 4, first, saying('the request line, or a part of it,'));
    }),
  ];
}

/** The value in the Signature, or the moment of the Date. */
function createdOf({ request: { headers }, now }: StringContext): readonly string[] {
  const created = /[,\s]created="?(\d{1,15})\b/.exec(headers.get('signature') ?? '')?.[1];
  const sent = parseHttpDate(headers.get('date') ?? '', now);
  return [...new Set([created, sent && String(sent.seconds)])].filter((one) => one !== undefined);
}

/** What stands in the line of a header that was not sent. */
const NOTHINGS: readonly Pick<Line, 'value' | 'colon'>[] = [
  ...EMPTIES.slice(0, USUAL_EMPTIES).map((value) => ({ value })),
  { value: '', colon: ':' },
];
const NO_BYTES = { value: `SHA-256=${hash('sha256', '', 'base64')}` };

/** Headers that were not sent, one or all: a template of all that may be signed. */
export function absentRows({ entries }: StringContext): readonly DraftRow[] {
  const missing = SIGNABLE.filter((name) => !entries.includes(name));
  const choices = [...missing.map((name) => [name]), ...(missing.length > 1 ? [missing] : [])];
  return choices.flatMap((names) => {
    const nothings = names.join() === 'digest' ? [...NOTHINGS, NO_BYTES] : NOTHINGS;
    return nothings.flatMap((nothing, which) => {
      const lines = names.map((name) => ({ ...lineOf(name, ''), ...nothing }));
      const says = `You signed ${listed(names)} as well, as "${nothing.value}"; leave out what the request does not carry, or carries empty.`;
      return [inItsPlace, last, inTheAlphabet].map((place, at) =>
        putIn(lines, which + at === 0 ? 3 : 4, place, says),
      );
    });
  });
}
