// `npm run torture -- [rounds] [--seed n]`: kills the store under load, again and again, and counts
// what it kept. 100 rounds unless told.
import { EVERYTHING, ensureBuilt } from './build.mjs';

ensureBuilt(EVERYTHING);
await import('../dist/tests/torture/main.js');
