// `npm run demo`: the whole journey of a TPP against a bank in memory.
import { ensureBuilt, PROGRAM } from './build.mjs';

await ensureBuilt(PROGRAM);
const { run } = await import('../dist/cli/run.js');
process.exitCode = await run(['demo'], {
  out: (text) => console.log(text),
  err: (text) => console.error(text),
});
