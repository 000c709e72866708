// One company more than the starting set has, for tests about persons who act for several.
import { answered } from './control-bank.ts';
import type { Tpp } from './tpp.ts';

export interface Company {
  readonly agreementId: string;
  readonly organisationNumber: string;
  /** Its only account, in NOK. */
  readonly iban: string;
  readonly mockAccountId: string;
}

export const COMPANY = 'Datter AS';

/** An agreement of that owner with an account of its own, for which that person is engaged. */
export async function addCompany(tpp: Tpp, owner: string, engaged: string): Promise<Company> {
  const made = await tpp.post('/v1/sandbox/agreements', { owner, name: COMPANY });
  const { agreementId, organisationNumber } = answered(made, 201).body;
  const account = await tpp.post('/v1/sandbox/accounts', {
    customerNumber: owner,
    accountName: 'Drift',
    currency: 'NOK',
    balance: { amount: '500.00', currency: 'NOK' },
  });
  const { iban, mockAccountId } = answered(account, 201).body;
  const engagement = { customer: engaged, account: { iban }, roles: ['REGISTER', 'VIEW'] };
  const path = `/v1/sandbox/agreements/${agreementId}/engagements`;
  answered(await tpp.post(path, engagement), 201);
  return { agreementId, organisationNumber, iban, mockAccountId };
}

/** By the company's name, what the PSU's TPP calls it (AGR-01); the PSU needs a session. */
export async function corporateIdsOf(tpp: Tpp): Promise<Readonly<Record<string, string>>> {
  const { agreements } = answered(await tpp.get('/v1/agreements'), 200).body;
  return Object.fromEntries(
    agreements.map((one: { name: string; psuCorporateId: string }) => [
      one.name,
      one.psuCorporateId,
    ]),
  );
}
