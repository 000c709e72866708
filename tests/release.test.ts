// What the release workflow takes from the changelog (scripts/release-notes.mjs).
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from './support/source-tree.ts';
import { testFolder } from './support/test-folder.ts';

const changelog = join(testFolder(), 'CHANGELOG.md');

function notesOf(text: string, ...options: readonly string[]) {
  writeFileSync(changelog, text);
  const script = join(ROOT, 'scripts', 'release-notes.mjs');
  const args = [script, '--changelog', changelog, ...options];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

const OLDER = '## [1.1.0] - 2026-10-01\n\n- Older.\n';
const NEWEST = '## [1.2.0] - 2026-11-22\n\n### Added\n\n- Newest.\n\n';

describe('a release', () => {
  test('has the version and the text of the newest section', () => {
    const text = `# Changelog\n\n## [Unreleased]\n\n${NEWEST}${OLDER}`;
    expect(notesOf(text, '--version').stdout).toBe('1.2.0\n');
    expect(notesOf(text).stdout).toBe('### Added\n\n- Newest.\n');
  });

  test.each([
    ['a change is not in it', `## [Unreleased]\n\n- Left out.\n\n${OLDER}`, 'Move what is below'],
    ['there is no version', '## [Unreleased]\n', 'there is no version'],
    ['the version is none', '## [Unreleased]\n\n## [next]\n\n- Text.\n', 'there is no version'],
  ])('is refused if %s', (_what, text, why) => {
    const { status, stderr } = notesOf(`# Changelog\n\n${text}`);
    expect(stderr).toContain(why);
    expect(status).toBe(1);
  });
});
