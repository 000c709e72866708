// A copy of the project in a temporary folder whose compiled code contains all mutants of a run. A file beside it says
// which of them is active; without one, the copy behaves as the original does, and says which of them it passes.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, sep } from 'node:path';
import { bundle } from '../bundle.mjs';
import { mutantsOf } from './operators.mjs';

const SOURCES = ['server', 'cli', 'client'];
/** What is generated, or made from the rest. */
const OTHERS = /^server\/(?:bundle|commonjs|protocol\/generated)\//;
const NAME = 'mutant__';

/** Every mutant of the compiled program, each with its `file`, `room` and the `line` of its source. */
export function allMutants(dist) {
  return compiledFiles(dist).flatMap((file) => {
    const text = readFileSync(join(dist, file), 'utf8');
    const positions = positionsOf(text, join(dist, file));
    const source = file.replace(/js$/, 'ts');
    const rulesAt = rulesOf(readFileSync(join(dist, '..', source), 'utf8'));
    const seen = new Map();
    return mutantsOf(text).mutants.map((mutant) => {
      const from = shown(text.slice(mutant.start, mutant.end));
      const change = mutant.isEntry ? `body ${from} → empty` : `${from} → ${shown(mutant.to)}`;
      const before = seen.get(change) ?? 0;
      seen.set(change, before + 1);
      return {
        ...mutant,
        file,
        source,
        change,
        nth: before,
        room: roomOf(file),
        ...rulesAt(positions(mutant.start)),
      };
    });
  });
}

function compiledFiles(dist) {
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
export const roomOf = (file) =>
  /^(?:server\/(?:bank\/)?[^/]+(?=\/)|[^/]+)/
    .exec(file)[0]
    .replace(/^server\/(?:bank\/)?(?=.)/, '');

/** Lines before and after a place whose comments are about it. */
const NEAR = 12;

function rulesOf(text) {
  const lines = text.split('\n');
  return (line) => {
    const near = lines.slice(Math.max(0, line - NEAR), line + NEAR).join('\n');
    return { line, rules: [...new Set(near.match(/\b[A-Z]{2,5}-\d{2}\b/g))] };
  };
}

function positionsOf(text, path) {
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return (map.findEntry(line, offset - starts[line]).originalLine ?? line) + 1;
  };
}

/** Makes the copy in `folder`. */
export async function makeCopy({ root, folder, mutants, withBundle }) {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const entry of readdirSync(root)) {
    if (!/^(?:dist|\.)/.test(entry)) symlinkSync(join(root, entry), join(folder, entry));
  }
  const isCode = (path) => !path.endsWith('.map') && !/server.(?:bundle|commonjs)$/.test(path);
  cpSync(join(root, 'dist'), dist, { recursive: true, filter: isCode });
  writeFileSync(join(dist, 'mutant.js'), switchOf(folder));
  const globals = new URL('globals.mjs', import.meta.url).href;
  for (const path of readdirSync(join(dist, 'tests'), { recursive: true })) {
    if (!path.endsWith('.js')) continue;
    const file = join(dist, 'tests', path);
    writeFileSync(file, readFileSync(file, 'utf8').replace("'@jest/globals'", `'${globals}'`));
  }
  const byFile = grouped(mutants);
  const probes = probesOf(dist, [...byFile.keys()]);
  for (const [file, ids] of probes) {
    const text = readFileSync(join(dist, file), 'utf8');
    const own = { mutants: byFile.get(file) ?? [], ids };
    writeFileSync(join(dist, file), instrumented(text, file, own));
  }
  if (withBundle) await bundle(folder);
}

export function grouped(list) {
  const groups = new Map();
  for (const one of list) groups.set(one.file, [...(groups.get(one.file) ?? []), one]);
  return groups;
}

/**
 * What runs while a module is loaded runs before every test. So a function says which files it is of: its own, and
 * those that its file imports. A test that enters one is a test of those.
 */
function probesOf(dist, mutated) {
  const probes = new Map(mutated.map((file) => [file, [file]]));
  for (const file of compiledFiles(dist)) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const imported = join(file, '..', specifier).split(sep).join('/');
      if (mutated.includes(imported)) probes.set(file, [...(probes.get(file) ?? []), imported]);
    }
  }
  return probes;
}

function instrumented(text, file, { mutants, ids }) {
  const call = ids.map((id) => `${NAME}('${id}')`).join(',');
  const wraps = [
    ...mutants.map((mutant) => ({ ...mutant, call: `${NAME}(${mutant.id})` })),
    ...mutantsOf(text).bodies.map((body) => ({ ...body, isProbe: true, call })),
  ];
  const path = relative(join(file, '..'), 'mutant.js').split(sep).join('/');
  const head = `import { ${NAME} } from '${path.startsWith('.') ? path : `./${path}`}';`;
  // A line for the shell stays the first.
  const from = /^(?:#!.*\n)?/.exec(text)[0].length;
  return text.slice(0, from) + head + rendered(text, [from, text.length], wraps);
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
      out += one.isProbe ? `${one.call};` : `if(${one.call})return;`;
      continue;
    }
    const within = inside.filter(({ end }) => end <= one.end);
    inside.splice(0, inside.length, ...inside.filter(({ end }) => end > one.end));
    const original = rendered(text, [one.start, one.end], within);
    out += one.isProbe ? `(${one.call},(${original}))` : `(${one.call}?(${one.to}):(${original}))`;
    at = one.end;
  }
  return out + text.slice(at, to);
}

/** What each mutant asks whether it is the active one. Processes that tests start write down what they pass. */
const switchOf = (folder) => `
import { appendFileSync, readFileSync } from 'node:fs';
const folder = ${JSON.stringify(folder)};
let active;
try { active = Number(readFileSync(folder + '/active', 'utf8')); } catch {}
const seen = new Set();
const note = (id) => {
  if (seen.has(id)) return;
  seen.add(id);
  try { appendFileSync(folder + '/passed', id + '\\n'); } catch {}
};
export const ${NAME} = (id) => {
  if (active !== undefined) return id === active;
  (globalThis.${NAME}passed?.add.bind(globalThis.${NAME}passed) ?? note)(id);
  return false;
};
`;
