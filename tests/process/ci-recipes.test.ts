// The recipes of docs/ci.md: their shell lines run as printed against a bank with the settings of the recipe. curl
// finds that bank behind the addresses of the recipe; npm and docker are stand-ins. And the start of action.yml.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type BankProcess, type Settings, startBank } from '../support/control-process.ts';
import { runBash } from '../support/run-bash.ts';
import { findAll, ROOT } from '../support/source-tree.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
const stoodIn = join(folder, 'bin');
const ran = join(folder, 'ran');

/** `npm test` asks the bank at BANK_URL for its clock. */
mkdirSync(stoodIn);
writeProgram(
  'npm',
  `echo "npm $* at $BANK_URL" >> '${ran}'
   [ "$1" = ci ] || curl -fsS -o /dev/null -H 'Authorization: Bearer ci' "$BANK_URL/_sandbox/clock"`,
);
/** The only thing that a recipe reads from it. */
writeProgram('docker', '[ "$1" != port ] || echo 127.0.0.1:8080');

function writeProgram(name: string, script: string): void {
  writeFileSync(join(stoodIn, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(stoodIn, name), 0o755);
}

const page = readFileSync(join(ROOT, 'docs', 'ci.md'), 'utf8');
const [, recipes = ''] = /\n## Recipes\n([\s\S]*?)\n## /.exec(page) ?? [];
const RECIPES = recipes
  .split('\n### ')
  .slice(1)
  .map((recipe) => ({ title: recipe.slice(0, recipe.indexOf('\n')), recipe }));

let bank: BankProcess | undefined;
afterEach(async () => {
  await bank?.end('SIGTERM');
  bank = undefined;
});

test('docs/ci.md: there is a recipe for each place', () => {
  expect(RECIPES.map(({ title }) => title)).toEqual([
    'GitHub Actions: a service container',
    'GitHub Actions: the action',
    'GitLab CI',
    'Jenkins',
    'Docker Compose: one bank for several jobs',
    'One bank per worker',
  ]);
});

test.each(RECIPES)('docs/ci.md: $title', async ({ recipe }) => {
  const settings = variables(recipe, /\b(SANDBANK_\w+)[:=] ?(\w+)/);
  bank = await startBank({ SANDBANK_DATA: 'memory', ...settings });
  const { port } = new URL(bank.url);
  const hosts = ['127.0.0.1', 'sandbank'];
  const there = hosts.map((host) => `connect-to = ${host}:8080:127.0.0.1:${port}\n`);
  writeFileSync(join(folder, '.curlrc'), there.join(''));
  writeFileSync(ran, '');
  const { code, output } = await bash(linesOf(recipe).join('\n'), {
    BANK_URL: 'http://127.0.0.1:8080',
    BUILD_TAG: 'jenkins-payments-7',
    CURL_HOME: folder,
    ...variables(recipe, /\b(BANK_URL)[:=] ?(http:[^\s$]+)/),
  });
  expect([output, code]).toEqual([expect.not.stringContaining('curl:'), 0]);
  expect(readFileSync(ran, 'utf8')).toMatch(/^npm test at http:\/\/(127\.0\.0\.1|sandbank):8080/m);
});

test('action.yml starts a bank, and later steps have its address and the command', async () => {
  const { runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    runs: { steps: { id?: string; run: string }[] };
  };
  const start = runs.steps.find(({ id }) => id === 'start');
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_ENV: join(folder, 'env'),
    GITHUB_PATH: join(folder, 'path'),
  };
  const script = `
    trap 'kill $!' EXIT
    ${start?.run}
    . "$GITHUB_ENV"
    export SANDBANK_URL PATH="$(cat "$GITHUB_PATH"):$PATH"
    sandbank coverage`;
  const { code, output } = await bash(script, {
    ...files,
    PORT: '0',
    SANDBANK_DATA: 'memory',
    GITHUB_ACTION_PATH: ROOT,
    RUNNER_TEMP: folder,
  });
  expect([output, code]).toEqual([expect.stringMatching(/^operations +0\.0 %/m), 0]);
  const [, url] = /^url=(.*)\n$/.exec(readFileSync(files.GITHUB_OUTPUT, 'utf8')) ?? [];
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(readFileSync(files.GITHUB_ENV, 'utf8')).toBe(`SANDBANK_URL=${url}\n`);
});

/** What a recipe sets, in whichever form its tool has. */
function variables(recipe: string, pattern: RegExp): Settings {
  return Object.fromEntries(
    findAll(recipe, pattern).map(({ text }) => {
      const [, name = '', value = ''] = pattern.exec(text) ?? [];
      return [name, value];
    }),
  );
}

/** The shell of the recipe, in the order of the page. */
function linesOf(recipe: string): readonly string[] {
  return findAll(recipe, /```\w+\n[\s\S]*?```/m).flatMap(({ text }) => {
    const [, language, block = ''] = /```(\w+)\n([\s\S]*?)```/.exec(text) ?? [];
    if (language === 'sh') return [block];
    if (language === 'yaml') return scriptsIn(parse(block));
    const quoted = findAll(block, /\bsh (?:'''[\s\S]*?'''|'[^'\n]*')/);
    return quoted.map((hit) => hit.text.replace(/^sh '+|'+$/g, ''));
  });
}

function scriptsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(scriptsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'run') return [String(member)];
    if (name === 'script' || name === 'after_script') return (member as unknown[]).map(String);
    // sh, its options, the script.
    if (name === 'command') return [String((member as unknown[]).at(-1))];
    return scriptsIn(member);
  });
}

/** In the folder, with the stand-ins first on its path and nothing of this process's settings. */
function bash(script: string, env: Settings) {
  const path = `${stoodIn}:${process.env['PATH']}`;
  return runBash(script, { cwd: folder, env: { HOME: folder, PATH: path, ...env } });
}
