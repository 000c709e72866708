// Lines that are signed but not listed: one line in any place, or the lines that a library signs by
// default.
import { parseHttpDate } from '../../../signing/date-header.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { Draft, Line } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';
import { listed } from './left-out.ts';

const NEVER_PUT_IN = new Set(['signature', 'authorization']);
/** A hostile request may have thousands of headers. */
const MOST_PUT_IN = 30;

const CREATED = '(created)';

export function putInMistakes(context: MistakeContext, now: number): readonly Variant[] {
  return [...one(context), ...byLibraries(context, now)];
}

const lineOf = (entry: string, value: string): Line => ({ entry, name: entry, value });

/** The line of the target, correct and with the method in capitals; none if it is listed. */
function targetLines({
  request,
  entries,
}: MistakeContext): readonly [right?: Line, capital?: Line] {
  if (entries.includes(REQUEST_TARGET)) return [];
  const { method, target } = request;
  const [right, capital] = [method.toLowerCase(), method.toUpperCase()].map((verb) =>
    lineOf(REQUEST_TARGET, `${verb} ${target}`),
  );
  return [right as Line, capital as Line];
}

function one(context: MistakeContext): readonly Variant[] {
  const { request, entries, draft } = context;
  const { headers } = request;
  const others = headers
    .names()
    .filter((name) => !entries.includes(name) && !NEVER_PUT_IN.has(name))
    .slice(0, MOST_PUT_IN)
    .map((name) => lineOf(name, headers.get(name) ?? ''));
  const count = draft.lines.length;
  const [target, capital] = targetLines(context);
  const lines = target === undefined ? others : [target, ...others];
  const variants = lines.flatMap((line) => {
    const { entry } = line;
    // Its place in alphabetical order; programs also put it first or last.
    const places = [0, count, [...entries, entry].sort().indexOf(entry)];
    return Array.from({ length: count + 1 }, (_, at): Variant => {
      const combines = entry === REQUEST_TARGET || ('usual' as const);
      const variant = putIn([line], (before) => inserted(before, [line], at, count));
      return places.includes(at) ? { ...variant, combines } : variant;
    });
  });
  if (capital === undefined) return variants;
  return [
    ...variants,
    ...[0, count].map((at) => putIn([capital], (before) => inserted(before, [capital], at, count))),
  ];
}

/**
 * What HTTP signature libraries sign by default: (request-target), (created), host, date, and the headers
 * that describe the body.
 */
function byLibraries(context: MistakeContext, now: number): readonly Variant[] {
  const { request, draft } = context;
  const header = (name: string): readonly Line[] => {
    const value = context.entries.includes(name) ? undefined : request.headers.get(name);
    return value === undefined ? [] : [lineOf(name, value)];
  };
  const [right, capital] = targetLines(context);
  const targets = right === undefined || capital === undefined ? [] : [[right], [capital]];
  const host = header('host');
  const created = createdOf(context, now).map((value) => [lineOf(CREATED, value)]);
  const heads = [
    ...targets.flatMap((target) => [
      [...target, ...host],
      [...host, ...target],
    ]),
    ...created.flatMap((moment) => [
      moment,
      ...[targets[0] ?? []].flatMap((target) => [
        [...target, ...moment],
        [...target, ...moment, ...host],
        [...target, ...host, ...moment],
      ]),
    ]),
  ];
  const [type, length] = [header('content-type'), header('content-length')];
  const tails = [type, length, [...type, ...length], [...length, ...type]];
  const target = targets[0] ?? [];
  const afterDate = draft.lines.findIndex(({ entry }) => entry === 'date') + 1;
  const afterDigest = draft.lines.findIndex(({ entry }) => entry === 'digest') + 1;
  const count = draft.lines.length;
  const rows: readonly (readonly [head: readonly Line[], tail: readonly Line[], at: number])[] = [
    ...heads.map((head) => [head, [], count] as const),
    [target, host, afterDate],
    ...[target, host, [...target, ...host]].flatMap((head) =>
      tails.flatMap((tail) => [
        [head, tail, count] as const,
        ...(afterDigest === 0 ? [] : [[head, tail, afterDigest] as const]),
      ]),
    ),
  ];
  // A single line is already tried in every place.
  return rows
    .filter(([head, tail]) => head.length + tail.length > (isCreated(head) ? 0 : 1))
    .map(([head, tail, at], index) => ({
      ...putIn([...head, ...tail], (before) => beginning(inserted(before, tail, at, count), head)),
      ...(index === 0 && target.length > 0 ? { combines: 'usual' as const } : {}),
    }));
}

const isCreated = ([first]: readonly Line[]): boolean => first?.entry === CREATED;

/** The value in the Signature, or the moment of the Date. */
function createdOf({ request }: MistakeContext, now: number): readonly string[] {
  const { headers } = request;
  const created = /[,\s]created="?(\d{1,15})\b/.exec(headers.get('signature') ?? '')?.[1];
  const sent = parseHttpDate(headers.get('date') ?? '', now);
  return [...new Set([created, sent && String(sent.seconds)])].filter((one) => one !== undefined);
}

/** At the start, but after a (request-target) that is listed first. */
function beginning(draft: Draft, head: readonly Line[]): Draft {
  const at = draft.lines[0]?.entry === REQUEST_TARGET ? 1 : 0;
  return { ...draft, lines: draft.lines.toSpliced(at, 0, ...head) };
}

function putIn(lines: readonly Line[], apply: (draft: Draft) => Draft): Variant {
  const entries = lines.map(({ entry }) => entry);
  const [names, them] = entries.length === 1 ? [entries[0], 'it'] : [listed(entries), 'them'];
  const capital = lines.some(
    ({ entry, value }) => entry === REQUEST_TARGET && /^[A-Z]/.test(value),
  );
  const more: readonly MistakeName[] = capital ? ['request-target-capitals'] : [];
  return {
    mistake: 'header-put-in',
    ...(capital ? { more } : {}),
    slot: 'put-in',
    sentence: `You signed ${names} as well, which the Signature's headers do not list; ${adviceOf(entries, them)}.${capital ? ' You signed (request-target) with the method in capitals; it is in lower case there.' : ''}`,
    apply,
  };
}

function adviceOf(entries: readonly string[], them: string): string {
  if (!entries.includes(REQUEST_TARGET)) return `leave ${them} out of the string`;
  return entries.length === 1
    ? 'list it too, or leave it out of the string'
    : `leave them out of the string; only ${REQUEST_TARGET} may be listed too`;
}

/** In that place among so many lines; what follows the last line stays at the end. */
function inserted(draft: Draft, lines: readonly Line[], at: number, count: number): Draft {
  const place = at === count ? draft.lines.length : at;
  return { ...draft, lines: draft.lines.toSpliced(place, 0, ...lines) };
}
