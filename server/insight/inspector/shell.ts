// Words of a shell command that stand for given bytes, the same in sh and in bash, pasted or run from a
// file; and variables for what a command must not hold.
import type { Piece } from './masking.ts';

/** Names for what is hidden: the same name for the same value. */
export class ShellVariables {
  readonly #names = new Map<string, string>();
  readonly #guards: string[] = [];

  /** `"$PSU_IDENTITY"`: a word that the shell fills in. */
  word(hidden: Exclude<Piece, string>): string {
    const known = this.#names.get(hidden.value);
    if (known !== undefined) return `"$${known}"`;
    const stem = hidden.kind === 'national id' ? 'PSU_IDENTITY' : 'SECRET';
    const taken = [...this.#names.values()].filter((name) => name.startsWith(stem)).length;
    const name = taken === 0 ? stem : `${stem}_${taken + 1}`;
    const what =
      hidden.kind === 'national id'
        ? `the national id that ends in ${hidden.shown.slice(-2)}`
        : 'the value that is not shown here';
    this.#names.set(hidden.value, name);
    this.#guards.push(`: "\${${name}:?set it to ${what}, as it was sent}"`);
    return `"$${name}"`;
  }

  /** The command, behind a check that every variable in it is set. */
  guard(command: string): string {
    return [...this.#guards, command].join(' &&\n');
  }
}

/** One word for pieces of bytes (a character each): quoted where printable, `printf` for the rest. */
export function bytesWord(pieces: readonly Piece[], variables: ShellVariables): string {
  const word = joined(pieces).flatMap((piece) =>
    typeof piece === 'string'
      ? (piece.match(/[ -~]+|[^ -~]+/g) ?? []).map((run) =>
          /^[ -~]/.test(run) ? quoted(run) : `"$(printf '${octal(run)}')"`,
        )
      : [variables.word(piece)],
  );
  return word.length === 0 ? "''" : word.join('');
}

/** One word for pieces of text, kept as it reads: for a terminal that speaks UTF-8. */
export function textWord(pieces: readonly Piece[], variables: ShellVariables): string {
  const word = joined(pieces).map((piece) =>
    typeof piece === 'string' ? quoted(piece) : variables.word(piece),
  );
  return word.length === 0 ? "''" : word.join('');
}

/** Neighbouring texts as one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const before = whole.at(-1);
    if (typeof piece === 'string' && typeof before === 'string') {
      whole[whole.length - 1] = before + piece;
    } else whole.push(piece);
  }
  return whole;
}

/** What follows `printf` to write the bytes: a format of printable ASCII alone, and its arguments. */
export function printfWords(pieces: readonly Piece[], variables: ShellVariables): string {
  const formats = pieces.map((piece) => (typeof piece === 'string' ? formatOf(piece) : '%s'));
  const hidden = pieces.filter((piece) => typeof piece !== 'string');
  // A dash at the beginning would be read as the first of an option.
  const format = quoted(formats.join('').replace(/^-/, '\\055'));
  return [format, ...hidden.map((piece) => variables.word(piece))].join(' ');
}

function formatOf(bytes: string): string {
  return bytes
    .replace(/[\\%]/g, (character) => (character === '%' ? '%%' : '\\\\'))
    .replace(/\n/g, '\\n')
    .replace(/[^ -~]+/g, octal);
}

/** In single quotes, within which nothing means anything, unless it needs none. */
function quoted(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Three digits each, so that a digit after them is not taken for one of them. */
function octal(bytes: string): string {
  return [...bytes].map((byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
}
