// A bank with payments in every state that there is, and baskets of them.
import { accounts } from '../../../server/bank/accounts/tables.ts';
import { scheduleDue } from '../../../server/bank/banks/due.ts';
import { baskets } from '../../../server/bank/baskets/tables.ts';
import { customers, engagements } from '../../../server/bank/customers/tables.ts';
import { balances } from '../../../server/bank/ledger/tables.ts';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import { type PaymentRow, payments } from '../../../server/bank/payments/tables.ts';
import { flows } from '../../../server/bank/sca/tables.ts';
import { memoize } from '../../../server/kernel/memoize.ts';
import { PROJECT_FOLDER } from '../../../server/kernel/project-folder.ts';
import { TRANSACTION_STATUSES } from '../../../server/protocol/statuses.ts';
import { rowsOfAll } from '../sandbox/rich-rows.ts';
import { inBank } from '../seeds/filled.ts';
import { TPP } from '../seeds/seed-scene.ts';

/** Of Kari's, from the account `main`, and planned. */
export const MODEL = '6d1c0f6e-2f0b-4b58-9d1e-7a4f5c1b2a01';

export const depsOf = (profile: 'sandbox' | 'production') => ({
  payments: { settlementDelay: 2000, profile, ...readPaymentFixtures(PROJECT_FOLDER) },
});

type Change = Readonly<Record<string, unknown>>;
const PRIVATE = { context: 'PRIVATE', agreementId: undefined } as const;
const NOBODY: Change = { customerId: undefined, context: undefined, debtorAccountId: undefined };
const SINGLE: Change = { ...NOBODY, withoutPsuId: true };
const RCVD: Change = { status: 'RCVD', approvedAt: undefined };
const PERIODIC: Change = {
  product: 'periodic-payments/norwegian-domestic-credit-transfers',
  executionDate: undefined,
  duplicateKey: undefined,
};
const planned = (more: object) => ({ startDate: '2026-06-11', frequency: 'Weekly', ...more });
const RUN = { date: '2026-06-10', status: 'PDNG' };

/** What each has otherwise than {@link MODEL}; of its request, too. */
const CHANGES: Readonly<Record<string, readonly [row: Change, request?: Change]>> = {
  ...Object.fromEntries(TRANSACTION_STATUSES.map((status) => [status, [{ status }] as const])),
  'of today': [RCVD, { requestedExecutionDate: undefined }],
  'of a Saturday': [RCVD, { requestedExecutionDate: '2026-06-13' }],
  'of yesterday': [RCVD, { requestedExecutionDate: '2026-06-09' }],
  'of nobody': [{ ...RCVD, ...SINGLE }],
  'of nobody, in private': [{ ...RCVD, ...SINGLE, ...PRIVATE }],
  'of nobody, with a PSU-ID': [{ ...RCVD, ...NOBODY }],
  'of another': [{ ...RCVD, customerId: 'ola' }],
  'of a company': [
    { ...RCVD, customerId: 'ola', context: 'CORPORATE', agreementId: 'bakery' },
    { debtorAccount: { iban: 'NO2699996025671', currency: 'NOK' } },
  ],
  'of another company': [
    { ...RCVD, customerId: 'ola', context: 'CORPORATE', agreementId: 'empty' },
  ],
  'of another TPP': [{ ...RCVD, tppId: 'NO-2' }],
  'failed twice': [{ ...RCVD, failedScas: 2 }],
  'in a basket': [{ ...RCVD, basketId: 'two' }],
  'alone in a basket': [{ ...RCVD, basketId: 'one' }],
  'in a deleted basket': [RCVD],
  'in an unknown currency': [RCVD, { debtorAccount: { iban: 'NO0699997649326', currency: 'EUR' } }],
  'from another account': [RCVD, { debtorAccount: { iban: 'NO1499992324852', currency: 'NOK' } }],
  'from a blocked account': [RCVD, { debtorAccount: { iban: 'NO3299999351499', currency: 'NOK' } }],
  'with too much': [
    { ...RCVD, amount: 99_999_999n, debit: 99_999_999n },
    {
      requestedExecutionDate: undefined,
      instructedAmount: { amount: '999999.99', currency: 'NOK' },
    },
  ],
  'to be rejected': [RCVD, { creditorName: 'Sandbox RJCT' }],
  'to have no money': [RCVD, { creditorName: 'Sandbox ACCP' }],
  'half approved': [RCVD],
  'with a fee': [{ ...RCVD, debit: 1600n, fee: 500n }],
  'cancellation asked for': [{ cancellationRequested: true }],
  'weekly, waits': [{ ...PERIODIC, ...RCVD, nextNominal: '2026-06-11' }, planned({})],
  'weekly, over': [
    { ...PERIODIC, ...RCVD, nextNominal: '2026-06-08' },
    planned({ startDate: '2026-06-08', endDate: '2026-06-09' }),
  ],
  'weekly, running': [
    { ...PERIODIC, nextNominal: '2026-06-17', executions: [RUN] },
    planned({ startDate: '2026-06-10' }),
  ],
  'weekly, in its last run': [
    { ...PERIODIC, executions: [RUN] },
    planned({ endDate: '2026-06-11' }),
  ],
  'weekly, after its last run': [
    { ...PERIODIC, status: 'ACSC', executions: [{ ...RUN, status: 'ACSC' }] },
    planned({ endDate: '2026-06-11' }),
  ],
};

const idOf = (nth: number) => `00000000-0000-4000-8000-0000000000${String(nth).padStart(2, '0')}`;

/** The id of each, by its title. */
export const PAYMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(CHANGES).map((title, nth) => [title, idOf(nth)]),
);
const named = (...titles: readonly string[]) => titles.map((title) => PAYMENTS[title] ?? title);

const BASKET_ROWS: Readonly<Record<string, Change>> = {
  one: { paymentIds: named('alone in a basket') },
  two: { paymentIds: named('in a basket', 'ACSC', 'gone') },
  deleted: { paymentIds: named('in a deleted basket'), deleted: true },
  approved: { paymentIds: named('PDNG', 'of today'), approvedAt: 1 },
  settled: { paymentIds: named('ACSC', 'ACSP'), approvedAt: 1 },
  gone: { paymentIds: ['gone'] },
  refused: { paymentIds: named('from another account', 'in an unknown currency') },
  "nobody's": {
    paymentIds: named('of nobody', 'of nobody, in private'),
    ...{ customerId: undefined, context: undefined, withoutPsuId: true },
  },
  "another's": { paymentIds: named('of another'), customerId: 'ola' },
  'of another TPP': { paymentIds: named('of another TPP'), tppId: 'NO-2' },
  'a mixture': { paymentIds: named('of a Saturday', 'to be rejected', 'from another account') },
  'half approved': { paymentIds: named('failed twice') },
  'with a fee': { paymentIds: named('with a fee', 'of a Saturday') },
  'of two that end': { paymentIds: named('to be rejected', 'to have no money') },
  'half settled': { paymentIds: named('ACSC', 'from another account') },
  'a mixture, the other way round': { paymentIds: named('from another account', 'of a Saturday') },
};
export const BASKETS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(BASKET_ROWS).map((id) => [id, id]),
);

const without = (row: Change): Change =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

export const rowsOfPayments = memoize(async () => {
  const rows = await rowsOfAll();
  return inBank(
    async (bank) => {
      const { tx } = bank;
      const model = (await tx.get(payments, MODEL)) as PaymentRow;
      for (const [title, [change, request]] of Object.entries(CHANGES)) {
        const body = without({ ...model.request, ...request });
        const row = { ...model, ...change, id: PAYMENTS[title], request: body };
        tx.put(payments, without(row) as never);
      }
      const basket = { tppId: TPP, customerId: 'kari', ...PRIVATE, withoutPsuId: false };
      for (const [id, change] of Object.entries(BASKET_ROWS)) {
        const row = { ...basket, deleted: false, createdAt: bank.now, ...change, id };
        tx.put(baskets, without(row) as never);
      }
      const clerk = { number: '20079518612', name: 'Kontor', type: 'CORPORATE' } as const;
      tx.put(customers, { id: 'clerk', ...clerk, createdAt: 0 } as never);
      tx.put(engagements, {
        ...{ id: 'clerks', agreementId: 'bakery', customerId: 'clerk', accountId: 'drift' },
        roles: ['VIEW'],
      });
      // A test user with whom something goes wrong, and who is a customer all the same.
      const tom = { number: '13867510049', name: 'Tom Tangen', type: 'PRIVATE' } as const;
      tx.put(customers, { id: 'tom', ...tom, createdAt: 0 } as never);
      tx.put(engagements, {
        ...{ id: 'clerks-other', agreementId: 'empty', customerId: 'clerk', accountId: 'extra' },
        roles: ['VIEW'],
      });
      const second = await tx.get(accounts, 'second');
      const euro = { id: 'euro', currency: 'EUR', bban: '99991254109', iban: 'NO9899991254109' };
      tx.put(accounts, { ...second, ...euro } as never);
      const none = await tx.get(balances, 'second');
      tx.put(balances, {
        ...none,
        id: 'euro',
        currency: 'EUR',
        opening: 50_000n,
        booked: 50_000n,
      } as never);
      tx.put(accounts, { ...second, payments: false } as never);
      for (const [kind, id] of [
        ['payment', PAYMENTS['half approved']],
        ['basket', 'half approved'],
      ] as const) {
        const flow = await tx.get(flows, 'flow-payment');
        tx.put(flows, { ...flow, id: `half-${kind}`, subject: `${kind}:${id}` } as never);
        scheduleDue(bank, bank.now + 1000, 'secondApproves', `half-${kind}`);
      }
      return tx.snapshot();
    },
    { rows },
  );
});
