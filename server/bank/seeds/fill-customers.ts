// The customers of a seed, and the agreements of companies.
import { defined } from '../../kernel/defined.ts';
import type {
  SeedAgreement,
  SeedCustomer,
  SeedEngagement,
} from '../../protocol/generated/schemas.ts';
import { accounts } from '../accounts/tables.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customerByNumber,
  customers,
  engagements,
} from '../customers/tables.ts';
import { makeCustomer } from '../sandbox/customers.ts';
import { engage, makeAgreement } from '../sandbox/mock-agreements.ts';
import { accountOf, claim, customerOf, eachOf, type Filling, refusal, within } from './filling.ts';

export async function fillCustomer(filling: Filling, seed: SeedCustomer): Promise<void> {
  const { customerId: id, agreementId, customerType = 'PRIVATE', ...body } = seed;
  const there = filling.adds && (await customerByNumber(filling.bank, body.customerNumber));
  if (there) return renameCustomer(filling, there, seed);
  const bank = { ...filling.bank, ids: filling.idsFor('customer', body.customerNumber) };
  await claim(filling, customers, id, 'customerId');
  await claim(filling, agreements, agreementId, 'agreementId');
  await within(filling.path, () =>
    makeCustomer(bank, { ...body, customerType }, defined({ id, agreementId })),
  );
}

/** A private customer's own agreement has the name too (SBX-03). */
async function renameCustomer(
  { bank, path }: Filling,
  there: CustomerRow,
  { customerName: name, customerType = there.type, customerId = there.id }: SeedCustomer,
): Promise<void> {
  if (customerType !== there.type || customerId !== there.id) {
    const text = `The bank has ${there.number} as ${there.type}, with the customerId ${there.id}; an addition can change the name only.`;
    throw refusal(`${path}/customerNumber`, text, { code: 'CONFLICT' });
  }
  bank.tx.put(customers, { ...there, name });
  if (there.type !== 'PRIVATE') return;
  for (const own of await bank.tx.listBy(agreements, 'byCustomer', there.id)) {
    bank.tx.put(agreements, { ...own, name });
  }
}

export async function fillAgreement(filling: Filling, seed: SeedAgreement): Promise<AgreementRow> {
  const { agreementId, engagements: _, ...body } = seed;
  const bank = { ...filling.bank, ids: filling.idsFor('agreement', body.owner) };
  await customerOf(filling, seed.owner, 'owner');
  await claim(filling, agreements, agreementId, 'agreementId');
  return within(filling.path, () => makeAgreement(bank, body, agreementId));
}

/** After the accounts: an engagement is for one, or for all accounts of the agreement. */
export async function fillEngagements(
  filling: Filling,
  seed: SeedAgreement,
  agreement: AgreementRow,
): Promise<void> {
  await eachOf(filling, seed, 'engagements', async (at, one) => {
    await customerOf(at, one.customer, 'customer');
    const ids = at.idsFor('engagement', agreement.id, one.customer);
    for (const iban of await ibansOf(at, agreement, one)) {
      const { account: _, engagementId = ids.uuid(), ...body } = one;
      await claim(at, engagements, engagementId, 'engagementId');
      const engagement = { ...body, account: { iban } };
      await within(at.path, () =>
        engage(at.bank, agreement, { engagement, path: '' }, engagementId),
      );
    }
  });
}

async function ibansOf(
  filling: Filling,
  agreement: AgreementRow,
  seed: SeedEngagement,
): Promise<readonly string[]> {
  if (seed.account !== undefined) {
    return [(await accountOf(filling, seed.account, 'account')).iban];
  }
  const under = await filling.bank.tx.listBy(accounts, 'byAgreement', agreement.id);
  if (under.length > 0) return under.map(({ iban }) => iban);
  const text = 'The agreement has no account; give one, or name an account of its owner here.';
  throw refusal(filling.path, text);
}
