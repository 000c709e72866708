// What tests around the interface ask of a bank: everything it shows, fresh tenants, ready payments.
import { createHeaders, type Psu, type TestBank } from './bank.ts';
import type { Answer } from './http.ts';
import type { Tpp } from './tpp.ts';

export const SEPA = '/v1/payments/sepa-credit-transfers';

/** The answer, when it has that status; else an Error with what it says. Works outside jest, too. */
export function answered(answer: Answer, ...statuses: readonly number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`${statuses} was expected, not ${answer.status} ${answer.text}`);
}

export interface AccountSeen {
  readonly mockAccountId: string;
  readonly resourceId: string;
  readonly customerNumber: string;
  readonly iban: string;
  readonly bban: string;
  readonly currency: string;
  readonly cashAccountType: string;
  readonly kid: string;
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: string; readonly currency: string };
  }[];
}

/** All mock accounts of a bank, in the order of its customers. */
export async function accountsOf(bank: TestBank): Promise<readonly AccountSeen[]> {
  const list = await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true');
  answered(list, 200);
  return list.body.customers.flatMap((one: { accounts?: AccountSeen[] }) => one.accounts ?? []);
}

/** The first account of that person in that currency. */
export async function accountOf(
  bank: TestBank,
  customerNumber: string,
  currency = 'NOK',
): Promise<AccountSeen> {
  const all = await accountsOf(bank);
  const own = all.find((one) => one.customerNumber === customerNumber && one.currency === currency);
  if (own === undefined) throw new Error(`no ${currency} account of ${customerNumber}`);
  return own;
}

/** Takes the customer of that number away, with all that is theirs. */
export async function removeCustomer(tpp: Tpp, number: string): Promise<void> {
  const { customers } = answered(await tpp.get('/v1/sandbox/customers'), 200).body;
  const found = customers.find((one: { customerNumber: string }) => one.customerNumber === number);
  answered(await tpp.send('DELETE', `/v1/sandbox/customers/${found.customerId}`), 204);
}

/** closingBooked and expected, as text. */
export const balancesOf = (account: Pick<AccountSeen, 'balances'>): Record<string, string> =>
  Object.fromEntries(
    account.balances.map(({ balanceType, balanceAmount }) => [balanceType, balanceAmount.amount]),
  );

/**
 * Customers, accounts, cards, agreements and every transaction of all of them: all that the signed
 * sandbox operations show of a bank.
 */
export async function wholeBank(bank: TestBank): Promise<unknown> {
  const list = await bank.tpp.get(
    '/v1/sandbox/customers?includeAccounts=true&includeAgreements=true',
  );
  answered(list, 200);
  const transactions: Record<string, unknown> = {};
  for (const customer of list.body.customers) {
    for (const { mockAccountId: id } of customer.accounts ?? []) {
      transactions[id] = await allTransactions(bank, `/v1/sandbox/accounts/${id}/transactions`);
    }
    for (const { mockCardAccountId: id } of customer.cardAccounts ?? []) {
      transactions[id] = await allTransactions(
        bank,
        `/v1/sandbox/card-accounts/${id}/transactions`,
      );
    }
  }
  return { customers: list.body.customers, transactions };
}

/** Every page, following `next`. */
export async function allTransactions(bank: TestBank, path: string): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  let next: string | undefined = `${path}?limit=1000`;
  while (next !== undefined) {
    const page: Answer = await bank.tpp.get(next);
    answered(page, 200);
    seen.push(...page.body.transactions);
    next = page.body._links.next?.href;
  }
  return seen;
}

type Change = Readonly<Record<string, unknown>>;

/** Asks for a SEPA payment out of the bank, from that account. */
export function askPayment(
  { tpp }: Pick<Psu, 'tpp'>,
  { iban, currency }: Pick<AccountSeen, 'iban' | 'currency'>,
  change: Change = {},
): Promise<Answer> {
  const body = {
    instructedAmount: { amount: '12.50', currency: 'EUR' },
    creditorName: 'Café Zentral GmbH',
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    debtorAccount: { iban, currency },
    ...change,
  };
  return tpp.post(`${SEPA}?allowLogicalDuplicate=true`, body, { headers: createHeaders });
}

/** A SEPA payment out of the bank, from the PSU's first account in NOK. */
export async function newPayment(psu: Psu, change: Change = {}): Promise<Answer> {
  const { body } = await psu.tpp.get('/v1/accounts');
  const accounts: readonly AccountSeen[] = body.accounts;
  const account = accounts.find(({ currency }) => currency === 'NOK');
  if (account === undefined) throw new Error('no account in NOK');
  return answered(await askPayment(psu, account, change), 201);
}

export async function statusOf(psu: Psu, paymentId: string): Promise<string> {
  const answer = await psu.tpp.get(`${SEPA}/${paymentId}/status`);
  return answered(answer, 200).body.transactionStatus;
}

/** Tries again until `wanted`, at most `millis`; gives back what it saw last. */
export async function eventually<T>(
  look: () => Promise<T>,
  wanted: (seen: T) => boolean,
  millis = 120_000,
): Promise<T> {
  const until = Date.now() + millis;
  for (;;) {
    const seen = await look();
    if (wanted(seen) || Date.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
