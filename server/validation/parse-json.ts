// Request bodies as JSON, strictly (HDR-06): UTF-8, RFC 8259, no duplicate or `__proto__` members, no
// lone surrogates, at most 64 levels, no number that a double cannot hold. One pass, linear in the body.
// A byte order mark is refused (RFC 8259 forbids sending one), with a sentence that says so.

import { ApiError } from '../protocol/errors.ts';
import type { Json } from '../protocol/json.ts';
import { visible } from '../protocol/shown-text.ts';
import { isExactNumber } from './exact-number.ts';
import { pointerOf } from './json-pointer.ts';

const MAX_DEPTH = 64;

/** The value of the body. Throws ApiError HDR-06 FORMAT_ERROR with line and column (1-based, characters). */
export function parseJsonBody(bytes: Buffer): Json {
  const text = decodeUtf8(bytes);
  if (text.startsWith('\uFEFF')) {
    throw refusal(text, 0, 'it starts with a byte order mark (EF BB BF), which JSON must not have');
  }
  if (/^[ \t\r\n]*$/.test(text)) {
    throw new ApiError(
      'HDR-06',
      'FORMAT_ERROR',
      'The body is empty; this call needs one in JSON.',
      {
        path: '',
      },
    );
  }
  return new Parser(text).document();
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Where decoding leniently and encoding again first differs from what came, it was not UTF-8.
    const lenient = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    let at = 0;
    while (at < bytes.length && bytes[at] === lenient[at]) at += 1;
    // `stream` holds an unfinished character back, so that the text ends before it.
    const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, at), {
      stream: true,
    });
    throw refusal(before, before.length, 'it is not UTF-8');
  }
}

/** A refusal at that index of the text, `path` only where a member is to blame. */
function refusal(
  text: string,
  at: number,
  problem: string,
  path?: readonly (string | number)[],
): ApiError {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return new ApiError(
    'HDR-06',
    'FORMAT_ERROR',
    `The body cannot be read at line ${lines.length}, column ${column}: ${problem}.`,
    path === undefined ? {} : { path: pointerOf(path) },
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Parser {
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  readonly #plain = /[^"\\\u0000-\u001f]*/y;
  readonly #number = /-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#expected('the end of the body after its value');
    return value;
  }

  #value(): Json {
    this.#space();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object());
      case '[':
        return this.#nested(() => this.#array());
      case '"':
        return this.#string();
      case 't':
        return this.#literal('true', true);
      case 'f':
        return this.#literal('false', false);
      case 'n':
        return this.#literal('null', null);
      default:
        return this.#numeric();
    }
  }

  /** Recursion is as deep as the body's nesting, which this bounds. */
  #nested<T>(read: () => T): T {
    if (this.#path.length >= MAX_DEPTH) this.#fail(`it nests deeper than ${MAX_DEPTH} levels`);
    this.#at += 1;
    const value = read();
    this.#at += 1;
    return value;
  }

  #object(): Json {
    const members: Record<string, Json> = {};
    this.#space();
    if (this.#text[this.#at] === '}') return members;
    for (;;) {
      this.#space();
      const start = this.#at;
      if (this.#text[start] !== '"') this.#expected('a member name in double quotes');
      const name = this.#string();
      this.#path.push(name);
      if (name === '__proto__') this.#fail('a member must not be named __proto__', start);
      if (Object.hasOwn(members, name)) {
        this.#fail(`the member "${visible(name, 80)}" is there twice`, start);
      }
      this.#space();
      if (this.#text[this.#at] !== ':') this.#expected('":" after a member name');
      this.#at += 1;
      members[name] = this.#value();
      this.#path.pop();
      this.#space();
      if (this.#text[this.#at] === '}') return members;
      if (this.#text[this.#at] !== ',') this.#expected('"," or "}" after a member');
      this.#at += 1;
    }
  }

  #array(): Json {
    const items: Json[] = [];
    this.#space();
    if (this.#text[this.#at] === ']') return items;
    for (;;) {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
      this.#space();
      if (this.#text[this.#at] === ']') return items;
      if (this.#text[this.#at] !== ',') this.#expected('"," or "]" after an entry');
      this.#at += 1;
    }
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    let value = '';
    for (;;) {
      this.#plain.lastIndex = this.#at;
      const chunk = this.#plain.exec(this.#text)?.[0] ?? '';
      value += chunk;
      this.#at += chunk.length;
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next !== '\\')
        this.#expected('text without raw control characters, ended by a double quote');
      value += this.#escape();
    }
    this.#at += 1;
    // With `u`, only a surrogate without its other half matches.
    if (/[\uD800-\uDFFF]/u.test(value)) {
      this.#fail('the text holds a lone surrogate, which is no character', start);
    }
    return value;
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#fail('\\u needs four hexadecimal digits');
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const value = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (value === undefined) this.#fail(`\\${visible(letter, 4)} is no escape of JSON`);
    this.#at += 2;
    return value as string;
  }

  #literal<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#expected('a value');
    this.#at += word.length;
    return value;
  }

  #numeric(): number {
    this.#number.lastIndex = this.#at;
    const lexeme = this.#number.exec(this.#text)?.[0];
    if (lexeme === undefined) return this.#expected('a value');
    const value = Number(lexeme);
    if (!isExactNumber(lexeme, value)) {
      const shown = visible(lexeme, 40);
      this.#fail(`the number ${shown} would lose digits; send it as text`, this.#at);
    }
    this.#at += lexeme.length;
    return value;
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #expected(what: string): never {
    const next = this.#text.slice(this.#at, this.#at + 2);
    const found = next === '' ? 'it ends' : `there is "${visible([...next][0] ?? '', 12)}"`;
    throw refusal(this.#text, this.#at, `${what} was expected, but ${found}`);
  }

  #fail(problem: string, at = this.#at): never {
    throw refusal(this.#text, at, problem, this.#path);
  }
}
