// The names before the colons: in capitals, in quotation marks, or those of another specification.
import { headerTitle, type SigningHeader } from '../../../protocol/sent-once.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { type Edit, upper } from '../forms/edits.ts';
import { type DraftRow, type Line, type StringContext, valueIn, withLine } from './draft.ts';

const butTarget =
  (spell: Edit): Edit =>
  (name) =>
    name === REQUEST_TARGET ? name : spell(name);

/** `X-Request-Id`, as HTTP libraries write names. */
const capitalised: Edit = (name) => name.replace(/(?<=^|[-(])[a-z]/g, upper);

const CAPITALS: readonly (readonly [cost: number, spell: Edit])[] = [
  [1, butTarget((name) => headerTitle(name as SigningHeader))],
  [1, butTarget(capitalised)],
  // As languages capitalise a word.
  [2, butTarget((name) => name.replace(/^[a-z]/, upper))],
  [2, capitalised],
  [2, upper],
  [2, butTarget(upper)],
];

export const nameRows = (context: StringContext): readonly DraftRow[] => [
  ...targetNameRows(context),
  ...capitalRows(context),
  // As variables, and as CGI names headers.
  ...[(name: string) => name, upper, (name: string) => `HTTP_${upper(name)}`].map((spell, at) =>
    renaming(
      butTarget((name) => spell(name).replaceAll('-', '_')),
      {
        mistakes: ['names-underscored', ...(at === 0 ? [] : (['names-in-capitals'] as const))],
        slot: 'names',
        cost: 3,
        says: 'You wrote the names with underscores; in the signing string they have hyphens and are in lower case.',
      },
    ),
  ),
  ...quotedRows(context),
];

/** Keeps a name that another row has taken away. */
const renaming = (spell: Edit, row: Omit<DraftRow, 'change'>): DraftRow => ({
  ...row,
  change: (draft) => ({
    ...draft,
    lines: draft.lines.map((line) =>
      line.name === '' ? line : { ...line, name: spell(line.name) },
    ),
  }),
});

/** All names or one: as the standard writes them, as libraries do, or in upper case. */
function capitalRows({ entries }: StringContext): readonly DraftRow[] {
  const ofOne = entries.flatMap((one) =>
    CAPITALS.map(
      ([, spell]) => [4, (name: string) => (name === one ? spell(name) : name)] as const,
    ),
  );
  return [...CAPITALS, ...ofOne].map(([cost, spell]) =>
    renaming((name) => (entries.includes(name) ? spell(name) : name), {
      mistakes: ['names-in-capitals'],
      slot: 'names',
      cost,
      says() {
        const spelt = entries.filter((entry) => spell(entry) !== entry);
        const wrong = spelt.find((entry) => entry !== REQUEST_TARGET) ?? spelt[0] ?? '';
        return spelt.length === 1
          ? `You wrote the name ${spell(wrong)} in capitals; in the signing string it is ${wrong}.`
          : `You wrote the names in capitals, ${spell(wrong)} for instance; in the signing string they are in lower case, ${wrong}.`;
      },
    }),
  );
}

/** `"date": …`, as RFC 9421 writes names; perhaps except (request-target), which it does not have. */
function quotedRows({ entries }: StringContext): readonly DraftRow[] {
  const shown = entries.find((entry) => entry !== REQUEST_TARGET) ?? REQUEST_TARGET;
  const quote: Edit = (name) => `"${name}"`;
  return [quote, butTarget(quote)].map((spell, at) =>
    renaming(spell, {
      mistakes: ['names-quoted'],
      slot: 'quotes',
      cost: 2 + at,
      says: `You wrote the names in quotation marks, "${shown}" for instance; in the signing string they stand without them.`,
    }),
  );
}

const NAMES = ['request-target', '@request-target', '(Request-Target)', '@target', 'target'];

/** (request-target) under another name, or as the components that RFC 9421 has instead. */
function targetNameRows({ draft, request }: StringContext): readonly DraftRow[] {
  if (valueIn(draft, REQUEST_TARGET) === undefined) return [];
  const { method, target, headers } = request;
  const path = target.split('?', 1)[0] as string;
  const query = target.slice(path.length) || '?';
  const uri = `https://${headers.get('host') ?? ''}${target}`;
  const verb: readonly [string, string] = ['@method', upper(method)];
  const components: readonly (readonly (readonly [name: string, value: string])[])[] = [
    [verb, ['@path', path]],
    [verb, ['@path', path], ['@query', query]],
    [['@request-target', target]],
    [verb, ['@request-target', target]],
    [verb, ['@target-uri', uri]],
  ];
  const row = (cost: number, says: string, change: (line: Line) => Line | readonly Line[]) =>
    ({
      mistakes: ['request-target-name'],
      slot: 'target name',
      cost,
      says,
      change: (before) => withLine(before, REQUEST_TARGET, change),
    }) satisfies DraftRow;
  return [
    ...NAMES.map((name) =>
      row(3, `You named the line ${name}; its name is (request-target).`, (line) => ({
        ...line,
        name,
      })),
    ),
    ...components.map((lines) => {
      const names = lines.map(([name]) => name).join(' and ');
      const says = `You signed ${names}, as RFC 9421 has it, instead of (request-target); its value is ${method.toLowerCase()}, a space, path and query as sent.`;
      const change = () => lines.map(([name, value]) => ({ entry: REQUEST_TARGET, name, value }));
      // A line named @request-target is the old line without its method.
      return lines.length > 1
        ? row(2, says, change)
        : {
            ...row(2, says, change),
            mistakes: ['request-target-name', 'request-target-without-method'] as const,
          };
    }),
  ];
}
