// The interface of a command.

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** Returns the exit code. Throws UsageError for wrong arguments. */
  run(args: readonly string[], output: Output): Promise<number>;
}

/** The arguments are wrong; the message says which, and how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
