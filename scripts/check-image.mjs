// `npm run check:image`: the image without an engine. Performs the Dockerfile's instructions in a temporary folder
// that stands for the file system, makes it read-only, and runs the image's command as a user that nobody
// created: the bank must get healthy by the image's own check, answer, and stop on SIGTERM.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from './build.mjs';
import { freePort } from './free-port.mjs';

/** Of node_modules. */
const LARGEST_MB = 30;
const PATIENCE_MS = 60_000;
/** As an orchestrator may choose it: no such user, no group but root's. */
const USER = process.getuid() === 0 ? { uid: 54_321, gid: 0 } : {};

const work = mkdtempSync(join(tmpdir(), 'sandbank-image-'));
try {
  const image = buildImage();
  measure(join(image.root, 'app', 'node_modules'));
  run('chmod', ['-R', 'a-w', join(image.root, 'app')]);
  // Else no other user reaches what is in it.
  run('chmod', ['a+rx', work]);
  await runImage(image);
} finally {
  run('chmod', ['-R', 'u+w', work]);
  rmSync(work, { recursive: true, force: true });
}

/** The last stage. */
function buildImage() {
  const stages = new Map();
  let stage;
  for (const [, name, text] of instructions()) {
    if (name === 'FROM') {
      const title = / AS (\w+)$/.exec(text)?.[1] ?? 'final';
      stage = { root: join(work, title), folder: '', environment: {} };
      stages.set(title, stage);
      // Bases have these.
      for (const usual of ['tmp', 'usr/local/bin']) {
        mkdirSync(join(stage.root, usual), { recursive: true });
      }
      run('chmod', ['1777', join(stage.root, 'tmp')]);
      console.log(`== ${title}`);
    } else perform(name, text, stage, stages);
  }
  return stage;
}

function instructions() {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return [...lines.matchAll(/^([A-Z]+)\s+(.*)$/gm)];
}

function perform(name, text, stage, stages) {
  if (name === 'WORKDIR') {
    stage.folder = join(stage.root, text);
    mkdirSync(stage.folder);
  } else if (name === 'ENV') {
    for (const [, key, value] of text.matchAll(/(\w+)=(\S+)/g)) {
      stage.environment[key] = within(stage, value);
    }
  } else if (name === 'COPY') copy(text.split(/\s+/), stage, stages);
  else if (name === 'RUN') {
    console.log(text);
    const env = { ...process.env, ...stage.environment };
    run('sh', ['-c', within(stage, text)], { cwd: stage.folder, env });
  } else if (name === 'HEALTHCHECK') stage.check = JSON.parse(text.slice(text.indexOf('[')));
  else if (name === 'CMD') stage.command = JSON.parse(text);
  else if (!['VOLUME', 'USER', 'EXPOSE', 'LABEL', 'STOPSIGNAL'].includes(name)) {
    throw new Error(`This script does not know the instruction ${name}.`);
  }
}

function copy(words, stage, stages) {
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : undefined;
  const to = join(stage.folder, words.pop());
  for (const source of words) {
    if (from === undefined && !isInContext(source)) {
      throw new Error(`.dockerignore leaves ${source} out of the context.`);
    }
    const path = join(from === undefined ? ROOT : stages.get(from).root, source);
    // Into a folder, or as the folder that is named.
    const target = to.endsWith('/') ? join(to, basename(source)) : to;
    cpSync(path, target, { recursive: true, verbatimSymlinks: true });
  }
}

function isInContext(source) {
  return readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').includes(`!${source}`);
}

/** With the absolute paths of the image below its folder. */
function within({ root }, text) {
  return text.replaceAll(/(?<![\w.*])\/(?=(?:app|data|tmp|usr)\b)/g, `${root}/`);
}

function measure(folder) {
  const megabytes = Number(run('du', ['-sk', folder]).split('\t')[0]) / 1024;
  const native = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.node'));
  console.log(`node_modules ${megabytes.toFixed(1)} MB, native modules ${native.length}`);
  if (megabytes > LARGEST_MB) throw new Error(`node_modules is larger than ${LARGEST_MB} MB`);
}

async function runImage(image) {
  const port = await freePort();
  const token = 'of the image';
  const env = {
    ...image.environment,
    PATH: `${join(image.root, 'usr/local/bin')}:${process.env.PATH}`,
    // This machine is no container.
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBANK_CONTROL_TOKEN: token,
  };
  const as = { ...USER, cwd: image.folder, env };
  const [program, ...args] = image.command;
  const bank = spawn(program, args, { ...as, stdio: 'inherit' });
  const ended = once(bank, 'exit');
  try {
    await healthy(image.check, as, bank);
    await uses(`http://127.0.0.1:${port}`, token, as);
    bank.kill('SIGTERM');
    const [code] = await Promise.race([ended, setTimeout(5_000, ['none'], { ref: false })]);
    if (code !== 0) throw new Error(`SIGTERM ended it with exit code ${code} instead of 0`);
    const stored = readdirSync(image.environment.SANDBANK_DATA);
    if (!stored.includes('default.json')) throw new Error(`/data holds ${stored.join(', ')}`);
    console.log(`read-only, as user ${USER.uid ?? 'oneself'}: healthy, answers, stops, is stored`);
  } finally {
    bank.kill('SIGKILL');
  }
}

async function healthy([program, ...args], as, bank) {
  const until = Date.now() + PATIENCE_MS;
  while (bank.exitCode === null && Date.now() < until) {
    if (spawnSync(program, args, as).status === 0) return;
    await setTimeout(200);
  }
  throw new Error(`It was not healthy within ${PATIENCE_MS / 1000} s, or ended.`);
}

/** Its command, its manual with the README, and a change. */
async function uses(url, token, as) {
  run('sandbank', ['coverage', '--url', url, '--token', token], as);
  const manual = await fetch(`${url}/llms-full.txt`);
  if (!manual.ok) throw new Error(`the manual answers ${manual.status}`);
  const headers = { Authorization: `Bearer ${token}` };
  const reset = await fetch(`${url}/_sandbox/reset`, { method: 'POST', headers });
  if (!reset.ok) throw new Error(`reset answers ${reset.status}`);
}

/** Its output. Throws with what it said if it fails. */
function run(program, args, options) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  throw error ?? new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
}
