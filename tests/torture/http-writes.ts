// What the clients of the server's torture ask for, and how to find it again.

import {
  bankAt,
  completeSca,
  PERSONS,
  type Psu,
  psuHeaders,
  type TestBank,
} from '../support/bank.ts';
import {
  type AccountSeen,
  allTransactions,
  answered,
  askPayment,
  balancesOf,
} from '../support/control-bank.ts';
import type { Credentials } from '../support/tpp.ts';

/** The bank at the root and one more. */
export function httpBanks(origin: string, credentials: Credentials): readonly TestBank[] {
  return [origin, `${origin}/banks/north`].map((url) =>
    bankAt(url, credentials, async () => undefined),
  );
}

/** A fresh account of the person who pays, with that much on it. */
export async function openingOf(bank: TestBank, amount: string): Promise<AccountSeen> {
  const made = await bank.tpp.post('/v1/sandbox/accounts', {
    customerNumber: PERSONS.jonas,
    accountName: 'Torturkonto',
    currency: 'NOK',
    balance: { amount, currency: 'NOK' },
  });
  answered(made, 201);
  return made.body;
}

interface Write {
  readonly id: string;
  readonly n: number;
}

export async function post(bank: TestBank, account: AccountSeen, { id, n }: Write): Promise<void> {
  const path = `/v1/sandbox/accounts/${account.mockAccountId}/transactions`;
  const body = { transactionAmount: { amount: `-${n}.01`, currency: 'NOK' }, creditorName: id };
  answered(await bank.tpp.post(path, body), 201);
}

/** A payment with its approval: acknowledged once the PSU is sent back to the TPP. */
export async function pay(
  bank: TestBank,
  account: AccountSeen,
  { id, n, psu }: Write & { readonly psu: Pick<Psu, 'psuId' | 'sessionId'> },
): Promise<void> {
  const headers = { ...psuHeaders(psu.sessionId), 'PSU-ID': psu.psuId };
  const made = await askPayment({ tpp: bank.tpp.with(headers) }, account, {
    instructedAmount: { amount: `${n}.02`, currency: 'EUR' },
    creditorName: id,
  });
  answered(made, 201);
  const back = await completeSca(bank, made, { nationalId: PERSONS.jonas });
  if (back.get('psu-id') === null) throw new Error(`payment ${id} was not approved: ${back}`);
}

interface Line {
  readonly creditorName?: string;
  readonly cents: bigint;
}

interface Shown {
  readonly status: string;
  readonly creditorName?: string;
  readonly transactionAmount: { readonly amount: string };
}

export interface Lines {
  readonly booked: readonly Line[];
  readonly pending: readonly Line[];
  readonly balances: Readonly<Record<string, string>>;
}

export async function settledLines(bank: TestBank, account: AccountSeen): Promise<Lines> {
  const path = `/v1/sandbox/accounts/${account.mockAccountId}`;
  const all = (await allTransactions(bank, `${path}/transactions`)) as readonly Shown[];
  const lines = all.map(({ status, creditorName, transactionAmount: { amount } }) => ({
    status,
    ...(creditorName === undefined ? {} : { creditorName }),
    cents: BigInt(amount.replace('.', '')),
  }));
  const read = await bank.tpp.get(path);
  answered(read, 200);
  return {
    booked: lines.filter(({ status }) => status === 'booked'),
    pending: lines.filter(({ status }) => status === 'pending'),
    balances: balancesOf(read.body),
  };
}
