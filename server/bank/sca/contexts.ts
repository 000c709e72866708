// Which contexts a person can choose at the SCA page: PRIVATE, and CORPORATE per agreement (SCA-02).
import type { BankTx } from '../banks/bank-tx.ts';
import {
  type AgreementRow,
  agreements,
  type CustomerRow,
  customers,
  engagements,
} from '../customers/tables.ts';
import type { ContextChoice } from './page-model.ts';
import type { FlowRow } from './tables.ts';

/** Everything that the person has, PRIVATE first. */
export async function contextsOf(
  bank: BankTx,
  customer: CustomerRow,
): Promise<readonly ContextChoice[]> {
  const engaged = await engagedAgreements(bank, customer.id);
  const corporate = engaged.map(
    (agreement): ContextChoice => ({
      context: 'CORPORATE',
      agreementId: agreement.id,
      name: agreement.name,
      organisationNumber: agreement.organisationNumber,
    }),
  );
  const hasPrivate = customer.type === 'PRIVATE' || corporate.length === 0;
  return hasPrivate ? [{ context: 'PRIVATE', name: customer.name }, ...corporate] : corporate;
}

/** The same, less what the request has ruled out (SCA-07). */
export async function allowedContexts(
  bank: BankTx,
  flow: FlowRow,
  customer: CustomerRow,
): Promise<readonly ContextChoice[]> {
  const all = await contextsOf(bank, customer);
  return all.filter(
    (choice) =>
      (flow.fixedContext === undefined || choice.context === flow.fixedContext) &&
      (flow.fixedAgreementId === undefined || choice.agreementId === flow.fixedAgreementId),
  );
}

/** The agreements of companies that a person may act for, by name. */
export async function engagedAgreements(
  bank: BankTx,
  customerId: string,
): Promise<readonly AgreementRow[]> {
  const rows = await bank.tx.listBy(engagements, 'byCustomer', customerId);
  const found: AgreementRow[] = [];
  for (const id of new Set(rows.map((row) => row.agreementId))) {
    const agreement = await bank.tx.get(agreements, id);
    // A private customer's own agreement is not a company to act for.
    const owner = agreement && (await bank.tx.get(customers, agreement.customerId));
    if (agreement !== undefined && owner?.type === 'CORPORATE') found.push(agreement);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}
