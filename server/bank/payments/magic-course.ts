// An approved payment whose creditor's name is magic (MAGIC-01) goes at once to the status that the name says,
// and nothing falls due afterwards.
import type { BankTx } from '../banks/bank-tx.ts';
import { bookTransfers, holdFunds } from './book-transfers.ts';
import type { PaymentDeps } from './deps.ts';
import { moved } from './lifecycle.ts';
import type { MagicStatus } from './magic.ts';
import type { Parties } from './parties.ts';
import { isPeriodic, productOf } from './products.ts';
import { batchIdOf, store } from './settle.ts';
import type { PaymentRow } from './tables.ts';
import { transfersOf } from './transfer.ts';

/** Moves the payment to that status and stores it. Money moves as the status says, funds or not. */
export async function moveByMagic(
  bank: BankTx,
  { nextNominal: _, ...payment }: PaymentRow,
  parties: Parties,
  { magic, deps }: { readonly magic: MagicStatus; readonly deps: PaymentDeps },
): Promise<PaymentRow> {
  let after: PaymentRow = payment;
  for (const event of magic.moves) after = moved(after, event, bank.now);
  if (after.status === 'ACCP') return store(bank, { ...after, fundsAvailable: false });
  if (!movesMoney(after)) return store(bank, after);
  const { rates } = deps;
  const transfers = transfersOf(after, parties);
  for (const transfer of transfers) {
    await holdFunds(bank, transfer, { rates, evenWithoutFunds: true });
  }
  if (after.status !== 'PDNG') await bookTransfers(bank, transfers, rates, batchIdOf(after));
  return store(bank, { ...after, fundsAvailable: true });
}

/** Money is held while PDNG, and booked from there on. A periodic order itself moves none. */
function movesMoney({ status, product }: PaymentRow): boolean {
  if (isPeriodic(productOf(product))) return false;
  return status === 'PDNG' || status === 'ACSC' || status === 'ACSP' || status === 'ACWP';
}
