// WEB-03: "Send a signed request" with a certificate that was made in the console, and from an account whose balance is
// set before.
import { expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import { formIn, openPage, postForm } from '../support/console-form.ts';
import { accountOf, balancesOf } from '../support/control-bank.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

const statusIn = (html: string) => Number(/<h2 id="answer">[^<]*<span[^>]*>(\d+)</.exec(html)?.[1]);

/** The fields of the form as they are filled in. */
async function send(console: string, query: string, change: Readonly<Record<string, string>> = {}) {
  const page = await openPage(console, `send?lang=en&${query}`);
  const { text } = await postForm(console, 'send?lang=en', { ...formIn(page.text), ...change });
  return { status: statusIn(text), text };
}

test('TPP-03, CTRL-02: a certificate with a wrong role: made, listed with what is wrong, and sent with', async () => {
  const console = `${house.tenant().url}/console`;
  const made = await postForm(console, 'certificates?lang=en', {
    operation: 'createCertificate',
    '/name text': 'Wrong AS',
    '/organisationId text': 'PSDNO-FSA-987654399',
    '/variant text': 'wrong-role',
  });
  const [, link = '', id = ''] =
    /send\?(operation=getAccounts&amp;certificate=([0-9a-f]{64}))"/.exec(made.text) ?? [];
  expect(made.text).toContain('It has no role for accounts or payments');
  const query = link.replace('&amp;', '&');
  const sent = await send(console, query);
  expect(sent.status).toBe(403);
  expect(sent.text).toContain('PSP_IC');
  const page = await openPage(console, `send?lang=en&${query}`);
  expect(page.text).toContain(
    `<option value="${id}" selected>Wrong AS · PSP_IC · PSDNO-FSA-987654399`,
  );
  // The console's own is still the usual one.
  expect((await send(console, 'operation=getAccounts')).status).toBe(200);
  const gone = await send(console, 'operation=getAccounts', { certificate: '0'.repeat(64) });
  expect(gone.text).toContain('does not have this certificate any more');
});

test('MOVE-02, CTRL-15: a payment after the balance of its account was set too low fails for lack of funds', async () => {
  const bank = house.tenant();
  const console = `${bank.url}/console`;
  const query = `operation=createNorwegianDomesticCreditTransfer&person=${PERSONS.jonas}`;
  const { status, text } = await send(console, query, { balance: '5.00' });
  expect(status).toBe(201);
  const paymentId = /paymentId&#34;: &#34;([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
  const all = (await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true')).body.customers;
  const booked = all
    .flatMap((one: { accounts?: object[] }) => one.accounts ?? [])
    .map((one: Parameters<typeof balancesOf>[0]) => balancesOf(one)['closingBooked']);
  expect(booked.filter((amount: string) => amount === '5.00')).toHaveLength(1);
  const form = /name="\{id\} text" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const approve = {
    operation: 'completeSca',
    '{id} text': form,
    '/nationalId text': PERSONS.jonas,
  };
  await postForm(console, `payments/${paymentId}`, approve);
  await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1M' });
  const { payments } = (await bank.control('GET', `/_sandbox/people/${PERSONS.jonas}`)).body;
  expect(payments.map((one: { status: string }) => one.status)).toEqual(['ACCP']);
  expect((await accountOf(bank, PERSONS.jonas)).currency).toBe('NOK');
});

test('CTRL-15: a balance that is no amount is refused, and nothing is sent', async () => {
  const bank = house.tenant();
  const console = `${bank.url}/console`;
  const query = `operation=createNorwegianDomesticCreditTransfer&person=${PERSONS.jonas}`;
  const { text } = await send(console, query, { balance: 'nothing' });
  expect(text).toContain('/accounts/0/balance');
  expect((await bank.control('GET', '/_sandbox/requests')).body.requests).toEqual([]);
});
