// Whether TypeScript refuses a mutant that stands in the source: who makes that mistake has no build, and no test to run.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mutantsOf } from './operators.mjs';

const run = promisify(execFile);
/** What is only unused, or can no longer be reached, is not wrong. */
const CONFIG = JSON.stringify({
  extends: './tsconfig.json',
  compilerOptions: {
    ...{ noEmit: true, declaration: false, incremental: true, tsBuildInfoFile: 'buildinfo' },
    ...{ noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
  },
  include: ['server', 'cli', 'client'],
});

/** In that copy of the project, whose source has the change meanwhile. */
export async function isRefused({ source, at, of, kind }, copy) {
  const path = join(copy, source);
  const text = readFileSync(path, 'utf8');
  // The compiled text is that of the source without its types, so that both have the same mutants.
  const own = mutantsOf(text, ['typescript']);
  if (own.length !== of || own[at].kind !== kind) return false;
  const { start, end, to, isEntry } = own[at];
  const change = isEntry ? to : `(${to})`;
  writeFileSync(path, text.slice(0, start) + change + text.slice(isEntry ? start : end));
  writeFileSync(join(copy, 'mutant.json'), CONFIG);
  const tsc = join(copy, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '--project', 'mutant.json'];
  const { code = 0, stdout } = await run(process.execPath, args, { cwd: copy }).catch((e) => e);
  writeFileSync(path, text);
  if (code !== 0 && !/error TS/.test(stdout)) throw new Error(`tsc: ${code} ${stdout}`);
  return code !== 0;
}
