// Lines that are listed and not signed, signed and not listed, or signed without their value.
import { REQUEST_TARGET } from '../../signing/signed-headers.ts';
import { type Draft, type Line, withValue } from '../draft.ts';
import { shown } from '../shown.ts';
import { type Scene, type Variant, valueSigned } from '../variant.ts';

const EMPTIES: readonly (readonly [value: string, words: string])[] = [
  ['', 'an empty value'],
  ['null', 'the word null'],
  ['None', 'the word None'],
  ['undefined', 'the word undefined'],
];

/** Lines that are listed and not signed, signed and not listed, or signed without their value. */
export function coverageMistakes(scene: Scene): readonly Variant[] {
  const { draft } = scene;
  const emptied = draft.lines.flatMap(({ entry }) =>
    EMPTIES.map(
      ([value, words]): Variant => ({
        mistake: 'header-empty',
        slot: `line:${entry}`,
        sentence: `You signed ${entry} with ${words} but sent it as ${shown(valueSigned(scene, entry) ?? '')}; set the header before you sign.`,
        apply: (before) => withValue(before, entry, value),
        combines: 'usual',
      }),
    ),
  );
  return [...leftOut(scene), ...emptied, ...putIn(scene)];
}

/** One line or several: there are seven lines at most. */
function leftOut({ draft: { lines } }: Scene): readonly Variant[] {
  if (lines.length < 2) return [];
  const entries = lines.map(({ entry }) => entry);
  return [...entries.map((entry) => [entry]), ...several(entries)].map((out): Variant => {
    const [them, names] = out.length === 1 ? ['it', out[0]] : ['them', listed(out)];
    return {
      mistake: 'header-left-out',
      slot: out.length === 1 ? `line:${out[0]}` : 'lines',
      sentence: `You left ${names} out of the string, but the Signature's headers list ${them}; sign every header that is listed.`,
      apply: (before) => ({
        ...before,
        lines: before.lines.filter((line) => !out.includes(line.entry)),
      }),
      combines: out.length === 1,
    };
  });
}

/** Two of them or more, of which two or more are left. */
function several(entries: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 2 ** entries.length }, (_, bits) =>
    entries.filter((_entry, at) => (bits >> at) % 2 === 1),
  ).filter(({ length }) => length >= 2 && length <= entries.length - 2);
}

const listed = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const NEVER_PUT_IN = new Set(['signature', 'authorization']);
/** A hostile request may carry thousands of headers. */
const MOST_PUT_IN = 30;

function putIn({ request, entries, draft }: Scene): readonly Variant[] {
  const { headers, method, target } = request;
  const others = headers
    .names()
    .filter((name) => !entries.includes(name) && !NEVER_PUT_IN.has(name))
    .slice(0, MOST_PUT_IN)
    .map((name) => ({ entry: name, value: headers.get(name) ?? '' }));
  const lines = entries.includes(REQUEST_TARGET)
    ? others
    : [{ entry: REQUEST_TARGET, value: `${method.toLowerCase()} ${target}` }, ...others];
  const count = draft.lines.length;
  return lines.flatMap(({ entry, value }) => {
    // Where it belongs in the order of the alphabet; first and last are where programs put it, too.
    const places = [0, count, [...entries, entry].sort().indexOf(entry)];
    return Array.from(
      { length: count + 1 },
      (_, at): Variant => ({
        mistake: 'header-put-in',
        slot: 'put-in',
        sentence: `You signed ${entry} as well, which the Signature's headers do not list; ${advice(entry)}.`,
        apply: (before) =>
          inserted(
            before,
            { entry, name: entry, value },
            at === count ? Number.MAX_SAFE_INTEGER : at,
          ),
        ...(places.includes(at) ? { combines: entry === REQUEST_TARGET || 'usual' } : {}),
      }),
    );
  });
}

function advice(entry: string): string {
  return entry === REQUEST_TARGET
    ? 'list it too, or leave it out of the string'
    : 'leave it out of the string';
}

function inserted(draft: Draft, line: Line, at: number): Draft {
  return { ...draft, lines: [...draft.lines.slice(0, at), line, ...draft.lines.slice(at)] };
}
