// The request that creates a payment: which product, from which account, with which members.
import { isSEPACountry } from 'ibantools';
import { defined } from '../../server/kernel/defined.ts';
import { UsageError } from '../command.ts';

export interface PaymentOptions {
  readonly to: string;
  readonly from?: string;
  readonly name: string;
  readonly message?: string;
  readonly bic?: string;
  readonly product?: string;
}

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

interface Account {
  readonly iban: string;
  readonly currency: string;
}

const DOMESTIC = 'norwegian-domestic-credit-transfers';

const plain = (number: string): string => number.replaceAll(/[\s.]/g, '').toUpperCase();
/** A Norwegian account number has none. */
const countryOf = (number: string): string => /^[A-Z]{2}/.exec(plain(number))?.[0] ?? 'NO';

export function productFor({ currency }: Money, { product, to }: PaymentOptions): string {
  if (product !== undefined) return product;
  const country = countryOf(to);
  if (currency === 'NOK' && country === 'NO') return DOMESTIC;
  const sepa = currency === 'EUR' && isSEPACountry(country) && plain(to) !== bban(to);
  return sepa ? 'sepa-credit-transfers' : 'cross-border-credit-transfers';
}

function bban(number: string): string | undefined {
  return /^\d{11}$/.test(plain(number)) ? plain(number) : undefined;
}

/** The account that --from names; else a current account, of the payment's currency if there is one. */
export function debtorFor(list: unknown, { currency }: Money, { from }: PaymentOptions): Account {
  const { accounts = [] } = (list ?? {}) as {
    accounts?: readonly (Account & { cashAccountType?: string })[];
  };
  const mine = accounts.map(({ iban }) => iban).join(', ');
  if (from !== undefined) {
    const named = accounts.find(
      ({ iban }) => plain(from) === iban || plain(from) === iban.slice(4),
    );
    if (named !== undefined) return named;
    throw new UsageError(
      `--from ${from} is not an account that this person shares: ${mine || 'none'}`,
    );
  }
  const current = accounts.filter(({ cashAccountType }) => cashAccountType === 'CACC');
  const found = current.find((account) => account.currency === currency) ?? current[0];
  if (found !== undefined) return found;
  throw new Error(`This person shares no current account. Accounts: ${mine || 'none'}`);
}

export function paymentBody(money: Money, debtor: Account, options: PaymentOptions): object {
  const { to, name, message, bic } = options;
  const number = bban(to);
  const { iban, currency } = debtor;
  return {
    instructedAmount: money,
    creditorName: name,
    creditorAccount: {
      ...(number === undefined ? { iban: plain(to) } : { bban: number }),
      currency: money.currency,
    },
    // Some products want it, and all accept it.
    creditorAddress: { townName: 'Test Town', country: countryOf(to) },
    ...defined({ creditorAgent: bic, remittanceInformationUnstructured: message }),
    debtorAccount: { iban, currency },
  };
}
