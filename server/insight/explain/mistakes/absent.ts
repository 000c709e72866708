// Lines of headers that were not sent: a template of all headers that may be signed, with what a program
// prints for an empty value.
import { createHash } from 'node:crypto';
import { SIGNABLE } from '../../../signing/signed-headers.ts';
import type { Draft, Line } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';
import { EMPTIES, listed } from './left-out.ts';

const DIGEST = 'digest';

interface Nothing {
  readonly words: string;
  readonly line: (entry: string) => Line;
}

const NOTHINGS: readonly Nothing[] = [
  ...EMPTIES.map(([value, words]) => ({
    words,
    line: (entry: string) => ({ entry, name: entry, value }),
  })),
  {
    words: 'nothing after the colon',
    line: (entry) => ({ entry, name: entry, value: '', colon: ':' }),
  },
];

const NO_BYTES = `SHA-256=${createHash('sha256').digest('base64')}`;
const emptyDigest: Line = { entry: DIGEST, name: DIGEST, value: NO_BYTES };

/** Each line alone in every place, and several lines in the usual places. */
export function absentMistakes(context: MistakeContext): readonly Variant[] {
  const { entries } = context;
  const absent = SIGNABLE.filter((name) => !entries.includes(name));
  const alone = absent.flatMap((entry) => rowsOf(context, [entry], everyPlace));
  const together = several(absent).flatMap((names) => rowsOf(context, names, usualPlaces));
  return [...alone, ...together];
}

/** The places for lines: the draft with the lines inserted. */
type Places = (entries: readonly string[]) => readonly ((draft: Draft, line: Line) => Draft)[];

function rowsOf(
  context: MistakeContext,
  names: readonly string[],
  placesOf: Places,
): readonly Variant[] {
  const digests = names.includes(DIGEST) && context.request.body.length === 0;
  const contents = NOTHINGS.flatMap(({ words, line }) => {
    const lines = names.map(line);
    if (!digests) return [[lines, words] as const];
    const others = names.length === 1 ? '' : `, the others with ${words}`;
    const withDigest = lines.map((one) => (one.entry === DIGEST ? emptyDigest : one));
    return [[lines, words] as const, [withDigest, `the digest of an empty body${others}`] as const];
  });
  const seen = new Set<string>();
  return contents.flatMap(([lines, words], which) =>
    placesOf(context.entries).flatMap((place, at): Variant[] => {
      const apply = (draft: Draft) => lines.reduce(place, draft);
      const key = apply(context.draft)
        .lines.map(({ name, colon, value }) => name + colon + value)
        .join('\n');
      if (seen.has(key)) return [];
      seen.add(key);
      const usual = which === 0 && at === 0;
      return [
        {
          mistake: 'header-put-in',
          slot: 'put-in',
          sentence: sentenceOf(context, names, words),
          apply,
          ...(usual ? { combines: 'usual' as const } : {}),
        },
      ];
    }),
  );
}

function sentenceOf({ request }: MistakeContext, names: readonly string[], words: string): string {
  const empty = names.filter((name) => request.headers.all(name).length > 0);
  const [all, them, header] =
    names.length === 1
      ? [names[0] as string, 'its line', 'that header']
      : [listed(names), 'their lines', 'those headers'];
  const carried =
    empty.length === 0
      ? `the request does not carry ${header}`
      : 'an empty header counts as one that was not sent';
  return `You signed ${all} as well, with ${words}, but ${carried}; leave ${them} out of the string.`;
}

const inserted = (draft: Draft, line: Line, at: number): Draft => ({
  ...draft,
  lines: draft.lines.toSpliced(at, 0, line),
});

const namesOf = ({ lines }: Draft): readonly string[] => lines.map(({ entry }) => entry);

/** Before the first line that follows it in the bank's order. */
function inItsPlace(draft: Draft, line: Line): Draft {
  const rank = (entry: string) => (SIGNABLE as readonly string[]).indexOf(entry);
  const at = draft.lines.findIndex(({ entry }) => rank(entry) > rank(line.entry));
  return inserted(draft, line, at === -1 ? draft.lines.length : at);
}

function inTheAlphabet(draft: Draft, line: Line): Draft {
  const at = [...namesOf(draft), line.entry].sort().indexOf(line.entry);
  return inserted(draft, line, at);
}

const last = (draft: Draft, line: Line): Draft => inserted(draft, line, draft.lines.length);

const usualPlaces: Places = () => [inItsPlace, last, inTheAlphabet];

const everyPlace: Places = (entries) => [
  inItsPlace,
  last,
  ...entries.map((_, at) => (draft: Draft, line: Line) => inserted(draft, line, at)),
];

/** Every subset of two or more. */
function several(names: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_name, at) => (bits >> at) % 2 === 1),
  ).filter(({ length }) => length >= 2);
}
