// DUR-06: what payments hold, in rows that come from outside.
import { expect, test } from '@jest/globals';
import { type LineRow, lines } from '../../../server/bank/ledger/tables.ts';
import { holdFault } from '../../../server/bank/payments/money/holds.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { rowsByTable } from '../../../server/storage/check-rows.ts';
import type { AnyTable, Row } from '../../../server/storage/table.ts';

const SEPA = 'payments/sepa-credit-transfers';
const BULK = 'bulk-payments/norwegian-domestic-credit-transfers';
const OPEN = { id: 'p', product: SEPA, status: 'PDNG', executions: [], debit: 100n, fee: 5n };

type Held = Partial<Omit<LineRow, 'paymentId'>> & { readonly paymentId?: string | undefined };

function faultOf(payment: object, ...held: readonly Held[]) {
  const rows = held.map((one, i) => ({ id: `h${i}`, status: 'pending', paymentId: 'p', ...one }));
  const given: readonly (readonly [AnyTable, readonly unknown[]])[] = [
    [payments, [{ ...OPEN, ...payment }]],
    [lines, rows],
  ];
  return holdFault(rowsByTable(new Map(given as (readonly [AnyTable, readonly Row[]])[])));
}

test.each<[string, object, readonly Held[]]>([
  ['what an open payment costs', {}, [{ amount: -105n }]],
  ['no payment', {}, [{ amount: 7n, paymentId: undefined }]],
  ['lines that are booked', { status: 'ACSC' }, [{ amount: -1n, status: 'booked' }]],
  [
    'a run of a periodic payment',
    { status: 'ACTC', executions: [{ status: 'ACSC' }, { status: 'PDNG' }] },
    [{ amount: -105n }],
  ],
  ['the parts of a bulk', { product: BULK }, [{ amount: -60n }, { amount: -45n }]],
  ['a part of a bulk', { product: BULK }, [{ amount: -1n }]],
])('DUR-06: holds: %s', (_, payment, held) => {
  expect(faultOf(payment, ...held)).toBeUndefined();
});

const NOT_HOLDING =
  'paymentId must be the id of a payment that holds money: one in PDNG, or with a run in PDNG.';

test.each<[string, object, readonly Held[], string, string, string]>([
  ['of nobody', {}, [{ amount: -105n, paymentId: 'q' }], 'h0', 'paymentId', NOT_HOLDING],
  ['of one that is done', { status: 'ACSC' }, [{ amount: -105n }], 'h0', 'paymentId', NOT_HOLDING],
  [
    'of one whose runs are done',
    { status: 'ACTC', executions: [{ status: 'ACSC' }] },
    [{ amount: -105n }],
    'h0',
    'paymentId',
    NOT_HOLDING,
  ],
  ...[-104n, -106n, 105n, 0n].map(
    (amount) =>
      [
        `of ${amount}`,
        {},
        [{ amount }],
        'h0',
        'amount',
        `amount must be what the payment costs, "-105": got "${amount}".`,
      ] as never,
  ),
  [
    'of a bulk, too much together',
    { product: BULK },
    [{ amount: -60n }, { amount: -46n }],
    'h1',
    'amount',
    'amount must be what the payment costs, "-105": got "-46".',
  ],
  [
    'of a bulk, incoming',
    { product: BULK },
    [{ amount: 0n }],
    'h0',
    'amount',
    'amount must be what the payment costs, "-105": got "0".',
  ],
])('DUR-06: a hold %s does not fit', (_, payment, held, id, member, text) => {
  expect(faultOf(payment, ...held)).toEqual({ table: 'transactions', id, path: [member], text });
});
