// A browser has arrived at the redirect catcher (CTRL-06): what is stored, and how it is shown.
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { afterCatchPath } from '../sca/catch-address.ts';
import { flows } from '../sca/tables.ts';
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
  const view = { id, number, at: new Date(at).toISOString(), url, query: parametersOf(url) };
  return { ...view, ...defined({ scaFlow }) };
}
