// Setting balances (SBX-04). What is pending is the sum of pending lines and not to be set, so every
// balance type comes down to what is booked; several in one body must come down to the same.

import { ApiError } from '../../protocol/errors.ts';
import type { SandboxBalances } from '../../protocol/generated/schemas.ts';
import type { BalanceRow } from '../ledger/tables.ts';
import { sandboxAmount } from './sandbox-amount.ts';

/** For each balance type that can be set: what must be booked for it to have that amount. */
export type BookedFor = Readonly<Record<string, (amount: bigint) => bigint>>;

const RULE = 'SBX-04';

/**
 * What the body wants booked, in minor units. FORMAT_ERROR for a balance type that this kind of
 * account has not, one sent twice, and types that contradict one another.
 */
export function bookedOf(
  { balances }: SandboxBalances,
  balance: BalanceRow,
  bookedFor: BookedFor,
): bigint {
  const seen = new Set<string>();
  let booked: bigint | undefined;
  for (const [i, { balanceType, balanceAmount }] of balances.entries()) {
    const path = `/balances/${i}`;
    const find = Object.hasOwn(bookedFor, balanceType) ? bookedFor[balanceType] : undefined;
    if (find === undefined || seen.has(balanceType)) throw badType(balanceType, path, bookedFor);
    seen.add(balanceType);
    const place = {
      path: `${path}/balanceAmount`,
      currency: balance.currency,
      rule: RULE,
    } as const;
    const wanted = find(sandboxAmount(balanceAmount, place));
    if (booked !== undefined && booked !== wanted) throw contradiction(path);
    booked = wanted;
  }
  return booked ?? balance.booked;
}

function badType(balanceType: string, path: string, bookedFor: BookedFor): ApiError {
  const known = Object.keys(bookedFor).join(', ');
  const text = `${balanceType} cannot be set here, or was sent twice; send each of ${known} at most once.`;
  return new ApiError(RULE, 'FORMAT_ERROR', text, { path: `${path}/balanceType`, expected: known });
}

function contradiction(path: string): ApiError {
  const text =
    'The balances do not match: they may differ only by the pending transactions. Send one of them, and the bank computes the other.';
  return new ApiError(RULE, 'FORMAT_ERROR', text, { path: `${path}/balanceAmount/amount` });
}
