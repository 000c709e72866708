// `npm start`: builds if stale, then runs the bank in this process. Of CommonJS, because Node loads such a file sooner.
const { join } = require('node:path');
const { isReady, PROGRAM, ROOT } = require('./stale.cjs');

/** Milliseconds after which a bank whose npm has ended stops. */
const LOOK_EVERY = 500;

const given = process.argv.slice(2);
if (given.length === 0) {
  stopWithNpm();
  start();
} else {
  console.error(
    `sandbank: npm start has no options such as ${given.join(' ')}. Settings are variables (docs/settings.md): ` +
      'PORT=8081 npm start, or sandbank serve --port 8081.',
  );
  process.exitCode = 2;
}

async function start() {
  if (!isReady(PROGRAM)) {
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt(PROGRAM);
  }
  const { main } = require(join(ROOT, 'dist', 'server', 'bundle', 'load-main.cjs'));
  process.exitCode = await main();
}

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
