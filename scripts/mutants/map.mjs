// Which tests pass which mutants. It is learnt once for a build, and of a test file again when that has changed: a file in
// the temporary folder has it.
import { hash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { ROOT } from '../build.mjs';
import { compiledFiles, grouped, makeCopy } from './instrument.mjs';
import { addBits, learn } from './runs.mjs';

export function openMap({ copies, mutants }) {
  const dist = join(ROOT, 'dist');
  const files = compiledFiles(dist);
  const byFile = grouped(mutants);
  const bytes = Math.ceil(mutants.length / 8);
  const path = join(tmpdir(), `sandbank-mutants-${hashOfBuild(dist, files)}.map`);
  /** `alone`: whether a test passes by itself. */
  const { known, alone } = existsSync(path)
    ? deserialize(readFileSync(path))
    : { known: new Map(), alone: new Map() };
  const save = () => writeFileSync(path, serialize({ known, alone }));

  async function learnFiles(missing) {
    const own = copies.map((copy) => `${copy}-learns`);
    for (const folder of own) await makeCopy({ folder, mutants, isLearning: true });
    const onFile = (file, learnt) => known.set(file, { ...learnt, hash: hashOfTest(dist, file) });
    await learn(own, missing, { bytes, onFile });
    for (const folder of own) rmSync(folder, { recursive: true });
    save();
  }

  return {
    alone,
    save,
    /** Whether the test file, or what it imports, imports the source. */
    loads: (test, source) => loadedBy(dist, `tests/${test}`).has(source),
    /** Mutants of the source, and of those that import it. */
    entering: (source) =>
      [source, ...files.filter((one) => importsOf(dist, one).has(source))]
        .flatMap((one) => byFile.get(one) ?? [])
        .map(({ id }) => id),
    async of(tests) {
      const missing = tests.filter((file) => known.get(file)?.hash !== hashOfTest(dist, file));
      if (missing.length > 0) await learnFiles(missing);
      const whileLoading = new Uint8Array(bytes);
      for (const learnt of known.values()) addBits(whileLoading, learnt.whileLoading);
      return { tests: tests.flatMap((file) => known.get(file).tests), whileLoading };
    },
  };
}

function hashOfBuild(dist, files) {
  const tool = ['operators', 'instrument', 'worker'].map(
    (name) => new URL(`${name}.mjs`, import.meta.url),
  );
  return hashOf([...files.map((file) => join(dist, file)), ...tool]);
}

/** Of a test file and of all that it imports from the tests. */
const hashOfTest = (dist, test) =>
  hashOf(
    [...loadedBy(dist, `tests/${test}`)]
      .filter((file) => file.startsWith('tests/'))
      .map((file) => join(dist, file)),
  );

const loaded = new Map();

/** The compiled file and all that it imports. */
function loadedBy(dist, test) {
  const files = loaded.get(test) ?? new Set([test]);
  if (loaded.has(test)) return files;
  loaded.set(test, files);
  // The set grows while it is walked.
  for (const file of files) for (const one of importsOf(dist, file)) files.add(one);
  return files;
}

const imports = new Map();

/** The compiled files that this one imports. */
function importsOf(dist, file) {
  const known = imports.get(file);
  if (known !== undefined) return known;
  const found = readFileSync(join(dist, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g);
  const paths = [...found].map(([, path]) => join(file, '..', path).split(sep).join('/'));
  // Others, such as the texts of pages, have no mutants.
  const own = new Set(paths.filter((path) => path.endsWith('.js') && existsSync(join(dist, path))));
  imports.set(file, own);
  return own;
}

const hashOf = (paths) =>
  hash('sha256', paths.map((path) => readFileSync(path)).join('\0')).slice(0, 16);
