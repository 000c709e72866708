// People of scenarios beside those of the starting set, as parts of seeds.
import type { JsonObject } from '../../../protocol/json.ts';

export const KARI = '15479801026';
export const KARIS_IBAN = 'NO0699997649326';

interface Kept {
  readonly accounts?: readonly JsonObject[];
  readonly cards?: readonly JsonObject[];
  readonly payments?: readonly JsonObject[];
}

/** A person without anything but what is given; NOK and an account number by themselves. */
export const kari = ({ accounts = [], ...rest }: Kept): JsonObject => ({
  customers: [{ customerNumber: KARI, customerName: 'Kari Nordmann' }],
  accounts: accounts.map((account, i) => ({
    customerNumber: KARI,
    currency: 'NOK',
    ...(i === 0 ? { bban: '99997649326' } : {}),
    ...account,
  })),
  ...rest,
});

/** Debits of 1.00, 2.00 …, the newest today, so many a day. */
export const debits = (count: number, aDay: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({
    transactionAmount: -(i + 1),
    bookingDate: `today-${Math.floor(i / aDay)}d`,
  }));
