// The logger that rooms are handed. `main.ts` passes one that writes lines; tests pass nothing.

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** By their names in SANDBANK_LOG, with the numbers that lines have. */
export const LOG_LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, silent: 100 };

export type LogLevel = keyof typeof LOG_LEVELS;

export const SILENT: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
