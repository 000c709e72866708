// CTRL-04: what the console puts in another's place can be taken back, and a form suggests no name that is taken.
import { expect, test } from '@jest/globals';
import type { TestBank } from '../support/bank.ts';
import { openPage, postForm } from '../support/console-form.ts';
import { accountsOf, answered } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const console = (bank: TestBank) => `${bank.url}/console`;
const count = async (bank: TestBank) => (await accountsOf(bank)).length;

const MORE = {
  customers: [{ customerNumber: '15479801026', customerName: 'Kari Nordmann' }],
  accounts: [{ customerNumber: '15479801026', accountName: 'Konto', currency: 'NOK' }],
};
const UNDO = { operation: 'restoreSnapshot', '{name} text': 'undo' };

test.each([
  ['snapshots', 'reset', {}],
  ['seeds', 'reset', { ' raw': 'customers: []\n' }],
  ['snapshots', 'restoreSnapshot', { '{name} text': 'start' }],
])(
  'CTRL-04: on %s, %s saves what it replaces, and Undo brings it back',
  async (path, operation, fields) => {
    const [bank, other] = [house.tenant(), house.tenant()];
    answered(await other.control('PUT', '/_sandbox/snapshots/start'), 201);
    answered(await bank.control('POST', '/_sandbox/seed', MORE), 200);
    const whole = await count(bank);
    const name = new URL(other.url).pathname.split('/').at(-1) ?? '';
    const from = operation === 'reset' ? {} : { '?bank text': name };
    const form = { undo: '1', operation, ...fields, ...from };
    const done = answered(await postForm(console(bank), `${path}?lang=en`, form), 200);
    expect(done.text).toContain('<button>Undo');
    expect(await count(bank)).not.toBe(whole);
    answered(await postForm(console(bank), `${path}?lang=en`, UNDO), 200);
    expect(await count(bank)).toBe(whole);
  },
);

test('CTRL-04: each such form on the pages saves first', async () => {
  for (const path of ['snapshots', 'seeds']) {
    const { text } = await openPage(console(house.tenant()), `${path}?lang=en`);
    const forms = text.split('<form method="post"').slice(1);
    const replacing = forms.filter((form) => /value="(?:reset|restoreSnapshot)"/.test(form));
    expect(replacing).toHaveLength(2);
    for (const form of replacing) expect(form).toContain('name="undo"');
    expect(text).not.toContain('undefined');
  }
});

test('CTRL-04: the name for a new snapshot is one that is free', async () => {
  const bank = house.tenant();
  const suggested = async () => {
    const { text } = await openPage(console(bank), 'snapshots?lang=en');
    return /value="putSnapshot">.*?name="\{name\} text" value="([^"]*)"/s.exec(text)?.[1];
  };
  expect(await suggested()).toBe('golden');
  for (const name of ['golden', 'golden-2']) {
    answered(await bank.control('PUT', `/_sandbox/snapshots/${name}`), 201);
  }
  expect(await suggested()).toBe('golden-3');
});

test('CLOCK-01: the clock has the way back also when its page was left', async () => {
  const bank = house.tenant();
  const clock = async () => (await openPage(console(bank), 'clock?lang=en')).text;
  expect(await clock()).not.toContain('Back to before the last change');
  const form = { undo: '1', operation: 'advanceClock', '/by text': 'P90D' };
  const { text } = answered(await postForm(console(bank), 'clock?lang=en', form), 200);
  const moved = /<time class="digits" datetime="([^"]+)">/.exec(text)?.[1] ?? '';
  expect(await clock()).toContain('Back to before the last change in the console');
  answered(await postForm(console(bank), 'clock?lang=en', UNDO), 200);
  const now = (await bank.control('GET', '/_sandbox/clock')).body.now;
  expect(Date.parse(moved) - Date.parse(now)).toBeGreaterThan(89 * 86_400_000);
});

test('CTRL-15: after a preview the form stays open, as it was filled in', async () => {
  const bank = house.tenant();
  const { text } = await openPage(console(bank), 'people?lang=en&add=1');
  const [, number = ''] =
    /name="\/customers\/0\/customerNumber text" value="(\d+)"/.exec(text) ?? [];
  expect(text).toContain('<details class="card edit" open>');
  const fields = [...text.matchAll(/<(?:input|select)[^>]* name="(\/[^"]+)"/g)].map(
    ([, name]) => name,
  );
  const own = new Set(fields.filter((name) => !name?.startsWith('/agreements')));
  const form = Object.fromEntries([...own].map((name) => [name, '']));
  const preview = await postForm(console(bank), 'people?lang=en&add=1', {
    ...form,
    operation: 'addSeed',
    '/customers/0/customerName text': 'Kari Nordmann',
    '/customers/0/customerNumber text': number,
    '/accounts/0/customerNumber text': number,
    '/accounts/0/accountName text': 'Konto',
    '/accounts/0/currency text': 'NOK',
    '/accounts/0/balance text': '10.00',
    '/accounts/0/generate/0/what text': 'cafes',
    '/accounts/0/generate/0/count number': '37',
    '?preview text': 'true',
  });
  // Beside the button that adds it, which has all of it too.
  expect(preview.text).toMatch(/<input type="number"[^>]* name="[^"]+count number" value="37"/);
  expect(preview.text).toMatch(/<input type="text"[^>]* value="Kari Nordmann"/);
  expect(preview.text).toContain('<details class="card edit" open>');
});
