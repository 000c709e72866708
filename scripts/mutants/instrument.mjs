// Copies of the project in a temporary folder: one whose compiled code contains all mutants of a run, and a file beside it
// that says which of them are active; and one that does what the original does, and says which mutants it passes.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../build.mjs';
import { bundle } from '../bundle.mjs';
import { mutantsOf } from './operators.mjs';

const SOURCES = ['server', 'cli', 'client'];
/** What is generated, or made from the rest. */
const OTHERS = /^server\/(?:bundle|commonjs|protocol\/generated)\//;
const NAME = 'mutant__';

/** Every mutant of the compiled program, each with its `file`, `room` and the `line` of its source. */
export function allMutants(dist) {
  const mutants = compiledFiles(dist).flatMap((file) => {
    const text = readFileSync(join(dist, file), 'utf8');
    const map = new SourceMap(JSON.parse(readFileSync(join(dist, `${file}.map`), 'utf8')));
    const source = file.replace(/js$/, 'ts');
    const seen = new Map();
    return mutantsOf(text).map((mutant, at, { length: of }) => {
      const from = shown(text.slice(mutant.start, mutant.end));
      const change = mutant.isEntry ? `body ${from} → empty` : `${from} → ${shown(mutant.to)}`;
      const nth = seen.get(change) ?? 0;
      seen.set(change, nth + 1);
      const key = `${source}: ${change}`;
      const names = { file, source, room: roomOf(file), change, key, name: `${key} (${nth})` };
      const { line, column } = mutant.from;
      const { originalLine = line - 1 } = map.findEntry(line - 1, column);
      return { ...mutant, ...names, at, of, line: originalLine + 1 };
    });
  });
  return mutants.map((mutant, id) => ({ ...mutant, id, outcome: 'not reached' }));
}

export function compiledFiles(dist) {
  const all = SOURCES.flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true }).map((path) => join(folder, path)),
  );
  return all
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.js') && !OTHERS.test(path))
    .sort();
}

const shown = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 80)} … ${line.slice(-30)}` : line;
};

/** `server/bank/ledger`, `server/signing`, `cli`. */
const roomOf = (file) =>
  /^(?:server\/(?:bank\/)?[^/]+(?=\/)|[^/]+)/
    .exec(file)[0]
    .replace(/^server\/(?:bank\/)?(?=.)/, '');

/** Makes the copy in `folder`: with the mutants, or with what says which of them are passed. */
export async function makeCopy({ folder, mutants, isLearning = false }) {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of ['tmp', 'keys']) mkdirSync(join(folder, name));
  for (const entry of readdirSync(ROOT)) {
    const [from, to] = [join(ROOT, entry), join(folder, entry)];
    if (!/^(?:dist|node_modules$|data$|coverage$|\.)/.test(entry))
      cpSync(from, to, { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const isCode = (path) => !path.endsWith('.map') && !/server.(?:bundle|commonjs)$/.test(path);
  cpSync(join(ROOT, 'dist'), dist, { recursive: true, filter: isCode });
  writeFileSync(join(dist, 'mutant.js'), isLearning ? noteOf(folder) : switchOf(folder));
  const globals = new URL('globals.mjs', import.meta.url).href;
  for (const path of readdirSync(join(dist, 'tests'), { recursive: true })) {
    if (!path.endsWith('.js')) continue;
    const file = join(dist, 'tests', path);
    writeFileSync(file, readFileSync(file, 'utf8').replace("'@jest/globals'", `'${globals}'`));
  }
  for (const [file, own] of grouped(mutants)) {
    const text = readFileSync(join(dist, file), 'utf8');
    const wraps = isLearning ? own.map((mutant) => ({ ...mutant, to: undefined })) : own;
    writeFileSync(join(dist, file), instrumented(text, file, wraps));
  }
  await bundle(folder);
}

export function grouped(list, name = 'file') {
  const groups = new Map();
  for (const one of list) {
    if (!groups.has(one[name])) groups.set(one[name], []);
    groups.get(one[name]).push(one);
  }
  return groups;
}

function instrumented(text, file, wraps) {
  const path = relative(join(file, '..'), 'mutant.js').split(sep).join('/');
  const head = `import { ${NAME} } from '${path.startsWith('.') ? path : `./${path}`}';`;
  // A line for the shell stays the first.
  const from = /^(?:#!.*\n)?/.exec(text)[0].length;
  const calls = wraps.map((one) => ({ ...one, call: `${NAME}(${one.id})` }));
  return text.slice(0, from) + head + rendered(text, [from, text.length], calls);
}

/** The text with each change beside what it replaces; the active one is taken when it is reached. */
function rendered(text, [from, to], wraps) {
  const inside = wraps.filter(({ start, end }) => start >= from && end <= to);
  inside.sort((a, b) => a.start - b.start || b.end - a.end);
  let at = from;
  let out = '';
  while (inside.length > 0) {
    const one = inside.shift();
    out += text.slice(at, one.start);
    at = one.start;
    if (one.isEntry) {
      out += one.to === undefined ? `${one.call};` : `if(${one.call})return;`;
      continue;
    }
    const within = inside.filter(({ end }) => end <= one.end);
    inside.splice(0, inside.length, ...inside.filter(({ end }) => end > one.end));
    const original = rendered(text, [one.start, one.end], within);
    const change = one.to === undefined ? ',' : `?(${one.to}):`;
    out += `(${one.call}${change}(${original}))`;
    at = one.end;
  }
  return out + text.slice(at, to);
}

/** What each mutant asks whether it is active. */
const switchOf = (folder) => `
import { readFileSync } from 'node:fs';
let active = [];
try { active = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'active'))}, 'utf8')); } catch {}
const ids = new Set(active);
export const ${NAME} = (id) => ids.has(id);
`;

/** What says which are passed. Processes that tests start write it down. */
const noteOf = (folder) => `
import { appendFileSync } from 'node:fs';
const seen = new Set();
let unwritten = [];
const write = () => {
  if (unwritten.length === 0) return;
  try { appendFileSync(${JSON.stringify(join(folder, 'passed'))}, unwritten.join('\\n') + '\\n'); } catch {}
  unwritten = [];
};
const note = (id) => {
  if (seen.has(id)) return;
  seen.add(id);
  if (unwritten.push(id) === 1) setImmediate(write);
};
const bits = globalThis.${NAME}passed;
if (bits === undefined) process.on('exit', write);
export const ${NAME} = bits === undefined ? note : (id) => { bits[id >> 3] |= 1 << (id & 7); };
`;
