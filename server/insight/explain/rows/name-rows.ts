// The names before the colons: in capitals, with underscores, in quotation marks; all of them, or one.
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { around, both, type Edit, swap, upper } from '../forms/edits.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type DraftRow, draftRow, onLines, type StringContext } from './draft.ts';

/** `X-Request-Id`, as HTTP libraries write names. */
const capitalised: Edit = (name) => name.replace(/(?<=^|[-(])[a-z]/g, upper);
const underscored = swap('-', '_');
const joined: Edit = (name) => name.replace(/-[a-z]/g, upper).replaceAll('-', '');

const CAPITALS = ['names-in-capitals'] as const;
const UNDERSCORED = ['names-underscored', ...CAPITALS] as const;

const SPELLINGS: readonly (readonly [
  cost: number,
  mistakes: readonly [MistakeName, ...MistakeName[]],
  spell: Edit,
])[] = [
  // As the contract writes them.
  [1, CAPITALS, (name) => capitalised(name).replace(/\b(?:Id|Psu|Tpp|Uri)\b/g, upper)],
  [1, CAPITALS, capitalised],
  // As languages capitalise a word.
  [2, CAPITALS, (name) => name.replace(/^[a-z]/, upper)],
  [2, CAPITALS, upper],
  // RFC 9421 quotes them.
  [2, ['names-quoted'], around('"')],
  // As variables, and as CGI names headers.
  [3, ['names-underscored'], underscored],
  [3, UNDERSCORED, both(underscored, upper)],
  [3, UNDERSCORED, (name) => `HTTP_${upper(underscored(name))}`],
  [4, UNDERSCORED, joined],
  [4, UNDERSCORED, both(capitalised, joined)],
];

export const nameRows = ({ entries }: StringContext): readonly DraftRow[] =>
  SPELLINGS.flatMap(([usual, mistakes, spell]) => {
    const row = (cost: number, isSpelt: (name: string) => boolean) => {
      const says = () => {
        const names = entries.filter((entry) => isSpelt(entry) && spell(entry) !== entry);
        const shown = names.find((entry) => entry !== REQUEST_TARGET) ?? names[0] ?? '';
        return `You wrote names as ${spell(shown)}; in the signing string they are in lower case, with hyphens and without quotation marks: ${shown}.`;
      };
      // A name that another row has taken away stays away.
      const change = onLines((line) =>
        line.name !== '' && isSpelt(line.name) ? { ...line, name: spell(line.name) } : line,
      );
      return draftRow(mistakes, `names ${mistakes[0]}`, cost, says, change);
    };
    return [
      row(usual, (name) => name !== REQUEST_TARGET),
      row(usual + 1, () => true),
      ...(usual > 2 ? [] : entries.map((entry) => row(4, (name) => name === entry))),
    ];
  });
