// Foreign text in refusals, the log, pages and on a terminal: as escapes, never as it came.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { control, psuHeaders } from '../support/bank.ts';
import { startBank, temporaryFolder } from '../support/control-process.ts';
import { Tpp } from '../support/tpp.ts';

const CLI = fileURLToPath(new URL('../../cli/sandbank.js', import.meta.url));
const HIDDEN = /[\u202e\u001b]/;

const folder = temporaryFolder();
writeFileSync(join(folder.path, 'not a bank\u202egnp.json'), '{}');
const bank = await startBank({ SANDBANK_DATA: folder.path, SANDBANK_LOG_FORMAT: 'text' });
afterAll(async () => {
  await bank.end('SIGKILL');
  folder.remove();
});

test('WEB-08: refusals show what was in an address', async () => {
  const issued = await control(bank.url, 'POST', '/_sandbox/certificates', {});
  const tpp = new Tpp(bank.url, issued.body, psuHeaders());
  for (const sent of ['%09', '%1B[2J', '%E2%80%AEgnp']) {
    const { text, status, body } = await tpp.get(`/v1/sandbox/accounts/${sent}`);
    expect([sent, status]).toEqual([sent, 404]);
    expect(body.tppMessages[0].text).not.toMatch(/[\t\u001b\u202e]/);
    expect(text).not.toMatch(HIDDEN);
  }
  const { text } = await control(bank.url, 'GET', '/_sandbox/snapshots/%E2%80%AEgnp');
  expect(text).not.toMatch(HIDDEN);
  const [listed, page] = await Promise.all(
    ['application/json', 'text/html'].map(async (accept) => {
      const answer = await fetch(`${bank.url}/_sandbox/requests`, { headers: { accept } });
      return answer.text();
    }),
  );
  expect(listed).toContain('%E2%80%AEgnp');
  expect(page).not.toMatch(HIDDEN);
});

test('WEB-08: the log shows what was in an address, and the name of a file that somebody made', async () => {
  const { stdout } = await bank.end('SIGTERM');
  expect(stdout).toMatch(/ 404 {2}GET +\/v1\/sandbox\/accounts\/%E2%80%AEgnp /);
  expect(stdout).toContain('not a bank\\u202egnp.json');
  expect(stdout).not.toMatch(HIDDEN);
});

test('WEB-08: the command line shows what it was given', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, 'no\u202esuch\u001b[2Jcommand'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('no\\u{202e}such\\u{1b}[2Jcommand');
  expect(stdout + stderr).not.toMatch(HIDDEN);
});
