// Consent and account information over HTTP (CONS-01 … CONS-09, ACC-01 … ACC-05).
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { pagesFrom } from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS, type Psu, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, answered, askPayment } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { eachBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const bank = await eachBank();

const advance = (by: string) => bank.control('POST', '/_sandbox/clock/advance', { by });
const hasLink = (answer: Answer) => answer.body._links?.scaRedirect?.href !== undefined;

interface Account {
  readonly resourceId: string;
  readonly iban: string;
  readonly bban: string;
  readonly currency: string;
  readonly cashAccountType: string;
}

async function accountsOf(tpp: Tpp): Promise<readonly Account[]> {
  return (await tpp.get('/v1/accounts')).body.accounts;
}

async function currentAccount(psu: Psu): Promise<Account> {
  const found = (await accountsOf(psu.tpp)).find((one) => one.cashAccountType === 'CACC');
  if (found === undefined) throw new Error('no current account');
  return found;
}

describe('who and whether, in the order of checks', () => {
  test('CONS-01: neither PSU-ID nor X-PSU-IDENTITY', async () => {
    const answer = await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    expectRefusal(answer, { code: 'CONSENT_INVALID', path: 'PSU-ID' });
    expect(hasLink(answer)).toBe(true);
  });

  test('CONS-02: PSU-ID and X-PSU-IDENTITY of different persons', async () => {
    const psu = await consentOf(bank);
    const answer = await psu.tpp.with({ 'X-PSU-IDENTITY': PERSONS.odd }).get('/v1/accounts');
    expectRefusal(answer, { code: 'BAD_REQUEST', path: 'X-PSU-IDENTITY' });
    const same = await psu.tpp.with({ 'X-PSU-IDENTITY': PERSONS.jonas }).get('/v1/accounts');
    expect(same.status).toBe(200);
  });

  test('CONS-03: a PSU-ID that was never issued, or to another TPP', async () => {
    const unknown = bank.tpp.with({ ...psuHeaders(), 'PSU-ID': randomUUID() });
    const answer = await unknown.get('/v1/accounts');
    expectRefusal(answer, { code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-ID' });
    expect(hasLink(answer)).toBe(true);
    const psu = await consentOf(bank);
    const other = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const stolen = await other.with(psu.tpp.defaults).get('/v1/accounts');
    expectRefusal(stolen, { code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-ID' });
  });

  test('CONS-03: the text says what to do, and does not claim that the PSU-ID was never issued', async () => {
    const psu = await consentOf(bank);
    await bank.control('POST', '/_sandbox/reset');
    const answer = await psu.tpp.get('/v1/accounts');
    expectRefusal(answer, { code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-ID' });
    const { text } = answer.body.tppMessages[0];
    expect(text).toMatch(/does not know that PSU-ID.*from before a reset\. .*scaRedirect/);
    expect(text).not.toMatch(/issued/);
  });

  test('CONS-04: a national id that nobody here has', async () => {
    const tpp = bank.tpp.with({ ...psuHeaders(), 'X-PSU-IDENTITY': '01010750160' });
    const answer = await tpp.get('/v1/accounts');
    expectRefusal(answer, { code: 'PSU_CREDENTIALS_INVALID', path: 'X-PSU-IDENTITY' });
    expect(hasLink(answer)).toBe(false);
  });

  test('CONS-04: a national id without a PSU-ID gives no access', async () => {
    await consentOf(bank);
    const tpp = bank.tpp.with({ ...psuHeaders(), 'X-PSU-IDENTITY': PERSONS.jonas });
    const answer = await tpp.get('/v1/accounts');
    expectRefusal(answer, { code: 'CONSENT_INVALID', path: 'PSU-ID' });
    expect(hasLink(answer)).toBe(true);
  });

  test('CONS-05: the PSU present and no session', async () => {
    const psu = await consentOf(bank);
    for (const [session, says] of [
      [undefined, /was not sent/],
      [randomUUID(), /none was completed/],
    ] as const) {
      const answer = await psu.tpp.with({ 'TPP-Session-ID': session }).get('/v1/accounts');
      expectRefusal(answer, { code: 'CONSENT_INVALID', path: 'TPP-Session-ID' });
      expect(answer.body.tppMessages[0].text).toMatch(says);
      expect(hasLink(answer)).toBe(true);
    }
  });

  test('HDR-09: without PSU-IP-Address the PSU is absent and no session is needed', async () => {
    const psu = await consentOf(bank);
    const absent = psu.tpp.with({ 'PSU-IP-Address': undefined, 'TPP-Session-ID': undefined });
    await advance('PT2H');
    expect((await absent.get('/v1/accounts')).status).toBe(200);
  });

  test('CONS-07: without the PSU, 180 days after the last SCA', async () => {
    await bank.control('PUT', '/_sandbox/clock', { frozen: true });
    const psu = await consentOf(bank);
    const absent = psu.tpp.with({ 'PSU-IP-Address': undefined });
    const { resourceId } = await currentAccount(psu);
    await advance('P180D');
    expect((await absent.get('/v1/accounts')).status).toBe(200);
    await advance('PT1S');
    for (const path of ['/v1/accounts', `/v1/accounts/${resourceId}`]) {
      const answer = await absent.get(path);
      expectRefusal(answer, { status: 401, code: 'CONSENT_EXPIRED' });
      expect(hasLink(answer)).toBe(true);
    }
    const renewed = await psu.tpp.post('/v1/bank-offered-consents');
    await completeSca(bank, renewed, {});
    expect((await absent.get('/v1/accounts')).status).toBe(200);
  });

  test('CONS-08: an account that was not ticked, of another person, or none', async () => {
    const all = await accountsOf((await consentOf(bank)).tpp);
    const odd = await accountsOf((await consentOf(bank, PERSONS.odd)).tpp);
    const accounts = [all[0]?.iban];
    const { tpp } = await consentOf(bank, PERSONS.jonas, bank.tpp, { accounts });
    expect((await tpp.get(`/v1/accounts/${all[0]?.resourceId}`)).status).toBe(200);
    for (const id of [all[1]?.resourceId, odd[0]?.resourceId, 'enc!!none', '1']) {
      for (const rest of ['', '/balances', '/transactions?bookingStatus=both']) {
        const answer = await tpp.get(`/v1/accounts/${id}${rest}`);
        expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
      }
    }
    const byIban = await tpp.get(`/v1/accounts/${all[0]?.iban}`);
    expectRefusal(byIban, { status: 404, code: 'RESOURCE_UNKNOWN' });
    expect(byIban.body.tppMessages[0].text).toContain('an address has the resourceId');
  });

  test('CONS-08: nothing consented in this context', async () => {
    const payer = psuHeaders();
    const headers = { ...payer, 'X-PSU-IDENTITY': PERSONS.jonas, 'x-accept-fix': 'longer-names' };
    const made = await askPayment(
      { tpp: bank.tpp.with(headers) },
      await accountOf(bank, PERSONS.jonas),
    );
    const back = await completeSca(bank, made, {});
    const tpp = bank.tpp.with({ ...payer, 'PSU-ID': back.get('psu-id') ?? '' });
    const answer = await tpp.get('/v1/accounts');
    expectRefusal(answer, { status: 401, code: 'CONSENT_INVALID' });
    expect(hasLink(answer)).toBe(true);
  });
});

describe('CONS-09: consent is offered by the bank', () => {
  test.each([
    ['no body', undefined],
    ['a body of another bank', { access: { accounts: [] }, validUntil: '2030-01-01' }],
    ['something that is no JSON', 'nonsense'],
  ])('CONS-09: %s is answered with only a scaRedirect', async (_, body) => {
    const answer = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents', body);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['_links']);
    expect(Object.keys(answer.body._links)).toEqual(['scaRedirect']);
  });

  test('CONS-09: /v1/consents does the same and warns that it is deprecated', async () => {
    const answer = await bank.tpp.with(psuHeaders()).post('/v1/consents', { any: 'body' });
    expect(answer.status).toBe(201);
    expect(answer.body.tppMessages[0].category).toBe('WARNING');
    expect(hasLink(answer)).toBe(true);
  });

  test('CONS-09: a later run adds and removes accounts', async () => {
    const psu = await consentOf(bank);
    const all = await accountsOf(psu.tpp);
    expect(all).toHaveLength(2);
    const again = await psu.tpp.post('/v1/bank-offered-consents');
    await completeSca(bank, again, { accounts: [all[1]?.iban] });
    expect((await accountsOf(psu.tpp)).map(({ iban }) => iban)).toEqual([all[1]?.iban]);
    const more = await psu.tpp.post('/v1/bank-offered-consents');
    await completeSca(bank, more, {});
    expect(await accountsOf(psu.tpp)).toHaveLength(2);
  });
});

describe('accounts and balances', () => {
  test('ACC-01: every member, opaque ids, balances only when asked for', async () => {
    const psu = await consentOf(bank);
    const plain = (await psu.tpp.get('/v1/accounts')).body.accounts;
    for (const account of plain) {
      expect(account.resourceId).toMatch(/^enc!![A-Za-z0-9_-]{20,}$/);
      expect(account.resourceId).not.toContain(account.bban);
      expect(account.iban).toMatch(/^NO\d{13}$/);
      expect(account.iban.slice(4)).toBe(account.bban);
      expect(['CACC', 'SVGS']).toContain(account.cashAccountType);
      expect(account.name.length).toBeLessThanOrEqual(70);
      expect(account.product.length).toBeLessThanOrEqual(35);
      expect(account.bic).toMatch(/^[A-Z]{6}[A-Z0-9]{2}$/);
      expect(account.balances).toBeUndefined();
      expect(Object.keys(account._links).sort()).toEqual(['balances', 'self', 'transactions']);
      expect(account._links.self).toEqual({
        href: `/v1/accounts/${account.resourceId}`,
        verbs: ['GET'],
      });
    }
    const rich = (await psu.tpp.get('/v1/accounts?withBalance=true')).body.accounts;
    expect(rich[0].balances.map((one: { balanceType: string }) => one.balanceType)).toEqual([
      'closingBooked',
      'expected',
    ]);
  });

  test('ACC-01: ids are stable for a TPP and different for another', async () => {
    const first = await accountsOf((await consentOf(bank)).tpp);
    const again = await accountsOf((await consentOf(bank)).tpp);
    expect(again).toEqual(first);
    const other = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const theirs = await accountsOf((await consentOf(bank, PERSONS.jonas, other)).tpp);
    expect(theirs.map(({ iban }) => iban)).toEqual(first.map(({ iban }) => iban));
    for (const [at, { resourceId }] of theirs.entries()) {
      expect(resourceId).not.toBe(first[at]?.resourceId);
    }
  });

  test('ACC-02: one account, raw and percent-encoded in the path', async () => {
    const psu = await consentOf(bank);
    const { resourceId, iban } = await currentAccount(psu);
    for (const id of [resourceId, resourceId.replaceAll('!', '%21')]) {
      const answer = await psu.tpp.get(`/v1/accounts/${id}`);
      expect(answer.status).toBe(200);
      expect(answer.body.account.iban).toBe(iban);
    }
  });

  test('ACC-02: balances', async () => {
    const psu = await consentOf(bank);
    const { resourceId, iban, bban, currency } = await currentAccount(psu);
    const path = `/v1/accounts/${resourceId}`;
    const { body } = await psu.tpp.get(`${path}/balances`);
    expect(body.account).toEqual({ iban, bban, currency });
    expect(body._links).toEqual({
      self: { href: `${path}/balances`, verbs: ['GET'] },
      account: { href: path, verbs: ['GET'] },
    });
    for (const balance of body.balances) {
      expect(balance.balanceAmount.amount).toMatch(/^-?\d+\.\d{2}$/);
      expect(balance.balanceAmount.currency).toBe(currency);
      expect(balance.lastChangeDateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    }
  });
});

describe('transactions', () => {
  async function transactions(psu: Psu, query: string) {
    const { resourceId } = await currentAccount(psu);
    return psu.tpp.get(`/v1/accounts/${resourceId}/transactions?${query}`);
  }

  test.each([
    ['', 'QUERY_PARAMETER_REQUIRED', 'bookingStatus'],
    ['bookingStatus=information', 'FORMAT_ERROR', 'bookingStatus'],
    ['bookingStatus=both&dateFrom=2026-02-02&dateTo=2026-02-01', 'FORMAT_ERROR', 'dateFrom'],
    ['bookingStatus=both&limit=1001', 'FORMAT_ERROR', 'limit'],
  ])('ACC-03: ?%s is %s at %s', async (query, code, path) => {
    const psu = await consentOf(bank);
    expectRefusal(await transactions(psu, query), { code, path });
  });

  test.each([
    ['booked', ['booked']],
    ['pending', ['pending']],
    ['all', ['booked', 'pending']],
  ])('ACC-03: bookingStatus=%s answers %j and nothing else', async (status, lists) => {
    const psu = await consentOf(bank);
    const { body } = await transactions(psu, `bookingStatus=${status}`);
    const members = Object.keys(body.transactions).filter((name) => name !== '_links');
    expect(members.sort()).toEqual(lists);
  });

  test('ACC-03: dateFrom after today is an empty page, whose own link is good', async () => {
    const psu = await consentOf(bank);
    const { status, body } = await transactions(psu, 'bookingStatus=both&dateFrom=2099-01-01');
    expect(status).toBe(200);
    const { _links, ...lists } = body.transactions;
    expect(lists).toEqual({ booked: [], pending: [] });
    expect((await psu.tpp.get(_links.self.href)).status).toBe(200);
  });

  test('ACC-03: every page by its next link: each transaction once, newest first', async () => {
    const psu = await consentOf(bank);
    const { resourceId } = await currentAccount(psu);
    const path = `/v1/accounts/${resourceId}/transactions`;
    const start = '?bookingStatus=both&dateFrom=2000-01-01&limit=50';
    const booked: { transactionId: string; bookingDate: string }[] = [];
    const pending: { transactionId: string }[] = [];
    let previous: string | undefined;
    for (const { body } of await pagesFrom(psu.tpp, path + start)) {
      const { _links, ...lists } = body.transactions;
      expect(lists.booked.length + lists.pending.length).toBeLessThanOrEqual(50);
      expect(_links.self.href).toContain('bookingStatus=both&dateFrom=2000-01-01');
      expect(_links.previous?.href).toBe(previous);
      previous = _links.self.href;
      booked.push(...lists.booked);
      pending.push(...lists.pending);
    }
    expect(booked.length).toBeGreaterThanOrEqual(300);
    expect(pending.length).toBeGreaterThanOrEqual(1);
    const ids = [...booked, ...pending].map(({ transactionId }) => transactionId);
    expect(new Set(ids).size).toBe(ids.length);
    const dates = booked.map(({ bookingDate }) => bookingDate);
    expect(dates).toEqual([...dates].sort().reverse());
    const whole = await psu.tpp.get(`${path}?bookingStatus=booked&dateFrom=2000-01-01&limit=1000`);
    expect(whole.body.transactions.booked).toEqual(booked);
  });

  test('ACC-03: 90 days back by default, and the bounds are inside', async () => {
    const psu = await consentOf(bank);
    const first = await transactions(psu, 'bookingStatus=booked&limit=1000');
    const dates: string[] = first.body.transactions.booked.map(
      (one: { bookingDate: string }) => one.bookingDate,
    );
    const { now } = (await bank.control('GET', '/_sandbox/clock')).body;
    const oldest = Date.parse(now) - 91 * 86_400_000;
    for (const date of dates) expect(Date.parse(date)).toBeGreaterThan(oldest - 86_400_000);
    const day = dates[3] as string;
    const same = await transactions(psu, `bookingStatus=booked&dateFrom=${day}&dateTo=${day}`);
    const expected = dates.filter((date) => date === day);
    expect(same.body.transactions.booked).toHaveLength(expected.length);
  });

  test('ACC-03, ACC-05: what lies after today at the bank is not there yet', async () => {
    const psu = await consentOf(bank);
    const before = await transactions(psu, 'bookingStatus=booked&limit=1');
    const { bookingDate: newest, transactionId } = before.body.transactions.booked[0];
    const dayBefore = new Date(Date.parse(`${newest}T12:00:00Z`) - 86_400_000).toISOString();
    await bank.control('PUT', '/_sandbox/clock', { now: dayBefore });
    const absent = { ...psu, tpp: psu.tpp.with({ 'PSU-IP-Address': undefined }) };
    const after = await transactions(absent, 'bookingStatus=booked&limit=1&dateTo=2999-01-01');
    expect(after.body.transactions.booked[0].bookingDate < newest).toBe(true);
    const { resourceId } = await currentAccount(psu);
    const one = await psu.tpp.get(`/v1/accounts/${resourceId}/transactions/${transactionId}`);
    expectRefusal(one, { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('ACC-04: members of booked and pending transactions', async () => {
    const psu = await consentOf(bank);
    const { body } = await transactions(psu, 'bookingStatus=both&limit=1000');
    for (const one of body.transactions.booked) {
      expect(one.bookingDate).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(one.valueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(one.transactionAmount.amount).toMatch(/^-?\d+\.\d{2}$/);
    }
    for (const one of body.transactions.pending) {
      expect(one.bookingDate).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(one.valueDate).toBeUndefined();
    }
    const amounts = body.transactions.booked.map((one: { transactionAmount: { amount: string } }) =>
      Number(one.transactionAmount.amount),
    );
    expect(amounts.some((amount: number) => amount < 0)).toBe(true);
    expect(amounts.some((amount: number) => amount > 0)).toBe(true);
    const year = await transactions(psu, 'bookingStatus=booked&dateFrom=2000-01-01&limit=1000');
    const structured = year.body.transactions.booked.filter(
      (one: object) => 'remittanceInformationStructuredArray' in one,
    );
    expect(structured.length).toBeGreaterThan(0);
    for (const one of structured) {
      expect(one.remittanceInformationStructured).toEqual(
        one.remittanceInformationStructuredArray[0],
      );
    }
  });

  test('ACC-04: every line has a text, and its array', async () => {
    const psu = await consentOf(bank);
    for (const { resourceId } of await accountsOf(psu.tpp)) {
      const path = `/v1/accounts/${resourceId}/transactions`;
      const all = await psu.tpp.get(`${path}?bookingStatus=both&dateFrom=2000-01-01&limit=1000`);
      const { booked, pending } = all.body.transactions;
      for (const one of [...booked, ...pending]) {
        expect(one.remittanceInformationUnstructured).toMatch(/^.{1,140}$/);
        const [first] = one.remittanceInformationUnstructuredArray;
        expect(first).toBe(one.remittanceInformationUnstructured);
      }
    }
  });

  test('ACC-05: details have everything the list has; an unknown id is 404', async () => {
    const psu = await consentOf(bank);
    const { resourceId } = await currentAccount(psu);
    const path = `/v1/accounts/${resourceId}/transactions`;
    const list = await psu.tpp.get(`${path}?bookingStatus=both&limit=1000`);
    const { booked, pending } = list.body.transactions;
    for (const one of [...booked.slice(0, 5), pending[0]]) {
      const answer = await psu.tpp.get(`${path}/${one.transactionId}`);
      expect(answer.status).toBe(200);
      expect(answer.body.transactionsDetails).toMatchObject(one);
    }
    const unknown = await psu.tpp.get(`${path}/${randomUUID()}`);
    expectRefusal(unknown, { status: 404, code: 'RESOURCE_UNKNOWN' });
    const savings = (await accountsOf(psu.tpp)).find((one) => one.cashAccountType === 'SVGS');
    const { transactionId } = booked[0];
    const crossed = await psu.tpp.get(
      `/v1/accounts/${savings?.resourceId}/transactions/${transactionId}`,
    );
    expect(crossed.status).toBe(404);
  });

  test('ACC-05: the details have what the list leaves out', async () => {
    const psu = await consentOf(bank);
    const { iban, mockAccountId } = await accountOf(bank, PERSONS.jonas);
    const purchase = {
      transactionAmount: { amount: '-12.00', currency: 'NOK' },
      purposeCode: 'SUPP',
      ultimateDebtor: 'Kari Nordmann',
    };
    const path = `/v1/sandbox/accounts/${mockAccountId}/transactions`;
    const posted = answered(await bank.tpp.post(path, purchase), 201);
    const [{ transactionId }] = posted.body.transactions;
    const { accounts } = (await psu.tpp.get('/v1/accounts')).body;
    const { resourceId } = accounts.find((one: { iban: string }) => one.iban === iban);
    const list = `/v1/accounts/${resourceId}/transactions`;
    const { booked } = (await psu.tpp.get(`${list}?bookingStatus=booked&limit=1`)).body
      .transactions;
    const { transactionsDetails } = (await psu.tpp.get(`${list}/${transactionId}`)).body;
    expect(booked[0]).toMatchObject({ transactionId });
    expect(booked[0]).not.toHaveProperty('ultimateDebtor');
    expect(transactionsDetails).toMatchObject({
      purposeCode: 'SUPP',
      ultimateDebtor: 'Kari Nordmann',
    });
  });
});
