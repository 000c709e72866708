// `sandbank completion`: a script that lets the shell complete commands, options and their choices.
import { Argument, type Command } from 'commander';
import { answer, type CommonOptions, type Terminal } from './command.ts';
import { type CommandWords, SHELLS } from './shell-scripts.ts';

export function define(command: Command, terminal: Terminal, whole: () => Promise<Command>): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      `
Set it up once:
  bash  sandbank completion bash >> ~/.bashrc
  zsh   sandbank completion zsh > "\${fpath[1]}/_sandbank"
  fish  sandbank completion fish > ~/.config/fish/completions/sandbank.fish`,
    )
    .action(async (shell: string, options: CommonOptions) => {
      const words = (await whole()).commands.map(wordsOf);
      const script = SHELLS[shell]?.(words) ?? '';
      answer(terminal, options, { shell, script }, script);
    });
}

function wordsOf(command: Command): CommandWords {
  const choices = command.registeredArguments[0]?.argChoices ?? [];
  return {
    name: command.name(),
    summary: command.description(),
    words: [...command.commands.map((sub) => sub.name()), ...choices],
    options: [command, ...command.commands]
      .flatMap(({ options }) => options)
      .map(({ long, description, argChoices }) => ({
        name: long ?? '',
        summary: description,
        values: argChoices ?? [],
      })),
  };
}
