// `npm run check:kits`: what Sandbank gives to other tools, in those tools. Bruno's own runner runs the collection,
// and SandbankContainer is compiled against Testcontainers and tried without Docker. The tools are large, so they
// are installed into a temporary folder, in the versions of scripts/kits/package.json.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, PROGRAM, ROOT } from './build.mjs';
import { install, inToolFolder, run, tool } from './tools.mjs';

const TOKEN = 'a control token';

await ensureBuilt(PROGRAM);
const { createSandbank } = await import('../dist/server/sandbank.js');
const bank = await createSandbank({ control: { token: TOKEN, allowedHosts: [] } });
await inToolFolder('kits', async (work) => {
  await install(work);
  await collection(work);
  await container(work);
}).finally(() => bank.close());

async function collection(work) {
  const folder = join(work, 'collection');
  const { stdout } = await run({ cwd: ROOT }, 'node', 'scripts/make-collection.mjs', folder);
  console.log(stdout.trim());
  const variables = [`bank=${bank.url}/banks/bruno`, `controlToken=${TOKEN}`];
  const settings = variables.flatMap((variable) => ['--env-var', variable]);
  const runner = [tool(work, 'bru'), 'run', '--env', 'local', ...settings];
  await run({ cwd: folder }, ...runner, '-r', '--sandbox', 'developer');
  console.log('Bruno: the first steps end with a settled payment, and every signature is accepted');
}

async function container(work) {
  // A copy and not a link: it must find Testcontainers as an installed package does.
  for (const path of ['package.json', 'testcontainers']) {
    cpSync(join(ROOT, path), join(work, 'node_modules', 'sandbank', path), { recursive: true });
  }
  const types = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node'];
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
  const tsc = tool(ROOT, 'tsc');
  await run({ cwd: work }, tsc, ...strict, ...types, '--ignoreConfig', 'container.ts');
  await run({ cwd: work }, 'node', 'container.js', bank.url, TOKEN);
  await run(
    { cwd: work },
    'node',
    '-e',
    'new (require("sandbank/testcontainers").SandbankContainer)("x")',
  );
  console.log('SandbankContainer: compiles, and finds the bank; import and require give it');
}
