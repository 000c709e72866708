// TPP sessions (SES-01 … SES-05): an hour in which one SCA is enough.

import { DAY, HOUR } from '../../kernel/clock.ts';
import { derivedToken } from '../../kernel/ids.ts';
import { rememberParts } from '../../kernel/recent.ts';
import type { Soon } from '../../kernel/soon.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { scheduleDue } from '../banks/due.ts';
import type { Call } from '../banks/operation.ts';
import { type SessionRow, sessions } from './tables.ts';

/** SES-01: how long one SCA is good for. */
export const SESSION_LENGTH = HOUR;
/** How long the bank remembers a session that ran out, so that it can answer SCA_EXPIRED. */
const REMEMBERED = DAY;

type NewSession = Omit<SessionRow, 'id' | 'startedAt' | 'endsAt'>;

/** SES-05: TPP and person are part of the key, so an id can never be shared with another's. */
const sessionKey = rememberParts((tppId: string, customerId: string, tppSessionId: string) =>
  derivedToken(['session', tppId, customerId, tppSessionId]),
);

/** The session of this call's TPP-Session-ID for that person, living or run out. */
export function sessionOf(call: Call, customerId: string): Soon<SessionRow | undefined> {
  const { tppSessionId } = call.headers;
  if (tppSessionId === undefined) return undefined;
  return call.bank.tx.get(sessions, sessionKey(call.tpp.id, customerId, tppSessionId));
}

export function isLiving(session: SessionRow, now: number): boolean {
  return now < session.endsAt;
}

/** SES-07: the session ends now, unless it has before; it counts as run out until the bank forgets it. */
export function endSession(bank: BankTx, session: SessionRow): void {
  if (isLiving(session, bank.now)) bank.tx.put(sessions, { ...session, endsAt: bank.now });
}

/**
 * Begins a session after an SCA, or begins it again. SES-03: a TPP has one living session per person, so this
 * ends the one before. An aborted SCA does not get here.
 */
export async function startSession(bank: BankTx, wanted: NewSession): Promise<SessionRow> {
  const { tppId, customerId } = wanted;
  for (const other of await bank.tx.listBy(sessions, 'byPsu', `${tppId}|${customerId}`)) {
    const forgotten = other.endsAt + REMEMBERED <= bank.now;
    if (isLiving(other, bank.now) || forgotten) bank.tx.remove(sessions, other.id);
  }
  return putSession(bank, wanted);
}

/** Writes a session that begins now. */
export function putSession(bank: BankTx, wanted: NewSession): SessionRow {
  const { tppId, customerId, tppSessionId } = wanted;
  const id = sessionKey(tppId, customerId, tppSessionId);
  const session = { ...wanted, id, startedAt: bank.now, endsAt: bank.now + SESSION_LENGTH };
  bank.tx.put(sessions, session);
  scheduleDue(bank, session.endsAt, 'sessionEnds', id);
  return session;
}
