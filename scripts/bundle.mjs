// Joins the compiled program and its libraries into a few files, because Node opens five hundred modules
// more slowly than it runs them: a bank from the bundle is ready in half the time. For those who import it, parts
// that a start does not need stay in files of their own, which are read when they are first used.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { BUNDLE, CODE } from './stale.cjs';

/** Libraries written for CommonJS ask for Node's modules with `require`. */
const REQUIRE =
  "import { createRequire as requireOf } from 'node:module';const require = requireOf(import.meta.url);";

/** Express would load it, with tables of a hundred character sets, for bodies that the bank reads itself. */
const WITHOUT_BODY_PARSER = {
  name: 'without-body-parser',
  setup(build) {
    build.onResolve({ filter: /^body-parser$/ }, () => ({ path: 'none', namespace: 'without' }));
    build.onLoad({ filter: /^none$/, namespace: 'without' }, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

/** What others import. */
const ENTRIES = [
  { in: 'dist/server/sandbank.js', out: 'sandbank' },
  { in: 'dist/client/testing.js', out: 'testing' },
];

const EXPLAIN = { in: 'dist/server/insight/offline/explain-request.js', out: 'explain' };

/** What commands load besides: from here, so that an installation needs no library that is in the bundle. */
const FOR_COMMANDS = [
  EXPLAIN,
  { in: 'dist/server/composition/recover-data.js', out: 'recover-data' },
  { in: 'dist/server/bank/sandbox/magic-persons.js', out: 'magic-persons' },
  { in: 'dist/server/insight/inspector/masking.js', out: 'masking' },
  { in: 'dist/server/bank/seeds/yaml-nodes.js', out: 'seed-yaml' },
];

const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  plugins: [WITHOUT_BODY_PARSER],
  // Half the text, half the time to read it; names stay, for the stack of an error.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

const AS_COMMONJS = {
  format: 'cjs',
  // A script that is run from compiled code cannot import (main-loader.cjs): esbuild writes `require` instead.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'ownUrl' },
  banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;" },
};

export async function bundle(root) {
  const { build } = await import('esbuild');
  rmSync(join(root, BUNDLE), { recursive: true, force: true });
  const modules = {
    ...SHARED,
    absWorkingDir: root,
    outdir: BUNDLE,
    format: 'esm',
    banner: { js: REQUIRE },
  };
  const entryPoints = [...ENTRIES, ...FOR_COMMANDS];
  const { metafile } = await build({ ...modules, entryPoints, splitting: true, metafile: true });
  writeFileSync(join(root, BUNDLE, 'LICENSES.txt'), licensesOf(metafile, root));
  // The command runs for long: without files, or while they are built again, it could not load what it then first
  // needs, and Node does not try twice. So it is whole from the start.
  await build({
    ...SHARED,
    ...AS_COMMONJS,
    absWorkingDir: root,
    entryPoints: ['dist/server/main.js'],
    outfile: join(BUNDLE, 'main.cjs'),
  });
  escapeCharacters(join(root, BUNDLE, 'main.cjs'));
  copyFileSync(join(root, 'scripts', 'main-loader.cjs'), join(root, BUNDLE, 'load-main.cjs'));
  writeFileSync(
    join(root, BUNDLE, 'main.js'),
    "export { main, startBank } from './load-main.cjs';\n",
  );
  keepCode(root);
  await bundleForRequire(root, build);
  copyTypesOfEntries(root);
}

/** V8 keeps the text of the program, with two bytes for each character if there is one that is not ASCII: in a pattern, esbuild leaves it. */
function escapeCharacters(path) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[\u0080-\uffff]/g, escaped));
}

/** Compiled code, of which a start takes half of its time. Without it, the bank starts all the same. */
export function keepCode(root) {
  if (existsSync(join(root, CODE))) return;
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'keep-code.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) console.error('The compiled code could not be kept; a start takes longer.');
}

/** Of the libraries that are in the bundle: their licences ask for it. */
function licensesOf({ inputs }, root) {
  const folders = Object.keys(inputs).map((path) =>
    /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path),
  );
  const found = [...new Set(folders.flatMap((match) => match ?? []))].sort();
  return found.map((folder) => licenseOf(join(root, folder))).join('\n');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text}`;
}

/** As deep as the other bundle. */
const COMMONJS = join('dist', 'server', 'commonjs');

/** Jest without flags, and programs of CommonJS, cannot load ES modules. */
async function bundleForRequire(root, build) {
  const folder = join(root, COMMONJS);
  rmSync(folder, { recursive: true, force: true });
  await build({
    ...SHARED,
    absWorkingDir: root,
    entryPoints: [...ENTRIES, { in: 'dist/client/sign.js', out: 'client' }, EXPLAIN],
    outdir: COMMONJS,
    ...AS_COMMONJS,
    // The test kit is a few lines beside the bank, which is not there twice.
    plugins: [...SHARED.plugins, BANK_FROM_FILE],
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
}

/** What the package's users need of 500 declarations. Each is of the kind of module that its folder says. */
function copyTypesOfEntries(root) {
  for (const folder of [BUNDLE, COMMONJS]) {
    for (const entry of TYPED) copyTypes(join(root, 'dist'), entry, join(root, folder, 'types'));
  }
}

const BANK_FROM_FILE = {
  name: 'bank-from-file',
  setup(build) {
    build.onResolve({ filter: /\/server\/sandbank\.js$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './sandbank.js', external: true },
    );
  },
};

const TYPED = [
  'server/sandbank.d.ts',
  'client/testing.d.ts',
  'client/sign.d.ts',
  'server/insight/offline/explain-request.d.ts',
];

/** The declaration, and those that it imports. */
function copyTypes(dist, path, to) {
  const target = join(to, path);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const text = readFileSync(join(dist, path), 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '');
  writeFileSync(target, text);
  for (const [, specifier] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g)) {
    copyTypes(dist, join(dirname(path), `${specifier}.d.ts`), to);
  }
}
