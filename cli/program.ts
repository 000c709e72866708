// The command line as commander sees it: every command by name, and in full those that are used.
import { Command as Arguments, CommanderError } from 'commander';
import type { Terminal } from './command.ts';
import { COMMANDS } from './commands.ts';
import { packageVersion } from './package-version.ts';

const ABOUT = 'Sandbank: a PSD2 bank simulator, and tools to send requests to it.';

const MORE = `
Which bank: --url, else SANDBANK_URL, else http://127.0.0.1:8080. Options may stand before the command.
Exit code: 0 success, 1 refused or failed, 2 wrong usage; exec ends with the code of its command.

Help on one command: sandbank <command> --help`;

const WIDTH = 100;

/** @param isUsed which commands to load */
export async function createProgram(
  terminal: Terminal,
  isUsed: (name: string) => boolean,
): Promise<Arguments> {
  const program = new Arguments('sandbank')
    .description(ABOUT)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help on a command')
    .addHelpText('after', MORE)
    .configureHelp({
      showGlobalOptions: true,
      // Of `snapshot save` those of `snapshot`, not those of the program.
      visibleGlobalOptions: ({ parent }) => (parent?.parent ? [...parent.options] : []),
    })
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      // Help where something was left out. run.ts prints errors.
      writeErr: (text) => {
        if (!text.startsWith('error:')) terminal.err(text.trimEnd());
      },
      getOutHelpWidth: () => WIDTH,
      getErrHelpWidth: () => WIDTH,
    })
    .exitOverride();
  const whole = () => createProgram(terminal, () => true);
  for (const row of COMMANDS) {
    const command = program.command(row.name).description(row.summary).helpGroup(row.group);
    if (!isUsed(row.name)) continue;
    const { define } = await row.load();
    define(command.option('--json', 'print the answer as JSON'), terminal, whole);
    for (const one of [command, ...command.commands]) one.exitOverride(refuseFor(one));
    // They inherit it from a command that names the one that was meant (`lists`), and would ignore words.
    for (const one of command.commands) one.allowExcessArguments(false);
  }
  return program;
}

const REFUSED = new WeakMap<object, string>();

/** Which command a wrong argument was for, such as `sandbank snapshot save`. */
export function commandOf(error: unknown): string | undefined {
  return error instanceof CommanderError ? REFUSED.get(error) : undefined;
}

const refuseFor = (command: Arguments) => (error: CommanderError) => {
  const names: string[] = [];
  for (let one: Arguments | null = command; one !== null; one = one.parent) names.push(one.name());
  REFUSED.set(error, names.toReversed().join(' '));
  throw error;
};
