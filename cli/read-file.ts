// The files that an argument names.
import { readFileSync } from 'node:fs';
import { systemReason } from '../server/kernel/system-reason.ts';
import { UsageError } from './command.ts';

/** @param path `-` is standard input. Throws UsageError with the reason. */
export function readGiven(path: string): Buffer {
  try {
    // By its number: a socket, which Node gives to a child, cannot be opened by name.
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    const name = path === '-' ? 'standard input' : path;
    throw new UsageError(`${name} cannot be read: ${systemReason(error)}`);
  }
}
