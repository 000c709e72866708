// May this call read account information? The checks of PSU, session and consent, in the contract's
// order (section 5, CONS-01 … CONS-08). Either the way is free, or there is an answer to give.

import { DAY } from '../../kernel/clock.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { agreementOf } from '../sca/psu.ts';
import { consentsOf, findConsent } from './consent-store.ts';
import { type Denied, deny, type KnownPsu, knownPsu, livingSession } from './known-psu.ts';
import { type Actor, holdingsOf } from './offered.ts';
import { resourceIdOf } from './resource-id.ts';
import type { ConsentedAccount, ConsentRow } from './tables.ts';

/** CONS-07: without the PSU, an SCA opens an account for so long. */
const RENEWAL_PERIOD = 180 * DAY;

export interface Access {
  readonly psu: KnownPsu;
  readonly consent: ConsentRow;
  /** Consented accounts and cards that this call may read: one where it names one. */
  readonly accounts: readonly ConsentedAccount[];
  /** HDR-09 */
  readonly present: boolean;
}

export type AccessResult = { readonly access: Access } | { readonly reply: Reply };

/** @param resourceId the account or card that the call names, if it names one */
export async function checkAccess(call: Call, resourceId?: string): Promise<AccessResult> {
  const known = await knownPsu(call);
  if ('reply' in known) return known;
  const { psu } = known;
  const present = call.headers.psuIpAddress !== undefined;
  const actor = present ? await actorPresent(call, psu) : await actorAbsent(call, psu);
  if ('reply' in actor) return actor;
  const consent = await findConsent(call.bank, call.tpp.id, actor.actor);
  const named = consent?.accounts.filter(
    (account) =>
      resourceId === undefined ||
      resourceIdOf(call.bank.bank, call.tpp.id, account.accountId) === resourceId,
  );
  const fixed = { customerId: psu.customerId };
  if (!present && named !== undefined && named.length > 0 && allStale(named, call.bank.now)) {
    const text = 'The last SCA of the PSU for this account is more than 180 days ago.';
    return deny(call, { rule: 'CONS-07', code: 'CONSENT_EXPIRED', text, fixed });
  }
  if (consent?.status === 'revoked') {
    const text = 'The PSU has revoked the consent at the bank.';
    throw new ApiError('CONS-08', 'CONSENT_UNKNOWN', text);
  }
  if (consent === undefined || named === undefined || consent.accounts.length === 0) {
    const text = 'The PSU has not given consent to any account in this context.';
    return deny(call, { rule: 'CONS-08', code: 'CONSENT_INVALID', text, fixed });
  }
  if (resourceId !== undefined && named.length === 0) throw unknownAccount();
  const fresh = present ? named : named.filter((account) => !isStale(account, call.bank.now));
  return { access: { psu, consent, accounts: fresh, present } };
}

export function unknownAccount(): ApiError {
  const text = 'There is no account with that id among those the PSU has consented to.';
  return new ApiError('CONS-08', 'RESOURCE_UNKNOWN', text);
}

type ActorResult = { readonly actor: Actor } | Denied;

/** The PSU is there: the session says in which context (CONS-05, SES-02). */
async function actorPresent(call: Call, psu: KnownPsu): Promise<ActorResult> {
  const found = await livingSession(call, psu);
  if ('reply' in found) return found;
  const { context, agreementId } = found.session;
  const corporate = agreementId === undefined ? {} : { agreementId };
  return { actor: { customerId: psu.customerId, context, ...corporate } };
}

/** Nobody is there: PSU-Corporate-ID says which context. */
async function actorAbsent(call: Call, { customerId }: KnownPsu): Promise<ActorResult> {
  const { psuCorporateId } = call.headers;
  if (psuCorporateId === undefined) {
    if (await isCorporateOnly(call, customerId)) {
      const text =
        'This PSU banks in CORPORATE context alone: send PSU-Corporate-ID as well (GET /v1/user tells it).';
      throw new ApiError('HDR-10', 'HTTP_HEADER_REQUIRED', text, { path: 'PSU-Corporate-ID' });
    }
    return { actor: { customerId, context: 'PRIVATE' } };
  }
  const agreementId = await agreementOf(call, psuCorporateId);
  return { actor: { customerId, context: 'CORPORATE', agreementId } };
}

/** HDR-10: a corporate user whose id was forgotten needs the id, not another SCA. */
async function isCorporateOnly(call: Call, customerId: string): Promise<boolean> {
  const given = await consentsOf(call.bank, { tppId: call.tpp.id, customerId });
  if (given.length === 0 || given.some(({ context }) => context === 'PRIVATE')) return false;
  const own = await holdingsOf(call.bank, customerId);
  return own.accounts + own.cards === 0;
}

function isStale(account: ConsentedAccount, now: number): boolean {
  return now - account.lastScaAt > RENEWAL_PERIOD;
}

function allStale(named: readonly ConsentedAccount[], now: number): boolean {
  return named.every((account) => isStale(account, now));
}
