import { describe, expect, test } from '@jest/globals';
import { accounts, cardAccounts, consents } from '../../../server/bank/accounts/tables.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import { agreements, customers, engagements, psus } from '../../../server/bank/customers/tables.ts';
import { balanceOf, placeHold } from '../../../server/bank/ledger/ledger.ts';
import { balances, lines } from '../../../server/bank/ledger/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { flows, sessions } from '../../../server/bank/sca/tables.ts';
import { NOW, type SandboxBank, sandboxBank, TODAY, told } from './sandbox-bank.ts';

const PERSON = { customerNumber: '13039319955', customerType: 'PRIVATE', customerName: 'Ola' };

const idOf = (bank: SandboxBank, number: string): string =>
  bank.tx.all(customers).find((row) => row.number === number)?.id ?? '';

describe('SBX-01: initialize', () => {
  test('gives the starting set again, whatever was made or deleted', async () => {
    const bank = sandboxBank();
    const before = bank.tx.dump();
    await bank.call('deleteSandboxCustomer', {
      params: { customerId: idOf(bank, PERSON.customerNumber) },
    });
    await bank.call('addSandboxCustomer', { body: PERSON });
    const { status, body } = await bank.call('initializeSandbox', { body: { any: 'thing' } });
    expect([status, body]).toEqual([200, { customers: 4, accounts: 8, cardAccounts: 2 }]);
    expect(bank.tx.dump()).toBe(before);
  });
});

describe('SBX-03: customers', () => {
  test('a private customer is made with an agreement of its own', async () => {
    const bank = sandboxBank('nothing');
    const { status, body } = await bank.call('addSandboxCustomer', { body: PERSON });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...PERSON, accounts: [], cardAccounts: [] });
    expect(body['agreements']).toMatchObject([{ owner: '13039319955', engagements: [] }]);
  });

  test('a corporate one has none until it is given one', async () => {
    const bank = sandboxBank('nothing');
    const corporate = { ...PERSON, customerType: 'CORPORATE' };
    const { body } = await bank.call('addSandboxCustomer', { body: corporate });
    expect(body['agreements']).toEqual([]);
  });

  test('a number already there is 409 CONFLICT', async () => {
    const bank = sandboxBank();
    const error = await bank.refused('addSandboxCustomer', { body: PERSON });
    expect(told(error)).toEqual([409, 'CONFLICT', '/customerNumber']);
  });

  test('the list shows everybody, with belongings only when asked', async () => {
    const bank = sandboxBank();
    const bare = (await bank.call('getSandboxCustomers')).body['customers'] as object[];
    expect(bare.length).toBe(4);
    expect(bare.every((row) => !('accounts' in row) && !('agreements' in row))).toBe(true);
    const query = { includeAccounts: 'true', includeAgreements: 'true' };
    const full = (await bank.call('getSandboxCustomers', { query })).body['customers'];
    const counts = (full as { accounts: []; cardAccounts: []; agreements: [] }[]).map((row) => [
      row.accounts.length,
      row.cardAccounts.length,
      row.agreements.length,
    ]);
    expect(counts.sort()).toEqual([
      [2, 0, 1],
      [2, 0, 1],
      [2, 1, 1],
      [2, 1, 1],
    ]);
  });

  test('one is read by its id; an unknown id is 404 RESOURCE_UNKNOWN', async () => {
    const bank = sandboxBank();
    const customerId = idOf(bank, PERSON.customerNumber);
    const { body } = await bank.call('getSandboxCustomer', { params: { customerId } });
    expect(body).toMatchObject({ customerId, customerNumber: PERSON.customerNumber });
    for (const id of ['getSandboxCustomer', 'deleteSandboxCustomer']) {
      const error = await bank.refused(id, { params: { customerId: 'nobody' } });
      expect(told(error)).toEqual([404, 'RESOURCE_UNKNOWN', undefined]);
    }
  });

  test('a delete takes all that belongs to the customer along, and nothing else', async () => {
    const bank = sandboxBank();
    const { tx } = bank;
    const customerId = idOf(bank, '18129215603');
    const engaged = idOf(bank, '12085592767');
    const [account] = tx.all(accounts).filter((row) => row.customerId === customerId);
    if (account?.agreementId === undefined) throw new Error('no corporate account');
    const { agreementId } = account;
    actAs(bank, { customerId, agreementId, accountId: account.id });
    actAs(bank, { customerId: engaged, agreementId, accountId: account.id });
    const l = { tx, now: NOW };
    const hold = { lineId: 'h', accountId: account.id, amount: 5n, date: TODAY, details: {} };
    await placeHold(l, { ...hold, paymentId: `p-${customerId}` });

    await bank.call('deleteSandboxCustomer', { params: { customerId } });

    const left = tx.dump();
    expect(left).not.toContain(customerId);
    expect(left).not.toContain(account.id);
    expect(left).not.toContain(agreementId);
    for (const table of [payments, sessions, consents, flows, due]) {
      expect(tx.all(table as typeof payments)).toEqual([]);
    }
    expect(tx.all(psus).map((row) => row.customerId)).toEqual([engaged]);
    const rest = [customers, accounts, cardAccounts, agreements, engagements].map(
      (table) => tx.all(table as typeof customers).length,
    );
    expect(rest).toEqual([3, 6, 2, 3, 2]);
    const known = new Set(tx.all(balances).map((row) => row.id));
    expect(tx.all(lines).every((line) => known.has(line.accountId))).toBe(true);
    const booked = tx.all(balances).filter((row) => row.currency === 'NOK');
    expect(booked.reduce((so, row) => so + row.booked, 0n)).toBe(0n);
  });

  test('what a deleted customer held on somebody else’s account is released', async () => {
    const bank = sandboxBank();
    const { tx } = bank;
    const engaged = idOf(bank, '12085592767');
    const [account] = tx.all(accounts).filter((row) => row.kid === 'required');
    if (account?.agreementId === undefined) throw new Error('no corporate account');
    actAs(bank, { customerId: engaged, agreementId: account.agreementId, accountId: account.id });
    const l = { tx, now: NOW };
    const before = (await balanceOf(l, account.id))?.held;
    const hold = { lineId: 'h', accountId: account.id, amount: 5n, date: TODAY, details: {} };
    await placeHold(l, { ...hold, paymentId: `p-${engaged}` });
    await bank.call('deleteSandboxCustomer', { params: { customerId: engaged } });
    expect((await balanceOf(l, account.id))?.held).toBe(before);
  });
});

/** Gives a person a PSU-ID, session, corporate consent, and a payment that waits for its date. */
function actAs(
  { tx }: SandboxBank,
  who: { readonly customerId: string; readonly agreementId: string; readonly accountId: string },
): void {
  const { customerId, agreementId, accountId } = who;
  const corporate = { tppId: 't', customerId, context: 'CORPORATE', agreementId } as const;
  const id = (kind: string) => `${kind}-${customerId}`;
  tx.put(psus, { id: id('u'), tppId: 't', customerId });
  const times = { startedAt: NOW, endsAt: NOW + 1 };
  tx.put(sessions, { ...corporate, ...times, id: id('s'), tppSessionId: 's' });
  tx.put(consents, {
    ...corporate,
    id: id('c'),
    status: 'valid',
    accounts: [{ accountId, lastScaAt: NOW }],
    createdAt: NOW,
  });
  tx.put(payments, {
    ...corporate,
    id: id('p'),
    withoutPsuId: false,
    product: 'payments/norwegian-domestic-credit-transfers',
    status: 'ACTC',
    amount: 5n,
    currency: 'NOK',
    request: {
      debtorAccount: { bban: '1', currency: 'NOK' },
      creditorAccount: { bban: '2', currency: 'NOK' },
      creditorName: 'Kari',
      instructedAmount: { amount: '0.05', currency: 'NOK' },
    },
    debtorAccountId: accountId,
    fee: 0n,
    debit: 5n,
    failedScas: 0,
    cancellationRequested: false,
    executions: [],
    createdAt: NOW,
    statusChangedAt: NOW,
  });
  tx.put(flows, {
    id: id('f'),
    tppId: 't',
    tppName: 'T',
    tppSessionId: 's',
    tppRedirectUri: 'https://tpp.example/',
    purpose: { kind: 'payment', paymentId: id('p') },
    subject: `payment:${id('p')}`,
    authorisationId: 'a',
    scaStatus: 'received',
    unknownTries: 0,
    formToken: 't',
    appApproval: false,
    createdAt: NOW,
    number: 1,
  });
  tx.put(due, { id: id('d1'), at: NOW + 1, type: 'paymentDue', subject: id('p') });
  tx.put(due, { id: id('d2'), at: NOW + 1, type: 'sessionEnds', subject: id('s') });
}
