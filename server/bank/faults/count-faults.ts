// Finds the fault that fires on a request, and counts the request at every fault that it matches (FAULT-01).

import { durationMillis } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import type { Fault } from '../../protocol/generated/schemas.ts';
import { revokeConsent } from '../accounts/consent-store.ts';
import { consents } from '../accounts/tables.ts';
import { readClock, writeClock } from '../banks/bank-clock.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { type FiredFault, firedFault, fires, type MatchableRequest, matches } from './fault.ts';
import { allFaults, faults, readLastFault } from './tables.ts';

/** A request has been counted; `fault` is the first that fires, if one does. */
export interface CountedFaults {
  readonly fault?: FiredFault;
}

/**
 * Must be committed before the request is answered, in a transaction of its own: a refused request counts too.
 *
 * @param describe called only if the bank has had a fault; `undefined` for a request that faults leave alone
 * @returns `undefined` if the request matches no fault; then nothing was written
 */
export function countFaults(
  bank: Pick<BankTx, 'tx' | 'now'>,
  describe: () => MatchableRequest | undefined,
): Soon<CountedFaults | undefined> {
  return after(readLastFault(bank.tx), ({ number }) =>
    number === 0 ? undefined : countEach(bank, describe),
  );
}

async function countEach(
  bank: Pick<BankTx, 'tx' | 'now'>,
  describe: () => MatchableRequest | undefined,
): Promise<CountedFaults | undefined> {
  const { tx, now } = bank;
  const request = describe();
  if (request === undefined) return undefined;
  const rows = await allFaults(bank);
  const matching = rows.filter((row) => matches(row, request, now));
  if (matching.length === 0) return undefined;
  let fault: FiredFault | undefined;
  for (const row of matching) {
    const counted = { ...row, matched: row.matched + 1 };
    const isFired = fault === undefined && fires(counted);
    if (isFired) fault = firedFault(counted);
    tx.put(faults, isFired ? { ...counted, fired: row.fired + 1 } : counted);
  }
  if (fault !== undefined) await actBefore(bank, fault.effect);
  return defined({ fault });
}

/** What the bank does by itself before the request is handled, which sees the bank afterwards. */
async function actBefore(
  bank: Pick<BankTx, 'tx' | 'now'>,
  { advance, revokeConsents }: Fault['effect'],
): Promise<void> {
  const { tx } = bank;
  const millis = durationMillis(advance ?? '') ?? 0;
  if (millis > 0) {
    const { offset, frozenAt } = await readClock(tx);
    const moved = frozenAt === undefined ? { offset: offset + millis } : { offset };
    writeClock(tx, { ...moved, ...defined({ frozenAt: frozenAt && frozenAt + millis }) });
  }
  if (!revokeConsents) return;
  for (const row of await tx.listBy(consents, 'all', 'all')) {
    revokeConsent(bank, row);
  }
}
