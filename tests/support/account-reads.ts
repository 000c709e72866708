// Reading accounts and cards for tests about limits, fixes and contexts.
import { consentOf, type Psu, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import type { Answer } from './http.ts';
import type { Tpp } from './tpp.ts';

export interface Shown {
  readonly resourceId: string;
  readonly iban: string;
  readonly currency: string;
  readonly cashAccountType: string;
  readonly name: string;
}

/** The same PSU, not there (HDR-09). */
export const absent = (psu: Psu): Tpp => psu.tpp.with({ 'PSU-IP-Address': undefined });

/** Path of the PSU's account of that type (CACC, or Current before the fix). */
export async function accountPath(psu: Psu, types = ['CACC', 'Current']): Promise<string> {
  const { body } = await psu.tpp.get('/v1/accounts');
  const found = body.accounts.find((one: Shown) => types.includes(one.cashAccountType));
  return `/v1/accounts/${found.resourceId}`;
}

export async function cardPath(psu: Psu): Promise<string> {
  const { body } = await psu.tpp.get('/v1/card-accounts');
  return `/v1/card-accounts/${body.cardAccounts[0].resourceId}`;
}

/** Every page of a list of transactions from that one on, by their next links. */
export async function pagesFrom(tpp: Tpp, path: string): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = answered(await tpp.get(next), 200);
    pages.push(page);
    next = (page.body.transactions ?? page.body.cardTransactions)._links.next?.href;
  }
  return pages;
}

export interface CorporatePsu extends Psu {
  readonly psuCorporateId: string;
}

/** Takes a person through consent to all accounts of the company that they act for; of several, of that one. */
export async function corporateConsentOf(
  bank: TestBank,
  nationalId: string,
  tpp: Tpp = bank.tpp,
  which: { readonly psuCorporateId?: string | undefined } = {},
): Promise<CorporatePsu> {
  const wanted = { context: 'CORPORATE', ...which };
  const { back, ...psu } = await consentOf(bank, nationalId, tpp, wanted);
  const psuCorporateId = back.get('psu-corporate-id');
  if (psuCorporateId === null) throw new Error(`no PSU-Corporate-ID in ${back}`);
  return { ...psu, psuCorporateId, tpp: psu.tpp.with({ 'PSU-Corporate-ID': psuCorporateId }) };
}

export const advance = (bank: TestBank, by: string) =>
  bank.control('POST', '/_sandbox/clock/advance', { by });

/** At ten tomorrow, whatever the hour of the run: an hour later it is still the same day in Oslo. */
export function freeze(bank: TestBank) {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return bank.control('PUT', '/_sandbox/clock', { now: `${tomorrow}T10:00:00Z`, frozen: true });
}

/** The bank's today in Oslo, that many days later (or, negative, earlier). */
export async function bankDay(bank: TestBank, days: number): Promise<string> {
  const { now } = (await bank.control('GET', '/_sandbox/clock')).body;
  const today = new Date(now).toLocaleDateString('sv-SE', { timeZone: 'Europe/Oslo' });
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}
