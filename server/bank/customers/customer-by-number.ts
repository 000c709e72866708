import type { BankTx } from '../banks/bank-tx.ts';
import { type CustomerRow, customers } from './tables.ts';

/** The customer with that national identity number. */
export async function customerByNumber(
  bank: BankTx,
  number: string,
): Promise<CustomerRow | undefined> {
  const [customer] = await bank.tx.listBy(customers, 'byNumber', number, { limit: 1 });
  return customer;
}
