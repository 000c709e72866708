// The names before the colons: in capitals, in quotation marks, or those of another specification.
import { memoize } from '../../../kernel/memoize.ts';
import { headerTitle, type SigningHeader } from '../../../protocol/sent-once.ts';
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import { type Draft, type Line, withLine } from '../string/draft.ts';
import type { StringContext, Transform } from '../string/transform.ts';

/** `X-Request-Id`, as HTTP libraries write names. */
const capitalised = (entry: string): string =>
  entry.replace(
    /(^|[-(])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );

type Spell = (entry: string) => string;

/** `X-request-id`, as languages capitalise a word. */
const capital: Spell = (entry) => entry.replace(/^[a-z]/, (letter) => letter.toUpperCase());

const butTarget =
  (spell: Spell): Spell =>
  (entry) =>
    entry === REQUEST_TARGET ? entry : spell(entry);
const upper: Spell = (entry) => entry.toUpperCase();

const SPELLINGS: readonly (readonly [cost: number, spell: Spell])[] = [
  [1, butTarget((entry) => headerTitle(entry as SigningHeader))],
  [1, butTarget(capitalised)],
  [2, butTarget(capital)],
  [2, capitalised],
  [2, upper],
  [2, butTarget(upper)],
];

export function nameTransforms(context: StringContext): readonly Transform[] {
  return [...ofTarget(context), ...inCapitals(context), ...underscored(), ...quoted(context)];
}

/** All names or one: as the standard writes them, as libraries do, or in upper case. */
function inCapitals({ entries }: StringContext): readonly Transform[] {
  const single = entries.flatMap((one) =>
    SPELLINGS.map(
      ([, spell]) => [4, (entry: string) => (entry === one ? spell(entry) : entry)] as const,
    ),
  );
  return [...SPELLINGS, ...single].map(([cost, spellAnew]): Transform => {
    const spell = memoize(spellAnew);
    const spelt = entries.filter((entry) => spell(entry) !== entry);
    const wrong = spelt.find((entry) => entry !== REQUEST_TARGET) ?? spelt[0] ?? '';
    return {
      mistakes: ['names-in-capitals'],
      slot: 'names',
      cost,
      sentence:
        spelt.length === 1
          ? `You wrote the name ${spell(wrong)} in capitals; in the signing string it is ${wrong}.`
          : `You wrote the names in capitals, ${spell(wrong)} for instance; in the signing string they are in lower case, ${wrong}.`,
      apply: (draft) => renamed(draft, spell),
    };
  });
}

/** As variables, and as CGI names headers. */
const underscored = (): readonly Transform[] =>
  [(name: string) => name, upper, (name: string) => `HTTP_${name.toUpperCase()}`].map(
    (spell, at): Transform => ({
      mistakes: ['names-underscored', ...(at === 0 ? [] : (['names-in-capitals'] as const))],
      slot: 'names',
      cost: 3,
      sentence:
        'You wrote the names with underscores; in the signing string they have hyphens and are in lower case.',
      apply: (draft) =>
        renamed(
          draft,
          butTarget((name) => spell(name).replaceAll('-', '_')),
        ),
    }),
  );

/** Keeps a name that another transform has taken away. */
const renamed = (draft: Draft, spell: Spell): Draft => ({
  ...draft,
  lines: draft.lines.map((line) =>
    line.name === line.entry ? { ...line, name: spell(line.name) } : line,
  ),
});

/** `"date": …`, as RFC 9421 writes names; perhaps except (request-target), which it does not have. */
function quoted({ entries }: StringContext): readonly Transform[] {
  const shown = entries.find((entry) => entry !== REQUEST_TARGET) ?? REQUEST_TARGET;
  const quote: Spell = (entry) => `"${entry}"`;
  return [quote, butTarget(quote)].map((spell, at) => ({
    mistakes: ['names-quoted'],
    slot: 'quotes',
    cost: 2 + at,
    sentence: `You wrote the names in quotation marks, "${shown}" for instance; in the signing string they stand without them.`,
    apply: (draft) => ({
      ...draft,
      lines: draft.lines.map((line) =>
        line.name === '' || (at === 1 && line.name === REQUEST_TARGET)
          ? line
          : { ...line, name: spell(line.name) },
      ),
    }),
  }));
}

const NAMES = ['request-target', '@request-target', '(Request-Target)', '@target', 'target'];

/** (request-target) under another name, or as the components that RFC 9421 has instead. */
function ofTarget({ draft, request }: StringContext): readonly Transform[] {
  if (!draft.lines.some(({ entry }) => entry === REQUEST_TARGET)) return [];
  const named = NAMES.map(
    (name): Transform => ({
      mistakes: ['request-target-name'],
      slot: 'target name',
      cost: 3,
      sentence: `You named the line ${name}; its name is (request-target).`,
      apply: (before) => withLine(before, REQUEST_TARGET, (line) => ({ ...line, name })),
    }),
  );
  const method = request.method.toUpperCase();
  const path = request.target.split('?', 1)[0] as string;
  const query = request.target.slice(path.length);
  const at = (name: string, value: string): Line => ({ entry: REQUEST_TARGET, name, value });
  const components: readonly (readonly Line[])[] = [
    [at('@method', method), at('@path', path)],
    [at('@method', method), at('@path', path), at('@query', query === '' ? '?' : query)],
    [at('@request-target', request.target)],
    [at('@method', method), at('@request-target', request.target)],
    [
      at('@method', method),
      at('@target-uri', `https://${request.headers.get('host') ?? ''}${request.target}`),
    ],
  ];
  return [
    ...named,
    ...components.map((lines): Transform => {
      // A line named @request-target is the old line without its method.
      const without = lines.length === 1 ? (['request-target-without-method'] as const) : [];
      const names = lines.map(({ name }) => name).join(' and ');
      return {
        mistakes: ['request-target-name', ...without],
        slot: 'target name',
        cost: 2,
        sentence: `You signed ${names}, as RFC 9421 has it, instead of (request-target); its value is ${request.method.toLowerCase()}, a space, path and query as sent.`,
        apply: (before) => withLine(before, REQUEST_TARGET, () => lines),
      };
    }),
  ];
}
