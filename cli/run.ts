// Finds the command and runs it. Wrong arguments and failures of the environment print one line on standard
// error and give exit code 2 or 1, never a stack trace.
import { callCommand } from './call-command.ts';
import { certCommand } from './cert-command.ts';
import { type Command, type Output, UsageError } from './command.ts';
import { coverageCommand } from './coverage-command.ts';
import { demoCommand } from './demo-command.ts';
import { explainCommand } from './explain-command.ts';
import { recoverCommand } from './recover-command.ts';
import { replayCommand } from './replay-command.ts';
import { seedCommand } from './seed-command.ts';
import { serveCommand } from './serve-command.ts';
import { signCommand } from './sign-command.ts';

const COMMANDS: readonly Command[] = [
  serveCommand,
  demoCommand,
  certCommand,
  signCommand,
  callCommand,
  explainCommand,
  replayCommand,
  coverageCommand,
  recoverCommand,
  seedCommand,
];

const HELP = `sandbank: a PSD2 bank simulator, and tools to send requests to it

Usage: sandbank <command> [options]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(8)} ${summary}`).join('\n')}

For help on one command: sandbank <command> --help`;

/** Runs one command line. Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    output.out(HELP);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    output.err(`sandbank: there is no command ${name}; see sandbank --help`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    output.out(command.help);
    return 0;
  }
  try {
    return await command.run(rest, output);
  } catch (error) {
    const usage = error instanceof UsageError || isParseArgsError(error);
    output.err(`sandbank ${name}: ${reasonOf(error)}${usage ? ` (sandbank ${name} --help)` : ''}`);
    return usage ? 2 : 1;
  }
}

function isParseArgsError(error: unknown): boolean {
  return String((error as { code?: unknown })?.code).startsWith('ERR_PARSE_ARGS');
}

/** fetch hides the reason of a failure in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: { message?: unknown } };
  const reason = cause?.message ? `: ${cause.message}` : '';
  return `${message ?? error}${reason}`;
}
