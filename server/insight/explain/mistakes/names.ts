// The names before the colons: in capitals, or in quotation marks.

import { headerTitle, type SigningHeader } from '../../../protocol/sent-once.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import type { Draft } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';

/** `X-Request-Id`, as HTTP libraries write names. */
const capitalised = (entry: string): string =>
  entry.replace(
    /(^|[-(])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );

const SPELLINGS: readonly ((entry: string) => string)[] = [
  (entry) => (entry === REQUEST_TARGET ? entry : headerTitle(entry as SigningHeader)),
  (entry) => (entry === REQUEST_TARGET ? entry : capitalised(entry)),
  capitalised,
  (entry) => entry.toUpperCase(),
  (entry) => (entry === REQUEST_TARGET ? entry : entry.toUpperCase()),
];

export function nameMistakes(context: MistakeContext): readonly Variant[] {
  return [...inCapitals(context), ...quoted(context)];
}

/** All names or one: as the standard writes them, as libraries do, or in upper case. */
function inCapitals({ entries }: MistakeContext): readonly Variant[] {
  const seen = new Set<string>();
  const single = entries.flatMap((one) =>
    SPELLINGS.map((spell) => (entry: string) => (entry === one ? spell(entry) : entry)),
  );
  return [...SPELLINGS, ...single].flatMap((spell, at): Variant[] => {
    const spelt = entries.filter((entry) => spell(entry) !== entry);
    const wrong = spelt.find((entry) => entry !== REQUEST_TARGET) ?? spelt[0];
    const key = entries.map(spell).join(' ');
    if (wrong === undefined || seen.has(key)) return [];
    seen.add(key);
    return [
      {
        mistake: 'names-in-capitals',
        slot: 'names',
        sentence:
          spelt.length === 1
            ? `You wrote the name ${spell(wrong)} in capitals; in the signing string it is ${wrong}.`
            : `You wrote the names in capitals, ${spell(wrong)} for instance; in the signing string they are in lower case, ${wrong}.`,
        apply: (draft) => renamed(draft, spell),
        combines: at < SPELLINGS.length,
        ...(at < SPELLINGS.length ? { common: true as const } : {}),
      },
    ];
  });
}

/** Keeps a name that another mistake has already changed. */
function renamed(draft: Draft, spell: (entry: string) => string): Draft {
  return {
    ...draft,
    lines: draft.lines.map((line) =>
      line.name === line.entry ? { ...line, name: spell(line.entry) } : line,
    ),
  };
}

/** `"date": …`, as RFC 9421 writes names; perhaps except (request-target), which RFC 9421 does not have. */
function quoted({ entries }: MistakeContext): readonly Variant[] {
  const quotes: ((entry: string) => string)[] = [(entry) => `"${entry}"`];
  if (entries.includes(REQUEST_TARGET) && entries.length > 1) {
    quotes.push((entry) => (entry === REQUEST_TARGET ? entry : `"${entry}"`));
  }
  const shown = entries.find((entry) => entry !== REQUEST_TARGET) ?? REQUEST_TARGET;
  return quotes.map((spell) => ({
    mistake: 'names-quoted',
    slot: 'names',
    sentence: `You wrote the names in quotation marks, "${shown}" for instance; in the signing string they stand without them.`,
    apply: (draft) => renamed(draft, spell),
  }));
}
