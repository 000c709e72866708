// `sandbank rules`: the rules of the bank, and what it does with requests that are not quite right.
import type { Command } from 'commander';
import { clip } from '../server/protocol/shown-text.ts';
import { askControl, type BankOptions, withBank } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal } from './command.ts';

interface Rule {
  readonly id: string;
  readonly sentence: string;
  readonly level?: string;
  readonly forms?: string;
}

interface Rules {
  readonly preset: string;
  readonly rules: readonly Rule[];
}

interface Options extends BankOptions {
  readonly tolerated?: boolean;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[id]', 'one rule, such as SIG-05')
    .option('--tolerated', 'list only the rules that have a level');
  withBank(command)
    .addHelpText(
      'after',
      `
Examples:
  sandbank rules SIG-05
  sandbank rules set SIG-05 error
  sandbank rules preset as-observed`,
    )
    .action(async (id: string | undefined, options: Options) => {
      if (id !== undefined) {
        const rule = await askControl<Rule>(options, `rules/${encodeURIComponent(id)}`);
        return answer(terminal, options, rule, ruleText(rule));
      }
      const query = options.tolerated ? '?tolerated=true' : '';
      const list = await askControl<Rules>(options, `rules${query}`);
      answer(terminal, options, list, rulesText(list));
    });
  defineChanges(command, terminal);
}

function defineChanges(command: Command, terminal: Terminal): void {
  command
    .command('set <id> <level>')
    .description('what the bank does with the forms that a rule tolerates: warn, error or off')
    .action(async (id: string, level: string, _options, set: Command) => {
      const options = set.optsWithGlobals<BankOptions>();
      const path = `rules/${encodeURIComponent(id)}`;
      const rule = await askControl<Rule>(options, path, { method: 'PUT', body: { level } });
      answer(terminal, options, rule, ruleText(rule));
    });
  command
    .command('preset <name>')
    .description('set all levels: strict, lenient or as-observed')
    .action(async (preset: string, _options, self: Command) => {
      const options = self.optsWithGlobals<BankOptions>();
      const list = await askControl<Rules>(options, 'rules', { method: 'PUT', body: { preset } });
      answer(terminal, options, list, rulesText(list));
    });
}

const LONGEST = 100;

function rulesText({ preset, rules }: Rules): string {
  const rows = rules.map(({ id, level = '', sentence }) => [id, level, clip(sentence, LONGEST)]);
  return `Preset ${preset}\n${columns(rows)}`;
}

function ruleText({ id, sentence, level, forms }: Rule): string {
  const tolerated = level === undefined ? [] : [`Level ${level}: ${forms}`];
  return [`${id}  ${sentence}`, ...tolerated].join('\n');
}
