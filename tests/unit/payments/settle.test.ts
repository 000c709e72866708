// What of settlement cannot be brought about from outside: accounts that are gone, work that is due no more,
// runs that overlap. The rest is in tests/conformance/ (settlement, status-moves, bulk, periodic).
import { expect, test } from '@jest/globals';
import { type AccountRow, accounts } from '../../../server/bank/accounts/tables.ts';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { paymentDueHandlers } from '../../../server/bank/payments/dates/due-work.ts';
import type { PaymentDeps } from '../../../server/bank/payments/deps.ts';
import type { Execution, PaymentRow } from '../../../server/bank/payments/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { defined } from '../../../server/kernel/defined.ts';
import { mapTx } from '../../support/map-tx.ts';
import { eachTest } from '../../support/test-bank.ts';

const { paymentDue, paymentSettles } = paymentDueHandlers({
  rates: new Map(),
} as unknown as PaymentDeps);
const PENDING: Execution = { date: '2026-03-16', status: 'PDNG' };
const SEPA = 'payments/sepa-credit-transfers';
const PERIODIC = 'periodic-payments/norwegian-domestic-credit-transfers';

const ACCOUNT = { id: 'a', customerId: 'kari', name: 'Konto' } as unknown as AccountRow;

const tx = eachTest(() => mapTx());
const bank = (): BankTx => ({
  bank: 'default',
  idScope: 'default',
  tx,
  now: 7,
  ids: { uuid: () => 'id', token: () => 'token' },
});

function stored(row: Partial<PaymentRow>): void {
  const instructedAmount = { amount: '0.05', currency: 'NOK' };
  const creditorAccount = { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' };
  const request = { creditorAccount, creditorName: 'Huseier', instructedAmount };
  const made = { id: 'p', debtorAccountId: 'a', amount: 5n, debit: 5n, fee: 0n, currency: 'NOK' };
  tx.put(payments, { ...made, request, executions: [], ...row } as unknown as PaymentRow);
}
const settledOf = async () => await tx.get(payments, 'p');

test.each([
  [SEPA, 'ACTC', paymentDue, 'p'],
  [SEPA, 'PDNG', paymentSettles, 'p'],
  [PERIODIC, 'ACTC', paymentDue, 'p'],
  [PERIODIC, 'ACTC', paymentSettles, 'p#0'],
] as const)(
  'MOVE-01: %s in %s whose account is gone: RJCT',
  async (product, status, due, subject) => {
    stored({ product, status, executions: [PENDING] });
    await due?.(bank(), subject);
    expect(await settledOf()).toMatchObject({ status: 'RJCT', executions: [PENDING] });
  },
);

test.each([
  [paymentDue, 'p'],
  [paymentDue, 'never-was'],
  [paymentSettles, 'p'],
  [paymentSettles, 'never-was'],
  [paymentSettles, 'p#0'],
])(
  'PAY-13: due work about a payment that no longer waits does nothing: %p %s',
  async (due, subject) => {
    stored({ product: SEPA, status: 'CANC' });
    const before = tx.dump();
    expect(await due?.(bank(), subject)).toEqual([]);
    expect(tx.dump()).toBe(before);
  },
);

test.each([
  ['ACTC', 'ACSC'],
  ['CANC', 'CANC'],
] as const)(
  'PAY-13: an order in %s is in %s after its last run, not while another is still being settled',
  async (status, after) => {
    tx.put(accounts, ACCOUNT);
    stored({ product: PERIODIC, status, executions: [PENDING, PENDING] });
    await paymentSettles?.(bank(), 'p#0');
    expect(await settledOf()).toMatchObject({ status });
    await paymentSettles?.(bank(), 'p#1');
    expect(await settledOf()).toMatchObject({ status: after });
  },
);

test.each([[true], [undefined]])(
  'MOVE-02: a payment whose hold is gone ends in ACCP with fundsAvailable false, whatever it said before: %p',
  async (fundsAvailable) => {
    tx.put(accounts, ACCOUNT);
    stored({ product: SEPA, status: 'PDNG', ...defined({ fundsAvailable }) });
    await paymentSettles?.(bank(), 'p');
    expect(await settledOf()).toMatchObject({ status: 'ACCP', fundsAvailable: false });
  },
);
