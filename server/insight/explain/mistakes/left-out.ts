// Lines that are listed but not signed, or signed without their value.

import { quoteBytes } from '../../../kernel/utf8.ts';
import { withValue } from '../string/draft.ts';
import { type MistakeContext, type Variant, valueSigned } from '../string/variant.ts';

/** What programs print for a missing value. */
export const EMPTIES: readonly (readonly [value: string, words: string])[] = [
  ['', 'an empty value'],
  ['null', 'the word null'],
  ['None', 'the word None'],
  ['undefined', 'the word undefined'],
];

export function leftOutMistakes(context: MistakeContext): readonly Variant[] {
  const { draft } = context;
  const emptied = draft.lines.flatMap(({ entry }) =>
    EMPTIES.map(
      ([value, words]): Variant => ({
        mistake: 'header-empty',
        slot: `line:${entry}`,
        sentence: `You signed ${entry} with ${words} but sent it as ${quoteBytes(valueSigned(context, entry) ?? '')}; set the header before you sign.`,
        apply: (before) => withValue(before, entry, value),
        combines: 'usual',
      }),
    ),
  );
  return [...leftOut(context), ...emptied];
}

/** One line or several; there are at most seven lines. */
function leftOut({ draft: { lines } }: MistakeContext): readonly Variant[] {
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

/** Every choice of two or more that leaves two or more. */
function several(entries: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 2 ** entries.length }, (_, bits) =>
    entries.filter((_entry, at) => (bits >> at) % 2 === 1),
  ).filter(({ length }) => length >= 2 && length <= entries.length - 2);
}

/** `a, b and c`, for two or more names. */
export const listed = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
