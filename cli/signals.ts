// Signals that end a command, and the exit code that shells give for one.
import { constants } from 'node:os';

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const BY_SIGNAL = 128;

export const exitCodeOf = (signal: NodeJS.Signals): number => BY_SIGNAL + constants.signals[signal];
