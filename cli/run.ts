// Runs one command line. Wrong arguments and failures print what is wrong and what to do, never a stack
// trace. Exit code: 0 success, 1 refused or failed, 2 wrong usage.
import { type Command, CommanderError } from 'commander';
import { systemSentence } from '../server/kernel/system-reason.ts';
import { type Output, type Terminal, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { commandOf, createProgram } from './program.ts';

/** Returns the exit code. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const terminal: Terminal = { ...output, exitCode: 0 };
  const at = leadingOptions(args);
  const name = args[at] === 'help' ? args[at + 1] : args[at];
  const program = await createProgram(terminal, (candidate) => candidate === name);
  try {
    const ordered = args.length === 0 ? ['--help'] : optionsLast(args, at, program);
    await program.parseAsync(ordered, { from: 'user' });
    return terminal.exitCode;
  } catch (error) {
    // The help is printed already, because it was asked for or because something was left out.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError && error.code === 'commander.help') return 2;
    const usage = error instanceof UsageError || error instanceof CommanderError;
    const isCommand = COMMANDS.some((row) => row.name === name);
    const about = commandOf(error) ?? (isCommand ? `sandbank ${name}` : 'sandbank');
    output.err(`${about}: ${reasonOf(error)}${usage ? ` (${about} --help)` : ''}`);
    return usage ? 2 : 1;
  }
}

/** Options that may stand before the command, and how many words each takes. */
const LEADING: Readonly<Record<string, number>> = {
  '--json': 1,
  '--browser': 1,
  '--absent': 1,
  '--url': 2,
  '--bank': 2,
  '--token': 2,
  '--as': 2,
  '--context': 2,
  '--credentials': 2,
};

/** How many words stand before the command. */
function leadingOptions(args: readonly string[]): number {
  let at = 0;
  for (;;) {
    const [option = '', value] = args[at]?.split('=', 2) ?? [];
    const words = Object.hasOwn(LEADING, option) ? (LEADING[option] ?? 0) : 0;
    if (words === 0) return at < args.length ? at : 0;
    at += value === undefined ? words : 1;
  }
}

/** The command first, as the options are its own. */
function optionsLast(args: readonly string[], at: number, program: Command): readonly string[] {
  const command = program.commands.find((one) => one.name() === args[at]);
  const hasSub = command?.commands.some((one) => one.name() === args[at + 1]) === true;
  const end = at + (hasSub ? 2 : 1);
  return [...args.slice(at, end), ...args.slice(0, at), ...args.slice(end)];
}

function reasonOf(error: unknown): string {
  if (!(error instanceof CommanderError)) return systemSentence(error);
  return error.message
    .replace(/^error: /, '')
    .replace(/^command-argument value/, 'the value')
    .replace('\n', ' ');
}
