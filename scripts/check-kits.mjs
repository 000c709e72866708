// `npm run check:kits`: what Sandbank gives to other tools, in those tools. Bruno's own runner runs the collection,
// and SandbankContainer is compiled against Testcontainers and tried without Docker. The tools are large, so they
// are installed into a temporary folder, in the versions of scripts/kits/package.json.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';

const TOKEN = 'a control token';

await ensureBuilt(PROGRAM);
const { createSandbank } = await import('../dist/server/sandbank.js');
const work = mkdtempSync(join(tmpdir(), 'sandbank-kits-'));
const bank = await createSandbank({ control: { token: TOKEN, allowedHosts: [] } });
try {
  cpSync(join(ROOT, 'scripts', 'kits'), work, { recursive: true });
  await run(work, 'npm', 'install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts');
  await collection();
  await container();
} finally {
  await bank.close();
  rmSync(work, { recursive: true, force: true });
}

async function collection() {
  const folder = join(work, 'collection');
  console.log((await run(ROOT, 'node', 'scripts/make-collection.mjs', folder)).trim());
  const variables = [`bank=${bank.url}/banks/bruno`, `controlToken=${TOKEN}`];
  const settings = variables.flatMap((variable) => ['--env-var', variable]);
  const runner = [join(work, 'node_modules', '.bin', 'bru'), 'run', '--env', 'local', ...settings];
  await run(folder, ...runner, '-r', '--sandbox', 'developer');
  console.log('Bruno: the first steps end with a settled payment, and every signature is accepted');
}

async function container() {
  // A copy and not a link: it must find Testcontainers as an installed package does.
  for (const path of ['package.json', 'testcontainers']) {
    cpSync(join(ROOT, path), join(work, 'node_modules', 'sandbank', path), { recursive: true });
  }
  const types = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node'];
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  await run(work, tsc, ...strict, ...types, '--ignoreConfig', 'container.ts');
  await run(work, 'node', 'container.js', bank.url, TOKEN);
  await run(work, 'node', '-e', 'new (require("sandbank/testcontainers").SandbankContainer)("x")');
  console.log('SandbankContainer: compiles, and finds the bank; import and require give it');
}

/** Not synchronous: the bank answers in this process. */
function run(cwd, program, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ${args.join(' ')} exits with ${code}:\n${output}`));
    });
  });
}
