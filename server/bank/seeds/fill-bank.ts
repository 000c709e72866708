// Fills a bank from a seed (CTRL-11), section by section: what a section names must be there before.
import type { SeedDocument } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { chooseRuleLevels } from '../banks/rule-level-control.ts';
import { customerByNumber } from '../customers/tables.ts';
import { addFault } from '../faults/fault-control.ts';
import { countHoldings } from '../sandbox/customers.ts';
import { writeScaPolicy } from '../sca/sca-policy.ts';
import { changeTpp } from '../tpps/tpp-rows.ts';
import { fillConsent, fillPsu, fillSession } from './fill-access.ts';
import { blockPayments, fillAccount, fillCard, settleBalance } from './fill-accounts.ts';
import { fillAgreement, fillCustomer, fillEngagements } from './fill-customers.ts';
import { fillPayment } from './fill-payments.ts';
import { createFilling, eachOf, type Filling, refusal, type SeedDeps, within } from './filling.ts';

/** Returns what the answer to a reset says: counts, and the ids that a client needs. Throws ApiError. */
export async function fillBank(
  bank: BankTx,
  seed: SeedDocument,
  deps: SeedDeps,
): Promise<JsonObject> {
  const filling = createFilling(bank, deps);
  await fillSettings(filling, seed);
  await eachOf(seed.customers, '/customers', (one, path) => fillCustomer(filling, one, path));
  await eachOf(seed.magicPersons, '/magicPersons', (one, path) => admit(filling, one, path));
  const payments = await fillHoldings(filling, seed);
  await eachOf(seed.psus, '/psus', (one, path) => fillPsu(filling, one, path));
  const consents = await eachOf(seed.consents, '/consents', (one, path) =>
    fillConsent(filling, one, path),
  );
  const sessions = await eachOf(seed.sessions, '/sessions', (one, path) =>
    fillSession(filling, one, path),
  );
  return { ...(await countHoldings(bank)), payments, consents, sessions };
}

async function fillSettings({ bank, deps }: Filling, seed: SeedDocument): Promise<void> {
  const { ruleLevels, scaPolicy, tpps, faults } = seed;
  if (ruleLevels !== undefined) {
    await within('/ruleLevels', async () => chooseRuleLevels(bank, ruleLevels));
  }
  if (scaPolicy !== undefined) writeScaPolicy(bank.tx, { mode: 'page', ...scaPolicy });
  await eachOf(tpps, '/tpps', ({ tpp, ...change }) => changeTpp(bank, tpp, change));
  await eachOf(faults, '/faults', (fault, path) =>
    within(path, () => addFault(bank, fault, deps.operations())),
  );
}

async function admit({ bank, deps }: Filling, number: string, path: string): Promise<void> {
  if ((await customerByNumber(bank, number)) !== undefined) return;
  if ((await deps.magicPersons.admit(bank, number)) !== undefined) return;
  const text = `${number} is no magic test user with accounts; docs/magic.md lists them. Other people belong in customers.`;
  throw refusal(path, text, { code: 'RESOURCE_UNKNOWN' });
}

/** Agreements, accounts, cards and payments, which move money between them. */
async function fillHoldings(filling: Filling, seed: SeedDocument): Promise<readonly JsonObject[]> {
  const agreements = await eachOf(seed.agreements, '/agreements', async (one, path) => {
    return {
      agreement: await fillAgreement(filling, one, path),
      engagements: one.engagements,
      path,
    };
  });
  const held = [
    ...(await eachOf(seed.accounts, '/accounts', async (one, path) => {
      return { id: (await fillAccount(filling, one, path)).id, money: one, path };
    })),
    ...(await eachOf(seed.cards, '/cards', async (one, path) => {
      return { id: (await fillCard(filling, one, path)).id, money: one, path };
    })),
  ];
  for (const one of agreements) await fillEngagements(filling, one);
  const payments = await eachOf(seed.payments, '/payments', async (one, path) => {
    const { id: paymentId, product, status } = await fillPayment(filling, one, path);
    return { paymentId, product, status };
  });
  for (const { id, money, path } of held) {
    await settleBalance(filling, id, money, path);
    if ('payments' in money && money.payments === false) await blockPayments(filling, id);
  }
  return payments;
}
