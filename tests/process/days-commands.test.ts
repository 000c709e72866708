// Sessions at a shell: what each command prints, and ends with, is what is written below it in tests/fixtures/commands/.
// A new command is one more line there that begins with `$ `; `npm run examples` writes what it prints.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import { answered } from '../support/control-bank.ts';
import { sampleOf } from '../support/corpus.ts';
import { answerAsNoBank } from '../support/no-bank.ts';
import { expectSession, sessionsOf } from '../support/recorded-session.ts';
import { peopleWith } from '../support/rich-bank.ts';
import { loadSeed } from '../support/seeded.ts';
import { ShellSession } from '../support/shell-session.ts';
import { testBank } from '../support/test-bank.ts';
import { testFolder } from '../support/test-folder.ts';
import { closeServer, freePort, listen, portOf } from '../support/tpp-server.ts';

const folder = testFolder();
const house = await testBank();
const noBank = await listen(answerAsNoBank);
afterAll(() => closeServer(noBank));
const addresses = {
  OTHER: `http://127.0.0.1:${portOf(noBank)}`,
  NOBODY: `http://127.0.0.1:${await freePort()}`,
};

/** Ahead of every clock of a machine that runs tests. */
const CLOCK = { now: '2040-06-18T10:00:00+02:00', frozen: true };
const account = (customerNumber: string, bban: string, currency: string, more: object = {}) => ({
  ...{ customerNumber, bban, currency, accountName: `Konto ${currency}`, balance: 5000 },
  ...more,
});
const SEED = {
  repeatable: 'commands',
  clock: CLOCK,
  ...peopleWith({ approvalLimit: 500 }),
  accounts: [
    account(PERSONS.jonas, '99997649326', 'NOK'),
    account(PERSONS.jonas, '99990000022', 'EUR'),
    account(PERSONS.jonas, '99990000030', 'NOK', { cashAccountType: 'SVGS' }),
    account(PERSONS.mari, '99996025671', 'NOK'),
  ],
};

test.each(sampleOf(sessionsOf('commands')))('%s: is what the bank answers now', async (name) => {
  const own = join(folder, name.replace('.txt', ''));
  mkdirSync(own);
  const bank = house.tenant();
  answered(await loadSeed(bank, SEED), 200);
  Object.assign(process.env, {
    SANDBANK_URL: bank.url,
    SANDBANK_CONTROL_TOKEN: '',
    XDG_CACHE_HOME: join(own, 'cache'),
    // Opens nothing.
    BROWSER: 'true',
  });
  const shell = new ShellSession({ bank, folder: own, addresses });
  await expectSession('commands', name, (line) => shell.run(line));
});
