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
import { bookBalance } from './change-account.ts';
import { fillConsent, fillPsu, fillSession } from './fill-access.ts';
import { blockPayments, fillAccount, fillCard, settleBalance } from './fill-accounts.ts';
import { fillAgreement, fillCustomer, fillEngagements } from './fill-customers.ts';
import { fillPayment } from './fill-payments.ts';
import { createFilling, eachOf, type Filling, refusal, type SeedDeps, within } from './filling.ts';

/** Returns what the answer to a reset says: counts, and the ids that a client needs. Throws ApiError. */
export async function fillBank(
  bank: BankTx,
  seed: SeedDocument,
  { deps, adds }: { readonly deps: SeedDeps; readonly adds: boolean },
): Promise<JsonObject> {
  const filling = createFilling(bank, deps, adds);
  await fillSettings(filling, seed);
  await eachOf(filling, seed, 'customers', fillCustomer);
  await eachOf(filling, seed, 'magicPersons', admit);
  const payments = await fillHoldings(filling, seed);
  await eachOf(filling, seed, 'psus', fillPsu);
  const consents = await eachOf(filling, seed, 'consents', fillConsent);
  const sessions = await eachOf(filling, seed, 'sessions', fillSession);
  // What an addition has made is said by its changes (CTRL-15).
  const counts = adds ? {} : await countHoldings(bank);
  return { ...counts, payments, consents, sessions };
}

async function fillSettings(filling: Filling, seed: SeedDocument): Promise<void> {
  const { bank, deps } = filling;
  const { ruleLevels, scaPolicy } = seed;
  if (ruleLevels !== undefined) {
    await within('/ruleLevels', async () => chooseRuleLevels(bank, ruleLevels));
  }
  if (scaPolicy !== undefined) writeScaPolicy(bank.tx, { mode: 'page', ...scaPolicy });
  await eachOf(filling, seed, 'tpps', (_, { tpp, ...change }) => changeTpp(bank, tpp, change));
  await eachOf(filling, seed, 'faults', ({ path }, fault) =>
    within(path, () => addFault(bank, fault, deps.operations())),
  );
}

async function admit({ bank, deps, path }: Filling, number: string): Promise<void> {
  if ((await customerByNumber(bank, number)) !== undefined) return;
  if ((await deps.magicPersons.admit(bank, number)) !== undefined) return;
  const text = `${number} is no magic test user with accounts; docs/magic.md lists them. Other people belong in customers.`;
  throw refusal(path, text, { code: 'RESOURCE_UNKNOWN' });
}

/** Agreements, accounts, cards and payments, which move money between them. */
async function fillHoldings(filling: Filling, seed: SeedDocument): Promise<readonly JsonObject[]> {
  const agreements = await eachOf(filling, seed, 'agreements', async (at, one) => {
    return { at, one, agreement: await fillAgreement(at, one) };
  });
  const held = [
    ...(await eachOf(filling, seed, 'accounts', async (at, one) => {
      return { at, one, ...(await fillAccount(at, one)) };
    })),
    ...(await eachOf(filling, seed, 'cards', async (at, one) => {
      return { at, one, row: await fillCard(at, one), isNew: true };
    })),
  ];
  for (const { at, one, agreement } of agreements) await fillEngagements(at, one, agreement);
  const payments = await eachOf(filling, seed, 'payments', async (at, one) => {
    const { id: paymentId, product, status } = await fillPayment(at, one);
    return { paymentId, product, status };
  });
  for (const { at, one, row, isNew } of held) {
    if (isNew) await settleBalance(at, row.id, one);
    else await bookBalance(at, row, one);
    if ('payments' in one && one.payments === false) await blockPayments(filling, row.id);
  }
  return payments;
}
