// `npm start`: builds if stale, then runs the bank in this process.
import module from 'node:module';
import { ensureBuilt, PROGRAM } from './build.mjs';

await ensureBuilt(PROGRAM);
// Node 22 and later can cache compiled code between starts.
module.enableCompileCache?.();
const { main } = await import('../dist/server/bundle/main.js');
process.exitCode = await main();
