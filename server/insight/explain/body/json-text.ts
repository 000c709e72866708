// JSON texts in the other forms that programs print them in. What cannot be read, or is nested too deep to
// be printed cheaply, has none.

/** A text, and what it says; `undefined` where it is no JSON, or is nested too deep. */
export interface JsonText {
  readonly text: string;
  readonly value: unknown;
  /** Whether its numbers are printed as they were written, rather than as JavaScript prints them. */
  readonly isWritten?: boolean;
}

const MOST_DEPTH = 64;
/** Characters of one pretty-printed form. */
const MOST_PRINTED = 128 * 1024;

/** Begins the string that stands for a number as it was written; of private use, so in hardly any body. */
const MARK = '\ue000:';
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same with its numbers as written; `undefined` where JavaScript prints them so anyway. */
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
  // Each of these begins a line; a short text that is nested deep would grow by the square.
  const lines = text.match(/[,[\]{}]/g)?.length ?? 0;
  if (lines * depthOf(value) * indent.length > MOST_PRINTED) return undefined;
  return print(value, indent);
}

/** The same tokens without white space: numbers stay as they are written. */
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

/** `undefined` where the keys are in order as they are. */
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

/** Characters outside ASCII as they are; escapes that JSON cannot do without stay. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|.)/g, (whole, hex: string | undefined) => {
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    const needed = code < 0x20 || code === 0x22 || code === 0x5c;
    return needed ? whole : String.fromCharCode(code);
  });
}

export const withoutSlashEscapes = (text: string): string =>
  text.replace(/\\(.)/g, (whole, char: string) => (char === '/' ? '/' : whole));

/** `undefined` for what is no JSON, or is nested too deep to be printed. */
export function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
    return depthOf(value) > MOST_DEPTH ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Levels of arrays and objects; no more than one beyond what is allowed is ever counted. */
function depthOf(value: unknown, left = MOST_DEPTH + 1): number {
  if (typeof value !== 'object' || value === null || left === 0) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, left - 1));
    if (deepest === left - 1) break;
  }
  return deepest + 1;
}
