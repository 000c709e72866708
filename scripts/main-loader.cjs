// Becomes dist/server/bundle/load-main.cjs: runs main.cjs, the whole bank, with the compiled code that is kept beside it. V8
// takes that only in the version of Node that has written it; any other compiles anew.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'main.cjs');
const code = `${filename}-${process.version}.code`;

function compile(cachedData) {
  // It is ASCII (bundle.mjs), which this way is read in half the time.
  const text = readFileSync(filename, 'latin1');
  const wrapped = `(function (module, exports, require, __filename, __dirname) {${text}\n})`;
  return new Script(wrapped, { filename, cachedData });
}

function run(script) {
  const own = { exports: {} };
  script.runInThisContext()(own, own.exports, require, filename, __dirname);
  return own.exports;
}

function load() {
  if (!existsSync(code)) return require(filename);
  const script = compile(readFileSync(code));
  return script.cachedDataRejected ? require(filename) : run(script);
}

const { main, startBank } = load();
exports.main = main;
exports.startBank = startBank;

/** Writes the compiled code of what `use` needs, given the exports of main.cjs. */
exports.keepCode = async (use) => {
  const script = compile();
  await use(run(script));
  writeFileSync(code, script.createCachedData());
};
