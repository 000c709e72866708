// The files that an argument names.
import { readFileSync } from 'node:fs';
import { systemReason } from '../server/kernel/system-reason.ts';
import { UsageError } from './command.ts';

/** @param path `-` is standard input. Throws UsageError with the reason. */
export function readGiven(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? '/dev/stdin' : path);
  } catch (error) {
    const name = path === '-' ? 'standard input' : path;
    throw new UsageError(`${name} cannot be read: ${systemReason(error)}`);
  }
}
