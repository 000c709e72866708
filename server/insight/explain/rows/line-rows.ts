// Which lines are signed, and in which order: lines left out, and lines put in that are not listed, such as
// other headers of the request, what libraries sign by default, and headers that were not sent.
import { hash } from 'node:crypto';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { permutations } from '../forms/permutations.ts';
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
  const usual = [rest, arrived, known, [...rest].sort(), [...rest].sort().reverse()].flatMap(
    (order) => [
      [...target, ...order],
      [...order, ...target],
    ],
  );
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
const NOT_LISTED = "which the Signature's headers do not list";

/** Other headers of the request, its target and what libraries add, each in every place. */
export function putInRows(context: StringContext): readonly DraftRow[] {
  const { entries, request } = context;
  const { headers, method, target } = request;
  const params = /^[\w-]+=(.*)$/s.exec(headers.get('signature-input') ?? '')?.[1];
  const named = (entry: string, name: string, value: string) => ({ ...lineOf(entry, value), name });
  const others = [
    lineOf(REQUEST_TARGET, `${method.toLowerCase()} ${target}`),
    ...createdOf(context).map((moment) => lineOf('(created)', moment)),
    ...(params === undefined ? [] : [named('@signature-params', '"@signature-params"', params)]),
    ...headers
      .names()
      .filter((name) => !NEVER_PUT_IN.has(name))
      .slice(0, MOST_PUT_IN)
      .map((name) => lineOf(name, headers.get(name) ?? '')),
  ].filter(({ entry }) => !entries.includes(entry));
  const heads = [`${method} ${target} HTTP/1.1`, `${method} ${target}`, method, target];
  return [
    ...others.flatMap((line) => {
      const isUsual = BY_LIBRARIES.includes(line.entry);
      // Libraries put the target first, then other pseudo-headers and host.
      const places = [after(0), last, inTheAlphabet, ...entries.map((_, at) => after(at + 1))];
      const advice = `${line.entry === REQUEST_TARGET ? 'list it too, or ' : ''}leave it out of the string`;
      return places.map((place, at) =>
        putIn(
          line.entry,
          isUsual && at < 2 ? 2 : at < 3 ? 3 : 4,
          `You signed ${line.entry} as well, ${NOT_LISTED}; ${advice}.`,
          inserted([line], place),
        ),
      );
    }),
    ...heads.map((head) => {
      const says = `You signed the request line or a part of it before the lines, ${NOT_LISTED}; leave it out of the string.`;
      const line = { ...named('head', head, ''), colon: '' };
      return putIn('head', 4, says, inserted([line], after(0)));
    }),
  ];
}

const putIn = (
  entry: string,
  cost: number,
  says: string,
  change: DraftRow['change'],
): DraftRow => ({ mistakes: ['header-put-in'], slot: `put in ${entry}`, cost, says, change });

/** The value in the Signature, or the moment of the Date. */
function createdOf({ request: { headers }, now }: StringContext): readonly string[] {
  const created = /[,\s]created="?(\d{1,15})\b/.exec(headers.get('signature') ?? '')?.[1];
  const sent = parseHttpDate(headers.get('date') ?? '', now);
  return [...new Set([created, sent && String(sent.seconds)])].filter((one) => one !== undefined);
}

/** The method in capitals in a target that is not listed. */
export function loudTargetRows({ entries }: StringContext): readonly DraftRow[] {
  if (entries.includes(REQUEST_TARGET)) return [];
  return [
    {
      mistakes: ['request-target-capitals'],
      slot: 'put method',
      cost: 1,
      says: 'You signed (request-target) with the method in capitals; it is in lower case there.',
      change: (draft) => {
        const loud = (value: string) => value.replace(/^[a-z]+(?= )/, (verb) => verb.toUpperCase());
        const lines = draft.lines.map((line) =>
          line.entry === REQUEST_TARGET ? { ...line, value: loud(line.value) } : line,
        );
        return draft.lines.some(({ entry }) => entry === REQUEST_TARGET)
          ? { ...draft, lines }
          : undefined;
      },
    },
  ];
}

const NO_BYTES = `SHA-256=${hash('sha256', '', 'base64')}`;

/** What stands in the line of a header that was not sent. */
const NOTHINGS: readonly (readonly [words: string, line: (entry: string) => Line | undefined])[] = [
  ...EMPTIES.slice(0, 4).map(
    ([value, words]) => [words, (entry: string) => lineOf(entry, value)] as const,
  ),
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
      return [inItsPlace, last, inTheAlphabet].map((place, at) =>
        putIn(
          names.join(' '),
          which === 0 && at === 0 ? 3 : 4,
          `You signed ${listed(names)} as well, with ${words}, but ${carried}; leave ${line} out of the string.`,
          inserted(lines, place),
        ),
      );
    });
  });
}
