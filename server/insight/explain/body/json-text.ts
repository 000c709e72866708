// JSON texts in the other forms that programs print. A text that cannot be read, or is nested too deep to
// print cheaply, has none.

const MOST_DEPTH = 64;
/** Characters of one pretty-printed form. */
const MOST_PRINTED = 128 * 1024;

/**
 * Starts the string that stands for a number as written. A private-use character, so hardly any body has
 * it.
 */
const MARK = '\ue000:';
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');
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

/** The value that `a[b]=1&c=2` was made of; `undefined` if it is no form. */
export function readForm(text: string): unknown {
  if (!/^[\w%.+-]+(?:\[[^&]*)?=[^&{}<>"\s]*(?:&|$)/.test(text)) return undefined;
  const value: Record<string, unknown> = {};
  for (const [name, member] of new URLSearchParams(text)) {
    const [, first = '', second] = /^([^[]*)(?:\[([^\]]+)\])?$/.exec(name) ?? [];
    if (first === '' || first === '__proto__') return undefined;
    if (second === undefined) value[first] = member;
    else {
      const inner = value[first];
      value[first] =
        typeof inner === 'object' ? { ...inner, [second]: member } : { [second]: member };
    }
  }
  return value;
}

/** The value of a JSON text, which `print` prints with its numbers as written. */
export function parsed(text: string): unknown {
  const isMarked = !/\ue000|\\ue000/i.test(text);
  const mark = (number: string) =>
    String(Number(number)) === number ? number : `"${MARK}${number}"`;
  try {
    const value = JSON.parse((isMarked ? onNumbers(text, mark) : text).replace(/^\ufeff/, ''));
    return depthOf(value) > MOST_DEPTH ? undefined : (value as unknown);
  } catch {
    return undefined;
  }
}

export const print = (value: unknown, indent = ''): string =>
  JSON.stringify(value, null, indent).replace(MARKED, '$1');

/** `undefined` if that would be very long: a short text that is nested deep would grow by the square. */
export function pretty(value: unknown, indent: string): string | undefined {
  // Each of these starts a line.
  const lines = print(value).match(/[,[\]{}]/g)?.length ?? 0;
  return lines * depthOf(value) * indent.length > MOST_PRINTED ? undefined : print(value, indent);
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

export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

export function codeOf(char: string, capitals = false): string {
  const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${capitals ? hex.toUpperCase() : hex}`;
}

export function escaped(text: string, capitals = false): string {
  return text.replace(/[^\0-\x7f]/g, (c) => codeOf(c, capitals));
}

/** Characters outside ASCII unescaped; escapes that JSON requires stay. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|.)/g, (whole, hex: string | undefined) => {
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    const needed = code < 0x20 || code === 0x22 || code === 0x5c;
    return needed ? whole : String.fromCharCode(code);
  });
}

export const withoutSlashEscapes = (text: string): string =>
  text.replace(/\\(.)/g, (whole, char: string) => (char === '/' ? '/' : whole));

/** Levels of arrays and objects, counted to one more than the limit. */
function depthOf(value: unknown, left = MOST_DEPTH + 1): number {
  if (typeof value !== 'object' || value === null || left === 0) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, left - 1));
    if (deepest === left - 1) break;
  }
  return deepest + 1;
}
