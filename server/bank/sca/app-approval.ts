// SCA-09: where the PSU approves in the bank's app, the link's page waits and the app ends the flow. The
// row keeps `appApproval` until the waiting page has handed the PSU over to the TPP, which it does once.
import type { BankTx } from '../banks/bank-tx.ts';
import { customers } from '../customers/tables.ts';
import type { ScaDeps } from './finish-flow.ts';
import { identify, type StepResult } from './flow.ts';
import { type FlowRow, flows } from './tables.ts';

/** Whether the flow is approved in the app. A person who is gone meanwhile has none. */
export async function waitsForApp(bank: BankTx, flow: FlowRow): Promise<boolean> {
  if (!flow.appApproval || flow.fixedCustomerId === undefined) return false;
  return (await bank.tx.get(customers, flow.fixedCustomerId)) !== undefined;
}

/** The app knows whose it is, so nobody is asked for a national id. */
export async function meetInApp(bank: BankTx, flow: FlowRow, deps: ScaDeps): Promise<StepResult> {
  return flow.customerId === undefined ? identify(bank, flow, '', deps) : { flow };
}

/** Where the waiting page goes on to, once: the flow has ended, and not on that page. */
export async function handOver(bank: BankTx, id: string): Promise<string | undefined> {
  const flow = await bank.tx.get(flows, id);
  if (flow?.redirect === undefined || !flow.appApproval) return undefined;
  bank.tx.put(flows, { ...flow, appApproval: false });
  return flow.redirect;
}
