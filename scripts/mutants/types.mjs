// Whether TypeScript refuses a mutant that stands in the source: who makes that mistake has no build, and no test to run.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../build.mjs';
import { mutantsOf } from './operators.mjs';

const run = promisify(execFile);
const SOURCES = ['server', 'cli', 'client', 'views/texts'];

function makeSources(folder) {
  for (const path of [...SOURCES, 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // What is only unused, or can no longer be reached, is not wrong.
  const compilerOptions = {
    ...{ noEmit: true, declaration: false, incremental: true, tsBuildInfoFile: 'buildinfo' },
    ...{ noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
  };
  const config = { extends: './tsconfig.json', compilerOptions, include: SOURCES.slice(0, 3) };
  writeFileSync(join(folder, 'mutant.json'), JSON.stringify(config));
}

/** With a copy of the sources in the folder `copy`. */
export async function isRefused({ source, at, of, kind }, copy) {
  const folder = join(copy, 'sources');
  if (!existsSync(folder)) makeSources(folder);
  const path = join(folder, source);
  const text = readFileSync(path, 'utf8');
  // The compiled text is that of the source without its types, so that both have the same mutants.
  const own = mutantsOf(text, ['typescript']);
  if (own.length !== of || own[at].kind !== kind) return false;
  const { start, end, to, isEntry } = own[at];
  const change = isEntry ? to : `(${to})`;
  writeFileSync(path, text.slice(0, start) + change + text.slice(isEntry ? start : end));
  const tsc = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '--project', 'mutant.json'];
  const { code = 0, stdout } = await run(process.execPath, args, { cwd: folder }).catch((e) => e);
  writeFileSync(path, text);
  if (code !== 0 && !/error TS/.test(stdout)) throw new Error(`tsc: ${code} ${stdout}`);
  return code !== 0;
}
