// Positions in a text: the one reader of lines and columns, for all messages that name them.

export type Path = readonly (string | number)[];

/** Both from 1; a column is a character. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What stops the reader of a text. */
export class TextFaultError extends Error {
  override readonly name = 'TextFaultError';
  /** Index into the text. */
  readonly at: number;
  /** The value to blame, if it is one. */
  readonly path: Path | undefined;

  constructor(at: number, problem: string, path?: Path) {
    super(problem);
    this.at = at;
    this.path = path;
  }
}

/** The places of those indexes, in their order. Reads the text once, however many there are. */
export function placesOf(text: string, indexes: readonly number[]): readonly TextPlace[] {
  const found = new Map<number, TextPlace>();
  let [at, line, column] = [0, 1, 1];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    for (; at < index && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff;
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
        line += 1;
        column = 1;
      } else if (!isLowSurrogate) column += 1;
    }
    found.set(index, { line, column });
  }
  return indexes.map((index) => found.get(index) as TextPlace);
}

export const placeOf = (text: string, index: number): TextPlace =>
  placesOf(text, [index])[0] as TextPlace;
