// Becomes dist/server/bundle/main.js: runs main.cjs, the whole bank, with the compiled code that is kept beside it. V8 takes
// that only in the version of Node that has written it; any other compiles anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const filename = fileURLToPath(new URL('main.cjs', import.meta.url));
const code = `${filename}-${process.version}.code`;
const require = createRequire(import.meta.url);

function compile(cachedData) {
  // It is ASCII (bundle.mjs), which this way is read in half the time.
  const text = readFileSync(filename, 'latin1');
  const wrapped = `(function (module, exports, require, __filename, __dirname) {${text}\n})`;
  return new Script(wrapped, { filename, cachedData });
}

function run(script) {
  const module = { exports: {} };
  script.runInThisContext()(module, module.exports, require, filename, dirname(filename));
  return module.exports;
}

function load() {
  if (!existsSync(code)) return require(filename);
  const script = compile(readFileSync(code));
  return script.cachedDataRejected ? require(filename) : run(script);
}

export const { main, startBank } = load();

/** Writes the compiled code of what `use` needs, given the exports of main.cjs. */
export async function keepCode(use) {
  const script = compile();
  await use(run(script));
  writeFileSync(code, script.createCachedData());
}
