// A form: a change that a client makes to a text. In another place it may be another mistake. And small changes,
// named so that the tables of forms can be read. Texts are latin1: one character for each byte.
import { hash } from 'node:crypto';
import { rememberLast } from '../../../kernel/recent.ts';
import { utf8Of } from '../../../kernel/utf8.ts';
import type { MistakeName } from '../mistake-names.ts';

export type Edit = (text: string) => string;
/** `undefined` if it cannot be done to this text. */
export type Change = (text: string) => string | undefined;

/** A form may be several mistakes together. */
export type Mistakes = MistakeName | readonly MistakeName[];

/** `digest` and `hash` are the bytes of a hash. Ids, dates and addresses are values too. */
export type Place =
  | ('string' | 'hash' | 'digest' | 'body' | 'issuer')
  | ('value' | 'id' | 'date' | 'redirect' | 'target');

export interface Form {
  readonly name: Mistakes;
  /** What is changed: of one part only one form. */
  readonly part: string;
  readonly cost: number;
  /** Completes `You signed the string …`; if empty, the signed and the sent value are compared. */
  readonly words: string;
  readonly change: Change;
}

/** Several changes of one row are as usual as each other. */
type Ways = readonly [cost: number, words: string, ...changes: Change[]];
export type FormRow = readonly [name: Mistakes, ...Ways];

export const inPart = (part: string, rows: readonly FormRow[]): readonly Form[] =>
  rows.flatMap(([name, cost, words, ...changes]) =>
    changes.map((change) => ({ part, name, cost, words, change })),
  );

/** Each of the texts in place of what was there. */
export const instead = (texts: readonly string[]): readonly Change[] =>
  texts.map((text) => () => text);

/** Forms under headings, which say what they change, and under which name they are a mistake at which place. */
export type Table = readonly (ReturnType<typeof under> | Ways)[];
export const under = (part: string, at: Partial<Readonly<Record<Place, MistakeName>>>) => ({
  part,
  at,
});

/** The forms that are done at one of the places, each by its name at the first of them. */
export function formsAt(places: readonly Place[], table: Table): readonly Form[] {
  let heading = under('', {});
  return table.flatMap((row) => {
    if ('part' in row) heading = row;
    const name = places.flatMap((place) => heading.at[place] ?? [])[0];
    return 'part' in row || name === undefined ? [] : inPart(heading.part, [[name, ...row]]);
  });
}

/** What matches replaced, as `String.replace` does it. */
export const replaced =
  (what: RegExp, by: string | ((...match: string[]) => string)): Edit =>
  (text) =>
    text.replace(what, by as string);

/** Every `from` replaced by the `to` behind it, one pair after another. */
export const swap =
  (...pairs: readonly string[]): Edit =>
  (text) => {
    let changed = text;
    for (let at = 0; at < pairs.length; at += 2) {
      const from = pairs[at] ?? '';
      // Most texts have nothing of it.
      if (changed.includes(from)) changed = changed.replaceAll(from, () => pairs[at + 1] ?? '');
    }
    return changed;
  };

/** With a text before it and one after it. */
export const around =
  (before: string, after = before): Edit =>
  (text) =>
    before + text + after;

/** One change after another. */
export const both =
  (first: Edit, then: Edit): Edit =>
  (text) =>
    then(first(text));

export const lower: Edit = (text) => text.toLowerCase();
export const upper: Edit = (text) => text.toUpperCase();

/** `undefined` where it throws, as on text that is not percent-encoded UTF-8. */
export const tried =
  <T>(change: (text: string) => T | undefined) =>
  (text: string): T | undefined => {
    try {
      return change(text);
    } catch {
      return undefined;
    }
  };

/** Of these bytes. Thousands are hashed, and ASCII is the same in UTF-8, which a text is hashed in. */
export function hashOf(name: string, bytes: string, encoding: 'hex' | 'base64' | 'binary'): string {
  const isAscii = Buffer.byteLength(bytes) === bytes.length;
  return hash(name, isAscii ? bytes : Buffer.from(bytes, 'latin1'), encoding);
}

/** Text as its UTF-8 bytes. */
export function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Many forms read the same text. */
const textOf = rememberLast(utf8Of);

/** Other bytes made of the characters that UTF-8 bytes stand for; `undefined` where that throws. */
export const ofText = (change: Change): Change =>
  tried((bytes) => {
    const text = textOf(bytes);
    return text === undefined ? undefined : change(text);
  });

/** A change of these characters, in UTF-8 again. */
export const onText = (change: Change): Change =>
  ofText((text) => {
    const changed = change(text);
    return changed === undefined ? undefined : bytesOf(changed);
  });

/** Up to that length. */
export const cutAfter =
  (size: number): Edit =>
  (text) =>
    text.slice(0, size);

/** Characters of the bytes 80 to 9F in Windows-1252; five bytes stand for themselves. */
export const HIGH =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** The characters of Windows-1252 as its bytes. */
export const narrowed = replaced(/[^\0-\xff]/g, (char) => {
  const at = HIGH.indexOf(char);
  return at === -1 ? char : String.fromCharCode(0x80 + at);
});

/** Characters without width, marks of direction and order, and spaces that do not break. */
export const INVISIBLE =
  /[\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** Every order. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

export const base64url: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64url');

const HEADS = [
  ...['{"alg":"RS256"}', '{"alg":"RS256","typ":"JWT"}', '{"typ":"JWT","alg":"RS256"}'],
  ...['{"alg":"RS256","typ":"JOSE"}', '{"alg":"RS256","b64":false,"crit":["b64"]}'],
];
/** The string of a JWS over a text, with each of these heads. */
export const JWS = HEADS.map((head) =>
  both(head.includes('b64') ? (text) => text : base64url, around(`${base64url(head)}.`, '')),
);

const ENTITIES = '&amp; & &lt; < &gt; > &quot; " &apos; \''.split(' ');
/** What JSON, JavaScript and HTML escape: \u002B, \x2b, \/, &#43;, &#x2B;, &amp;. */
export const withoutEscapes: Edit = both(
  replaced(/\\u([\da-f]{4})|\\x([\da-f]{2})|&#x([\da-f]{1,4});/gi, (_, unit, byte, entity) =>
    String.fromCharCode(Number.parseInt(unit ?? byte ?? entity ?? '', 16)),
  ),
  both(
    replaced(/&#(\d{1,5});/g, (_, code) => String.fromCharCode(Number(code))),
    swap('\\/', '/', ...ENTITIES),
  ),
);

/** At which buffers and columns of databases end. */
export const CUT_SIZES = [
  20, 30, 32, 35, 36, 40, 50, 60, 63, 64, 72, 76, 80, 100, 127, 128, 140, 255, 256, 512, 1024,
];

export const NOT_ASCII = /[^\0-\x7f]/g;
