// `sandbank clock`: shows the bank's clock, moves it, stops it.
import type { Command } from 'commander';
import { askControl, type BankOptions, withBank } from './bank-options.ts';
import { columns } from './columns.ts';
import { answer, type Terminal, UsageError } from './command.ts';

interface Options extends BankOptions {
  readonly freeze?: boolean;
  readonly run?: boolean;
}

interface Clock {
  readonly now: string;
  readonly frozen: boolean;
  readonly events?: readonly Readonly<Record<string, string>>[];
}

export function define(command: Command, terminal: Terminal): void {
  command
    .argument('[move]', '+ and a duration (+90d, +61m, +P1DT2H), or a time (2026-12-24T10:00:00Z)')
    .option('--freeze', 'stop the clock')
    .option('--run', 'let the clock run again');
  withBank(command)
    .addHelpText(
      'after',
      `
When the clock moves forward, the bank does everything that is due by then, and the command lists it.

Examples:
  sandbank clock +1d
  sandbank clock 2026-12-24T10:00:00Z --freeze`,
    )
    .action(async (move: string | undefined, options: Options) => {
      if (options.freeze && options.run) throw new UsageError('Give --freeze or --run, not both.');
      const clock = await moveClock(move, options);
      answer(terminal, options, clock, clockText(clock));
    });
}

async function moveClock(move: string | undefined, options: Options): Promise<Clock> {
  const frozen = options.freeze || options.run ? { frozen: options.freeze === true } : {};
  if (move === undefined && !('frozen' in frozen)) return askControl<Clock>(options, 'clock');
  if (move?.startsWith('+') !== true) {
    const now = move === undefined ? {} : { now: timeIn(move) };
    return askControl<Clock>(options, 'clock', { method: 'PUT', body: { ...now, ...frozen } });
  }
  const body = { by: durationIn(move) };
  const moved = await askControl<Clock>(options, 'clock/advance', { body });
  if (!('frozen' in frozen)) return moved;
  return {
    ...moved,
    ...(await askControl<Clock>(options, 'clock', { method: 'PUT', body: frozen })),
  };
}

/** ISO 8601. */
const DURATION = /^P(?!$)(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
/** The same without its P and T: `1d12h`. */
const SHORT = /^(?=\d)((?:\d+w)?(?:\d+d)?)((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i;

function durationIn(move: string): string {
  const text = move.slice(1);
  if (DURATION.test(text)) return text;
  const [, days, time] = SHORT.exec(text) ?? [];
  if (days !== undefined) return `P${days}${time === '' ? '' : `T${time}`}`.toUpperCase();
  throw new UsageError(`${move} is not a duration. Write +90d for 90 days, +61m for 61 minutes.`);
}

function timeIn(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
  if (isTime) return text;
  throw new UsageError(
    `${text} is neither a move nor a time. Write +1d for a day later, or 2026-12-24T10:00:00Z.`,
  );
}

function clockText({ now, frozen, events = [] }: Clock): string {
  const rows = events.map(({ at = '', type = '', ...more }) => [
    `  ${at}`,
    type,
    Object.values(more).join('  '),
  ]);
  const head = `The bank's time is ${now}${frozen ? ', and is frozen' : ''}.`;
  return rows.length === 0 ? head : `${head}\n${columns(rows)}`;
}
