// `sandbank seed`: checks a seed, and writes a bank as one.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../server/protocol/json.ts';
import { askBank, parseJson } from './ask-bank.ts';
import { type Command, type Output, UsageError } from './command.ts';

export const seedCommand: Command = {
  name: 'seed',
  summary: 'check a seed file, or write a running bank as one',
  help: `Usage: sandbank seed check FILE
       sandbank seed export [--url URL] [--bank NAME] [options]

check loads a seed, YAML or JSON, into a bank in memory and says what it
holds, or what is wrong in which line, column and field. It needs no running
bank.

export asks a running bank for all that it holds, and prints it as a seed.

  --url URL       the bank's address (default http://127.0.0.1:8080)
  --bank NAME     the bank with that name, instead of the default bank
  --token TOKEN   the bank's control token, if it has one
  --json          print JSON; by default YAML
  --output FILE   write to the file instead of standard output

Exit code: 0 success, 1 the seed is wrong or the bank does not answer, 2 wrong
usage.

Examples:
  sandbank seed check seed.yaml && SANDBANK_SEED=seed.yaml sandbank serve
  sandbank seed export --bank golden --output golden.yaml`,
  async run(args, output) {
    const [action, ...rest] = args;
    if (action === 'check') return check(rest, output);
    if (action === 'export') return exportBank(rest, output);
    throw new UsageError('say check or export');
  },
};

async function check(args: readonly string[], output: Output): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('give one file');
  await readFile(file).catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
  // Loaded late, because the other commands do not need a bank.
  const { createSandbank } = await import('../server/sandbank.ts');
  const { SettingError } = await import('../server/config.ts');
  try {
    const bank = await createSandbank({ seed: file });
    const seed = await seedOf(`${bank.url}/_sandbox/seed`).finally(() => bank.close());
    const counts = ['customers', 'accounts', 'cards', 'payments', 'consents'].map(
      (name) => `${(seed[name] as readonly Json[] | undefined)?.length ?? 0} ${name}`,
    );
    output.out(`${file}: ${counts.join(', ')}`);
    return 0;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    output.err(error.message.replace(/^seed \(SANDBANK_SEED\): /, ''));
    return 1;
  }
}

async function exportBank(args: readonly string[], output: Output): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      bank: { type: 'string' },
      token: { type: 'string' },
      json: { type: 'boolean', default: false },
      output: { type: 'string' },
    },
  });
  const { url, bank, token } = values;
  if (!URL.canParse(url)) throw new UsageError(`${url} is not an absolute URL`);
  const prefix = bank === undefined ? '' : `/banks/${encodeURIComponent(bank)}`;
  const address = `${url.replace(/\/+$/, '')}${prefix}/_sandbox/seed`;
  const seed = await seedOf(address, token);
  const { seedYaml } = await import('../server/bank/seeds/seed-yaml.ts');
  const text = values.json ? `${JSON.stringify(seed, null, 2)}\n` : seedYaml(seed);
  if (values.output === undefined) output.out(text.trimEnd());
  else await writeFile(values.output, text);
  return 0;
}

async function seedOf(address: string, token?: string): Promise<JsonObject> {
  const seed = parseJson(await askBank(address, { token }));
  if (isJsonObject(seed) && Array.isArray(seed['customers'])) return seed;
  throw new Error(`${address} did not answer with a seed; is this a Sandbank?`);
}
