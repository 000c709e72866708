// The names before the colons: in capitals, with underscores, in quotation marks.
import { headerTitle, type SigningHeader } from '../../../protocol/sent-once.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { both, type Edit, swap, upper } from '../forms/edits.ts';
import type { MistakeName } from '../mistake-names.ts';
import type { DraftRow, StringContext } from './draft.ts';

const butTarget =
  (spell: Edit): Edit =>
  (name) =>
    name === REQUEST_TARGET ? name : spell(name);

/** `X-Request-Id`, as HTTP libraries write names. */
const capitalised: Edit = (name) => name.replace(/(?<=^|[-(])[a-z]/g, upper);
const quoted: Edit = (name) => `"${name}"`;
const underscored = swap('-', '_');
const joined: Edit = (name) => name.replace(/-([a-z])/g, (_, letter: string) => upper(letter));

type Spelling = readonly [cost: number, spell: Edit];

const CAPITALS: readonly Spelling[] = [
  [1, butTarget((name) => headerTitle(name as SigningHeader))],
  [1, butTarget(capitalised)],
  // As languages capitalise a word.
  [2, butTarget((name) => name.replace(/^[a-z]/, upper))],
  [2, capitalised],
  [2, upper],
  [2, butTarget(upper)],
];

/** As variables, and as CGI names headers. */
const UNDERSCORED: readonly Spelling[] = [
  [3, underscored],
  [3, both(underscored, upper)],
  [3, (name) => `HTTP_${upper(underscored(name))}`],
  [4, joined],
  [4, both(capitalised, swap('-', ''))],
];

const renaming = (
  slot: string,
  cost: number,
  mistakes: readonly MistakeName[],
  says: DraftRow['says'],
  spell: Edit,
): DraftRow => ({
  ...{ mistakes, slot, cost, says },
  change: (draft) => ({
    ...draft,
    // A name that another row has taken away stays away.
    lines: draft.lines.map((line) =>
      line.name === '' ? line : { ...line, name: spell(line.name) },
    ),
  }),
});

export function nameRows({ entries }: StringContext): readonly DraftRow[] {
  const shown = entries.find((entry) => entry !== REQUEST_TARGET) ?? REQUEST_TARGET;
  const inSay = 'in the signing string they';
  return [
    ...CAPITALS.map(([cost, spell]) => {
      const spelt = entries.filter((entry) => spell(entry) !== entry);
      const wrong = spelt.find((entry) => entry !== REQUEST_TARGET) ?? spelt[0] ?? '';
      const says = `You wrote the names in capitals, ${spell(wrong)} for instance; ${inSay} are in lower case, ${wrong}.`;
      return renaming('names', cost, ['names-in-capitals'], says, spell);
    }),
    ...entries.flatMap((one) =>
      CAPITALS.map(([, spell]) => {
        const says = `You wrote the name ${spell(one)} in capitals; in the signing string it is ${one}.`;
        const ofOne: Edit = (name) => (name === one ? spell(name) : name);
        return renaming('names', 4, ['names-in-capitals'], says, ofOne);
      }),
    ),
    ...UNDERSCORED.map(([cost, spell], at) => {
      const says = `You wrote the names with underscores or joined, as variables are named; ${inSay} have hyphens and are in lower case.`;
      const mistakes: readonly MistakeName[] = ['names-underscored', 'names-in-capitals'];
      return renaming('names', cost, mistakes.slice(0, at === 0 ? 1 : 2), says, butTarget(spell));
    }),
    // RFC 9421 does not have (request-target).
    ...[quoted, butTarget(quoted)].map((spell, at) => {
      const says = `You wrote the names in quotation marks, "${shown}" for instance; ${inSay} stand without them.`;
      return renaming('quotes', 2 + at, ['names-quoted'], says, spell);
    }),
  ];
}
