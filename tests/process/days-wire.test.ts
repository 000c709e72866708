// Requests byte by byte, and the answers with their headers: what is written in tests/fixtures/wire/. A new request is one
// more line there that begins with `$ `; `npm run examples` writes its answer.
import { test } from '@jest/globals';
import { expectSession, sessionsOf } from '../support/recorded-session.ts';
import type { SandbankSettings } from '../support/sandbanks.ts';
import { sandbanksOfTest } from '../support/test-bank.ts';
import { askRaw } from '../support/wire-session.ts';

const open = sandbanksOfTest();

/** The settings of the bank that a session is with. */
const SETTINGS: Readonly<Record<string, SandbankSettings>> = {
  'guarded.txt': {
    control: { token: 'sesame', allowedHosts: ['Bank.example'] },
    publicUrl: 'https://bank.example/psd2',
  },
};

test.each(sessionsOf('wire'))('%s: is what the bank answers now', async (name) => {
  const { url } = await open(SETTINGS[name]);
  await expectSession('wire', name, (line) => askRaw(url, line));
});
