// Runs one command line. Wrong arguments and failures print what is wrong and what to do, never a stack
// trace. Exit code: 0 success, 1 refused or failed, 2 wrong usage.
import { CommanderError } from 'commander';
import { type Output, type Terminal, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { createProgram } from './program.ts';

/** Returns the exit code. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const terminal: Terminal = { ...output, exitCode: 0 };
  const [first, second] = args;
  const name = first === 'help' ? second : first;
  const program = await createProgram(terminal, (candidate) => candidate === name);
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
    return terminal.exitCode;
  } catch (error) {
    // The help is printed already, because it was asked for or because something was left out.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError && error.code === 'commander.help') return 2;
    const usage = error instanceof UsageError || error instanceof CommanderError;
    const isCommand = COMMANDS.some((row) => row.name === name);
    const about = isCommand ? `sandbank ${name}` : 'sandbank';
    output.err(`${about}: ${reasonOf(error)}${usage ? ` (${about} --help)` : ''}`);
    return usage ? 2 : 1;
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CommanderError)) return message;
  return message
    .replace(/^error: /, '')
    .replace(/^command-argument value/, 'the value')
    .replace('\n', ' ');
}
