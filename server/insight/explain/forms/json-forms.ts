// What is done to a body that is JSON, or was: members left out or sorted, printed as some language prints it,
// sent as a form. JSON is read as its tokens, so that texts and numbers stay as they are written.
import { type Change, type Edit, onText, replaced, tried } from './edits.ts';
import { type Form, inPart, type Names } from './form.ts';

/** A text, number or word as it is written, quotation marks and all, or a list or an object of such. */
type Json = string | Json[] | { [name: string]: Json };

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;
/** By how much all lists and objects together may be indented; a short text that is nested deep has much. */
const MOST_INDENTED = 32 * 1024;

/** Throws if the text is not JSON, or would be very long with indentation. */
function parsed(text: string): Json {
  const value = JSON.parse(text.replace(TOKEN, (token) => JSON.stringify(token))) as Json;
  if (indentation(value) > MOST_INDENTED) throw new RangeError('nested too deep');
  return value;
}

const indentation = (value: Json, depth = 1): number =>
  typeof value === 'string'
    ? 0
    : Object.values(value).reduce((sum, one) => sum + depth + indentation(one, depth + 1), 0);

/** What a token means, as text. */
const meaning: Edit = (token) => (token.startsWith('"') ? (JSON.parse(token) as string) : token);

/** How a program prints lists and objects; JSON in short unless told. */
interface Style {
  readonly comma?: string;
  readonly colon?: string;
  readonly braces?: readonly [open: string, close: string];
  readonly token?: Edit;
  /** Items stand on lines of their own, with that before them; those of a list need not. */
  readonly indent?: string;
  readonly hasShortLists?: boolean;
  /** Between the brackets if there is nothing else. */
  readonly nothing?: (margin: string) => string;
}

const SHORT: Style = {};
const PYTHON: Style = { comma: ', ', colon: ': ' };
const JAVA: Style = { comma: ', ', colon: '=', token: meaning };
const GO: Style = { comma: ' ', token: meaning, braces: ['map[', ']'] };
const pretty = (indent: string, colon = ': '): Style => ({ comma: ', ', colon, indent });
const RUBY: Style = { ...pretty('  '), nothing: (margin) => `\n\n${margin}` };
const JACKSON: Style = { ...pretty('  ', ' : '), hasShortLists: true, nothing: () => ' ' };

function print(value: Json, style = SHORT, margin = ''): string {
  const { comma = ',', colon = ':', braces = ['{', '}'], token = (written) => written } = style;
  if (typeof value === 'string') return token(value);
  const isList = Array.isArray(value);
  const isShort = style.indent === undefined || (isList && style.hasShortLists === true);
  const inner = isShort ? margin : margin + style.indent;
  const items = isList
    ? value.map((one) => print(one, style, inner))
    : Object.entries(value).map(([name, one]) => token(name) + colon + print(one, style, inner));
  const [open, close] = isList ? ['[', ']'] : braces;
  if (items.length === 0) return open + (style.nothing?.(margin) ?? '') + close;
  if (!isShort)
    return `${open}\n${inner}${items.join(`${comma.trim()}\n${inner}`)}\n${margin}${close}`;
  const space = style.hasShortLists ? ' ' : '';
  return open + space + items.join(comma) + space + close;
}

/** As Python prints it, in single quotation marks unless the text has such. */
function pythonToken(token: string): string {
  const text = meaning(token);
  if (text === token) return { true: 'True', false: 'False', null: 'None' }[token] ?? token;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replace(/[\\']/g, quote === "'" ? '\\$&' : '$&') + quote;
}

/** Of JSON; the byte order mark before it stays, which another row takes away. */
const onJson = (change: (value: Json) => string | undefined): Change =>
  onText(
    tried((text) => {
      const plain = text.replace(/^\ufeff/, '');
      const changed = change(parsed(plain));
      return changed && text.replace(plain, () => changed);
    }),
  );

/** Of a list or an object, if that shows. */
const printed = (style: Style): Change =>
  onJson((value) => {
    if (typeof value === 'string') return undefined;
    const text = print(value, style);
    return style !== SHORT && text === print(value) ? undefined : text;
  });

/** Another value in short. */
const reshaped = (change: (value: Json) => Json): Change =>
  onJson((value) => {
    const text = print(change(value));
    return text === print(value) ? undefined : text;
  });

const isNull = (one: Json): boolean => one === 'null';
const isNothing = (one: Json): boolean => isNull(one) || one === '""' || isEmpty(one);
const isEmpty = (one: Json): boolean => typeof one !== 'string' && Object.keys(one).length === 0;

/** The members of objects and lists, from the inside out, each changed; `undefined` leaves one out of an object. */
function withMembers(value: Json, change: (one: Json) => Json | undefined): Json {
  if (typeof value === 'string') return value;
  const inner = (one: Json) => change(withMembers(one, change));
  if (Array.isArray(value)) return value.map((one) => inner(one) ?? one);
  const members = Object.entries(value).map(([name, one]) => [name, inner(one)]);
  return Object.fromEntries(members.filter(([, one]) => one !== undefined)) as Json;
}
const without = (isLeftOut: (one: Json) => boolean): Change =>
  reshaped((value) => withMembers(value, (one) => (isLeftOut(one) ? undefined : one)));
const emptyAs = (other: Json): Change =>
  reshaped((value) => withMembers(value, (one) => (isEmpty(one) ? other : one)));

/** @param inner what is done to a member of the object, and to each of a list */
function sorted(value: Json, inner: (one: Json) => Json = (one) => sorted(one)): Json {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(inner);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inner(member)]));
}

/** Only the members of the object itself. */
const sortedOnce = (value: Json): Json => sorted(value, (one) => one);

/** JSON of the value that `a[b]=1&c=2` was made of; `undefined` if it is no form. */
export function readForm(text: string): string | undefined {
  if (!/^[^{}[<>"\s=&]+(?:\[[^{}<>"\s=&]*)?=[^{}<>"\s]*$/.test(text)) return undefined;
  const value: { [name: string]: Json } = {};
  for (const [name, member] of new URLSearchParams(text)) {
    const [first = '', second] = name.split(/\[|\]/).map((key) => JSON.stringify(key));
    const inner = value[first] ?? {};
    const token = JSON.stringify(member);
    if (second === undefined) value[first] = token;
    else if (typeof inner === 'object') value[first] = { ...inner, [second]: token };
  }
  return print(value);
}

const unstringified = (value: Json): string | undefined =>
  typeof value === 'string' && value.startsWith('"') ? meaning(value) : undefined;

const pairsOf = (value: Json, name = ''): [name: string, value: string][] =>
  typeof value === 'string'
    ? [[name, meaning(value)]]
    : Object.entries(value).flatMap(([key, one]) =>
        pairsOf(one, name === '' ? meaning(key) : `${name}[${meaning(key)}]`),
      );
const asForm = onJson((value) => String(new URLSearchParams(pairsOf(value))));

const javaScriptNumber: Edit = (number) => String(Number(number) + 0);

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

/** Of each number after a bracket, a comma, a colon or white space. */
const numbers = (change: Edit): Change =>
  replaced(/"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[[:,\s])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : change(token),
  );

const AS_FORM: Names = { body: 'body-as-form' };
const MEMBERS: Names = { body: 'body-members' };
const SORTED: Names = { body: 'body-keys-sorted' };
const SPACED: Names = { body: 'body-spaced' };
const INDENTED: Names = { body: 'body-pretty-printed' };
const OBJECT: Names = { body: 'body-as-object' };
const NUMBERS: Names = { body: 'body-numbers' };
/** What programs print for an object, or for an empty one. */
const OBJECTS = ['[object Object]', 'Array', 'null', 'undefined', '{}', '[]', '""'];

export const JSON_FORMS: readonly Form<Names>[] = [
  ...inPart('form', [
    [AS_FORM, 2, 'as JSON, which was sent as a form', onText(readForm)],
    [{ body: 'body-stringified' }, 2, 'before it was made a string in JSON', onJson(unstringified)],
  ]),
  ...inPart('members', [
    [MEMBERS, 2, 'without what is null in it', without(isNull)],
    [MEMBERS, 3, 'without what is null or empty in it', without(isNothing)],
    [MEMBERS, 3, 'with [] for {}, as PHP has it', emptyAs([])],
    [MEMBERS, 3, 'with {} for []', emptyAs({})],
  ]),
  ...inPart('keys', [
    [SORTED, 2, 'with its keys sorted', reshaped((value) => sorted(value))],
    [SORTED, 3, 'with the keys of its first level sorted', reshaped(sortedOnce)],
  ]),
  ...inPart('structure', [
    [{ body: 'body-minified' }, 1, 'minified', printed(SHORT)],
    [SPACED, 1, 'with a space after each colon and comma, as Python prints it', printed(PYTHON)],
    [SPACED, 4, 'with a space after each colon', printed({ colon: ': ' })],
    [INDENTED, 2, 'pretty-printed with 2 spaces', printed(pretty('  '))],
    [INDENTED, 3, 'pretty-printed with 4 spaces', printed(pretty('    '))],
    [INDENTED, 3, 'pretty-printed with tabs', printed(pretty('\t'))],
    [INDENTED, 4, 'pretty-printed with a space before each colon', printed(pretty('  ', ' : '))],
    [INDENTED, 3, 'pretty-printed as Perl prints it', printed(pretty('   ', ' : '))],
    [INDENTED, 3, 'pretty-printed as Ruby prints it', printed(RUBY)],
    [INDENTED, 3, 'pretty-printed as Jackson prints it', printed(JACKSON)],
    [OBJECT, 3, 'as Python prints a dictionary', printed({ ...PYTHON, token: pythonToken })],
    [OBJECT, 4, 'as Java prints a map ({a=1})', printed(JAVA)],
    [OBJECT, 4, 'as Ruby prints a hash ({"a"=>1})', printed({ comma: ', ', colon: '=>' })],
    [OBJECT, 4, 'as Go prints a map (map[a:1])', printed(GO)],
    [AS_FORM, 4, 'as a form (a=1&b=2)', asForm],
    ...OBJECTS.map((text) => {
      const words = `taken as ${text}, as programs print an object or an empty one`;
      return [OBJECT, 4, words, () => text] as const;
    }),
  ]),
  ...inPart('numbers', [
    [NUMBERS, 1, 'with its numbers as JavaScript prints them', numbers(javaScriptNumber)],
    [NUMBERS, 3, 'with its numbers as Java prints doubles', numbers(javaDouble)],
    [NUMBERS, 3, 'with exponents as in Python', numbers(replaced(/e([+-])(\d)$/i, 'e$10$2'))],
    [NUMBERS, 2, 'without .0 after whole numbers', numbers(replaced(/^(-?\d+)\.0+$/, '$1'))],
    [NUMBERS, 3, 'with .0 after whole numbers', numbers(replaced(/^-?\d+$/, '$&.0'))],
    [NUMBERS, 3, 'with .00 after whole numbers', numbers(replaced(/^-?\d+$/, '$&.00'))],
  ]),
];
