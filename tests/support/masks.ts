// Names for what differs from run to run in texts that are recorded.

/** UUIDs, and texts as long as those that the bank draws or makes from them. */
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])(?:[\w-]{24}|[\w-]{32})(?![\w-])/g;
/** As long as an id, and none: a code, the name of an operation, or several words. */
const WORDS = /^(?:[A-Z_]+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:[-_][a-z]+)+|[-_]+)$/;
const COUNTED = /(?<![\w-])id\d+(?!\w)/g;

/** Ids, counted in the order in which they are first seen. */
export class CountedIds {
  readonly #names = new Map<string, string>();
  readonly #pattern: RegExp;

  /** @param pattern of what is an id, with the flag `g` */
  constructor(pattern = ID) {
    this.#pattern = pattern;
  }

  counted(text: string): string {
    return text.replace(this.#pattern, (id) => {
      if (WORDS.test(id)) return id;
      const name = this.#names.get(id) ?? `id${this.#names.size + 1}`;
      this.#names.set(id, name);
      return name;
    });
  }

  /** Without those that have no name yet. */
  known(text: string): string {
    return text.replace(this.#pattern, (id) => this.#names.get(id) ?? '');
  }

  /** The ids again in place of their names. */
  real(text: string): string {
    const known = new Map([...this.#names].map(([id, name]) => [name, id]));
    return text.replace(COUNTED, (name) => known.get(name) ?? name);
  }
}

/** A bank whose clock is far ahead has its own times: every other one is of this machine. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b20[23]\d-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'DATE'],
  [/\b\w{3}, \d\d \w{3} 20[23]\d [\d:]{8} GMT/g, 'NOW'],
  [/(?<=^\| )\d\d:\d\d:\d\d /gm, 'hh:mm:ss '],
  [/(?<="total": )\d+\.\d+/g, 'N'],
  [/\b\d+ ms\b/g, 'N ms'],
  [/\b\d+ s apart/g, 'N s apart'],
  [/\(\d+\.\d s\)/g, '(N s)'],
  [/(?<="seconds":)\d+(?:\.\d+)?/g, 'N'],
  [/(?<=time=")\d+\.\d+/g, 'N'],
  [/\bsandbank \d+\.\d+\.\d+ on Node [\d.]+/g, 'sandbank N on Node N'],
  [/\bfile:\S+(?=\/docs\/)/g, 'HERE'],
  [/\b[\da-f]{64}\b/g, '…'],
  [/\bSN=[\dA-F]+/g, 'SN=…'],
  [/(?<=signature=\\?")[^"\\]*/g, '…'],
  [/[A-Za-z\d+/]{80,}={0,2}/g, '…'],
];

export const masked = (text: string): string =>
  MASKS.reduce((so, [mask, name]) => so.replace(mask, name), text);
