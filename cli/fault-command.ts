// `sandbank fault`: faults on demand.
import { type Command, InvalidArgumentError } from 'commander';
import { defined } from '../server/kernel/defined.ts';
import { askControl, type BankOptions, lists, wholeNumber, withBank } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal } from './command.ts';

interface Fault {
  readonly id: string;
  readonly match?: object;
  readonly effect: object;
  readonly times?: number;
  readonly matched: number;
  readonly fired: number;
}

interface NewOptions extends BankOptions {
  readonly on?: object;
  readonly times?: number;
  readonly after?: number;
}

const MOST = 1_000_000;

export function define(command: Command, terminal: Terminal): void {
  withBank(command).addHelpText(
    'after',
    `
Without a command it lists the faults. docs/sandbox/faults.md says what each effect does.

Examples:
  sandbank fault new lose-reply --on 'POST /v1/payments' --times 1
  sandbank fault new 503 --on /v1/accounts
  sandbank fault new delay-ms=2000
  sandbank fault remove`,
  );
  lists(command, 'faults', async (options: BankOptions) => {
    const list = await askControl<{ faults: readonly Fault[] }>(options, 'faults');
    const rows = list.faults.map(({ id, effect, match, times, matched, fired }) => [
      id,
      JSON.stringify(effect),
      match === undefined ? 'every request' : JSON.stringify(match),
      `fired ${fired}${times === undefined ? '' : ` of ${times}`}, matched ${matched}`,
    ]);
    const text = rows.length === 0 ? 'No faults are set.' : columns(rows);
    answer(terminal, options, list, text);
  });
  command
    .command('new')
    .description('make some answers fail')
    .argument(
      '<effect>',
      'a status (503), a code (CONFLICT), or an effect (reset, lose-reply, malformed, delay-ms=2000, truncate=10)',
      effectIn,
    )
    .option('--on <request>', "which requests: 'POST /v1/payments', or a path", matchIn)
    .option('--times <n>', 'fire so often at most', wholeNumber(1, MOST))
    .option('--after <n>', 'let so many pass first', wholeNumber(0, MOST))
    .action(async (effect: object, _options, made: Command) => {
      const { on: match, times, after, ...options } = made.optsWithGlobals<NewOptions>();
      const body = { effect, ...defined({ match, times, after }) };
      const fault = await askControl<Fault>(options, 'faults', { body });
      const text = `Set ${fault.id}. Remove it: sandbank fault remove ${fault.id}`;
      answer(terminal, options, fault, text);
    });
  command
    .command('remove [id]')
    .description('remove a fault, or all')
    .action(async (id: string | undefined, _options, removal: Command) => {
      const options = removal.optsWithGlobals<BankOptions>();
      const path = id === undefined ? 'faults' : `faults/${encodeURIComponent(id)}`;
      await askControl(options, path, { method: 'DELETE' });
      answer(
        terminal,
        options,
        defined({ removed: id ?? 'all' }),
        `Removed ${id ?? 'all faults'}.`,
      );
    });
}

/** `503` → status, `CONFLICT` → code, `lose-reply` → loseReply, `delay-ms=2000` → delayMs. */
function effectIn(text: string): object {
  if (/^\d{3}$/.test(text)) return { status: Number(text) };
  if (/^[A-Z_]+$/.test(text)) return { code: text };
  const [, name = '', number] = /^([a-z-]+)(?:=(\d{1,9}))?$/.exec(text) ?? [];
  if (name === '') {
    throw new InvalidArgumentError(
      'Write a status such as 503, a code such as CONFLICT, or an effect such as lose-reply or delay-ms=2000.',
    );
  }
  const member = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { [member]: number === undefined ? true : Number(number) };
}

function matchIn(text: string): object {
  const [, method, path] = /^(?:([A-Z]+) )?(\/\S*)$/.exec(text) ?? [];
  if (path !== undefined) return defined({ method, path });
  throw new InvalidArgumentError("Write a path, such as /v1/accounts, or 'POST /v1/payments'.");
}
