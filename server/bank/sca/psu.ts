// Who the call is about: the checks of the PSU's ids, in the order of CONS-01 to CONS-06.

import { defined } from '../../kernel/defined.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Call } from '../banks/operation.ts';
import {
  agreements,
  type CustomerRow,
  customerByNumber,
  customers,
  psus,
} from '../customers/tables.ts';
import { psuCorporateIdOf } from './psu-ids.ts';
import { isLiving, sessionOf } from './sessions.ts';
import { type FixedPsu, ScaNeeded } from './start-flow.ts';
import type { SessionRow } from './tables.ts';

/** The person that a call is about, looked up once and handed down. */
export interface IdentifiedPsu {
  readonly customerId: string;
  /** Absent when only X-PSU-IDENTITY named the person. */
  readonly psuId?: string;
  /** Of this call's TPP-Session-ID; it may have run out. */
  readonly session?: SessionRow;
}

/**
 * Resolves PSU-ID and X-PSU-IDENTITY; `undefined`: the call names no person. Throws ApiError: CONS-02 (they
 * name different persons), CONS-03 (unknown PSU-ID, with an SCA), CONS-04 (unknown national id), HDR-10 and
 * CONS-06 (PSU-Corporate-ID missing or another than the session's).
 */
export function identifyPsu(call: Call): Soon<IdentifiedPsu | undefined> {
  const { psuId } = call.headers;
  return after(psuId === undefined ? undefined : findPsu(call, psuId), (known) =>
    after(namedPerson(call, known), (customer) =>
      customer === undefined ? undefined : identified(call, customer),
    ),
  );
}

/** Of PSU-ID, if that was sent, else of X-PSU-IDENTITY. */
function namedPerson(call: Call, known: CustomerRow | undefined): Soon<CustomerRow | undefined> {
  const { psuId, psuIdentity } = call.headers;
  if (known !== undefined && psuIdentity !== undefined && known.number !== psuIdentity) {
    const text = 'PSU-ID and X-PSU-IDENTITY name different persons; send one of them.';
    throw new ApiError('CONS-02', 'BAD_REQUEST', text, { path: 'X-PSU-IDENTITY' });
  }
  if (psuId !== undefined && known === undefined) {
    const text =
      'This bank does not know that PSU-ID for your TPP. It may be of another bank or another TPP, or from before a reset.';
    throw new ScaNeeded('CONS-03', 'PSU_CREDENTIALS_INVALID', text, { path: 'PSU-ID' });
  }
  return known ?? (psuIdentity === undefined ? undefined : personOf(call, psuIdentity));
}

function identified(call: Call, customer: CustomerRow): Soon<IdentifiedPsu> {
  call.isAbout({ id: customer.id, name: customer.name });
  return after(sessionOf(call, customer.id), (session) => {
    checkCorporateId(call, session);
    return { customerId: customer.id, ...defined({ psuId: call.headers.psuId, session }) };
  });
}

/** Throws ScaNeeded for a call without PSU-ID about what was made with one (HDR-04). */
export function checkPsuId(psu: IdentifiedPsu | undefined, madeWithoutPsuId: boolean): void {
  if (psu?.psuId !== undefined || madeWithoutPsuId) return;
  const text = 'This payment was created with a PSU-ID: X-PSU-IDENTITY alone gives no access.';
  throw psuIdNeeded(psu, text);
}

/**
 * The refusal of a call without PSU-ID. CONS-01: the call names no person. CONS-04: it names one, but only a
 * PSU-ID shows that the person has done an SCA.
 */
export function psuIdNeeded(
  psu: IdentifiedPsu | undefined,
  whyNotIdentity: string,
  fixed: FixedPsu = defined({ customerId: psu?.customerId }),
): ScaNeeded {
  const path = 'PSU-ID';
  if (psu === undefined) {
    const text = 'Neither PSU-ID nor X-PSU-IDENTITY was sent.';
    return new ScaNeeded('CONS-01', 'CONSENT_INVALID', text, { path });
  }
  return new ScaNeeded('CONS-04', 'CONSENT_INVALID', whyNotIdentity, { path, fixed });
}

/** The person's session, if it has not run out. */
export function livingSession({ session }: IdentifiedPsu, now: number): SessionRow | undefined {
  return session !== undefined && isLiving(session, now) ? session : undefined;
}

/** Whom a PSU-ID names, if this bank has issued it to that TPP. */
export function findPsu(
  { bank: { tx }, tpp }: Pick<Call, 'bank' | 'tpp'>,
  psuId: string,
): Soon<CustomerRow | undefined> {
  return after(tx.get(psus, psuId), (row) =>
    row === undefined || row.tppId !== tpp.id ? undefined : tx.get(customers, row.customerId),
  );
}

async function personOf(call: Call, nationalId: string): Promise<CustomerRow> {
  const customer = await customerByNumber(call.bank, nationalId);
  if (customer !== undefined) return customer;
  const text = 'X-PSU-IDENTITY is not the national identity number of a customer of this bank.';
  throw new ApiError('CONS-04', 'PSU_CREDENTIALS_INVALID', text, { path: 'X-PSU-IDENTITY' });
}

/** HDR-10 and CONS-06: a corporate session goes with its own PSU-Corporate-ID. */
function checkCorporateId(call: Call, session: SessionRow | undefined): void {
  if (session?.context !== 'CORPORATE' || !isLiving(session, call.bank.now)) return;
  const { psuCorporateId } = call.headers;
  if (psuCorporateId === undefined) {
    if (suppliesCorporateId(call)) return;
    const text =
      'The session is in CORPORATE context: send PSU-Corporate-ID as well (GET /v1/user answers it).';
    throw new ApiError('HDR-10', 'HTTP_HEADER_REQUIRED', text, { path: 'PSU-Corporate-ID' });
  }
  const { agreementId } = session;
  const own = agreementId && psuCorporateIdOf(call.bank.idScope, call.tpp.id, agreementId);
  if (psuCorporateId !== own) {
    const text = 'PSU-Corporate-ID is not the one of this session.';
    throw new ApiError('CONS-06', 'FORBIDDEN', text, { path: 'PSU-Corporate-ID' });
  }
}

/**
 * CONS-06: the agreement that a PSU-Corporate-ID stands for. Throws ApiError if this bank has not issued it
 * to this TPP.
 */
export async function agreementOf(call: Call, psuCorporateId: string): Promise<string> {
  const found = await findAgreement(call, psuCorporateId);
  if (found !== undefined) return found;
  const text = 'PSU-Corporate-ID is not one that this bank has issued to you.';
  throw new ApiError('CONS-06', 'FORBIDDEN', text, { path: 'PSU-Corporate-ID' });
}

/** The same, and `undefined` if this bank has not issued it to this TPP. */
export async function findAgreement(
  { bank, tpp }: Call,
  psuCorporateId: string,
): Promise<string | undefined> {
  const all = await bank.tx.listBy(agreements, 'all', 'all');
  return all.find(({ id }) => psuCorporateIdOf(bank.idScope, tpp.id, id) === psuCorporateId)?.id;
}

/** HDR-10: the calls that answer a PSU-Corporate-ID cannot require it. */
export function suppliesCorporateId(call: Pick<Call, 'role'>): boolean {
  return call.role === 'either';
}
