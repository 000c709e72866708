// Words of a shell command for given bytes, the same in sh and bash, pasted or run from a file, and
// variables for what a command must not hold.
import { shellWord } from '../../protocol/shown-text.ts';
import type { Piece } from './masking.ts';

/** Names for hidden values: the same value has the same name. */
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

  /** The command, after a check that all its variables are set. */
  guard(command: string): string {
    return [...this.#guards, command].join(' &&\n');
  }
}

/** One word for pieces of bytes (one character each): quoted if printable, else through `printf`. */
export function bytesWord(pieces: readonly Piece[], variables: ShellVariables): string {
  const word = joined(pieces).flatMap((piece) =>
    typeof piece === 'string'
      ? (piece.match(/[ -~]+|[^ -~]+/g) ?? []).map((run) =>
          /^[ -~]/.test(run) ? shellWord(run) : `"$(printf '${octal(run)}')"`,
        )
      : [variables.word(piece)],
  );
  return word.length === 0 ? "''" : word.join('');
}

/** One word for pieces of text, unchanged: for a UTF-8 terminal. */
export function textWord(pieces: readonly Piece[], variables: ShellVariables): string {
  const word = joined(pieces).map((piece) =>
    typeof piece === 'string' ? shellWord(piece) : variables.word(piece),
  );
  return word.length === 0 ? "''" : word.join('');
}

/** Joins adjacent texts. */
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

/** The arguments of `printf` that write the bytes: a format of printable ASCII, and its values. */
export function printfWords(pieces: readonly Piece[], variables: ShellVariables): string {
  const formats = pieces.map((piece) => (typeof piece === 'string' ? formatOf(piece) : '%s'));
  const hidden = pieces.filter((piece) => typeof piece !== 'string');
  // A dash at the start would be read as an option.
  const format = shellWord(formats.join('').replace(/^-/, '\\055'));
  return [format, ...hidden.map((piece) => variables.word(piece))].join(' ');
}

function formatOf(bytes: string): string {
  return bytes
    .replace(/[\\%]/g, (character) => (character === '%' ? '%%' : '\\\\'))
    .replace(/\n/g, '\\n')
    .replace(/[^ -~]+/g, octal);
}

/** Three digits each, so that a following digit is not read as part of it. */
function octal(bytes: string): string {
  return [...bytes].map((byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
}
