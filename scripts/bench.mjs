// `npm run bench`: builds if stale, then measures. Arguments are the bench's (bench/main.ts).
import { EVERYTHING, ensureBuilt } from './build.mjs';
import { tellPostgres } from './postgres.mjs';

await ensureBuilt(EVERYTHING);
tellPostgres();
await import('../dist/bench/main.js');
