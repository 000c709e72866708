// What a command is, and what it writes to.
import type { Command as Arguments } from 'commander';

export interface Output {
  out(text: string): void;
  err(text: string): void;
  /** What is being done, shown on a terminal until something else is written. */
  progress?(text: string): void;
  /** Ends a command that would wait for ever. */
  readonly signal?: AbortSignal;
}

/** The output of one run, and the exit code that it ends with. */
export interface Terminal extends Output {
  /** 0 success, 1 refused or failed, 2 wrong usage; `exec` ends with the code of its command. */
  exitCode: number;
}

/** The module of a command: says which arguments there are, and what happens with them. */
export interface CommandModule {
  /** @param whole the command line with all commands, for those that describe it */
  define(command: Arguments, terminal: Terminal, whole: () => Promise<Arguments>): void;
}

/** The arguments are wrong; the message says which, and how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options of every command. */
export interface CommonOptions {
  readonly json?: boolean;
}

/** Writes the answer of a command: for people, or with --json for programs. */
export function answer(
  terminal: Terminal,
  { json }: CommonOptions,
  value: unknown,
  text: string,
): void {
  terminal.out(json ? asJson(value) : text);
}

/** JSON leaves some control characters unescaped, and a terminal might execute them. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\x7f-\x9f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
