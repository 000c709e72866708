// What a payment costs the debtor (PAY-11): the amount in the debtor account's currency, and the fee.
import type { Money } from '../../kernel/money.ts';
import { convert, type Rates } from './exchange.ts';
import type { Product } from './products.ts';

export interface Cost {
  /** Minor units of the debtor account's currency. */
  readonly debit: bigint;
  /** Likewise; on top of the debit. */
  readonly fee: bigint;
}

const BASIS = 10_000n;

/** Pure; the rates are the sandbox's fixed ones. */
export function costOf(
  product: Product,
  instructed: Money,
  debtorCurrency: string,
  rates: Rates,
): Cost {
  const converted = convert(instructed, debtorCurrency, rates);
  // At least one minor unit, however small the amount is in the account's currency.
  const debit = converted > 0n ? converted : 1n;
  const fixed = convert({ amount: product.fee.fixed, currency: 'NOK' }, debtorCurrency, rates);
  const share = instructed.currency === debtorCurrency ? 0n : product.fee.conversionBasisPoints;
  return { debit, fee: fixed + (2n * debit * share + BASIS) / (2n * BASIS) };
}
