// The log of a process as lines of JSON: level and time in numbers, the fields, and `msg`. Tools for pino's lines read
// them too.
import type { Clock } from './kernel/clock.ts';
import { LOG_LEVELS, type Log, type LogLevel } from './kernel/log.ts';
import { shownLines } from './protocol/shown-text.ts';

interface LinesTo {
  /** What is below it is left out. */
  readonly level: LogLevel;
  readonly now: Clock;
  /** One line, with its end. */
  readonly write: (line: string) => void;
  /** JSON by default. A line that is empty is left out. */
  readonly format?: (line: LogLine) => string;
}

/** With the fields of the caller. */
export interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly err?: unknown;
}

export function logLines({ level: lowest, now, write, format = asJson }: LinesTo): Log {
  const logging = (level: number) =>
    level < LOG_LEVELS[lowest]
      ? () => undefined
      : (fields: object, msg: string) => {
          const line = format({ level, time: now(), ...fields, msg });
          if (line !== '') write(shownLines(`${line}\n`));
        };
  return {
    debug: logging(LOG_LEVELS.debug),
    info: logging(LOG_LEVELS.info),
    warn: logging(LOG_LEVELS.warn),
    error: logging(LOG_LEVELS.error),
  };
}

/** Without a function that it asks for each member, JSON takes a third of the time. */
const asJson = (line: LogLine): string => JSON.stringify(line, 'err' in line ? plain : undefined);

/** An error has no JSON of its own. Its further members, such as its code, are written too. */
function plain(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { message, stack, cause } = value;
  return { type: value.constructor.name, message, stack, cause, ...scalarsOf(value) };
}

/** What an error refers to besides may be large, or refer to itself. */
const scalarsOf = (error: Error): object =>
  Object.fromEntries(Object.entries(error).filter(([, value]) => Object(value) !== value));
