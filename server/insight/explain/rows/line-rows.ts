// Which lines are signed, and in which order: lines left out, and lines put in that are not listed, such as
// other headers of the request, what libraries sign by default, and headers that were not sent.
import { hash } from 'node:crypto';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { permutations } from '../forms/edits.ts';
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

/** Of more lines the first stay; there are too many orders of all. */
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
  const kept = entries.slice(0, -MOST_PERMUTED);
  const others = permutations(entries.slice(-MOST_PERMUTED)).map((order) => [...kept, ...order]);
  const rows = (cost: number, orders: readonly (readonly string[])[]) =>
    orders.map((order) => {
      const says = () =>
        `You joined the lines in the order ${order.join(' ')}, but the Signature lists headers="${entries.join(' ')}"; list the names in the order in which you sign them.`;
      const sort = by(order);
      return draftRow(['another-order'], 'order', cost, says, (draft) => ({
        ...draft,
        lines: draft.lines.toSorted((a, b) => sort(a.entry, b.entry)),
      }));
    });
  return [
    ...rows(1, [[...entries].sort()]),
    ...rows(2, [entries.toReversed(), ...usual.map((names) => entries.toSorted(by(names)))]),
    ...rows(5, others),
  ];
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
      const change = onLines((line) => (out.includes(line.entry) ? [] : line));
      return draftRow(['header-left-out'], slot, cost, says, change);
    });

/** Whether a line stands before the one that is put in. */
type Place = (other: string, own: string) => boolean;

const first: Place = () => false;
const last: Place = () => true;
const rank = (entry: string): number => (SIGNABLE as readonly string[]).indexOf(entry);
/** In the bank's order. */
const inItsPlace: Place = (other, own) => rank(other) < rank(own);
const inTheAlphabet: Place = (other, own) => other < own;

const putIn = (
  added: readonly Line[],
  words: string,
  cost: number,
  place: Place,
  ...others: readonly MistakeName[]
): DraftRow => {
  const slot = `put in ${added.map(({ entry }) => entry).join(' ')}`;
  const says = `You signed ${words} as well, which the Signature's headers do not list; sign exactly what they list.`;
  return draftRow(['header-put-in', ...others], slot, cost, says, (before) => {
    let { lines } = before;
    for (const line of added) {
      const at = lines.filter(({ entry }) => place(entry, line.entry)).length;
      lines = lines.toSpliced(at, 0, line);
    }
    return { ...before, lines };
  });
};

const NEVER_PUT_IN = new Set(['signature', 'authorization']);
/** A hostile request may have thousands of headers. */
const MOST_PUT_IN = 30;
/** What libraries for HTTP signatures sign by default. */
const BY_LIBRARIES = ['host', '(created)', '@signature-params', REQUEST_TARGET];

/** Other headers of the request, its target and what libraries add, each in every place. */
export function putInRows({ entries, request, now }: StringContext): readonly DraftRow[] {
  const { headers, method, target } = request;
  // Libraries put the target first, then other pseudo-headers and host.
  const after = entries.map(
    (_, at): Place =>
      (other) =>
        entries.indexOf(other) <= at,
  );
  const places = [first, last, inTheAlphabet, ...after];
  const everywhere = (line: Line, words = line.entry, ...others: readonly MistakeName[]) => {
    const usual = BY_LIBRARIES.includes(line.entry) ? 2 : 3;
    return (entries.includes(line.entry) ? [] : places).map((place, at) =>
      putIn([line], words, [usual, usual, 3][at] ?? 4, place, ...others),
    );
  };
  const loud = `${REQUEST_TARGET} with its method in capitals`;
  const created = /[,\s]created="?(\d{1,15})\b/.exec(headers.get('signature') ?? '')?.[1];
  const seconds = created ?? parseHttpDate(headers.get('date') ?? '', now)?.seconds;
  const params = /^[\w-]+=(.*)$/s.exec(headers.get('signature-input') ?? '')?.[1];
  const others = [
    ['(created)', '(created)', seconds],
    ['@signature-params', '"@signature-params"', params],
  ] as const;
  const heads = [`${method} ${target} HTTP/1.1`, `${method} ${target}`, method, target];
  return [
    ...everywhere(lineOf(REQUEST_TARGET, `${method.toLowerCase()} ${target}`)),
    ...everywhere(lineOf(REQUEST_TARGET, `${method} ${target}`), loud, 'request-target-capitals'),
    ...others.flatMap(([entry, name, value]) =>
      value === undefined ? [] : everywhere({ entry, name, value: String(value) }),
    ),
    ...headers
      .names()
      .filter((name) => !NEVER_PUT_IN.has(name))
      .slice(0, MOST_PUT_IN)
      .flatMap((name) => everywhere(lineOf(name, headers.get(name) ?? ''))),
    ...heads.map((value) => {
      const words = 'the request line, or a part of it,';
      return putIn([{ entry: 'head', name: '', value }], words, 4, first);
    }),
  ];
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
      const words = `${listed(names)} ("${nothing.value}")`;
      return [inItsPlace, last, inTheAlphabet].map((place, at) =>
        putIn(lines, words, which + at === 0 ? 3 : 4, place),
      );
    });
  });
}
