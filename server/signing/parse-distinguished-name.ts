// The text of a distinguished name, read as RFC 2253 lets it be written: keywords or OIDs, escapes,
// hexadecimal pairs and values, RFC 1779 quotes, space around separators (its section 4).

import { decodeUtf8 } from '../kernel/utf8.ts';
import { quote } from '../protocol/shown-text.ts';
import { attempt } from './attempt.ts';
import { attributeKeyword, attributeOid, isLongName, nearestKeyword } from './attribute-types.ts';
import { DerError, readDer } from './der.ts';
import {
  attributeFrom,
  type DistinguishedName,
  type NameAttribute,
  type Rdn,
} from './distinguished-name.ts';

/** The text is no distinguished name; the message completes "CA …". */
export class NameSyntaxError extends Error {
  override readonly name = 'NameSyntaxError';
}

const SPECIAL = new Set(',=+<>#;"\\ ');
const ENDS_VALUE = new Set(',;+');
const ENDS_TYPE = new Set('=,;+');

/**
 * Reads `CN=…,O=…,C=NO`, most specific first. Throws NameSyntaxError.
 * @param report is called with each form that is read and that RFC 2253 does not print; completes "has …"
 */
export function parseName(
  text: string,
  report: (finding: string) => void = ignore,
): DistinguishedName {
  if (text.startsWith('/')) {
    throw new NameSyntaxError(
      'begins with a slash; RFC 2253 separates with commas, most specific first',
    );
  }
  return new NameReader(text, report).read();
}

const ignore = (): void => {};

const SEMICOLON = '; between its parts; RFC 2253 writes a comma';
const SPACE = 'space around its separators; leave it out, but for one after a comma';

class NameReader {
  readonly #text: string;
  readonly #report: (finding: string) => void;
  #at = 0;

  constructor(text: string, report: (finding: string) => void) {
    this.#text = text;
    this.#report = report;
  }

  read(): DistinguishedName {
    const rdns: Rdn[] = [];
    let rdn: NameAttribute[] = [];
    if (this.#text.trim() === '') return rdns;
    for (;;) {
      rdn.push(this.#attribute());
      const separator = this.#text[this.#at];
      this.#at += 1;
      if (separator === ';') this.#report(SEMICOLON);
      if (separator === '+') continue;
      rdns.push(rdn);
      rdn = [];
      if (separator === undefined) return rdns.reverse();
    }
  }

  #attribute(): NameAttribute {
    const [word, equals] = this.#upToSeparator();
    if (equals !== '=') {
      throw new NameSyntaxError(
        `has ${quote(word, 40)} where type=value belongs (in a value a comma is written \\, and a plus \\+)`,
      );
    }
    const type = attributeOid(word);
    if (type === undefined) {
      const near = nearestKeyword(word);
      const fix = near === undefined ? 'if it is one, write its OID' : `it is spelt ${near}`;
      throw new NameSyntaxError(
        `names the attribute type ${quote(word, 40)}, which is unknown; ${fix}`,
      );
    }
    if (isLongName(word)) {
      this.#report(`the attribute type ${word}; RFC 2253 writes ${attributeKeyword(type)}`);
    }
    this.#skipSpace();
    return this.#value(type);
  }

  /** The word before the next `=` or separator, and which of them ended it. */
  #upToSeparator(): [word: string, end: string | undefined] {
    const start = this.#at;
    while (!ENDS_TYPE.has(this.#text[this.#at] ?? ',')) this.#at += 1;
    const end = this.#text[this.#at];
    const sent = this.#text.slice(start, this.#at);
    const word = sent.trim();
    const usual = this.#text[start - 1] === ',' ? [word, ` ${word}`] : [word];
    if (!usual.includes(sent)) this.#report(SPACE);
    this.#at += 1;
    return [word, end];
  }

  #value(type: string): NameAttribute {
    const first = this.#text[this.#at];
    if (first === '#') return this.#hexValue(type);
    const bytes = first === '"' ? this.#quoted() : this.#plain();
    const value = decodeUtf8(Buffer.from(bytes));
    if (value === undefined) throw new NameSyntaxError('has \\XX pairs that are not UTF-8');
    return { type, value, isText: true };
  }

  #hexValue(type: string): NameAttribute {
    const hex = /^[0-9A-Fa-f]*/.exec(this.#text.slice(this.#at + 1))?.[0] as string;
    this.#at += 1 + hex.length;
    this.#expectEnd('a #hexadecimal value');
    // Buffer would drop an odd digit in silence.
    if (hex.length % 2 !== 0) throw new NameSyntaxError('has a #hexadecimal value of odd length');
    const value = attempt(DerError, () => readDer(Buffer.from(hex, 'hex')));
    if (!(value instanceof DerError)) return attributeFrom(type, value);
    throw new NameSyntaxError('has a #hexadecimal value that is not the BER of one value');
  }

  #quoted(): number[] {
    const bytes: number[] = [];
    this.#at += 1;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new NameSyntaxError('has a quoted value without its end');
      if (char === '"') break;
      this.#take(bytes);
    }
    this.#at += 1;
    this.#expectEnd('a quoted value');
    return bytes;
  }

  #plain(): number[] {
    const bytes: number[] = [];
    // Trailing space is layout unless it was escaped.
    let length = 0;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined || ENDS_VALUE.has(char)) break;
      if (char === '"' || char === '<' || char === '>') {
        throw new NameSyntaxError(`has ${char} in a value; escape it as \\${char}`);
      }
      this.#take(bytes);
      if (char !== ' ') length = bytes.length;
    }
    if (length < bytes.length) this.#report(SPACE);
    return bytes.slice(0, length);
  }

  /** One character, or one escape, as UTF-8. */
  #take(bytes: number[]): void {
    const char = String.fromCodePoint(this.#text.codePointAt(this.#at) as number);
    if (char !== '\\') {
      bytes.push(...Buffer.from(char));
      this.#at += char.length;
      return;
    }
    const pair = this.#text.slice(this.#at + 1, this.#at + 3);
    if (/[0-9A-Fa-f]{2}/.test(pair)) {
      bytes.push(Number.parseInt(pair, 16));
      this.#at += 3;
      return;
    }
    const escaped = pair[0] ?? '';
    if (!SPECIAL.has(escaped)) {
      throw new NameSyntaxError('has a backslash where none is needed');
    }
    bytes.push(escaped.charCodeAt(0));
    this.#at += 2;
  }

  #expectEnd(what: string): void {
    this.#skipSpace();
    const char = this.#text[this.#at];
    if (char !== undefined && !ENDS_VALUE.has(char)) {
      throw new NameSyntaxError(`goes on after ${what} without a comma`);
    }
  }

  #skipSpace(): void {
    if (this.#text[this.#at] === ' ') this.#report(SPACE);
    while (this.#text[this.#at] === ' ') this.#at += 1;
  }
}
