// The terminal that runs the bank: one readable line for each request instead of JSON, and keys.
import type { ReadStream } from 'node:tty';
import { prefixOfBank } from './bank/banks/banks.ts';
import type { SandbankOptions } from './composition/sandbank-options.ts';
import { type LoggedRequest, requestLine } from './insight/inspector/request-line.ts';
import { isoTime } from './kernel/dates.ts';
import { systemReason } from './kernel/system-reason.ts';
import type { LogLine } from './log-lines.ts';

/** A line of the log for people. Requests are left out: {@link printRequests} says more about them. */
export function lineForPeople({ time, level, msg, err, ...fields }: LogLine): string {
  if (msg === 'request') return '';
  const kind = LEVELS.find(([least]) => level >= least)?.[1] ?? '';
  const details = Object.keys(fields).length === 0 ? '' : `  ${JSON.stringify(fields)}`;
  const { stack = String(err) } = Object(err) as Partial<Error>;
  const cause = err === undefined ? '' : `\n${stack}`;
  return `${isoTime(time).slice(11, 19)}  ${kind}${msg}${details}${cause}`;
}

const LEVELS: readonly (readonly [least: number, name: string])[] = [
  [50, 'error: '],
  [40, 'warning: '],
];

/** Prints each request as `sandbank logs --follow` does. @param url known once the bank is open */
export function printRequests(
  url: () => string,
  print: (text: string) => void,
): NonNullable<SandbankOptions['onRequest']> {
  return (bank, request) => {
    const log = `${url()}${prefixOfBank(bank)}/_sandbox/requests`;
    print(`${requestLine(request as unknown as LoggedRequest, log)}\n`);
  };
}

interface Keys {
  readonly say: (text: string) => void;
  readonly open: () => void;
  /** The default bank. */
  readonly reset: () => Promise<void>;
  readonly stop: () => void;
}

export const KEYS =
  'Keys: o opens the console in a browser, r resets the bank, q stops it, ? lists them';

type Input = Pick<ReadStream, 'setRawMode' | 'on' | 'resume' | 'pause'>;

/** Ctrl-C and Ctrl-Z, which a terminal that sends each key does not turn into signals. */
const INTERRUPT = '\x03';
const SUSPEND = '\x1a';

/** Listens until the process ends. */
export function listenToKeys(input: Input, keys: Keys): void {
  let asks = false;
  const actions: Readonly<Record<string, () => void>> = {
    [INTERRUPT]: keys.stop,
    [SUSPEND]() {
      input.setRawMode(false);
      process.kill(process.pid, 'SIGTSTP');
    },
    o: keys.open,
    q: keys.stop,
    r() {
      asks = true;
      keys.say('Reset the bank "default" to its starting state? y resets it.');
    },
    '?': () => keys.say(KEYS),
    '\r': () => keys.say(''),
  };
  const reset = () =>
    keys.reset().then(
      () => keys.say('The bank "default" is in its starting state.'),
      (error: unknown) => keys.say(`The bank was not reset: ${systemReason(error)}`),
    );
  const press = (key: string): void => {
    const asked = asks;
    asks = false;
    if (asked && key === 'y') void reset();
    else if (asked && key !== INTERRUPT && key !== SUSPEND) keys.say('Nothing was reset.');
    else actions[key]?.();
  };
  const listen = () => {
    if (isInForeground()) {
      input.setRawMode(true);
      input.resume();
    } else {
      input.pause();
    }
  };
  input.on('data', (typed) => {
    for (const key of String(typed)) press(key);
  });
  process.on('SIGCONT', listen);
  listen();
}

/** A process in the background that reads its terminal is stopped by the system. */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  try {
    const { execFileSync } = process.getBuiltinModule('node:child_process');
    const args = ['-o', 'pgid=,tpgid=', '-p', String(process.pid)];
    const ids = execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [group, inFront] = ids.trim().split(/\s+/);
    return group === inFront;
  } catch {
    return false;
  }
}
