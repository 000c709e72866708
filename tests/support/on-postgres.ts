import { describe } from '@jest/globals';
import { hasPostgres } from './postgres-server.ts';

/** `describe` where there is a PostgreSQL. */
export function describeOnPostgres(name: string, block: () => void): void {
  (hasPostgres ? describe : describe.skip)(name, block);
}
