// Prints what CHANGELOG.md says about its newest version, or with --version that version: the first heading like
// `## [1.2.0] - 2026-11-22`. Below `## [Unreleased]` there must be nothing, else it would be left out.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    version: { type: 'boolean' },
    changelog: { type: 'string', default: 'CHANGELOG.md' },
  },
});
const [, ...parts] = readFileSync(values.changelog, 'utf8').split(/^## /m);
const sections = parts.map((part) => {
  const [, version = '', notes = ''] = /^\[(.+?)\].*\n([\s\S]*)/.exec(part) ?? [];
  return { version, notes: notes.trim() };
});
const [unreleased, newest] = sections;
if (unreleased?.version !== 'Unreleased' || unreleased.notes !== '') {
  fail('Move what is below ## [Unreleased] below a heading of the new version, ## [x.y.z] - date.');
}
if (newest === undefined || !/^\d+\.\d+\.\d+$/.test(newest.version)) {
  fail('Below ## [Unreleased] there is no version like ## [1.2.0] - 2026-11-22.');
}
console.log(values.version ? newest.version : newest.notes);

function fail(message) {
  console.error(message);
  process.exit(1);
}
