// The course of an approved payment whose creditor's name is magic (MAGIC-01): at once to the status
// that the name says, and nothing falls due afterwards.
import type { BankTx } from '../banks/bank-tx.ts';
import { bulkOf } from './body.ts';
import type { PaymentDeps } from './deps.ts';
import { moved } from './lifecycle.ts';
import type { MagicStatus } from './magic.ts';
import { isBulk, isPeriodic, productOf } from './products.ts';
import { store } from './settle.ts';
import type { Transfer } from './sum.ts';
import type { PaymentRow } from './tables.ts';
import { bookBulk, bookTransfer, type HoldResult, holdFunds } from './transfer.ts';

/** Moves the payment along and stores it. Money moves as the status says, funds or not. */
export async function acceptMagic(
  bank: BankTx,
  payment: PaymentRow,
  { magic, deps }: { readonly magic: MagicStatus; readonly deps: PaymentDeps },
): Promise<PaymentRow> {
  const { nextNominal: _, ...rest } = payment;
  let after: PaymentRow = rest;
  for (const event of magic.moves) after = moved(after, event, bank.now);
  if (magic.status === 'ACCP') return store(bank, { ...after, fundsAvailable: false });
  if (!movesMoney(after)) return store(bank, after);
  if ((await holdAll(bank, after, deps)) === 'gone') {
    return store(bank, moved(rest, 'refused', bank.now));
  }
  if (after.status !== 'PDNG') await bookAll(bank, after, deps);
  return store(bank, { ...after, fundsAvailable: true });
}

/** Held while PDNG, booked from there on. The order that a periodic payment is moves none itself. */
function movesMoney({ status, product }: PaymentRow): boolean {
  if (isPeriodic(productOf(product))) return false;
  return status === 'PDNG' || status === 'ACSC' || status === 'ACSP' || status === 'ACWP';
}

async function holdAll(
  bank: BankTx,
  payment: PaymentRow,
  { rates }: PaymentDeps,
): Promise<HoldResult> {
  const transfers: readonly Transfer[] = isBulk(productOf(payment.product))
    ? bulkOf(payment).payments.map((_, entry) => ({ payment, entry }))
    : [{ payment }];
  for (const transfer of transfers) {
    const hold = await holdFunds(bank, transfer, { rates, evenWithoutFunds: true });
    if (hold === 'gone') return hold;
  }
  return 'held';
}

async function bookAll(bank: BankTx, payment: PaymentRow, { rates }: PaymentDeps): Promise<void> {
  if (isBulk(productOf(payment.product))) await bookBulk(bank, payment, rates);
  else await bookTransfer(bank, { payment }, rates);
}
