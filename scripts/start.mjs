// `npm start`: builds if stale, then runs the bank in this process.
import { ensureBuilt, PROGRAM } from './build.mjs';

/** Milliseconds after which a bank whose npm has ended stops. */
const LOOK_EVERY = 500;

stopWithNpm();
await ensureBuilt(PROGRAM);
const { main } = await import('../dist/server/bundle/main.js');
process.exitCode = await main();

/** npm runs a shell between itself and this process. A shell that is ended by a signal does not pass it on. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = () => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  };
  const timer = setInterval(look, LOOK_EVERY);
  timer.unref();
}
