// A signing string in parts, so that a transform can change one part and leave the rest correct.

/** One line. Both parts are bytes as latin1 text, one character per byte. */
export interface Line {
  /** The entry of the Signature's headers for this line. */
  readonly entry: string;
  /** The text before the colon. */
  readonly name: string;
  readonly value: string;
  /** Text between this name and its value, if it differs from the draft's. */
  readonly colon?: string;
}

export interface Draft {
  readonly lines: readonly Line[];
  /** Text between name and value; the right one is `: `. */
  readonly colon: string;
  /** Text between lines; the right one is LF. */
  readonly joiner: string;
  readonly start: string;
  readonly end: string;
  /** Applied to the joined string before it is hashed. */
  readonly whole?: (text: string) => string;
}

/** The draft as the bank builds it (SIG-09). */
export function rightDraft(lines: readonly { entry: string; value: string }[]): Draft {
  return {
    lines: lines.map(({ entry, value }) => ({ entry, name: entry, value })),
    colon: ': ',
    joiner: '\n',
    start: '',
    end: '',
  };
}

/** The bytes that are hashed, as latin1 text. */
export function renderDraft({ lines, colon, joiner, start, end, whole }: Draft): string {
  // One explanation builds thousands of these, and joining a list takes twice as long.
  let text = start;
  let before = '';
  for (const line of lines) {
    text += before + line.name + (line.colon ?? colon) + line.value;
    before = joiner;
  }
  text += end;
  return whole === undefined ? text : whole(text);
}

export const valueIn = ({ lines }: Draft, entry: string): string | undefined =>
  lines.find((line) => line.entry === entry)?.value;

/** The same with another line, several or none in place of that one. */
export function withLine(
  draft: Draft,
  entry: string,
  change: (line: Line) => Line | readonly Line[],
): Draft {
  return {
    ...draft,
    lines: draft.lines.flatMap((line) => (line.entry === entry ? change(line) : line)),
  };
}

/** The same with the whole string changed, after the changes that it has already. */
export function withWhole(draft: Draft, change: (text: string) => string): Draft {
  const { whole } = draft;
  return { ...draft, whole: whole === undefined ? change : (text) => change(whole(text)) };
}
