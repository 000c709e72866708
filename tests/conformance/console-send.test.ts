// "Send a signed request": its choices, and what the user has written, when the form is filled in again.
import { describe, expect, test } from '@jest/globals';
import { PERSONS, psuHeaders } from '../support/bank.ts';
import { formIn, openPage, plain, postForm } from '../support/console-form.ts';
import { testBank } from '../support/test-bank.ts';

// A Sandbank of its own: in one that many files share, another key may be the first of the stock again.
const house = await testBank({});

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
      expect(page).toContain('Nothing was sent');
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

  test.each([
    ['Odd Arne', PERSONS.odd],
    ['Jonas', PERSONS.jonas],
  ])('SIG-01: another person, %s: the body is filled in again and accepted', async (_, person) => {
    const other = person === PERSONS.odd ? PERSONS.jonas : PERSONS.odd;
    const form = await open(`operation=createNorwegianDomesticCreditTransfer&person=${other}`);
    const before = await sentSoFar();
    const body = JSON.parse(form['body'] ?? '');
    body.instructedAmount.amount = '7.77';
    const page = await post({ ...form, body: JSON.stringify(body), person });
    expect(page).toContain('Nothing was sent');
    expect(await sentSoFar()).toBe(before);
    const filled = formIn(page);
    const { debtorAccount, instructedAmount } = JSON.parse(filled['body'] ?? '');
    expect([filled['person'], instructedAmount.amount]).toEqual([person, '7.77']);
    expect(debtorAccount.iban).not.toBe(body.debtorAccount.iban);
    expect(await post(filled)).toMatch(/Answer <span[^>]*>201</);
  });

  test('SIG-01: a payment can be asked for as another person than its own', async () => {
    const made = await open(
      `operation=createNorwegianDomesticCreditTransfer&person=${PERSONS.odd}`,
    );
    expect(await post(made)).toMatch(/Answer <span[^>]*>201</);
    const form = await open('operation=getNorwegianDomesticCreditTransfer');
    expect(form['person']).toBe(PERSONS.odd);
    const filled = formIn(await post({ ...form, person: PERSONS.jonas }));
    expect(filled).toMatchObject({ person: PERSONS.jonas, path: form['path'] });
    expect(await post(filled)).toMatch(/Answer <span/);
    // Who chooses the operation and a person at once gets the person of the payment, which the page asks to check.
    const both = { operation: 'getNorwegianDomesticCreditTransfer', person: PERSONS.mari };
    const choice = formIn(await post({ ...(await open('operation=getAccounts')), ...both }));
    expect(choice).toMatchObject({ ...both, person: PERSONS.odd });
  });

  test('SIG-01: a list in the body stays as it was written', async () => {
    const form = await open('operation=createSigningBasket');
    const written = { ...form, body: '{"paymentIds":["mine"]}', fill: '1' };
    expect(JSON.parse(formIn(await post(written))['body'] ?? '')).toEqual({ paymentIds: ['mine'] });
  });

  test('SIG-01: a member that was written as null stays null', async () => {
    const form = await open('operation=createSepaCreditTransfer');
    const body = JSON.stringify({ ...JSON.parse(form['body'] ?? ''), ownMember: null });
    const again = formIn(await post({ ...form, body, fill: '1' }));
    expect(JSON.parse(again['body'] ?? '')).toHaveProperty('ownMember', null);
  });

  test('SIG-01: nobody stays nobody, and a body that is no JSON stays as it is', async () => {
    const form = await open('operation=createSepaCreditTransfer');
    const page = await post({ ...form, person: '', body: '{"half', fill: '1' });
    expect(page).not.toContain('class="result refused"');
    const again = formIn(page);
    expect(again).toMatchObject({ person: '', body: '{"half' });
    const read = formIn(await post({ ...again, operation: 'getAccounts' }));
    expect(read).toMatchObject({ method: 'GET', path: '/v1/accounts', person: '', body: '' });
  });
});

describe('SIG-15: signed wrongly on purpose', () => {
  const own = house.tenant();
  const console = `${own.url}/console`;

  test.each([
    ['createSepaCreditTransfer', 'crlf', 'SIG-10', /CRLF|\\r\\n|carriage/i],
    ['getAccounts', 'otherKey', 'SIG-10', /key/i],
    ['getAccounts', 'oldDate', 'SIG-11', /Date/],
    ['createSepaCreditTransfer', 'otherBody', 'SIG-12', /Digest/],
    ['getAccounts', 'otherBody', 'SIG-12', /Digest/],
  ])(
    'SIG-15: %s, %s is refused, with the way to what is wrong',
    async (operation, wrongly, rule, words) => {
      const form = formIn((await openPage(console, `send?operation=${operation}`)).text);
      const { text } = await postForm(console, 'send', { ...form, wrongly });
      expect(text).toMatch(/Answer <span[^>]*>4\d\d</);
      expect(formIn(text)['wrongly']).toBe(wrongly);
      const [, id = ''] = /_sandbox\/requests\/([^"]+)"/.exec(text) ?? [];
      const { rules, explanation, verdict } = (await own.control('GET', `/_sandbox/requests/${id}`))
        .body;
      expect(rules).toEqual([rule]);
      expect(JSON.stringify([explanation, verdict])).toMatch(words);
    },
  );

  test('SIG-12: the Digest of another body is one even where the body is a space', async () => {
    const form = formIn((await openPage(console, 'send?operation=createSepaCreditTransfer')).text);
    const { text } = await postForm(console, 'send', { ...form, body: ' ', wrongly: 'otherBody' });
    expect(plain(text)).toContain('The Digest does not match the 1 bytes of body');
  });

  test('SIG-01: after a keyId was explained the console can still sign', async () => {
    const { status } = await house.tpp.with(psuHeaders()).get('/v1/accounts', {
      before: (draft) => {
        draft.keyId = draft.keyId.replace('Sandbank', 'Somebank');
      },
    });
    expect(status).toBe(400);
    const form = formIn((await openPage(console, 'send?operation=getAccounts')).text);
    expect((await postForm(console, 'send', form)).text).toMatch(/Answer <span[^>]*>200</);
  });

  test('SIG-01: what the form says for the signature itself is not sent, and the page says so', async () => {
    const form = formIn((await openPage(console, 'send?operation=getAccounts')).text);
    const { text } = await postForm(console, 'send', { ...form, headers: 'signature: mine' });
    expect(text).toMatch(/Answer <span[^>]*>200</);
    expect(text).toContain('did not send what the form says for: signature.');
  });
});

test.each([
  '/v1/../_sandbox/reset',
  '/v1/%2e%2e/_sandbox/reset',
  '/v1/x/../../_sandbox/reset',
  '/v1\\..\\_sandbox\\reset',
  '//127.0.0.1:1/v1/accounts',
  'http://127.0.0.1:1/v1/accounts',
])('WEB-03: %s is refused, and the bank is as it was', async (path) => {
  const own = house.tenant();
  await own.control('PUT', '/_sandbox/clock', { now: '2030-01-02T10:00:00Z', frozen: true });
  const form = formIn((await openPage(`${own.url}/console`, 'send?operation=getAccounts')).text);
  const { status, text } = await postForm(`${own.url}/console`, 'send', {
    ...form,
    ...{ method: 'POST', path },
  });
  expect([status, text]).toEqual([400, expect.stringContaining('a path of the signed API')]);
  expect((await own.control('GET', '/_sandbox/clock')).body.now).toContain('2030-01-02');
});

describe('FAULT-01: the console logs a person in by itself', () => {
  test('FAULT-01: a cut answer is shown as far as it came, and the page says so', async () => {
    const own = house.tenant();
    await own.control('POST', '/_sandbox/faults', { effect: { truncate: 20 } });
    const form = formIn((await openPage(`${own.url}/console`, 'send?operation=getAccounts')).text);
    const { status, text } = await postForm(`${own.url}/console`, 'send', form);
    expect(status).toBe(200);
    expect(text).toMatch(/Answer <span[^>]*>200</);
    expect(text).toContain('ended before the whole answer had come');
    expect(text).toMatch(/<code>\{&#34;accounts&#34;:\[.{1,20}<\/code>/);
  });

  test('FAULT-01: a fault waits for the request that was asked for, and the log marks the login', async () => {
    const own = house.tenant();
    await own.control('POST', '/_sandbox/faults', { effect: { status: 500 }, times: 1 });
    const form = formIn((await openPage(`${own.url}/console`, 'send?operation=getAccounts')).text);
    const { text } = await postForm(`${own.url}/console`, 'send', form);
    expect(text).toMatch(/Answer <span[^>]*>500</);
    const { faults } = (await own.control('GET', '/_sandbox/faults')).body;
    expect(faults).toMatchObject([{ matched: 1, fired: 1 }]);
    const page = (await openPage(`${own.url}/console`, 'faults')).text;
    expect(page).toContain('used up');
    const log = (await openPage(own.url, '_sandbox/requests?lang=nb')).text;
    expect(log.match(/class="dot" title="konsollen logger inn"/g)).toHaveLength(1);
    expect(log.match(/class="exchange"/g)).toHaveLength(2);
  });

  test.each([
    ['one that has fired as often as it may', { times: 1 }],
    ['one whose request has come', { match: { nth: 1 } }],
  ])('FAULT-01: %s is used up, and the overview counts what is left', async (_, fault) => {
    const own = house.tenant();
    const console = `${own.url}/console`;
    await own.control('POST', '/_sandbox/faults', { effect: { status: 500 }, ...fault });
    await own.control('POST', '/_sandbox/faults', { effect: { status: 503 } });
    const faultsOf = async () =>
      /\/faults">Faults<\/a><\/dt><dd class="digits">(\d+)</.exec(
        (await openPage(console, '')).text,
      )?.[1];
    expect([
      await faultsOf(),
      (await openPage(console, 'faults')).text.includes('used up'),
    ]).toEqual(['2', false]);
    await own.tpp.get('/v1/user');
    expect(await faultsOf()).toBe('1');
    expect((await openPage(console, 'faults')).text.match(/>used up</g)).toHaveLength(1);
  });

  test('FAULT-01: one whose time is over is used up', async () => {
    const own = house.tenant();
    await own.control('POST', '/_sandbox/faults', { effect: { status: 500 }, expiry: 'PT10M' });
    await own.control('POST', '/_sandbox/clock/advance', { by: 'PT11M' });
    expect((await openPage(`${own.url}/console`, 'faults?lang=nb')).text).toContain('brukt opp');
  });
});
