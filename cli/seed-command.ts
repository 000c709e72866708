// `sandbank seed`: checks a seed, and writes a bank as one.
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isJsonObject, type Json, type JsonObject } from '../server/protocol/json.ts';
import { askControl, type BankOptions, bankUrl, withBank } from './bank-options.ts';
import { answer, type CommonOptions, type Terminal } from './command.ts';
import { loadSandbank, loadSeedYaml } from './load-bank.ts';
import { readGiven } from './read-file.ts';

interface ExportOptions extends BankOptions {
  readonly output?: string;
}

export function define(command: Command, terminal: Terminal): void {
  command
    .command('check <file>')
    .description(
      'load a seed, YAML or JSON, into a bank in memory; say what it holds, or what is wrong',
    )
    .action((file: string, _options, self: Command) =>
      check(file, self.optsWithGlobals<CommonOptions>(), terminal),
    );
  withBank(command.command('add <seed>'))
    .description(
      'add a seed to a running bank as it is: a file, or the JSON itself; nothing that is there is lost',
    )
    .option('--preview', 'say what would change, and store nothing')
    .action((seed: string, _options, self: Command) =>
      add(seed, self.optsWithGlobals<AddOptions>(), terminal),
    );
  withBank(command.command('export'))
    .description('print all that a running bank holds as a seed, in YAML or with --json')
    .option('--output <file>', 'write to the file instead of standard output')
    .action((_options, self: Command) =>
      exportBank(self.optsWithGlobals<ExportOptions>(), terminal),
    );
  command.addHelpText(
    'after',
    `
What is wrong in a seed is said with its line, column and field.

Exit code: 0 success, 1 the seed is wrong or the bank does not answer, 2 wrong usage.

Examples:
  sandbank seed add '{"customers":[{"customerNumber":"15479801026","customerName":"Kari"}]}'
  sandbank seed check seed.yaml && SANDBANK_SEED=seed.yaml sandbank serve
  sandbank seed export --bank golden --output golden.yaml`,
  );
}

interface AddOptions extends BankOptions {
  readonly preview?: boolean;
}

async function add(seed: string, options: AddOptions, terminal: Terminal): Promise<void> {
  const body = seed.trimStart().startsWith('{') ? seed : readGiven(seed).toString();
  const query = options.preview === true ? '?preview=true' : '';
  const added = await askControl<{ words: readonly string[] }>(options, `seed${query}`, { body });
  const said = added.words.length === 0 ? 'Nothing changed.' : added.words.join('\n');
  const text = options.preview === true ? `${said}\nNothing was stored (--preview).` : said;
  answer(terminal, options, added, text);
}

const COUNTED = ['customers', 'accounts', 'cards', 'payments', 'consents'];

async function check(file: string, options: CommonOptions, terminal: Terminal): Promise<void> {
  readGiven(file);
  // Loaded late, because the other commands do not need a bank.
  const { createSandbank } = await loadSandbank();
  try {
    const bank = await createSandbank({ seed: file });
    const seed = await seedOf({ url: bank.url }).finally(() => bank.close());
    const counts = COUNTED.map(
      (name) => [name, (seed[name] as readonly Json[] | undefined)?.length ?? 0] as const,
    );
    const text = counts.map(([name, count]) => `${count} ${name}`).join(', ');
    answer(terminal, options, Object.fromEntries(counts), `${file}: ${text}`);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SettingError')) throw error;
    terminal.err(error.message.replace(/^seed \(SANDBANK_SEED\): /, ''));
    terminal.exitCode = 1;
  }
}

async function exportBank(options: ExportOptions, terminal: Terminal): Promise<void> {
  const seed = await seedOf(options);
  const { seedYaml } = await loadSeedYaml();
  const text = options.json ? `${JSON.stringify(seed, null, 2)}\n` : seedYaml(seed);
  if (options.output === undefined) terminal.out(text.trimEnd());
  else await writeFile(options.output, text);
}

async function seedOf(options: BankOptions): Promise<JsonObject> {
  const seed = await askControl<Json>(options, 'seed');
  if (isJsonObject(seed) && Array.isArray(seed['customers'])) return seed;
  throw new Error(`${bankUrl(options)} did not answer with a seed; is this a Sandbank?`);
}
