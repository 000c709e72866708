// Which bank a command talks to: --url, --bank, --token.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import { type Ask, askJson } from './ask-bank.ts';
import type { CommonOptions } from './command.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

export interface BankOptions extends CommonOptions {
  readonly url: string;
  readonly bank?: string;
  readonly token?: string;
}

export function withBank(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'the address of the bank')
        .env('SANDBANK_URL')
        .default(DEFAULT_URL)
        .argParser(absoluteUrl),
    )
    .option('--bank <name>', 'the bank with that name, instead of the default bank')
    .addOption(
      new Option('--token <token>', "the bank's control token, if it has one").env(
        'SANDBANK_CONTROL_TOKEN',
      ),
    );
}

/** Not in the package's types: says which name was meant. */
interface Refusing {
  unknownCommand(): never;
}

/** The name alone lists what there is, and `list` behind it does the same. */
export function lists<O extends CommonOptions>(
  command: Command,
  what: string,
  list: (options: O) => Promise<void>,
): void {
  command.allowExcessArguments().action((options: O, self: Command) => {
    if (self.args.length > 0) (self as Command & Refusing).unknownCommand();
    return list(options);
  });
  command
    .command('list')
    .description(`list the ${what}`)
    .action((_options, self: Command) => list(self.optsWithGlobals<O>()));
}

function absoluteUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new InvalidArgumentError(`Write an absolute address, such as ${DEFAULT_URL}.`);
}

/** @returns the bank's address, without trailing slash */
export function bankUrl({ url, bank }: Pick<BankOptions, 'url' | 'bank'>): string {
  return bank === undefined ? url : `${url}/banks/${encodeURIComponent(bank)}`;
}

/** One call of the bank's control API. @param path below `/_sandbox/` */
export function askControl<Answer>(
  options: BankOptions,
  path: string,
  ask: Omit<Ask, 'token'> = {},
): Promise<Answer> {
  const { token } = options;
  return askJson(`${bankUrl(options)}/_sandbox/${path}`, { ...ask, ...defined({ token }) });
}

/** For options and arguments that are whole numbers. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}
