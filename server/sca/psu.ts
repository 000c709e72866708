// Who the call is about: the checks of the PSU's ids, in the contract's order (section 5).
import type { Call } from '../banks/operation.ts';
import { agreements, type CustomerRow, customers, psus } from '../customers/tables.ts';
import { ApiError } from '../protocol/errors.ts';
import type { Reply } from '../protocol/reply.ts';
import { askForSca } from './ask-for-sca.ts';
import { psuCorporateIdOf } from './psu-ids.ts';
import { findSession } from './sessions.ts';
import type { SessionRow } from './tables.ts';

export interface IdentifiedPsu {
  readonly customerId: string;
  /** Absent when only X-PSU-IDENTITY named the person. */
  readonly psuId?: string;
}

/** `psu: undefined`: the call names nobody. `reply`: the 401 to answer with. */
export type PsuResult = { readonly psu: IdentifiedPsu | undefined } | { readonly reply: Reply };

/**
 * Resolves PSU-ID and X-PSU-IDENTITY. Throws ApiError: CONS-02 (they name different persons), CONS-04
 * (unknown national id), HDR-10 and CONS-06 (PSU-Corporate-ID missing or another than the session's).
 */
export async function identifyPsu(call: Call): Promise<PsuResult> {
  const { psuId, psuIdentity } = call.headers;
  const known = psuId === undefined ? undefined : await findPsu(call, psuId);
  if (known !== undefined && psuIdentity !== undefined && known.number !== psuIdentity) {
    const text = 'PSU-ID and X-PSU-IDENTITY name different persons; send one of them.';
    throw new ApiError('CONS-02', 'BAD_REQUEST', text, { path: 'X-PSU-IDENTITY' });
  }
  if (psuId !== undefined && known === undefined) return { reply: await unknownPsuId(call) };
  const customer =
    known ?? (psuIdentity === undefined ? undefined : await personOf(call, psuIdentity));
  if (customer === undefined) return { psu: undefined };
  await checkCorporateId(call, customer.id);
  return { psu: { customerId: customer.id, ...(psuId === undefined ? {} : { psuId }) } };
}

/** Whom the call names, as far as this bank knows; refuses nothing. */
export async function knownPerson(call: Call): Promise<CustomerRow | undefined> {
  const { psuId, psuIdentity } = call.headers;
  if (psuId !== undefined) return findPsu(call, psuId);
  return psuIdentity === undefined ? undefined : findPerson(call, psuIdentity);
}

async function findPerson(call: Call, nationalId: string): Promise<CustomerRow | undefined> {
  const [customer] = await call.bank.tx.listBy(customers, 'byNumber', nationalId, { limit: 1 });
  return customer;
}

async function findPsu(call: Call, psuId: string): Promise<CustomerRow | undefined> {
  const row = await call.bank.tx.get(psus, psuId);
  if (row === undefined || row.tppId !== call.tpp.id) return undefined;
  return call.bank.tx.get(customers, row.customerId);
}

function unknownPsuId(call: Call): Promise<Reply> {
  return askForSca(call, {
    rule: 'CONS-03',
    code: 'PSU_CREDENTIALS_INVALID',
    path: 'PSU-ID',
    text: 'This bank does not know that PSU-ID for your TPP. It may be of another bank or another TPP, or from before a reset. Send the PSU through SCA at _links.scaRedirect; the redirect carries the psu-id to use.',
  });
}

async function personOf(call: Call, nationalId: string): Promise<CustomerRow> {
  const customer = await findPerson(call, nationalId);
  if (customer !== undefined) return customer;
  const text = 'X-PSU-IDENTITY is not the national identity number of a customer of this bank.';
  throw new ApiError('CONS-04', 'PSU_CREDENTIALS_INVALID', text, { path: 'X-PSU-IDENTITY' });
}

/** HDR-10 and CONS-06: a corporate session goes with its own PSU-Corporate-ID. */
async function checkCorporateId(call: Call, customerId: string): Promise<void> {
  const session = await findSession(call, customerId);
  if (session?.context !== 'CORPORATE') return;
  const { psuCorporateId } = call.headers;
  if (psuCorporateId === undefined) {
    if (suppliesCorporateId(call)) return;
    const text =
      'The session is in CORPORATE context: send PSU-Corporate-ID as well (GET /v1/user tells it).';
    throw new ApiError('HDR-10', 'HTTP_HEADER_REQUIRED', text, { path: 'PSU-Corporate-ID' });
  }
  if (psuCorporateId !== ownCorporateId(call, session)) {
    const text = 'PSU-Corporate-ID is not the one that this session was opened for.';
    throw new ApiError('CONS-06', 'FORBIDDEN', text, { path: 'PSU-Corporate-ID' });
  }
}

/**
 * CONS-06: the agreement that a PSU-Corporate-ID stands for. Throws ApiError where this bank has not issued
 * it to this TPP.
 */
export async function agreementOf(call: Call, psuCorporateId: string): Promise<string> {
  for (const { id } of await call.bank.tx.listBy(agreements, 'all', 'all')) {
    if (psuCorporateIdOf(call.bank.bank, call.tpp.id, id) === psuCorporateId) return id;
  }
  const text = 'PSU-Corporate-ID is not one that this bank has issued to you.';
  throw new ApiError('CONS-06', 'FORBIDDEN', text, { path: 'PSU-Corporate-ID' });
}

/** HDR-10: the calls that tell a TPP its PSU-Corporate-ID cannot demand it. */
export function suppliesCorporateId(call: Pick<Call, 'role'>): boolean {
  return call.role === 'either';
}

function ownCorporateId(call: Call, session: SessionRow): string | undefined {
  if (session.agreementId === undefined) return undefined;
  return psuCorporateIdOf(call.bank.bank, call.tpp.id, session.agreementId);
}
