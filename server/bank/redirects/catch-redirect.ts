// A browser has arrived at the redirect catcher (CTRL-06): what is stored, and how it is shown.
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { agreements, customers } from '../customers/tables.ts';
import { afterCatchPath } from '../sca/catch-address.ts';
import { type FlowPurpose, flows } from '../sca/tables.ts';
import { type RedirectRow, redirectCount, redirects } from './tables.ts';

/** WEB-05: of one bank. */
export const MOST_REDIRECTS = 1000;

/** Stores the redirect; the oldest one leaves if there are too many. @param url absolute */
export async function catchRedirect({ tx, now }: BankTx, url: string): Promise<RedirectRow> {
  const number = (await redirectCount.read(tx)).last + 1;
  // Several SCAs can end with the same address. The browser comes from the newest one.
  const newest = { reverse: true, limit: 1 };
  const [flow] = await tx.listBy(flows, 'byCatch', afterCatchPath(url) ?? '', newest);
  const row = { id: idOf(number), number, at: now, url, ...defined({ scaFlow: flow?.id }) };
  tx.put(redirects, row);
  tx.remove(redirects, idOf(number - MOST_REDIRECTS));
  redirectCount.write(tx, { last: number });
  return row;
}

const idOf = (number: number): string => `r${number}`;

/** The parameters of an address; of several with one name, the last. */
export function parametersOf(url: string): Readonly<Record<string, string>> {
  const mark = url.indexOf('?');
  return Object.fromEntries(new URLSearchParams(mark < 0 ? '' : url.slice(mark)));
}

export function redirectView({ id, number, at, url, scaFlow }: RedirectRow): JsonObject {
  const view = { id, number, at: isoTime(at), url, query: parametersOf(url) };
  return { ...view, ...defined({ scaFlow }) };
}

export interface ReturningPsu {
  readonly person: string;
  /** For which company, in CORPORATE context. */
  readonly company?: string;
  readonly purpose: FlowPurpose;
}

/**
 * Who comes back, and from what: known if an SCA of this bank ended with the address. Anybody can make such an address
 * up, so nothing is said about whom it names.
 */
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
