// What goes along when a customer or an agreement is deleted, down to the rows that no answer shows.
import { beforeEach, expect, test } from '@jest/globals';
import {
  type AccountRow,
  accounts,
  cardAccounts,
  consents,
} from '../../../server/bank/accounts/tables.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import {
  agreements,
  type CustomerRow,
  customers,
  engagements,
  psus,
} from '../../../server/bank/customers/tables.ts';
import { balanceOf, placeHold } from '../../../server/bank/ledger/ledger.ts';
import { balances, lines } from '../../../server/bank/ledger/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import { removeAgreement, removeCustomer } from '../../../server/bank/sandbox/remove.ts';
import { startingSet } from '../../../server/bank/sandbox/starting-set.ts';
import { flows, sessions } from '../../../server/bank/sca/tables.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';

/** 21 November 2026, 12:00 in Oslo. */
const NOW = Date.UTC(2026, 10, 21, 11);
const TODAY = '2026-11-21';
const rows = startingSet(readFixtures(), TODAY);

let tx: MapTx;
beforeEach(() => {
  tx = mapTx();
  tx.restart(rows);
});
const bankOf = () => ({
  bank: 'default',
  tx,
  now: NOW,
  ids: createIds((size) => Buffer.alloc(size, 'x')),
});

function customerOf(number: string): CustomerRow {
  const customer = tx.all(customers).find((row) => row.number === number);
  if (customer === undefined) throw new Error(`no customer ${number}`);
  return customer;
}

/** The company's account that demands a KID. */
function companyAccount(): AccountRow & { readonly agreementId: string } {
  const account = tx.all(accounts).find((row) => row.kid === 'required');
  if (account?.agreementId === undefined) throw new Error('no corporate account');
  return { ...account, agreementId: account.agreementId };
}

/** Money of a payment of that person, held on the account. */
async function hold(accountId: string, customerId: string): Promise<void> {
  const line = { lineId: 'h', accountId, amount: 5n, date: TODAY, details: {} };
  await placeHold(bankOf(), { ...line, paymentId: `p-${customerId}` });
}

test('SBX-03: a deleted customer takes along all that belongs to it, and nothing else', async () => {
  const owner = customerOf('18129215603');
  const engaged = customerOf('12085592767').id;
  const { id: accountId, agreementId } = companyAccount();
  actAs(tx, { customerId: owner.id, agreementId, accountId });
  actAs(tx, { customerId: engaged, agreementId, accountId });
  await hold(accountId, owner.id);

  await removeCustomer(bankOf(), owner);

  const left = tx.dump();
  for (const id of [owner.id, accountId, agreementId]) expect(left).not.toContain(id);
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

test('SBX-03: what a deleted customer held on somebody else’s account is released', async () => {
  const engaged = customerOf('12085592767');
  const { id: accountId, agreementId } = companyAccount();
  actAs(tx, { customerId: engaged.id, agreementId, accountId });
  const before = (await balanceOf(bankOf(), accountId))?.held;
  await hold(accountId, engaged.id);
  await removeCustomer(bankOf(), engaged);
  expect((await balanceOf(bankOf(), accountId))?.held).toBe(before);
});

test('SBX-06: a deleted agreement leaves its accounts to their owner', async () => {
  const { agreementId, ...account } = companyAccount();
  await removeAgreement(bankOf(), agreementId);
  expect(tx.all(accounts).find((row) => row.id === account.id)).toEqual(account);
});

/** Gives a person a PSU-ID, session, corporate consent, and a payment that waits for its date. */
function actAs(
  tx: MapTx,
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
    scaStatus: 'started',
    unknownTries: 0,
    formToken: 't',
    appApproval: false,
    createdAt: NOW,
    number: 1,
  });
  tx.put(due, { id: id('d1'), at: NOW + 1, type: 'paymentDue', subject: id('p') });
  tx.put(due, { id: id('d2'), at: NOW + 1, type: 'sessionEnds', subject: id('s') });
}
