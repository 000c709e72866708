#!/usr/bin/env node
// Replays the rows of a folder (default tests/corpus) and prints what the answers name: the share of
// each outcome, and each row that is not named rightly, with what was expected and what was got.
//
//   node scripts/replay-corpus.mjs [FOLDER] [--texts]
import { EVERYTHING, ensureBuilt } from './build.mjs';

await ensureBuilt(EVERYTHING);
const { readIdentities, readRows } = await import('../dist/tests/unit/corpus/read-rows.js');
const { replay } = await import('../dist/tests/unit/corpus/replay.js');

const [folder] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const withTexts = process.argv.includes('--texts');
const identities = await readIdentities();
const counts = {};
let total = 0;
for (const [file, rows] of readRows(folder)) {
  const ofFile = {};
  const misses = [];
  for (const row of rows) {
    const { outcome, got, texts } = replay(row, identities);
    ofFile[outcome] = (ofFile[outcome] ?? 0) + 1;
    if (outcome === 'named rightly') continue;
    misses.push(`  ${outcome}: ${row.id}: ${row.what}`);
    misses.push(
      `    expected ${row.expects.join(', ') || row.cause}; got ${got.join('; ') || 'nothing'}`,
    );
    if (withTexts) misses.push(...texts.map((text) => `      ${text}`));
  }
  console.log(`${file}: ${shares(ofFile, rows.length)}`);
  if (misses.length > 0) console.log(misses.join('\n'));
  total += rows.length;
  for (const [outcome, count] of Object.entries(ofFile))
    counts[outcome] = (counts[outcome] ?? 0) + count;
}
console.log(`all: ${shares(counts, total)}`);

function shares(of, rows) {
  const parts = Object.entries(of).map(
    ([outcome, count]) => `${outcome} ${count} (${((100 * count) / rows).toFixed(1)} %)`,
  );
  return `${rows} rows, ${parts.join(', ')}`;
}
