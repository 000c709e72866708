// JSON texts in the other forms that programs print. A text that cannot be read, or is nested too deep to
// print cheaply, has none.

/** A text and its JSON value; `undefined` if it is not JSON or is nested too deep. */
export interface JsonText {
  readonly text: string;
  readonly value: unknown;
  /** Whether its numbers are printed as written, not as JavaScript prints them. */
  readonly isWritten?: boolean;
}

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

/** The same text with its numbers as written; `undefined` if JavaScript prints them the same. */
export function withWrittenNumbers({ text, value }: JsonText): JsonText | undefined {
  if (value === undefined || /\ue000|\\ue000/i.test(text)) return undefined;
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${MARK}${token}"`,
  );
  return marked === text ? undefined : { text, value: parsed(marked), isWritten: true };
}

const print = (value: unknown, indent = ''): string =>
  JSON.stringify(value, null, indent).replace(MARKED, '$1');

export const printed = (value: unknown): string | undefined =>
  value === undefined ? undefined : print(value);

export function pretty({ text, value }: JsonText, indent: string): string | undefined {
  if (value === undefined) return undefined;
  // Each of these starts a line. A short text that is nested deep would grow by the square.
  const lines = text.match(/[,[\]{}]/g)?.length ?? 0;
  if (lines * depthOf(value) * indent.length > MOST_PRINTED) return undefined;
  return print(value, indent);
}

/** The same tokens without white space; numbers stay as written. */
export function stripped(text: string): string {
  return text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
}

/** `{"a": 1, "b": [2, 3]}` */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return print(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member)}`,
  );
  return `{${members.join(', ')}}`;
}

/** `undefined` if the keys are already in order. */
export function keysSorted({ value }: JsonText): unknown {
  const other = sorted(value);
  return printed(other) === printed(value) ? undefined : other;
}

function sorted(value: unknown): unknown {
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

/** `undefined` if the text is not JSON or is nested too deep to print. */
export function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
    return depthOf(value) > MOST_DEPTH ? undefined : value;
  } catch {
    return undefined;
  }
}

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
