// Whether dist/ is as new as the sources. Each `npm start` asks.
const { existsSync, readdirSync, statSync } = require('node:fs');
const { dirname, join } = require('node:path');

const ROOT = dirname(__dirname);
/** As deep as the rooms of the server (server/kernel/project-folder.ts). */
const BUNDLE = join('dist', 'server', 'bundle');
/** Written after a build without errors; sources are compared with its time. */
const STAMP = join(ROOT, 'dist', '.built');
/** Compiled code, which V8 takes only in the version of Node that has written it. */
const CODE = join(BUNDLE, `main.cjs-${process.version}.code`);

/** The folders that the server needs; tests and benchmarks need more. */
const PROGRAM = ['server', 'cli', 'client'];

/** Nothing is to be built, nor compiled code to be kept. */
const isReady = (folders) => existsSync(join(ROOT, CODE)) && !isStale(folders);

function isStale(folders) {
  const built = modifiedAt(STAMP);
  const files = ['package.json', 'tsconfig.json'].map((name) => join(ROOT, name));
  return (
    built === 0 ||
    files.some((path) => modifiedAt(path) > built) ||
    folders.some((name) => isNewer(join(ROOT, name), built))
  );
}

/** Also checks folders: their time changes if a file in them is added, renamed or removed. */
function isNewer(folder, than) {
  const modified = modifiedAt(folder);
  if (modified === 0 || modified > than) return modified > than;
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const child = `${folder}/${entry.name}`;
    return entry.isDirectory()
      ? isNewer(child, than)
      : /\.(?:ts|json)$/.test(entry.name) && modifiedAt(child) > than;
  });
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

module.exports = { BUNDLE, CODE, isReady, isStale, PROGRAM, ROOT, STAMP };
