// Lines that are signed but not listed: other headers of the request, what libraries sign by default, and
// headers that were not sent.
import { createHash } from 'node:crypto';
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { subsets } from '../combinations.ts';
import type { Draft, Line } from '../string/draft.ts';
import { listed, type StringContext, type Transform } from '../string/transform.ts';
import { EMPTIES } from './values.ts';

const NEVER_PUT_IN = new Set(['signature', 'authorization']);
/** A hostile request may have thousands of headers. */
const MOST_PUT_IN = 30;

const lineOf = (entry: string, value: string): Line => ({ entry, name: entry, value });

/** Where lines are put: the draft with them inserted. */
type Place = (draft: Draft, line: Line) => Draft;

const inserted = (draft: Draft, line: Line, at: number): Draft => ({
  ...draft,
  lines: draft.lines.toSpliced(at, 0, line),
});

const last: Place = (draft, line) => inserted(draft, line, draft.lines.length);
const first: Place = (draft, line) => inserted(draft, line, 0);

/** Before the first line that follows it in the bank's order. */
const inItsPlace: Place = (draft, line) => {
  const rank = (entry: string) => (SIGNABLE as readonly string[]).indexOf(entry);
  const at = draft.lines.findIndex(({ entry }) => rank(entry) > rank(line.entry));
  return inserted(draft, line, at === -1 ? draft.lines.length : at);
};

const inTheAlphabet: Place = (draft, line) => {
  const names = draft.lines.map(({ entry }) => entry);
  return inserted(draft, line, [...names, line.entry].sort().indexOf(line.entry));
};

/** After that many lines, or at the end. */
const after =
  (at: number): Place =>
  (draft, line) =>
    inserted(draft, line, Math.min(at, draft.lines.length));

export function putInTransforms(context: StringContext): readonly Transform[] {
  return [...sentHeaders(context), ...byLibraries(context), ...absent(context)];
}

/** Other headers of the request and its target, each in every place. */
function sentHeaders(context: StringContext): readonly Transform[] {
  const { entries, request } = context;
  const others = request.headers
    .names()
    .filter((name) => !entries.includes(name) && !NEVER_PUT_IN.has(name))
    .slice(0, MOST_PUT_IN)
    .map((name) => lineOf(name, request.headers.get(name) ?? ''));
  const { right, capitals } = targetLines(context);
  const places = entries.map((_, at) => after(at));
  return [
    ...[...right, ...others].flatMap((line) => [
      ...[last, first, inTheAlphabet].map((place) =>
        putIn([line], 3, (draft) => place(draft, line)),
      ),
      ...places.map((place) => putIn([line], 4, (draft) => place(draft, line))),
    ]),
    ...capitals.flatMap((line) =>
      [first, last].map((place) => putIn([line], 4, (draft) => place(draft, line))),
    ),
  ];
}

/** The line of the target, correct and with the method in capitals; none if it is listed. */
function targetLines({ request, entries }: StringContext) {
  if (entries.includes(REQUEST_TARGET)) return { right: [], capitals: [] };
  const { method, target } = request;
  const line = (verb: string) => [lineOf(REQUEST_TARGET, `${verb} ${target}`)];
  return { right: line(method.toLowerCase()), capitals: line(method.toUpperCase()) };
}

/**
 * What HTTP signature libraries sign by default: (request-target), (created), host, date, and the headers
 * that describe the body.
 */
function byLibraries(context: StringContext): readonly Transform[] {
  const { request, entries } = context;
  const header = (name: string): readonly Line[] => {
    const value = entries.includes(name) ? undefined : request.headers.get(name);
    return value === undefined ? [] : [lineOf(name, value)];
  };
  const { right, capitals } = targetLines(context);
  const moments = createdOf(context).map((value) => [lineOf('(created)', value)]);
  const [host, type, length] = [header('host'), header('content-type'), header('content-length')];
  const heads = [
    ...[right, capitals].flatMap((target) => [
      [...target, ...host],
      [...host, ...target],
    ]),
    ...moments.flatMap((moment) => [
      moment,
      [...right, ...moment],
      [...right, ...moment, ...host],
      [...right, ...host, ...moment],
    ]),
  ];
  const tails = [type, length, [...type, ...length], [...length, ...type]];
  const rows: readonly (readonly [head: readonly Line[], tail: readonly Line[], after: string])[] =
    [
      ...heads.map((head) => [head, [], ''] as const),
      [right, host, 'date'],
      ...[[], right, host, [...right, ...host]].flatMap((head) =>
        tails.flatMap((tail) => [[head, tail, ''] as const, [head, tail, 'digest'] as const]),
      ),
      ...signatureParams(context).map((line) => [[], [line], ''] as const),
    ];
  // A single header is already tried in every place.
  return rows
    .filter(
      ([head, tail]) =>
        [...head, ...tail].length > 1 || /^["(]/.test([...head, ...tail][0]?.name ?? ''),
    )
    .map(([head, tail, after]) => {
      const apply = (before: Draft) => withTail(before, tail, after);
      return putIn([...head, ...tail], 3, (before) => withHead(apply(before), head));
    });
}

/** After the line of that name, or at the end. */
function withTail(draft: Draft, tail: readonly Line[], name: string): Draft {
  const at = draft.lines.findIndex(({ entry }) => entry === name) + 1;
  return { ...draft, lines: draft.lines.toSpliced(at || draft.lines.length, 0, ...tail) };
}

/** At the start, but after a (request-target) that is listed first. */
function withHead(draft: Draft, head: readonly Line[]): Draft {
  const at = draft.lines[0]?.entry === REQUEST_TARGET ? 1 : 0;
  return { ...draft, lines: draft.lines.toSpliced(at, 0, ...head) };
}

/** The last line of a signature base of RFC 9421, if the request carries what it says. */
function signatureParams({ request }: StringContext): readonly Line[] {
  const value = /^[\w-]+=(.*)$/s.exec(request.headers.get('signature-input') ?? '')?.[1];
  const name = '"@signature-params"';
  return value === undefined ? [] : [{ entry: '@signature-params', name, value }];
}

/** The value in the Signature, or the moment of the Date. */
function createdOf({ request, now }: StringContext): readonly string[] {
  const { headers } = request;
  const created = /[,\s]created="?(\d{1,15})\b/.exec(headers.get('signature') ?? '')?.[1];
  const sent = parseHttpDate(headers.get('date') ?? '', now);
  return [...new Set([created, sent && String(sent.seconds)])].filter((one) => one !== undefined);
}

function putIn(lines: readonly Line[], cost: number, apply: Transform['apply']): Transform {
  const entries = lines.map(({ entry }) => entry);
  const isCapital = lines.some(
    ({ entry, value }) => entry === REQUEST_TARGET && /^[A-Z]/.test(value),
  );
  return {
    mistakes: ['header-put-in', ...(isCapital ? (['request-target-capitals'] as const) : [])],
    slot: 'put in',
    cost,
    sentence: `You signed ${listed(entries)} as well, which the Signature's headers do not list; ${adviceOf(entries)}.${isCapital ? ' You signed (request-target) with the method in capitals; it is in lower case there.' : ''}`,
    apply,
  };
}

function adviceOf(entries: readonly string[]): string {
  const them = entries.length === 1 ? 'it' : 'them';
  if (!entries.includes(REQUEST_TARGET)) return `leave ${them} out of the string`;
  return entries.length === 1
    ? 'list it too, or leave it out of the string'
    : `leave them out of the string; only ${REQUEST_TARGET} may be listed too`;
}

const NO_BYTES = `SHA-256=${createHash('sha256').digest('base64')}`;

interface Nothing {
  readonly words: string;
  readonly line: (entry: string) => Line;
}

const NOTHINGS: readonly Nothing[] = [
  ...EMPTIES.map(([value, words]) => ({ words, line: (entry: string) => lineOf(entry, value) })),
  { words: 'nothing after the colon', line: (entry) => ({ ...lineOf(entry, ''), colon: ':' }) },
];

/** Headers that were not sent: a template of all that may be signed, with what stands for no value. */
function absent({ entries, request, draft }: StringContext): readonly Transform[] {
  const missing = SIGNABLE.filter((name) => !entries.includes(name));
  const bodiless = request.body.length === 0;
  return subsets(missing).flatMap((names) => {
    if (names.length === 0) return [];
    const isOne = names.length === 1;
    const everywhere = isOne ? draft.lines.map((_, at) => after(at)) : [];
    return NOTHINGS.flatMap(({ words, line }, which) => {
      const plain = names.map(line);
      const digested = plain.map((one) =>
        one.entry === 'digest' ? lineOf('digest', NO_BYTES) : one,
      );
      const others = isOne ? '' : `, the others with ${words}`;
      const contents = [
        [plain, words] as const,
        ...(bodiless && names.includes('digest')
          ? [[digested, `the digest of an empty body${others}`] as const]
          : []),
      ];
      return contents.flatMap(([lines, with_]) =>
        [inItsPlace, last, inTheAlphabet, ...everywhere].map(
          (place, at): Transform => ({
            mistakes: ['header-put-in'],
            slot: 'put in',
            cost: which === 0 && at === 0 ? 3 : 5,
            sentence: absentSentence(
              names,
              with_,
              names.some((name) => request.headers.all(name).length > 0),
            ),
            apply: (before) => lines.reduce(place, before),
          }),
        ),
      );
    });
  });
}

function absentSentence(names: readonly string[], words: string, isEmpty: boolean): string {
  const [lines, headers] =
    names.length === 1 ? ['its line', 'that header'] : ['their lines', 'those headers'];
  const carried = isEmpty
    ? 'an empty header counts as one that was not sent'
    : `the request does not carry ${headers}`;
  return `You signed ${listed(names)} as well, with ${words}, but ${carried}; leave ${lines} out of the string.`;
}
