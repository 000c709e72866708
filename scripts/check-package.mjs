// `npm run check:package`: the packed package, as somebody gets it who installs it. It holds only what is needed,
// its types fit every way to resolve them, `npx` runs it in an empty folder, and the projects of docs/testing.md
// pass in each runner without flags. All outside the repository, with the versions of
// scripts/package-check/package.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';
import { install, inToolFolder, tool as programIn, run as runIn } from './tools.mjs';

/** A section of docs/testing.md, what its project's package.json says, and how its tests are run. */
const PROJECTS = [
  { section: 'Jest, CommonJS', type: 'commonjs', command: ['jest'] },
  { section: 'Jest, ES modules', type: 'module', command: ['jest'] },
  { section: 'Jest, TypeScript', command: ['jest'] },
  { section: 'Vitest', type: 'module', command: ['vitest', 'run'] },
  { section: 'node:test', type: 'module', command: ['node', '--test'] },
];

/** Compiled tests and benchmarks, source maps, and what only our own tests read. */
const NEEDLESS = /\.map$|^dist\/(?:tests|bench)\/|\.test\.|signing-vectors/;

/** Milliseconds. A runner that does not end has something open. */
const LONGEST = 180_000;

await ensureBuilt(PROGRAM);
let work = '';
await inToolFolder('package-check', async (folder) => {
  work = folder;
  const tarball = await pack();
  await runsByNpx(tarball);
  await install(work, tarball);
  await run(work, tool('attw'), tarball, '--no-color');
  console.log('types: right for node10, node16 and bundler, with import and with require');
  await requires();
  const page = readFileSync(join(ROOT, 'docs', 'testing.md'), 'utf8');
  for (const project of PROJECTS) await passes(page, project);
});

async function pack() {
  const [{ filename, files, size }] = JSON.parse(
    await run(ROOT, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', work),
  );
  const needless = files.map(({ path }) => path).filter((path) => NEEDLESS.test(path));
  if (needless.length > 0) throw new Error(`not needed in the package: ${needless.join(', ')}`);
  console.log(`${filename}: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`);
  return join(work, filename);
}

async function runsByNpx(tarball) {
  const empty = join(work, 'empty');
  mkdirSync(empty);
  const said = await run(empty, 'npx', '--yes', '--package', tarball, 'sandbank', '--help');
  if (!said.includes('Usage: sandbank')) throw new Error(said);
  await run(empty, 'npx', '--yes', '--package', tarball, 'sandbank', 'demo');
  console.log('npx: --help and demo run in an empty folder');
}

async function requires() {
  const names = ['sandbank', 'sandbank/testing', 'sandbank/client', 'sandbank/explain'];
  for (const name of names) {
    const required = await run(work, 'node', '-p', `Object.keys(require('${name}')).sort()`);
    const imported = `console.log(Object.keys(await import('${name}')).sort())`;
    const same = await run(work, 'node', '--input-type=module', '-e', imported);
    if (required !== same) throw new Error(`${name}: require gives ${required}, import ${same}`);
  }
  console.log('require gives what import gives');
}

async function passes(page, { section, type, command: [program, ...args] }) {
  const folder = join(work, section.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  const settings = type === undefined ? {} : { type };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...settings }));
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  const files = [...own.matchAll(/`([\w.]+)`:\n\n```\w+\n([\s\S]*?)```/g)];
  if (files.length === 0) throw new Error(`docs/testing.md has no files under ${section}`);
  for (const [, name, content] of files) writeFileSync(join(folder, name), content);
  const output = await run(folder, program === 'node' ? program : tool(program), ...args);
  if (/did not exit|open handle/i.test(output)) throw new Error(output);
  console.log(`${section}: ${files.map(([, name]) => name).join(', ')} pass`);
}

function tool(name) {
  return programIn(work, name);
}

async function run(cwd, program, ...args) {
  // Flags of the caller would hide that some are needed.
  const env = { ...process.env, NODE_OPTIONS: '', CI: 'true' };
  const { stdout, stderr } = await runIn({ cwd, env, timeout: LONGEST }, program, ...args);
  return stdout + (program === 'npm' ? '' : stderr);
}
