// JSON values as languages and their libraries print them.
import { inline, pretty, print, type Style } from './json-text.ts';

const JSON_STYLE: Style = {
  comma: ', ',
  colon: ': ',
  braces: ['{', '}'],
  name: (text) => JSON.stringify(text),
  leaf: (value) => print(value),
};

/** A text in single quotation marks, as Python prints it. */
const pythonText = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? `"${text}"`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const pythonLeaf = (value: unknown): string => {
  if (typeof value === 'string' && !value.startsWith('\ue000')) return pythonText(value);
  const words = new Map<unknown, string>([
    [true, 'True'],
    [false, 'False'],
    [null, 'None'],
  ]);
  return words.get(value) ?? print(value);
};

const plainLeaf = (value: unknown): string => (typeof value === 'string' ? value : print(value));

/** Objects as languages print them, if no JSON library is used. */
export const PYTHON: Style = { ...JSON_STYLE, name: pythonText, leaf: pythonLeaf };
export const JAVA: Style = { ...JSON_STYLE, colon: '=', name: (text) => text, leaf: plainLeaf };
export const RUBY: Style = { ...JSON_STYLE, colon: '=>' };
export const GO: Style = { ...JAVA, comma: ' ', colon: ':', braces: ['map[', ']'] };

/** A space on both sides of each colon, lists on one line. */
export const withSpacedColons = (text: string | undefined): string | undefined =>
  text?.replace(/^( *"[^"\\]*(?:\\.[^"\\]*)*"):/gm, '$1 :');

export const COLON_STYLE: Style = { ...JSON_STYLE, comma: ',' };

/** Older versions print an empty list on three lines. */
export const asRuby = (text: string | undefined): string | undefined =>
  text?.replace(/^( *)(.*)\[\](?=,?$)/gm, '$1$2[\n\n$1]');

/** A list of plain values on one line, objects in a list after `[ `, as Jackson prints them. */
function jackson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[ ]';
    return `[ ${value.map((one) => jackson(one, indent)).join(', ')} ]`;
  }
  if (typeof value !== 'object' || value === null) return print(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)} : ${jackson(member, inner)}`,
  );
  return members.length === 0 ? '{ }' : `{\n${members.join(',\n')}\n${indent}}`;
}

/** `undefined` if that would be very long. */
export const jacksonText = (value: unknown): string | undefined =>
  pretty(value, '  ') === undefined ? undefined : jackson(value);

export const asForm = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value).map(([name, member]): [string, string] => [
    name,
    plainLeaf(member),
  ]);
  return String(new URLSearchParams(members));
};

/** `undefined` if it is the same as minified. */
export function spaced(value: unknown): string | undefined {
  const text = inline(value, JSON_STYLE);
  return text === print(value) ? undefined : text;
}
