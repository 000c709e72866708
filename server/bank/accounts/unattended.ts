// What a call may read while the PSU is absent (HDR-09): not often (ACC-06) and nothing old (ACC-07).

import { addDays, type PlainDate } from '../../kernel/dates.ts';
import type { Call } from '../banks/operation.ts';
import { ScaNeeded } from '../sca/sca-needed.ts';
import type { Access } from './access.ts';
import { countRead, followsNext, type Reading } from './quota.ts';

/** ACC-07: how far back a TPP sees by itself; the default of dateFrom too (ACC-03). */
export const DAYS_BACK = 90;

/** The oldest date that is still within reach. */
export function oldestDay(call: Call): PlainDate {
  return addDays(call.today, -DAYS_BACK);
}

export interface UnattendedRead {
  readonly access: Access;
  readonly accountId: string;
  readonly what: Reading['what'];
  /** The oldest date that is asked for. */
  readonly from?: PlainDate;
}

/**
 * Lets the call pass and counts it. Throws ScaNeeded (ACC-07) and ApiError 429 (ACC-06). The next page of a list that was let in is not asked again, nor counted.
 */
export async function checkUnattended(call: Call, read: UnattendedRead): Promise<void> {
  if (read.access.present) return;
  const reading = readingOf(read);
  if (await followsNext(call, reading)) return;
  if (read.from !== undefined && read.from < oldestDay(call)) throw tooOld(read);
  if (read.from !== undefined) call.exercises('ACC-07');
  await countRead(call, reading);
}

export function readingOf({ access, accountId, what }: UnattendedRead): Reading {
  return { customerId: access.psu.customerId, accountId, what };
}

function tooOld({ access, what }: UnattendedRead): ScaNeeded {
  const { customerId } = access.psu;
  return new ScaNeeded('ACC-07', 'CONSENT_INVALID', {
    text: `Without the PSU nothing older than ${DAYS_BACK} days is shown.`,
    ...(what[0] === 'transactions' ? { path: 'dateFrom' } : {}),
    fixed: { customerId },
  });
}
