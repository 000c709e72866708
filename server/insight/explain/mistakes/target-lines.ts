// The line of (request-target) under another name, or as the lines that RFC 9421 has instead.
import { REQUEST_TARGET } from '../../../signing/signed-headers.ts';
import type { Draft, Line } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';

const NAMES = ['request-target', '@request-target', '(Request-Target)'];

export function targetLineMistakes({ draft, request }: MistakeContext): readonly Variant[] {
  if (!draft.lines.some(({ entry }) => entry === REQUEST_TARGET)) return [];
  const named = NAMES.map(
    (name): Variant => ({
      mistake: 'request-target-name',
      slot: 'target-name',
      sentence: `You named the line ${name}; its name is (request-target).`,
      apply: (before) => replaced(before, ({ value }) => [[name, value]]),
    }),
  );
  return [...named, ...asComponents(request.method, request.target)];
}

type Component = readonly [name: string, value: string];

/** The parts of a request in RFC 9421, their names with or without quotation marks. */
function asComponents(method: string, target: string): readonly Variant[] {
  const path = target.split('?', 1)[0] as string;
  const query = target.slice(path.length);
  const verb = method.toUpperCase();
  const rows: readonly (readonly Component[])[] = [
    [['@request-target', target]],
    [
      ['@method', verb],
      ['@path', path],
    ],
    [
      ['@method', verb],
      ['@path', path],
      ['@query', query === '' ? '?' : query],
    ],
    [
      ['@method', verb],
      ['@request-target', target],
    ],
  ];
  return rows.flatMap((components) => {
    const names = components.map(([name]) => name).join(' and ');
    const sentence = `You signed ${names}, as RFC 9421 has it, instead of (request-target); its value is ${method.toLowerCase()}, a space, path and query as sent.`;
    const quotes =
      ' You wrote the names in quotation marks; in the signing string they stand without them.';
    return [
      componentsVariant(components, sentence, false),
      componentsVariant(components, sentence + quotes, true),
    ];
  });
}

function componentsVariant(
  components: readonly Component[],
  sentence: string,
  quoted: boolean,
): Variant {
  const spell = (name: string) => (quoted ? quotedName(name) : name);
  const [first] = components;
  // A line named @request-target is the old line without its method.
  const without =
    components.length === 1 && first?.[0] === '@request-target'
      ? (['request-target-without-method'] as const)
      : [];
  const more = [...without, ...(quoted ? (['names-quoted'] as const) : [])];
  return {
    mistake: 'request-target-name',
    ...(more.length === 0 ? {} : { more }),
    slot: quoted ? 'names' : `line:${REQUEST_TARGET}`,
    sentence,
    apply: (before) => {
      const changed = replaced(before, () =>
        components.map(([name, value]) => [spell(name), value]),
      );
      return quoted ? { ...changed, lines: changed.lines.map(inQuotes) } : changed;
    },
  };
}

const inQuotes = (line: Line): Line =>
  line.name === line.entry ? { ...line, name: quotedName(line.name) } : line;

const quotedName = (name: string): string => `"${name}"`;

/** Replaces that line with others. */
function replaced(draft: Draft, lines: (line: Line) => readonly Component[]): Draft {
  return {
    ...draft,
    lines: draft.lines.flatMap((line) =>
      line.entry === REQUEST_TARGET
        ? lines(line).map(([name, value]) => ({ ...line, name, value }))
        : [line],
    ),
  };
}
