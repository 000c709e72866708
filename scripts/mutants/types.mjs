// Whether TypeScript refuses a mutant that stands in the source: who makes that mistake has no build, and no test to run.
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mutantsOf } from './operators.mjs';

const run = promisify(execFile);
const SOURCES = ['server', 'cli', 'client', 'views/texts'];

/** A copy of the sources in `folder`, which has to exist. */
export function makeSources(root, folder) {
  for (const path of [...SOURCES, 'package.json', 'tsconfig.json'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // What is only unused, or can no longer be reached, is not wrong.
  const compilerOptions = {
    ...{ noEmit: true, declaration: false, incremental: true, tsBuildInfoFile: 'buildinfo' },
    ...{ noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
  };
  const config = { extends: './tsconfig.json', compilerOptions, include: SOURCES.slice(0, 3) };
  writeFileSync(join(folder, 'mutant.json'), JSON.stringify(config));
}

/** @returns the first message, or nothing if TypeScript takes it */
export async function refusalOf({ source, at, of, kind }, folder) {
  const path = join(folder, source);
  const text = readFileSync(path, 'utf8');
  // The compiled text is that of the source without its types, so that both have the same mutants.
  const own = mutantsOf(text, ['typescript']);
  if (own.length !== of || own[at].kind !== kind) return undefined;
  const { start, end, to, isEntry } = own[at];
  writeFileSync(
    path,
    text.slice(0, start) + (isEntry ? to : `(${to})`) + text.slice(isEntry ? start : end),
  );
  try {
    const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, '--project', 'mutant.json'], { cwd: folder });
    return undefined;
  } catch ({ code, stdout }) {
    if (typeof code !== 'number' || !/error TS/.test(stdout)) throw new Error(`tsc: ${stdout}`);
    return stdout.split('\n', 1)[0];
  } finally {
    writeFileSync(path, text);
  }
}
