// `npm run bench`: builds if stale, then measures. Arguments are the bench's (bench/main.ts).
import { EVERYTHING, ensureBuilt } from './build.mjs';

await ensureBuilt(EVERYTHING);
await import('../dist/bench/main.js');
