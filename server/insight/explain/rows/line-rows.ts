// Which lines are signed, and in which order: lines left out, and lines put in that are not listed, such as
// other headers of the request, its first line, and headers that were not sent.
import { rememberLast } from '../../../kernel/recent.ts';
import { digestHeader } from '../../../signing/digest.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { listed } from '../explanation.ts';
import { both, type Edit, permutations } from '../forms/edits.ts';
import type { FormRow } from '../forms/form.ts';
import { type Entries, type MistakeRow, rowsOf, type StringContext } from './draft.ts';

/** Of more lines the first stay; there are too many orders of all. */
const MOST_PERMUTED = 6;

/** Hundreds of rows read the same text. */
const linesOf = rememberLast((text: string): readonly string[] => text.split('\n'));

/** The lines of the names, in their order. */
const only = (names: readonly string[]): Edit => {
  const starts = names.map((name) => `${name}:`);
  return (text) => {
    const lines = linesOf(text);
    const wanted = starts.map((start) => lines.find((line) => line.startsWith(start)));
    return wanted.filter((line) => line !== undefined).join('\n');
  };
};

const besideList = (entries: Entries) =>
  `You signed …, but the Signature lists headers="${entries.join(' ')}"; sign exactly these lines, in that order.`;

const ordered = (entries: Entries, names: readonly string[]) =>
  entries.toSorted((a, b) => names.indexOf(a) - names.indexOf(b));

/** Two that stand side by side are exchanged more often than others. */
const orderCost = (order: readonly string[], entries: Entries): number =>
  order.filter((name, at) => name !== entries[at]).length === 2 ? 4 : 5;

/** The same lines in these orders. */
function orderRows(entries: Entries, rows: readonly (readonly [number, readonly string[]])[]) {
  const inOrder: MistakeRow['says'] = ({ words }, signed) => {
    const names = words.split(' ');
    const some = linesOf(signed)
      .map((line) => line.replace(/:.*/, ''))
      .filter((name) => names.includes(name));
    return besideList(entries).replace('…', `in the order ${some.join(' ')}`);
  };
  const forms = rows.map(([cost, order]): FormRow => {
    return ['another-order', cost, order.join(' '), only(order)];
  });
  return rowsOf('order', '', inOrder, forms);
}

export function listRows(entries: Entries): readonly MistakeRow[] {
  const without = Array.from({ length: 2 ** entries.length - 2 }, (_, bits): FormRow => {
    const out = entries.filter((_entry, at) => ((bits + 1) >> at) % 2 === 1);
    const kept = entries.filter((entry) => !out.includes(entry));
    return ['header-left-out', out.length === 1 ? 2 : 4, `without ${listed(out)}`, only(kept)];
  });
  const sorted = [...entries].sort();
  const rest = entries.filter((entry) => entry !== REQUEST_TARGET);
  // The target comes first if it is not among the names.
  const known = [SIGNABLE, rest].map((names) => ordered(entries, names));
  const usual = [entries.toReversed(), sorted.toReversed(), ...known];
  const [start, end] = [entries.slice(0, -MOST_PERMUTED), entries.slice(-MOST_PERMUTED)];
  const others = permutations(end).map((order) => [...start, ...order]);
  const orders = [sorted, ...usual, ...others].map(
    (order, at) =>
      [at > usual.length ? orderCost(order, entries) : Math.min(2, at + 1), order] as const,
  );
  const left = rowsOf('lines', 'left out', besideList(entries), without);
  return [...left, ...orderRows(entries, orders)];
}

/** Before the line of that number, or behind lines that are less by this. */
type LinePosition = number | ((line: string) => string | number);
const LAST = Number.POSITIVE_INFINITY;
const inTheAlphabet = (line: string) => line;
const asTheBank = (line: string) => SIGNABLE.findIndex((name) => line.startsWith(`${name}:`));
/** Libraries put the target first, then other pseudo-headers and host. */
const PLACES: readonly LinePosition[] = [0, LAST, inTheAlphabet, 1, 2, 3, 4, 5];

const putIn =
  (line: string, place: LinePosition): Edit =>
  (text) => {
    const lines = linesOf(text);
    const isBefore = (other: string) => typeof place !== 'number' && place(other) < place(line);
    const at = typeof place === 'number' ? place : lines.filter(isBefore).length;
    return lines.toSpliced(at, 0, line).join('\n');
  };

const LOUD = ['header-put-in', 'request-target-capitals'] as const;
/** The first places are as usual as the lines. */
const added = (lines: readonly string[], usual: number, words: string, places = PLACES) =>
  places.map((place, at): FormRow => {
    const change = lines.map((line) => putIn(line, place)).reduce(both);
    const mistakes = words.endsWith('method in capitals') ? LOUD : 'header-put-in';
    return [mistakes, [usual, usual, 3][at] ?? 4, `${words} as well`, change];
  });

const NEVER_PUT_IN = ['signature', 'authorization'];
/** A hostile request may have thousands of headers. */
const MOST_PUT_IN = 30;
/** What programs print for a header that was not sent. */
const NOTHINGS = [': ', ':', ': null', ': None', ': undefined'];

export function putInRows(context: StringContext): readonly MistakeRow[] {
  const { method, target, headers } = context.request;
  const heads = [` ${target}`, ` ${target} HTTP/1.1`, `\n${target}`].map((rest) => method + rest);
  const sent = headers.names().slice(0, MOST_PUT_IN);
  // The target is put in front of the others.
  const lines = new Map([
    ...sent.map((name) => [name, `${name}: ${headers.get(name)}`] as const),
    [REQUEST_TARGET, `${REQUEST_TARGET}: ${method.toLowerCase()} ${target}`],
    [`${REQUEST_TARGET} with its method in capitals`, `${REQUEST_TARGET}: ${method} ${target}`],
    ['content-type with a charset', 'content-type: application/json; charset=utf-8'],
    ['content-type with a charset in capitals', 'content-type: application/json;charset=UTF-8'],
    ['the list of names', `headers: ${context.entries.join(' ')}`],
    ['algorithm', 'algorithm: rsa-sha256'],
    ['the algorithm', 'rsa-sha256'],
    ...[...heads, target].map((head) => [`the text ${JSON.stringify(head)}`, head] as const),
  ]);
  const known: readonly string[] = [...context.entries, ...NEVER_PUT_IN];
  // As they were sent.
  const order = ordered(context.entries, headers.names());
  const others = [...lines].flatMap(([name, line]) => {
    if (known.includes(name.replace(/ .*/, ''))) return [];
    // Libraries for HTTP signatures sign the target and the host by default.
    const rows = added([line], /^\(|^host$/.test(name) ? 2 : 3, name);
    return rowsOf('put', `in ${name}`, besideList(context.entries), rows);
  });
  return [...orderRows(context.entries, [[2, order]]), ...others];
}

/** Headers that were not sent, one or all: a template of all that may be signed. */
export function absentRows(entries: Entries): readonly MistakeRow[] {
  const missing = SIGNABLE.filter((name) => !entries.includes(name));
  const all = missing.length > 1 ? [missing] : [];
  const ofNone = `: ${digestHeader(Buffer.alloc(0))}`;
  return [...missing.map((name) => [name]), ...all].flatMap((names) => {
    const values = names.join() === 'digest' ? [...NOTHINGS, ofNone] : NOTHINGS;
    const rows = values.flatMap((value, at) => {
      const lines = names.map((name) => name + value);
      const words = `${listed(names)} ("${value.slice(2)}")`;
      return added(lines, at === 0 ? 3 : 4, words, [asTheBank, LAST, inTheAlphabet]);
    });
    return rowsOf('put', `in ${names.join(' ')}`, besideList(entries), rows);
  });
}
