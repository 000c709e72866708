// Breaks lines for a terminal of 80 columns.

const WIDTH = 80;

/** The indentation of a text. */
export interface Layout {
  /** Before the first line. */
  readonly first: string;
  /** Before every further line. */
  readonly rest: string;
}

/** Prose: broken between words, and inside a word only if it is longer than a line. */
export function wrapText(text: string, { first, rest }: Layout): string {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, WIDTH - rest.length))) {
    const longer = isEmpty ? line + word : `${line} ${word}`;
    if (!isEmpty && width(longer) > WIDTH) {
      lines.push(line);
      line = rest + word;
    } else line = longer;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

/** Exact text: broken at the full line, no space added or removed. */
export function cutText(text: string, { first, rest }: Layout): string {
  const [head = '', ...more] = pieces(text, WIDTH - Math.max(first.length, rest.length));
  return [first + head, ...more.map((piece) => rest + piece)].join('\n');
}

const width = (text: string): number => [...text].length;

function pieces(text: string, size: number): readonly string[] {
  const characters = [...text];
  const cut: string[] = [];
  for (let at = 0; at < characters.length; at += size) {
    cut.push(characters.slice(at, at + size).join(''));
  }
  return cut;
}
