// `sandbank completion`: the scripts, run by the shells that this machine has.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COMMANDS } from '../../../cli/commands.ts';
import { printed, sandbank } from '../../support/commands.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();

const script = (shell: string): Promise<string> => printed(sandbank('completion', shell));

test.each([
  ['sandbank cl', ['clock']],
  ['sandbank help cl', ['clock']],
  ['sandbank call --b', ['--body', '--browser', '--bank']],
  ['sandbank approve x --outcome ca', ['cancel']],
  ['sandbank snapshot re', ['restore']],
  ['sandbank explain --s', ['--signed']],
  ['sandbank replay --r', ['--reset']],
  ['sandbank recover --i', ['--into']],
  ['sandbank seed e', ['export']],
  ['sandbank open d', ['docs']],
  ['sandbank open ../no-such', []],
])('bash completes "%s"', async (line, words) => {
  const file = join(folder, 'completion.bash');
  writeFileSync(file, await script('bash'));
  const typed = line.split(' ');
  const complete = `source ${file}; COMP_WORDS=(${typed.join(' ')}); COMP_CWORD=${typed.length - 1}
    _sandbank; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const said = execFileSync('bash', ['-c', complete], { encoding: 'utf8' });
  expect(said.split('\n').filter(Boolean)).toEqual(words);
});

test.each(['bash', 'zsh', 'fish'])('%s: names every command, and is sound', async (shell) => {
  const text = await script(shell);
  for (const { name } of COMMANDS) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  for (const word of ['outcome', 'wrong-id', 'revoke']) expect(text).toContain(word);
  // A shell that this machine does not have finds no fault.
  const check = spawnSync(shell, ['-n', '-c', text], { encoding: 'utf8' });
  expect([check.status ?? 0, check.stderr ?? '']).toEqual([0, '']);
});
