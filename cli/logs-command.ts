// `sandbank logs`: what the bank received, and why it refused it.
import type { Command } from 'commander';
import {
  type LoggedRequest,
  type RequestLog,
  requestLine,
} from '../server/insight/inspector/request-line.ts';
import { defined } from '../server/kernel/defined.ts';
import { noneInTime } from './ask-bank.ts';
import { askControl, type BankOptions, bankUrl, wholeNumber, withBank } from './bank-options.ts';
import { answer, type Terminal } from './command.ts';

interface Options extends BankOptions {
  readonly follow?: boolean;
  readonly limit: number;
  readonly status?: string;
}

/** What the bank answers at most. */
const MOST = 1000;

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[filter...]', 'such as status:4xx op:getAccounts person:"Kari Nordmann", or text')
    .option('-f, --follow', 'wait for more, until you press Ctrl-C')
    .option('-n, --limit <n>', 'how many', wholeNumber(1, MOST), 20)
    .option('--status <status>', 'only this status, such as 400 or 4xx');
  withBank(command)
    .addHelpText(
      'after',
      `
The oldest is first. With --json and --follow there is one JSON document per line.

Examples:
  sandbank logs --status 4xx
  sandbank logs op:getAccounts person:"Kari Nordmann"
  sandbank logs --follow`,
    )
    .action(async (words: readonly string[], options: Options) => {
      const { status } = options;
      const filter = defined({ status, q: words.length === 0 ? undefined : lineOf(words) });
      const query = new URLSearchParams({ limit: String(options.limit), ...filter });
      const log = await askControl<RequestLog>(options, `requests?${query}`);
      const address = `${bankUrl(options)}/_sandbox/requests`;
      const oldestFirst = log.requests.toReversed();
      if (options.follow) {
        const print = (one: LoggedRequest) =>
          terminal.out(options.json ? JSON.stringify(one) : requestLine(one, address));
        oldestFirst.forEach(print);
        return follow(options, { after: log.last, filter, terminal, print });
      }
      const lines = oldestFirst.map((one) => requestLine(one, address));
      answer(
        terminal,
        options,
        log,
        lines.length === 0 ? `No requests yet: ${address}` : lines.join('\n'),
      );
    });
}

/** The shell has removed the quotes around a value with a blank. */
const lineOf = (words: readonly string[]): string => words.map(quoted).join(' ');
const quoted = (word: string): string =>
  /\s/.test(word) ? `${word.replace(/(?:-?[A-Za-z]+:)?/, '$&"')}"` : word;

interface Following {
  readonly after: number;
  readonly filter: Readonly<Record<string, string>>;
  readonly terminal: Terminal;
  readonly print: (request: LoggedRequest) => void;
}

/** Until the signal of the terminal. */
async function follow(options: Options, following: Following): Promise<void> {
  const { filter, terminal, print } = following;
  const { signal } = terminal;
  let { after } = following;
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    terminal.progress?.('Waiting for requests');
    const query = new URLSearchParams({ after: String(after), timeout: 'PT60S', ...filter });
    const asked = askControl<LoggedRequest>(options, `requests/next?${query}`, { signal });
    const next = await asked.catch((error: unknown) => (isOver() ? undefined : noneInTime(error)));
    if (next === undefined) continue;
    print(next);
    after = next.number;
  }
}
