// "Send a signed request": its choices, and what the user has written, when the form is filled in again.
import { describe, expect, test } from '@jest/globals';
import { PERSONS } from '../support/bank.ts';
import { formIn, openPage, postForm } from '../support/console-form.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

describe('SIG-01: the form follows its choices', () => {
  const own = house.tenant();
  const console = `${own.url}/console`;
  const open = async (query: string) => formIn((await openPage(console, `send?${query}`)).text);
  const post = async (form: object) => (await postForm(console, 'send', { ...form })).text;
  const sentSoFar = async () => (await own.control('GET', '/_sandbox/requests')).body.last;

  test.each([
    ['an operation', { operation: 'createSepaCreditTransfer' }, '/v1/payments/sepa', 'EUR'],
    ['an ending', { creditor: 'Sandbox ACCP' }, '/v1/payments/norwegian', 'Sandbox ACCP'],
  ])(
    'SIG-01: %s that is not filled in yet is filled in and not sent',
    async (_, choice, path, words) => {
      const form = await open('operation=createNorwegianDomesticCreditTransfer');
      const before = await sentSoFar();
      const page = await post({ ...form, ...choice });
      expect(page).toContain('nothing was sent');
      expect(page).not.toContain('id="answer"');
      expect(await sentSoFar()).toBe(before);
      const filled = formIn(page);
      expect(filled).toMatchObject(choice);
      expect(filled['path']).toContain(path);
      expect(filled['body']).toContain(words);
      const answered = await post(filled);
      expect(answered).toMatch(/Answer <span[^>]*>201</);
      // What was sent stands beside the answer.
      expect(answered).toContain(`<code>POST ${filled['path']?.replaceAll('&', '&amp;')}</code>`);
      expect(formIn(answered)).toMatchObject(choice);
    },
  );

  test('SIG-01: the person, headers and members of the body stay, and the rest is of the new choice', async () => {
    const form = await open(
      `operation=createNorwegianDomesticCreditTransfer&person=${PERSONS.jonas}`,
    );
    const body = JSON.parse(form['body'] ?? '');
    body.instructedAmount.amount = '7.77';
    const written = {
      body: JSON.stringify({ ...body, creditorName: 'By hand', ownMember: 1 }).replaceAll(
        ',',
        ',\r\n',
      ),
      headers: `${form['headers']}\r\nX-Own: 1`,
    };
    const again = formIn(await post({ ...form, ...written, fill: '1' }));
    expect(again).toMatchObject({ person: PERSONS.jonas, headers: `${form['headers']}\nX-Own: 1` });
    expect(JSON.parse(again['body'] ?? '')).toEqual({
      ...body,
      ...{ creditorName: 'By hand', ownMember: 1 },
    });
    const other = formIn(
      await post({ ...again, operation: 'createSepaCreditTransfer', fill: '1' }),
    );
    expect(other).toMatchObject({ person: PERSONS.jonas, headers: again['headers'] });
    const { instructedAmount, creditorName, ...rest } = JSON.parse(other['body'] ?? '');
    expect([instructedAmount.amount, creditorName]).toEqual(['7.77', 'By hand']);
    expect(rest).not.toHaveProperty('ownMember');
    const ended = formIn(await post({ ...other, creditor: 'Sandbox ACCP' }));
    const { creditorName: ending, instructedAmount: amount } = JSON.parse(ended['body'] ?? '');
    expect([ending, amount.amount]).toEqual(['Sandbox ACCP', '7.77']);
  });

  test('SIG-01: nobody stays nobody, and a body that is no JSON stays as it is', async () => {
    const form = await open('operation=createSepaCreditTransfer');
    const again = formIn(await post({ ...form, person: '', body: '{"half', fill: '1' }));
    expect(again).toMatchObject({ person: '', body: '{"half' });
    const read = formIn(await post({ ...again, operation: 'getAccounts' }));
    expect(read).toMatchObject({ method: 'GET', path: '/v1/accounts', person: '', body: '' });
  });
});

describe('FAULT-01: the console logs a person in by itself', () => {
  test('FAULT-01: a fault waits for the request that was asked for, and the log marks the login', async () => {
    const own = house.tenant();
    await own.control('POST', '/_sandbox/faults', { effect: { status: 500 }, times: 1 });
    const form = formIn((await openPage(`${own.url}/console`, 'send?operation=getAccounts')).text);
    const { text } = await postForm(`${own.url}/console`, 'send', form);
    expect(text).toMatch(/Answer <span[^>]*>500</);
    const { faults } = (await own.control('GET', '/_sandbox/faults')).body;
    expect(faults).toMatchObject([{ matched: 1, fired: 1 }]);
    const log = (await openPage(own.url, '_sandbox/requests?lang=nb')).text;
    expect(log.match(/konsollen logger inn/g)).toHaveLength(1);
    expect(log.match(/class="call"/g)).toHaveLength(2);
  });
});
