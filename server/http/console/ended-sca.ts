// What became of an SCA link that a button has just ended, for the headline.
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { agreements, customers } from '../../bank/customers/tables.ts';
import { flows } from '../../bank/sca/tables.ts';

interface EndedSca {
  /** Key of the text that says it. */
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  /** Why an approval came to nothing: the code in the redirect. */
  readonly code?: string;
}

/** How one ends a link on purpose, and the headline of that. */
const ON_PURPOSE: Readonly<Record<string, string>> = {
  cancel: 'console.ended.cancel',
  expire: 'console.ended.expire',
  error: 'console.ended.error',
};

/**
 * @param outcome what the form asked for; empty for an approval
 * @returns `undefined` for a link that the bank has forgotten meanwhile
 */
export async function endedSca(
  { tx }: BankTx,
  id: string,
  outcome: string,
): Promise<EndedSca | undefined> {
  const flow = await tx.get(flows, id);
  if (flow === undefined) return undefined;
  const wanted = ON_PURPOSE[outcome];
  if (wanted !== undefined) return { text: wanted, values: {} };
  if (flow.scaStatus !== 'finalised') {
    const code = /[?&]code=(\w+)/.exec(flow.redirect ?? '')?.[1];
    return { text: 'console.ended.failed', values: {}, ...(code && { code }) };
  }
  const { customerId, agreementId } = flow;
  const person = customerId === undefined ? undefined : await tx.get(customers, customerId);
  const company = agreementId === undefined ? undefined : await tx.get(agreements, agreementId);
  return {
    text: company === undefined ? 'console.ended.approved' : 'console.ended.approvedFor',
    values: { person: person?.name ?? '', company: company?.name ?? '' },
  };
}
