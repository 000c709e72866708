// The help of every command as Markdown, for docs/cli.md.
import type { Command } from 'commander';
import { createProgram } from './program.ts';

/** `npm run rules` writes what follows this line in docs/cli.md. */
export const MADE = '## All commands';

export async function helpPage(): Promise<string> {
  const nowhere = { out: () => {}, err: () => {}, exitCode: 0 };
  const program = await createProgram(nowhere, () => true);
  const shown = program.commands.flatMap((command) => [
    command,
    ...command.commands.filter(({ options }) => options.length > 0),
  ]);
  const parts = shown.map((command) => {
    const { parent } = command;
    const name = parent === program ? command.name() : `${parent?.name()} ${command.name()}`;
    return `### ${name}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`;
  });
  return `${MADE}\n\n${parts.join('\n')}`;
}

/** As --help prints it. */
function helpOf(command: Command): string {
  let text = '';
  const writeOut = (part: string): void => {
    text += part;
  };
  command.configureOutput({ writeOut }).outputHelp();
  return text.trimEnd();
}
