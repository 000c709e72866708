// JSON, strictly: RFC 8259, no duplicate or `__proto__` members, no lone surrogates, no number that a
// double cannot hold. One pass, linear in the text; what is wrong is said with its place.
import type { Json } from '../protocol/json.ts';
import { quote, visible } from '../protocol/shown-text.ts';
import { type Path, TextFaultError } from './text-places.ts';

interface JsonRules {
  /** What the text is, for messages. */
  readonly what: 'body' | 'file';
  /** Levels of objects and arrays. */
  readonly maxDepth: number;
  /** Called with each value before it is read. */
  readonly onValue?: (path: Path, at: number) => void;
}

/** The one value of a JSON text. Throws TextFaultError. */
export const parseJson = (text: string, rules: JsonRules): Json =>
  new Parser(text, rules).document();

/** Where the values of those paths begin in a text that parses; its start for what is not there. */
export function offsetsOf(
  text: string,
  paths: readonly Path[],
  rules: JsonRules,
): readonly number[] {
  const found = paths.map(() => 0);
  const onValue = (here: Path, at: number): void => {
    for (const [i, path] of paths.entries()) if (isSame(here, path)) found[i] = at;
  };
  parseJson(text, { ...rules, onValue });
  return found;
}

const isSame = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((step, i) => step === other[i]);

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
  readonly #rules: JsonRules;
  readonly #path: (string | number)[] = [];
  readonly #plain = /[^"\\\u0000-\u001f]*/y;
  readonly #number = /-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
  #at = 0;

  constructor(text: string, rules: JsonRules) {
    this.#text = text;
    this.#rules = rules;
  }

  document(): Json {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length)
      this.#expected(`the end of the ${this.#rules.what} after its value`);
    return value;
  }

  #value(): Json {
    this.#space();
    this.#rules.onValue?.(this.#path, this.#at);
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
    const { maxDepth } = this.#rules;
    if (this.#path.length >= maxDepth) this.#fail(`it nests deeper than ${maxDepth} levels`);
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
        this.#fail(`the member ${quote(name, 80)} is there twice`, start);
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
    const value = ESCAPES[letter];
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
    const found = next === '' ? 'it ends' : `there is ${quote([...next][0] ?? '')}`;
    throw new TextFaultError(this.#at, `${what} was expected, but ${found}`);
  }

  #fail(problem: string, at = this.#at): never {
    throw new TextFaultError(at, problem, this.#path);
  }
}

/** Whether the shortest text of the double means the same decimal number as what was written. */
export function isExactNumber(lexeme: string, value: number): boolean {
  // Fifteen digits without exponent always come back.
  if (lexeme.length <= 15 && !/[eE]/.test(lexeme)) return true;
  if (!Number.isFinite(value)) return false;
  return canonical(lexeme) === canonical(String(value));
}

/** `-012.500e1` and `-125` both → `-125e0`; zero of either sign → `0`. */
function canonical(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:[.]([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
