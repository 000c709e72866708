// Who comes back to the redirect catcher, and from what: known if an SCA of this bank ended with the address.
import { defined } from '../../kernel/defined.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, customers } from '../customers/tables.ts';
import { type FlowPurpose, flows } from '../sca/tables.ts';
import type { RedirectRow } from './tables.ts';

export interface ReturningPsu {
  readonly person: string;
  /** For which company, in CORPORATE context. */
  readonly company?: string;
  readonly purpose: FlowPurpose;
}

/** `undefined`: anybody can make such an address up, so nothing is said about whom it names. */
export async function returningPsu(
  { tx }: Pick<BankTx, 'tx'>,
  { scaFlow }: Pick<RedirectRow, 'scaFlow'>,
): Promise<ReturningPsu | undefined> {
  const flow = scaFlow === undefined ? undefined : await tx.get(flows, scaFlow);
  if (flow?.customerId === undefined || flow.scaStatus !== 'finalised') return undefined;
  const customer = await tx.get(customers, flow.customerId);
  if (customer === undefined) return undefined;
  const { agreementId, purpose } = flow;
  const agreement = agreementId === undefined ? undefined : await tx.get(agreements, agreementId);
  return { person: customer.name, purpose, ...defined({ company: agreement?.name }) };
}
