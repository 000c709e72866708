// What fills the `{…}` of a path of the signed API in this bank, for the TPP that the console is: of each kind the one
// that a developer most likely means, which is the newest.

import { resourceIdOf } from '../../bank/accounts/account-ids.ts';
import { accounts, cardAccounts, consents } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { baskets } from '../../bank/baskets/tables.ts';
import {
  agreements,
  type CustomerRow,
  customers,
  engagements,
} from '../../bank/customers/tables.ts';
import { linesOf } from '../../bank/ledger/ledger.ts';
import { tooLateToCancel } from '../../bank/payments/lifecycle.ts';
import { findProduct, isService } from '../../bank/payments/products.ts';
import { payments } from '../../bank/payments/tables.ts';
import { flows } from '../../bank/sca/tables.ts';

/** Organisation identifier of the console's certificate: its own, so that it takes no other TPP's name and consents. */
export const CONSOLE_TPP = 'PSDNO-FSA-987654300';

const MOST_LOOKED_AT = 200;

/** By the name of the parameter; `undefined` for what the bank does not have yet. */
interface TemplateIds {
  readonly ids: Readonly<Record<string, string | undefined>>;
  /** Whose it is, if not the payer's. */
  readonly owner?: CustomerRow | undefined;
}

interface Template {
  readonly bank: BankTx;
  readonly path: string;
  readonly payer: CustomerRow | undefined;
}

export async function templateIds(template: Template): Promise<TemplateIds> {
  const { path } = template;
  if (!path.includes('{')) return { ids: {} };
  const [, , service] = path.split('/');
  if (isService(service)) return paymentIds(template);
  switch (service) {
    case 'accounts':
      return accountIds(template);
    case 'card-accounts':
      return cardIds(template);
    case 'signing-baskets':
      return basketIds(template);
    case 'sandbox':
      return sandboxIds(template);
    default:
      return { ids: { tppId: CONSOLE_TPP } };
  }
}

/** One that the operation can act on, if there is one. */
async function paymentIds({ bank, path }: Template): Promise<TemplateIds> {
  const { tx } = bank;
  const [, , service = '', segment = ''] = path.split('/');
  if (!isService(service)) return { ids: {} };
  const { key } = findProduct(service, segment);
  const all = await tx.listBy(payments, 'all', 'all', { reverse: true, limit: MOST_LOOKED_AT });
  const own = all.filter(({ product, tppId }) => product === key && tppId === CONSOLE_TPP);
  const cancels = path.includes('/cancellation-authorisations');
  const fits = own.find((payment) =>
    cancels
      ? tooLateToCancel(payment) === undefined
      : payment.status === 'RCVD' && payment.basketId === undefined,
  );
  const payment = fits ?? own[0];
  if (payment === undefined) return { ids: {} };
  const { id, customerId } = payment;
  const kind = cancels ? 'cancellation' : 'payment';
  return {
    ids: { paymentId: id, authorisationId: await authorisationOf(bank, `${kind}:${id}`) },
    owner: await ownerOf(bank, customerId),
  };
}

async function basketIds({ bank }: Template): Promise<TemplateIds> {
  const all = await bank.tx.listBy(baskets, 'all', 'all', { reverse: true, limit: MOST_LOOKED_AT });
  const basket = all.find(({ tppId }) => tppId === CONSOLE_TPP);
  if (basket === undefined) return { ids: {} };
  const { id, customerId } = basket;
  return {
    ids: { basketId: id, authorisationId: await authorisationOf(bank, `basket:${id}`) },
    owner: await ownerOf(bank, customerId),
  };
}

async function authorisationOf({ tx }: BankTx, subject: string): Promise<string | undefined> {
  const [flow] = await tx.listBy(flows, 'bySubject', subject, { reverse: true, limit: 1 });
  return flow?.authorisationId;
}

const ownerOf = async ({ tx }: BankTx, id: string | undefined) =>
  id === undefined ? undefined : tx.get(customers, id);

async function accountIds({ bank, payer }: Template): Promise<TemplateIds> {
  const held = payer && (await bank.tx.listBy(accounts, 'byCustomer', payer.id));
  const account = held && (await sharedOf(bank, held));
  if (account === undefined) return { ids: {} };
  return {
    ids: {
      accountId: resourceIdOf(bank.idScope, CONSOLE_TPP, account.id),
      transactionId: await transactionOf(bank, account.id),
    },
  };
}

/** One that its owner has shared with the console, if there is one. */
async function sharedOf<R extends { readonly id: string; readonly customerId: string }>(
  { tx }: BankTx,
  held: readonly R[],
): Promise<R | undefined> {
  const [first] = held;
  if (first === undefined) return undefined;
  const given = await tx.listBy(consents, 'byCustomer', first.customerId);
  const shared = given
    .filter(({ tppId, status }) => tppId === CONSOLE_TPP && status === 'valid')
    .flatMap((consent) => consent.accounts.map(({ accountId }) => accountId));
  return held.find(({ id }) => shared.includes(id)) ?? first;
}

async function cardIds({ bank }: Template): Promise<TemplateIds> {
  const held = await firstCard(bank);
  if (held === undefined) return { ids: {} };
  const { card, owner } = held;
  return { ids: { accountId: resourceIdOf(bank.idScope, CONSOLE_TPP, card.id) }, owner };
}

async function firstCard(bank: BankTx) {
  const { tx } = bank;
  for (const owner of await tx.listBy(customers, 'all', 'all', { limit: MOST_LOOKED_AT })) {
    const card = await sharedOf(bank, await tx.listBy(cardAccounts, 'byCustomer', owner.id));
    if (card !== undefined) return { card, owner };
  }
  return undefined;
}

async function transactionOf(bank: BankTx, accountId: string): Promise<string | undefined> {
  return (await linesOf(bank, accountId, { status: 'booked', limit: 1 }))[0]?.id;
}

async function sandboxIds({ bank, path, payer }: Template): Promise<TemplateIds> {
  const { tx } = bank;
  const account = payer && (await tx.listBy(accounts, 'byCustomer', payer.id))[0];
  const card = (await firstCard(bank))?.card;
  const held = path.includes('{mockCardAccountId}') ? card : account;
  const engagement = await firstEngagement(bank);
  const [agreement] = await tx.listBy(agreements, 'all', 'all', { limit: 1 });
  return {
    ids: {
      customerId: payer?.id,
      mockAccountId: account?.id,
      mockCardAccountId: card?.id,
      transactionId: held && (await transactionOf(bank, held.id)),
      agreementId: engagement?.agreementId ?? agreement?.id,
      engagementId: engagement?.id,
    },
  };
}

/** Somebody who acts for a company, with an account of it. */
export async function firstEngagement({ tx }: BankTx) {
  for (const { id } of await tx.listBy(agreements, 'all', 'all', { limit: MOST_LOOKED_AT })) {
    const [engagement] = await tx.listBy(engagements, 'byAgreement', id, { limit: 1 });
    if (engagement !== undefined) return engagement;
  }
  return undefined;
}
