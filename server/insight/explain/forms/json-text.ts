// JSON as its tokens, so that texts and numbers stay as they are written; and how programs print it.
import { rememberLast } from '../../../kernel/recent.ts';
import { parseShallow } from '../../../kernel/shallow-json.ts';
import { onText } from './bytes.ts';
import { type Change, type Edit, tried } from './edits.ts';

/** A text, number or word as it is written, quotation marks and all, or a list or an object of such. */
type Json = string | Json[] | { [name: string]: Json };

/** A text that does not end counts, or reading one quotation mark after another would take long. */
export const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"?/.source;
export const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.source;
const TOKEN = new RegExp(`${TEXT}|${NUMBER}|true|false|null`, 'g');
/** By how much all lists and objects together may be indented; a short text that is nested deep has much. */
const MOST_INDENTED = 32 * 1024;

/** `undefined` if the text is not JSON, or would be very long with indentation. Many forms read the same text. */
const parsed = rememberLast(
  tried((text) => {
    const json = text.replace(TOKEN, (token) => JSON.stringify(token));
    const value = parseShallow(json) as Json;
    return indentation(value) > MOST_INDENTED ? undefined : value;
  }),
);

const indentation = (value: Json, depth = 1): number =>
  typeof value === 'string'
    ? 0
    : Object.values(value).reduce((sum, one) => sum + depth + indentation(one, depth + 1), 0);

/** What a token means, as text. */
export const meaning: Edit = (token) =>
  token.startsWith('"') ? (JSON.parse(token) as string) : token;

/** How a program prints: an object with keys `k`, a list, what is between brackets with nothing else, a token. */
export interface Style {
  readonly object: string;
  readonly list: string;
  readonly empty?: string;
  readonly token?: Edit;
}
export const MINIFIED: Style = { object: '{k:v,k:v}', list: '[v,v,v]' };
export const pretty = (tab: string, colon = ': '): Style => ({
  object: `{\n${tab}k${colon}v,\n${tab}k${colon}v\n}`,
  list: `[\n${tab}v,\n${tab}v,\n${tab}v\n]`,
});

/** @param margin a newline, and what is before each line */
export function print(value: Json, style: Style, margin = '\n'): string {
  const { object, list, empty = '', token = (written) => written } = style;
  if (typeof value === 'string') return token(value);
  const isList = Array.isArray(value);
  const marks = (isList ? list : object).replaceAll('\n', margin).split(/[kv]/);
  const [open = '', colon = '', comma = ''] = marks;
  const close = marks.at(-1) ?? '';
  const inner = /\n.*/.exec(open)?.[0] ?? margin;
  const items = Object.entries(value).map(
    ([name, one]) => (isList ? '' : token(name) + colon) + print(one, style, inner),
  );
  if (items.length > 0) return open + items.join(comma) + close;
  return open.trim() + empty.replace(/\n$/, margin) + close.trim();
}

export const minified = rememberLast((text: string) => {
  const value = parsed(text);
  return value && print(value, MINIFIED);
});

/** Of JSON in short or in another style, if that shows. */
export const onJson = (change: (value: Json) => Json, style = MINIFIED): Change =>
  onText((text) => {
    const value = parsed(text);
    const changed = value && print(change(value), style);
    return changed === minified(text) ? undefined : changed;
  });
export const printed = (style: Style): Change => onJson((value) => value, style);

export type Members = readonly (readonly [name: string, value: Json])[];

/** An object with its members changed; and those inside, first. */
export const remade = (value: Json, change: (all: Members) => Members, isDeep = true): Json => {
  if (typeof value === 'string') return value;
  const inner = (one: Json) => (isDeep ? remade(one, change) : one);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(
    change(Object.entries(value).map(([name, one]) => [name, inner(one)] as const)),
  );
};

/** JSON of the value that `a[b]=1&c=2` was made of; `undefined` if it is no form. */
export function readForm(text: string): string | undefined {
  if (!/^[^{}[<>"\s=&]+(?:\[[^{}<>"\s=&]*)?=[^{}<>"\s]*$/.test(text)) return undefined;
  const value: Record<string, string | Record<string, string>> = Object.create(null);
  for (const [name, member] of new URLSearchParams(text)) {
    const [first = '', second] = name.split(/\[|\]/);
    const inner = value[first] ?? {};
    const isPlain = second === undefined || typeof inner === 'string';
    value[first] = isPlain ? member : Object.assign(inner, { [second]: member });
  }
  return JSON.stringify(value);
}
