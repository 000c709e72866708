// TPP sessions (SES-01 … SES-05): an hour in which one SCA is enough.

import { DAY, HOUR } from '../../kernel/clock.ts';
import { derivedToken } from '../../kernel/ids.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { scheduleDue } from '../banks/due.ts';
import type { Call } from '../banks/operation.ts';
import { type SessionRow, sessions } from './tables.ts';

/** SES-01: how long one SCA is good for. */
const SESSION_LENGTH = HOUR;
/** How long a session that ran out is remembered, to say SCA_EXPIRED rather than that it never was. */
const REMEMBERED = DAY;

export interface NewSession {
  readonly tppId: string;
  readonly customerId: string;
  readonly tppSessionId: string;
  readonly context: PsuContext;
  readonly agreementId?: string;
}

/** SES-05: TPP and person are part of the key, so an id can never be shared with another's. */
function sessionKey(tppId: string, customerId: string, tppSessionId: string): string {
  return derivedToken(['session', tppId, customerId, tppSessionId]);
}

/** The session of this call's TPP-Session-ID for that person, living or run out. */
export async function sessionOf(call: Call, customerId: string): Promise<SessionRow | undefined> {
  const { tppSessionId } = call.headers;
  if (tppSessionId === undefined) return undefined;
  return call.bank.tx.get(sessions, sessionKey(call.tpp.id, customerId, tppSessionId));
}

export function isLiving(session: SessionRow, now: number): boolean {
  return now < session.endsAt;
}

/** The living session of this call's TPP-Session-ID for that person. */
export async function findSession(call: Call, customerId: string): Promise<SessionRow | undefined> {
  const session = await sessionOf(call, customerId);
  return session !== undefined && isLiving(session, call.bank.now) ? session : undefined;
}

/** SES-07: the session is over now; until it is forgotten it counts as run out. */
export function endSession(bank: BankTx, session: SessionRow): void {
  bank.tx.put(sessions, { ...session, endsAt: bank.now });
}

/**
 * Begins, or begins again, the session that an SCA has just paid for. SES-03: one living id per TPP
 * and person, so the one that lived before dies here; an aborted SCA never comes this far.
 */
export async function startSession(bank: BankTx, wanted: NewSession): Promise<SessionRow> {
  const { tppId, customerId } = wanted;
  const id = sessionKey(tppId, customerId, wanted.tppSessionId);
  for (const other of await bank.tx.listBy(sessions, 'byPsu', `${tppId}|${customerId}`)) {
    const forgotten = other.endsAt + REMEMBERED <= bank.now;
    if (other.id !== id && (isLiving(other, bank.now) || forgotten)) {
      bank.tx.remove(sessions, other.id);
    }
  }
  const session = { ...wanted, id, startedAt: bank.now, endsAt: bank.now + SESSION_LENGTH };
  bank.tx.put(sessions, session);
  scheduleDue(bank, session.endsAt, 'sessionEnds', id);
  return session;
}
