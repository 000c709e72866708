// The customers of a seed, and the agreements of companies.
import { defined } from '../../kernel/defined.ts';
import type {
  SeedAgreement,
  SeedCustomer,
  SeedEngagement,
} from '../../protocol/generated/schemas.ts';
import { accounts } from '../accounts/tables.ts';
import { type AgreementRow, agreements, customers, engagements } from '../customers/tables.ts';
import { makeCustomer } from '../sandbox/customers.ts';
import { engage, makeAgreement } from '../sandbox/mock-agreements.ts';
import { accountOf, claim, customerOf, eachOf, type Filling, refusal, within } from './filling.ts';

export async function fillCustomer(
  filling: Filling,
  seed: SeedCustomer,
  path: string,
): Promise<void> {
  const { customerId: id, agreementId, customerType = 'PRIVATE', ...body } = seed;
  const bank = { ...filling.bank, ids: filling.idsFor('customer', body.customerNumber) };
  await claim(filling, customers, id, `${path}/customerId`);
  await claim(filling, agreements, agreementId, `${path}/agreementId`);
  await within(path, () =>
    makeCustomer(bank, { ...body, customerType }, defined({ id, agreementId })),
  );
}

export async function fillAgreement(
  filling: Filling,
  seed: SeedAgreement,
  path: string,
): Promise<AgreementRow> {
  const { agreementId, engagements: _, ...body } = seed;
  const bank = { ...filling.bank, ids: filling.idsFor('agreement', body.owner) };
  await customerOf(filling, seed.owner, `${path}/owner`);
  await claim(filling, agreements, agreementId, `${path}/agreementId`);
  return within(path, () => makeAgreement(bank, body, agreementId));
}

interface Engaging {
  readonly agreement: AgreementRow;
  readonly engagements: SeedAgreement['engagements'];
  /** Of the agreement in the seed. */
  readonly path: string;
}

/** After the accounts: an engagement is for one, or for all accounts of the agreement. */
export async function fillEngagements(
  filling: Filling,
  { agreement, engagements: seeds, path }: Engaging,
): Promise<void> {
  await eachOf(seeds, `${path}/engagements`, async (seed, at) => {
    await customerOf(filling, seed.customer, `${at}/customer`);
    const ids = filling.idsFor('engagement', agreement.id, seed.customer);
    for (const iban of await ibansOf(filling, agreement, seed, at)) {
      const { account: _, engagementId = ids.uuid(), ...body } = seed;
      await claim(filling, engagements, engagementId, `${at}/engagementId`);
      const engagement = { ...body, account: { iban } };
      await within(at, () =>
        engage(filling.bank, agreement, { engagement, path: '' }, engagementId),
      );
    }
  });
}

async function ibansOf(
  filling: Filling,
  agreement: AgreementRow,
  seed: SeedEngagement,
  path: string,
): Promise<readonly string[]> {
  if (seed.account !== undefined) {
    return [(await accountOf(filling, seed.account, `${path}/account`)).iban];
  }
  const under = await filling.bank.tx.listBy(accounts, 'byAgreement', agreement.id);
  if (under.length > 0) return under.map(({ iban }) => iban);
  throw refusal(
    path,
    'The agreement has no account; give one, or name an account of its owner here.',
  );
}
