// `npm test`: builds if stale, lists what cannot run here, then runs jest on the compiled tests. Arguments
// are jest's: `npm test -- --testPathPatterns signing`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EVERYTHING, ensureBuilt, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';

const args = process.argv.slice(2);
const wholeSuite = !args.some((arg) => !arg.startsWith('-') || /^(-t$|--test)/.test(arg));
const chromium = findChromium();

if (chromium === undefined) {
  const why =
    'No Chromium found (CHROMIUM_PATH, /usr/bin/chromium, /usr/bin/chromium-browser or /usr/bin/google-chrome).';
  if (process.env.CI === 'true' && wholeSuite) {
    console.error(`${why}\nWith CI=true the browser tests may not be skipped: install it.`);
    process.exit(1);
  }
  console.error(`${why}\nThe browser tests, tests/browser/, will be skipped; all others run.\n`);
}

await ensureBuilt(EVERYTHING);

// Jest's workers inherit NODE_OPTIONS. Jest still needs Node's flag for ES modules.
const options = [
  process.env.NODE_OPTIONS,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
];
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'), ...args],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_OPTIONS: options.filter(Boolean).join(' '),
      ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
    },
  },
);
process.exit(status ?? 1);
