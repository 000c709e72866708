// `npm run torture -- [rounds] [--seed n]`: kills the store under load many times, and counts what
// survived. Default 100 rounds.
import { EVERYTHING, ensureBuilt } from './build.mjs';
import { tellPostgres } from './postgres.mjs';

await ensureBuilt(EVERYTHING);
tellPostgres();
await import('../dist/tests/torture/main.js');
