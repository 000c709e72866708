// JSON for files that people edit: every value knows where it stands, and what does not parse says
// where. Slower than JSON.parse; only read when a file does not have the layout that we write.

/** A value and its place: `text.slice(start, end)` is its JSON. */
export interface Located {
  readonly start: number;
  readonly end: number;
  /** Of an object, in order. */
  readonly members?: ReadonlyMap<string, Located>;
  /** Of an array. */
  readonly items?: readonly Located[];
}

export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';
  /** Offset into the text. */
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Line and column, from 1, of an offset into a text. */
export function placeOf(
  text: string,
  at: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n') };
}

/** The one value of a JSON text. @throws JsonFaultError */
export function parseLocated(text: string): Located {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

const MAX_DEPTH = 600;
const SPACE = /[ \t\r\n]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\ufeff')) this.#at = 1;
  }

  value(depth: number): Located {
    this.#skip(SPACE);
    if (depth > MAX_DEPTH) throw this.#fault('this is nested too deep');
    const next = this.#text[this.#at];
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    const start = this.#at;
    if (next === '"') this.#string();
    else if (!this.#skip(SCALAR)) throw this.#fault('a value was expected here');
    return { start, end: this.#at };
  }

  end(): void {
    this.#skip(SPACE);
    if (this.#at < this.#text.length) throw this.#fault('the file should end here');
  }

  #object(depth: number): Located {
    const start = this.#at++;
    const members = new Map<string, Located>();
    if (!this.#take('}')) {
      do {
        this.#skip(SPACE);
        const at = this.#at;
        const name = this.#string();
        if (members.has(name))
          throw new JsonFaultError(at, `member ${JSON.stringify(name)} comes twice`);
        if (!this.#take(':')) throw this.#fault('":" was expected here');
        members.set(name, this.value(depth + 1));
      } while (this.#take(','));
      if (!this.#take('}')) throw this.#fault('"," or "}" was expected here');
    }
    return { start, end: this.#at, members };
  }

  #array(depth: number): Located {
    const start = this.#at++;
    const items: Located[] = [];
    if (!this.#take(']')) {
      do items.push(this.value(depth + 1));
      while (this.#take(','));
      if (!this.#take(']')) throw this.#fault('"," or "]" was expected here');
    }
    return { start, end: this.#at, items };
  }

  #string(): string {
    const start = this.#at;
    if (this.#text[start] !== '"') throw this.#fault('a text in double quotes was expected here');
    if (!this.#skip(STRING))
      throw this.#fault('this text does not end, or holds what JSON forbids');
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #take(sign: string): boolean {
    this.#skip(SPACE);
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #fault(reason: string): JsonFaultError {
    const ended = this.#at >= this.#text.length;
    return new JsonFaultError(this.#at, ended ? `the file ends too early: ${reason}` : reason);
  }
}
