// May this call read account information? The checks of PSU, session and consent, in the order
// of CONS-01 to CONS-08.

import { after, type Soon } from '../../kernel/soon.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { RuleId } from '../../protocol/rules.ts';
import { bbanProblem, ibanProblem } from '../../validation/account-number.ts';
import type { Call } from '../banks/operation.ts';
import {
  agreementOf,
  findAgreement,
  type IdentifiedPsu,
  identifyPsu,
  psuIdNeeded,
} from '../sca/psu.ts';
import { endOf } from '../sca/sca-policy.ts';
import { isLiving } from '../sca/sessions.ts';
import { type FixedPsu, ScaNeeded } from '../sca/start-flow.ts';
import type { SessionRow } from '../sca/tables.ts';
import { resourceIdOf } from './account-ids.ts';
import {
  type Actor,
  consentAt,
  consentsOf,
  findConsent,
  freshAt,
  hasNothing,
  holdingsOf,
} from './consent-store.ts';
import type { ConsentRow } from './tables.ts';

/**
 * Who acts, whether the PSU is present (HDR-09), and the consented accounts and cards that this call may
 * read. Throws ApiError, ScaNeeded where an SCA would help.
 * @param resourceId the account or card that the call names, if it names one
 */
export function needAccess(call: Call, resourceId?: string): Soon<Access> {
  const present = call.headers.psuIpAddress !== undefined;
  return after(needPsu(call), (psu) =>
    after(present ? actorPresent(call, psu) : actorAbsent(call, psu), (actor) =>
      after(findConsent(call.bank, call.tpp.id, actor), (consent) =>
        accessOf(call, { actor, present, consent }, resourceId),
      ),
    ),
  );
}

interface Access {
  readonly actor: Actor;
  readonly present: boolean;
  readonly accounts: ConsentRow['accounts'];
}

interface Acting {
  readonly actor: Actor;
  readonly present: boolean;
  readonly consent: ConsentRow | undefined;
}

/** @returns a promise only where it refuses */
function accessOf(call: Call, acting: Acting, resourceId: string | undefined): Soon<Access> {
  const { bank, tpp } = call;
  const { actor, present, consent } = acting;
  const given = consent?.accounts ?? [];
  const isNamed = ({ accountId }: (typeof given)[number]) =>
    resourceIdOf(bank.idScope, tpp.id, accountId) === resourceId;
  const named = resourceId === undefined ? given : given.filter(isNamed);
  const asked = { status: consent?.status ?? 'valid', accounts: named };
  const { status, isExpired } = consentAt(asked, bank.now);
  if (!present && isExpired) return refuseExpired(call, actor);
  if (status === 'revoked') {
    const text = 'The PSU has revoked the consent at the bank.';
    throw new ApiError('CONS-08', 'CONSENT_UNKNOWN', text);
  }
  if (given.length === 0) return refuseWithoutConsent(call, actor);
  if (resourceId !== undefined && named.length === 0) throw unknownAccount(resourceId);
  return { actor, present, accounts: present ? named : freshAt(named, bank.now) };
}

async function refuseExpired(call: Call, actor: Actor): Promise<never> {
  const text = 'The last SCA of the PSU for this account is more than 180 days ago.';
  const fixed = await fixedTo(call, actor);
  throw new ScaNeeded('CONS-07', 'CONSENT_EXPIRED', text, { fixed });
}

async function refuseWithoutConsent(call: Call, actor: Actor): Promise<never> {
  const fixed = await fixedTo(call, actor);
  if (await hasNothing(call.bank, actor)) {
    const text = 'This person has no accounts in this bank in this context:';
    const advice =
      'an SCA at the scaRedirect link shares something only in another context, or once there is an account.';
    throw new ScaNeeded('CONS-08', 'CONSENT_INVALID', text, { advice, fixed });
  }
  const text = 'The PSU has not given consent to any account in this context.';
  throw new ScaNeeded('CONS-08', 'CONSENT_INVALID', text, { fixed });
}

export function unknownAccount(resourceId: string): ApiError {
  const text = 'The PSU has not given consent to an account with that id.';
  const isNumber = ibanProblem(resourceId) === undefined || bbanProblem(resourceId) === undefined;
  const advice = isNumber
    ? ' It is an account number: an address has the resourceId, which GET /v1/accounts returns.'
    : '';
  return new ApiError('CONS-08', 'RESOURCE_UNKNOWN', text + advice);
}

/**
 * To whom an SCA is fixed that renews what the actor had: a company stays that company, or the same request
 * would answer the person's own accounts afterwards. The PSU may choose the context
 * if the actor is private, if PSU-Context says PRIVATE (SES-02), or if the company has nothing to share.
 */
export async function fixedTo({ bank, headers }: Call, actor: Actor): Promise<FixedPsu> {
  const { customerId, context } = actor;
  if (context === 'PRIVATE' || headers.psuContext === 'PRIVATE') return { customerId };
  return (await hasNothing(bank, actor)) ? { customerId } : actor;
}

/**
 * CONS-06: to whom an SCA is fixed that a call without a session asks for: to the company that PSU-Corporate-ID says,
 * which is ignored in PRIVATE context.
 */
export async function fixedByIds(
  call: Call,
  { customerId, session }: IdentifiedPsu,
): Promise<FixedPsu> {
  const { psuContext, psuCorporateId } = call.headers;
  const context = psuContext ?? session?.context ?? 'CORPORATE';
  if (psuCorporateId === undefined || context === 'PRIVATE') return { customerId };
  const agreementId = await findAgreement(call, psuCorporateId);
  return agreementId === undefined
    ? { customerId }
    : fixedTo(call, { customerId, context, agreementId });
}

/** The PSU is there: the session says in which context (CONS-05, SES-02). */
const actorPresent = (call: Call, psu: KnownPsu): Soon<Actor> =>
  after(needSessionInContext(call, psu, 'CONS-05'), actorOf);

function actorOf({ customerId, context, agreementId }: SessionRow): Actor {
  return agreementId === undefined ? { customerId, context } : { customerId, context, agreementId };
}

/** The PSU is absent: PSU-Corporate-ID says which context, unless PSU-Context says PRIVATE. */
async function actorAbsent(call: Call, psu: KnownPsu): Promise<Actor> {
  const { customerId } = psu;
  const { psuContext, psuCorporateId } = call.headers;
  await checkCorporateUser(call, psu);
  if (psuCorporateId === undefined || psuContext === 'PRIVATE') {
    return { customerId, context: 'PRIVATE' };
  }
  const agreementId = await agreementOf(call, psuCorporateId);
  return { customerId, context: 'CORPORATE', agreementId };
}

/**
 * HDR-10: a corporate user whose id was forgotten needs the id, not another SCA. Throws ApiError; never for a
 * call without PSU-ID.
 */
export async function checkCorporateUser(
  call: Call,
  psu: IdentifiedPsu | undefined,
): Promise<void> {
  if (call.headers.psuCorporateId !== undefined || psu?.psuId === undefined) return;
  const { customerId } = psu;
  const given = await consentsOf(call.bank, { tppId: call.tpp.id, customerId });
  if (given.length === 0 || given.some(({ context }) => context === 'PRIVATE')) return;
  const own = await holdingsOf(call.bank, customerId);
  if (own.accounts + own.cards > 0) return;
  const text =
    'This PSU has only CORPORATE context: send PSU-Corporate-ID as well (GET /v1/user answers it).';
  throw new ApiError('HDR-10', 'HTTP_HEADER_REQUIRED', text, { path: 'PSU-Corporate-ID' });
}

interface KnownPsu extends IdentifiedPsu {
  readonly psuId: string;
}

/** Throws what `identifyPsu` throws, and ScaNeeded CONS-01 or CONS-04. */
export const needPsu = (call: Call): Soon<KnownPsu> =>
  after(identifyPsu(call), (psu) =>
    psu?.psuId === undefined ? refuseWithoutPsuId(call, psu) : (psu as KnownPsu),
  );

async function refuseWithoutPsuId(call: Call, psu: IdentifiedPsu | undefined): Promise<never> {
  const text = 'X-PSU-IDENTITY alone gives no access: an SCA must issue the PSU-ID first.';
  throw psuIdNeeded(psu, text, psu && (await fixedByIds(call, psu)));
}

/** The session of this call, living, in the context that PSU-Context states. */
export function needSessionInContext(
  call: Call,
  psu: KnownPsu,
  rule: 'USER-01' | 'CONS-05',
): Soon<SessionRow> {
  return after(needSession(call, psu), (session) => {
    const { psuContext } = call.headers;
    if (psuContext === undefined || psuContext === session.context) return session;
    return refuseContext(call, psu, rule);
  });
}

async function refuseContext(call: Call, psu: KnownPsu, rule: RuleId): Promise<never> {
  const text = `The session is in ${psu.session?.context} context, not in ${call.headers.psuContext}.`;
  const fixed = await fixedByIds(call, psu);
  throw new ScaNeeded(rule, 'CONSENT_INVALID', text, { path: 'PSU-Context', fixed });
}

/** The session of this call, living. Throws ScaNeeded CONS-05 or SES-02. */
export function needSession(call: Call, psu: KnownPsu): Soon<SessionRow> {
  const { session } = psu;
  if (session === undefined) return refuseWithoutSession(call, psu);
  return isLiving(session, call.bank.now) ? session : refuseEnded(call, session);
}

async function refuseWithoutSession(call: Call, psu: KnownPsu): Promise<never> {
  const text =
    call.headers.tppSessionId === undefined
      ? 'TPP-Session-ID was not sent, so no SCA of the PSU can be found.'
      : 'There is no valid SCA of the PSU for this TPP-Session-ID: none was completed, or a later session has replaced it.';
  const fixed = await fixedByIds(call, psu);
  throw new ScaNeeded('CONS-05', 'CONSENT_INVALID', text, { path: 'TPP-Session-ID', fixed });
}

async function refuseEnded(call: Call, session: SessionRow): Promise<never> {
  const text = await endOf(call.bank, session);
  const fixed = await fixedTo(call, actorOf(session));
  throw new ScaNeeded('SES-02', 'SCA_EXPIRED', text, { path: 'TPP-Session-ID', fixed });
}
