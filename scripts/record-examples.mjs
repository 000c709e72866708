// `npm run examples`: runs every test file that compares with a record, which writes what it finds instead.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.mjs';

const TESTS = join(ROOT, 'tests');
const records = readdirSync(TESTS, { recursive: true })
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) =>
    /RECORD_EXAMPLES|support\/recorded/.test(readFileSync(join(TESTS, path), 'utf8')),
  )
  .map((path) => path.replace(/\.ts$/, '.js'));
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.mjs'), '--testPathPatterns', `tests/(${records.join('|')})$`],
  { stdio: 'inherit', env: { ...process.env, RECORD_EXAMPLES: '1', CORPUS: 'whole' } },
);
process.exit(status ?? 1);
