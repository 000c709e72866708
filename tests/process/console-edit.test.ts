// CTRL-15, WEB-03: people, accounts, transactions, balances and names from the console; each form has a preview, a way back
// and the command that does the same.
import { expect, test } from '@jest/globals';
import { PERSONS, type TestBank } from '../support/bank.ts';
import { printed, sandbank } from '../support/commands.ts';
import { commandsIn, openPage, postForm } from '../support/console-form.ts';
import { accountOf, accountsOf, answered, balancesOf } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const console = (bank: TestBank) => `${bank.url}/console`;

type Fields = Readonly<Record<string, string>>;

const plain = (text: string) => text.replaceAll('&#34;', '"').replaceAll('&amp;', '&');

/** What the form of that button holds, as a browser would send it. */
function formOf(html: string, button: string): Fields {
  const forms = html.split('<form method="post"').slice(1);
  const form = forms.find((one) => one.includes(`<button>${button}`)) ?? '';
  const inputs = [...form.matchAll(/<input type="\w+"[^>]* name="([^"]+)"[^>]*? value="([^"]*)"/g)];
  const selects = [...form.matchAll(/<select name="([^"]+)">(.*?)<\/select>/gs)];
  return {
    ...Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, plain(value)])),
    ...Object.fromEntries(
      selects.map(([, name = '', options = '']) => {
        const first = /<option value="([^"]*)"/.exec(options)?.[1];
        return [name, /value="([^"]*)" selected/.exec(options)?.[1] ?? first ?? ''];
      }),
    ),
  };
}

async function fill(bank: TestBank, path: string, button: string, change: Fields = {}) {
  const page = await openPage(console(bank), `${path}?lang=en`);
  const form = formOf(page.text, button);
  expect(form['operation']).toBe('addSeed');
  const { unscripted: _, ...fields } = form;
  return answered(await postForm(console(bank), `${path}?lang=en`, { ...fields, ...change }), 200);
}

const transactionsOf = async (bank: TestBank, id: string) =>
  answered(await bank.tpp.get(`/v1/sandbox/accounts/${id}/transactions?limit=1000`), 200).body
    .transactions;

const personIn = (html: string) => /console\/people\/([^"]+)"><bdi>/.exec(html)?.[1] ?? '';

test('CTRL-15: a person with two accounts and exactly 100 transactions', async () => {
  const bank = house.tenant();
  const before = (await accountsOf(bank)).length;
  const made = await fill(bank, 'people', 'Add a person', {
    '/customers/0/customerName text': 'Kari Nordmann',
    '/accounts/0/balance text': '250.50',
    '/accounts/0/generate/0/what text': 'groceries',
    '/accounts/0/generate/0/count number': '100',
  });
  const result = made.text.slice(
    made.text.indexOf('class="result"'),
    made.text.indexOf('</section>'),
  );
  const id = personIn(result);
  await fill(bank, `people/${id}`, 'Add an account', {
    '/accounts/0/accountName text': 'Sparekonto',
    '/accounts/0/currency text': 'EUR',
  });
  const all = await accountsOf(bank);
  const own = all.slice().filter(({ customerNumber }) => customerNumber === numberOf(made.text));
  expect([all.length, own.length]).toEqual([before + 2, 2]);
  const first = own.find(({ currency }) => currency === 'NOK');
  expect(first && balancesOf(first)['closingBooked']).toBe('250.50');
  expect(await transactionsOf(bank, String(first?.mockAccountId))).toHaveLength(100);
});

/** Of the customer that was added. */
const numberOf = (html: string) => /Kari Nordmann (\d{11}) is a new customer/.exec(html)?.[1];

test('CTRL-15: a preview stores nothing and leads to what it showed; Undo takes that back', async () => {
  const bank = house.tenant();
  const { mockAccountId: id } = await accountOf(bank, PERSONS.jonas);
  const count = (await transactionsOf(bank, id)).length;
  const path = `accounts/${id}`;
  const wanted = { '/accounts/0/generate/0/count number': '7' };
  const preview = await fill(bank, path, 'Add transactions', {
    ...wanted,
    '?preview text': 'true',
  });
  expect(preview.text).toContain('Nothing was stored');
  expect(preview.text).toMatch(/7 new transactions/);
  expect(await transactionsOf(bank, id)).toHaveLength(count);
  const { unscripted: _, ...confirm } = formOf(preview.text, 'Add this');
  const added = await postForm(console(bank), `${path}?lang=en`, confirm);
  expect(added.text).toMatch(/7 new transactions/);
  expect(await transactionsOf(bank, id)).toHaveLength(count + 7);
  const undo = { operation: 'restoreSnapshot', '{name} text': 'undo' };
  answered(await postForm(console(bank), path, undo), 200);
  expect(await transactionsOf(bank, id)).toHaveLength(count);
});

test('CTRL-15: a balance, a name of a person and of an account', async () => {
  const bank = house.tenant();
  const { mockAccountId: id } = await accountOf(bank, PERSONS.jonas);
  const path = `accounts/${id}`;
  await fill(bank, path, 'Set the balance', { '/accounts/0/balance text': '12.00' });
  const renamed = await fill(bank, path, 'Change the name', {
    '/accounts/0/accountName text': 'Hytte',
  });
  expect(renamed.text).toContain('<h1>Hytte</h1>');
  const account = await accountOf(bank, PERSONS.jonas);
  expect(balancesOf(account)['closingBooked']).toBe('12.00');
  const { body } = await bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`);
  const called = { '/customers/0/customerName text': 'Jonas Berg' };
  const person = await fill(bank, `people/${body.customerId}`, 'Change the name', called);
  expect(person.text).toContain('<h1>Jonas Berg</h1>');
});

test('CTRL-15: a company and who acts for it', async () => {
  const bank = house.tenant();
  const { text } = await openPage(console(bank), 'people');
  expect(text).toContain(`<option value="${PERSONS.odd}">Odd Arne Fjellstad ${PERSONS.odd}<`);
  const made = await fill(bank, 'people', 'Add a company', {
    '/agreements/0/engagements/0/customer text': PERSONS.odd,
  });
  expect(made.text).toContain('1 new engagement');
  expect(personIn(made.text.slice(made.text.indexOf('class="result"')))).not.toBe('');
});

test('CTRL-15, WEB-03: the command beside the form does the same', async () => {
  const bank = house.tenant();
  const { text } = await openPage(console(bank), 'people?lang=en');
  const shown = commandsIn(text).find((one) => one.includes('seed add')) ?? '';
  const [, saving = '', json = ''] =
    /^(npx .*)\nnpx sandbank seed add '(.*)' --url/.exec(shown) ?? [];
  expect(saving).toContain('snapshot save undo');
  const said = await printed(sandbank('seed', 'add', json, '--url', bank.url));
  expect(said).toMatch(/^Kari Nordmann \d{11} is a new customer\n/);
  const preview = await printed(
    sandbank('seed', 'add', '{"customers":[]}', '--preview', '--url', bank.url),
  );
  expect(preview).toBe('Nothing changed.\nNothing was stored (--preview).');
});

test('CTRL-15: what does not fit is refused in words, and the form can be sent again', async () => {
  const bank = house.tenant();
  const page = await openPage(console(bank), 'people?lang=en');
  const { unscripted: _, ...form } = formOf(page.text, 'Add a person');
  const wrong = { ...form, '/accounts/0/balance text': 'ten' };
  const { status, text } = await postForm(console(bank), 'people?lang=en', wrong);
  expect(status).toBe(400);
  expect(text).toContain('/accounts/0/balance');
});
