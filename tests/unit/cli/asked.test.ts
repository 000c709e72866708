// What commands ask a bank for, and what they make of what it answers, is what is written in tests/fixtures/asked/. A new
// case is a few more lines there that begin with `$ `: `on` says what the bank answers, `next` what it answers after that.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from '@jest/globals';
import { answeringBanks, BANK } from '../../support/answering-bank.ts';
import { expectSession, sessionsOf } from '../../support/recorded-session.ts';
import { testFolder } from '../../support/test-folder.ts';
import { mint } from '../signing/support.ts';

const folder = testFolder();
const { certificate, privateKey } = await mint();
const answeringBank = answeringBanks();
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test.each(sessionsOf('asked'))('%s: is what the commands do now', async (name) => {
  const own = join(folder, name.replace('.txt', ''));
  const kept = join(own, 'cache', 'sandbank', 'http_bank.test');
  mkdirSync(kept, { recursive: true });
  // The user's own, which are used as they are.
  writeFileSync(join(kept, 'cert.pem'), certificate);
  writeFileSync(join(kept, 'key.pem'), privateKey);
  Object.assign(process.env, {
    SANDBANK_URL: BANK,
    XDG_CACHE_HOME: join(own, 'cache'),
    BROWSER: 'true',
  });
  delete process.env['SANDBANK_CONTROL_TOKEN'];
  const bank = answeringBank(own);
  await expectSession('asked', name, (line) => bank.run(line));
});
