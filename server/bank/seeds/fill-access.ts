// What PSUs of a seed have given to TPPs already: consents, sessions and PSU-IDs.
import { defined } from '../../kernel/defined.ts';
import type { SeedConsent, SeedPsu, SeedSession } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { visible } from '../../protocol/shown-text.ts';
import { resourceIdOf } from '../accounts/account-ids.ts';
import {
  type Actor,
  accountsOf,
  cardsOf,
  findConsent,
  grantConsent,
  revokeConsent,
} from '../accounts/consent-store.ts';
import type { AccountRow, CardAccountRow } from '../accounts/tables.ts';
import type { CustomerRow } from '../customers/tables.ts';
import { contextsOf } from '../sca/contexts.ts';
import { issuePsuId, psuCorporateIdOf } from '../sca/psu-ids.ts';
import { putSession, SESSION_LENGTH } from '../sca/sessions.ts';
import { sessions } from '../sca/tables.ts';
import { tppIdOf } from '../tpps/tpp-rows.ts';
import { agreementOf, customerOf, type Filling, ibanIn, momentOf, refusal } from './filling.ts';

/** Returns what a client needs for its first read. */
export async function fillConsent(filling: Filling, seed: SeedConsent): Promise<JsonObject> {
  const { bank, path } = filling;
  const { customer, tppId, actor } = await actorOf(filling, seed);
  const offered = [...(await accountsOf(bank, actor)), ...(await cardsOf(bank, actor))];
  const given = seed.accounts?.map((name, i) =>
    accountNamed(offered, name, `${path}/accounts/${i}`),
  );
  const shared = given ?? offered;
  const at = momentOf(filling, seed.lastSca, 'lastSca');
  const accountIds = shared.map(({ id }) => id);
  await grantConsent(bank, tppId, { actor, accountIds, at });
  if (seed.status === 'revoked') {
    const consent = await findConsent(bank, tppId, actor);
    if (consent !== undefined) revokeConsent(bank, consent);
  }
  return {
    ...idsOf(filling, tppId, customer, actor),
    accounts: shared.map((account) => ({
      ...('iban' in account ? { iban: account.iban } : { maskedPan: account.maskedPan }),
      resourceId: resourceIdOf(bank.idScope, tppId, account.id),
    })),
  };
}

export async function fillSession(filling: Filling, seed: SeedSession): Promise<JsonObject> {
  const { customer, tppId, actor } = await actorOf(filling, seed);
  const now = momentOf(filling, seed.started, 'started');
  const bank = { ...filling.bank, now };
  const endsAt =
    seed.ends === undefined ? now + SESSION_LENGTH : momentOf(filling, seed.ends, 'ends');
  const { id: customerId } = customer;
  const others = await bank.tx.listBy(sessions, 'byPsu', `${tppId}|${customerId}`);
  const other = others.find((one) => one.startedAt < endsAt && now < one.endsAt);
  if (other !== undefined) {
    const text = `This PSU has the session ${visible(other.tppSessionId, 80)} with this TPP at that time, and can have one; remove one of the two, or let one end before the other starts.`;
    throw refusal(`${filling.path}/sessionId`, text, { code: 'CONFLICT' });
  }
  const session = putSession(bank, { ...actor, tppId, tppSessionId: seed.sessionId });
  if (seed.ends !== undefined) bank.tx.put(sessions, { ...session, endsAt });
  return { ...idsOf(filling, tppId, customer, actor), tppSessionId: seed.sessionId };
}

export async function fillPsu(filling: Filling, seed: SeedPsu): Promise<void> {
  issuePsuId(filling.bank, tppIdOf(seed.tpp), await customerOf(filling, seed.psu, 'psu'));
}

async function actorOf(filling: Filling, seed: SeedPsu & { readonly agreement?: string }) {
  const { bank, path } = filling;
  const customer = await customerOf(filling, seed.psu, 'psu');
  const tppId = tppIdOf(seed.tpp);
  issuePsuId(bank, tppId, customer);
  const agreement = seed.agreement && (await agreementOf(filling, seed.agreement, 'agreement'));
  const wanted = agreement ? agreement.id : undefined;
  const contexts = await contextsOf(bank, customer);
  if (!contexts.some(({ agreementId }) => agreementId === wanted)) {
    const text =
      wanted === undefined
        ? `${seed.psu} acts for companies only: name the agreement.`
        : `${seed.psu} is not engaged in this agreement; add an engagement to it.`;
    throw refusal(`${path}/agreement`, text);
  }
  const context = wanted === undefined ? 'PRIVATE' : 'CORPORATE';
  const actor: Actor = { customerId: customer.id, context, ...defined({ agreementId: wanted }) };
  return { customer, tppId, actor };
}

function idsOf(
  { bank }: Filling,
  tppId: string,
  customer: CustomerRow,
  { agreementId }: Actor,
): JsonObject {
  return {
    tpp: tppId,
    psu: customer.number,
    psuId: issuePsuId(bank, tppId, customer),
    ...defined({
      psuCorporateId: agreementId && psuCorporateIdOf(bank.idScope, tppId, agreementId),
    }),
  };
}

type Shared = AccountRow | CardAccountRow;

function accountNamed(offered: readonly Shared[], name: string, path: string): Shared {
  const iban = ibanIn(name);
  const found = offered.find((one) => ('iban' in one ? one.iban === iban : one.maskedPan === name));
  if (found !== undefined) return found;
  const those = offered.map((one) => ('iban' in one ? one.iban : one.maskedPan)).join(', ');
  throw refusal(
    path,
    `The PSU cannot share ${name} in this context; there is ${those || 'no account'}.`,
  );
}
