// JSON as languages and their libraries print it. A text that cannot be read, or is nested too deep to print
// cheaply, has no other forms.

const MOST_DEPTH = 64;
/** Characters of one pretty-printed form. */
const MOST_PRINTED = 128 * 1024;

/**
 * Starts the string that stands for a number or a text as it is written: a private-use character, which hardly
 * any body has.
 */
const MARK = '\ue000:';
const MARKED = new RegExp(`"${MARK}((?:[^"\\\\]|\\\\.)*)"`, 'g');
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export const onNumbers = (text: string, change: (number: string) => string): string =>
  text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : change(token)));

/** A double as Java prints it. */
function javaDouble(number: string): string {
  if (!/[.eE]/.test(number)) return number;
  const value = Number(number);
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-3 && size < 1e7)) {
    return Number.isInteger(value) ? `${value}.0` : String(value);
  }
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** How languages print the numbers of a text, and how usual that is. */
export const NUMBERS: readonly (readonly [
  cost: number,
  words: string,
  print: (number: string) => string,
])[] = [
  [1, 'as JavaScript prints them', (number) => String(Number(number) + 0)],
  [2, 'without .0 after whole ones', (number) => number.replace(/^(-?\d+)\.0+$/, '$1')],
  [3, 'as Java prints doubles', javaDouble],
  [3, 'with .0 after whole ones', (number) => number.replace(/^-?\d+$/, '$&.0')],
  [3, 'with .00 after whole ones', (number) => number.replace(/^-?\d+$/, '$&.00')],
  [3, 'as Python prints exponents', (number) => number.replace(/e([+-])(\d)$/i, 'e$10$2')],
];

/** The value of a JSON text, which `print` prints with its numbers and escapes as written. */
export function parsed(text: string): unknown {
  const isMarked = !/\ue000|\\ue000/i.test(text);
  const mark = (token: string) =>
    token.includes('\\') || (!token.startsWith('"') && String(Number(token)) !== token)
      ? JSON.stringify(MARK + token)
      : token;
  try {
    const value: unknown = JSON.parse(
      (isMarked ? text.replace(STRING_OR_NUMBER, mark) : text).replace(/^\ufeff/, ''),
    );
    return depthOf(value) > MOST_DEPTH ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Levels of arrays and objects, counted to one more than the limit. */
function depthOf(value: unknown, left = MOST_DEPTH + 1): number {
  if (typeof value !== 'object' || value === null || left === 0) return 0;
  return 1 + Object.values(value).reduce((most, one) => Math.max(most, depthOf(one, left - 1)), 0);
}

/** The value that `a[b]=1&c=2` was made of; `undefined` if it is no form. */
export function readForm(text: string): unknown {
  if (!/^[\w%.+-]+(?:\[[^&]*)?=?[^&{}<>"\s]*&?/.test(text) || !text.includes('=')) return undefined;
  if (/[{}<>"\s]/.test(text)) return undefined;
  const value: Record<string, unknown> = {};
  for (const [name, member] of new URLSearchParams(text)) {
    const [, first = '', second] = /^([^[]*)(?:\[([^\]]*)\])?$/.exec(name) ?? [];
    if (first === '' || first === '__proto__') return undefined;
    const inner = value[first];
    if (second === undefined) value[first] = member;
    else if (second === '') value[first] = [...(Array.isArray(inner) ? inner : []), member];
    else value[first] = { ...(typeof inner === 'object' ? inner : {}), [second]: member };
  }
  return value;
}

export const print = (value: unknown, indent = ''): string =>
  JSON.stringify(value, null, indent).replace(
    MARKED,
    (_, token: string) => JSON.parse(`"${token}"`) as string,
  );

/** `undefined` if that would be very long: a short text that is nested deep would grow by the square. */
export function pretty(value: unknown, indent: string): string | undefined {
  // Each of these starts a line.
  const lines = print(value).match(/[,[\]{}]/g)?.length ?? 0;
  return lines * depthOf(value) * indent.length > MOST_PRINTED ? undefined : print(value, indent);
}

export const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The members of objects and lists, from the inside out, each changed; `undefined` leaves one out of an object. */
export function withMembers(value: unknown, change: (one: unknown) => unknown): unknown {
  const inner = (one: unknown) => change(withMembers(one, change));
  if (Array.isArray(value)) return value.map((one) => inner(one) ?? one);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, inner(one)]);
  return Object.fromEntries(members.filter(([, one]) => one !== undefined));
}

/** @param inner what is done to a member of the object, and to each of a list */
export function sorted(value: unknown, inner: (one: unknown) => unknown = sorted): unknown {
  if (Array.isArray(value)) return value.map((one) => inner(one));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inner(member)]));
}

/** How a program prints lists and objects on one line. */
export interface Style {
  readonly comma: string;
  readonly colon: string;
  readonly braces: readonly [open: string, close: string];
  readonly name: (text: string) => string;
  readonly leaf: (value: unknown) => string;
}

/** `{"a": 1, "b": [2, 3]}` in the style of some program. */
export function inline(value: unknown, style: Style): string {
  const { comma, colon, braces, name, leaf } = style;
  if (Array.isArray(value)) return `[${value.map((one) => inline(one, style)).join(comma)}]`;
  if (typeof value !== 'object' || value === null) return leaf(value);
  const members = Object.entries(value).map(
    ([key, member]) => name(key) + colon + inline(member, style),
  );
  return braces[0] + members.join(comma) + braces[1];
}

export const SPACED: Style = {
  comma: ', ',
  colon: ': ',
  braces: ['{', '}'],
  name: (text) => print(text),
  leaf: (value) => print(value),
};

/** A text in single quotation marks, as Python prints it. */
const pythonText = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? `"${text}"`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const PYTHON_WORDS = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && (!value.startsWith(MARK) || value.startsWith(`${MARK}"`));
export const textOf = (value: unknown): string | undefined =>
  isText(value) ? meant(value) : undefined;
/** What a text means that is kept as it is written. */
const meant = (text: string): string =>
  text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as string) : text;

/** Objects as languages print them, if no JSON library is used. */
export const PYTHON: Style = {
  ...SPACED,
  name: (text) => pythonText(meant(text)),
  leaf: (value) =>
    isText(value) ? pythonText(meant(value)) : (PYTHON_WORDS.get(value) ?? print(value)),
};
export const JAVA: Style = {
  ...SPACED,
  colon: '=',
  name: meant,
  leaf: (value) => (isText(value) ? meant(value) : print(value)),
};
export const RUBY: Style = { ...SPACED, colon: '=>' };
export const GO: Style = { ...JAVA, comma: ' ', colon: ':', braces: ['map[', ']'] };

/** A space on both sides of each colon. */
export const withSpacedColons = (text: string | undefined): string | undefined =>
  text?.replace(/^( *"[^"\\]*(?:\\.[^"\\]*)*"):/gm, '$1 :');

/** Older versions of Ruby print an empty list on three lines. */
export const asRuby = (text: string | undefined): string | undefined =>
  text?.replace(/^( *)(.*)\[\](?=,?$)/gm, '$1$2[\n\n$1]');

/** A list of plain values on one line, objects in a list after `[ `, as Jackson prints them. */
export function jackson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0
      ? '[ ]'
      : `[ ${value.map((one) => jackson(one, indent)).join(', ')} ]`;
  }
  if (typeof value !== 'object' || value === null) return print(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${print(name)} : ${jackson(member, inner)}`,
  );
  return members.length === 0 ? '{ }' : `{\n${members.join(',\n')}\n${indent}}`;
}

export function asForm(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value).map(([name, one]): [string, string] => [
    name,
    JAVA.leaf(one),
  ]);
  return String(new URLSearchParams(members));
}
