// What the clients of the server's torture ask for, and how to find it again.

import {
  completeSca,
  control,
  createHeaders,
  PERSONS,
  type Psu,
  psuHeaders,
  type TestBank,
} from '../support/bank.ts';
import { type AccountSeen, answered, balancesOf, SEPA } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

export type HttpBank = TestBank;

/** The bank at the root and one more. */
export function httpBanks(origin: string, credentials: Credentials): readonly HttpBank[] {
  const elsewhere = () => {
    throw new Error('one TPP and two banks are enough');
  };
  return [origin, `${origin}/banks/north`].map((url) => ({
    url,
    tpp: new Tpp(url, credentials),
    control: (method, path, body) => control(url, method, path, body),
    newTpp: elsewhere,
    tenant: elsewhere,
    close: async () => undefined,
  }));
}

/** A fresh account of the person who pays, with that much on it. */
export async function openingOf(bank: HttpBank, amount: string): Promise<AccountSeen> {
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

export async function post(bank: HttpBank, account: AccountSeen, { id, n }: Write): Promise<void> {
  const path = `/v1/sandbox/accounts/${account.mockAccountId}/transactions`;
  const body = { transactionAmount: { amount: `-${n}.01`, currency: 'NOK' }, creditorName: id };
  answered(await bank.tpp.post(path, body), 201);
}

/** A payment with its approval: acknowledged once the PSU is sent back to the TPP. */
export async function pay(
  bank: HttpBank,
  account: AccountSeen,
  { id, n, psu }: Write & { readonly psu: Pick<Psu, 'psuId' | 'sessionId'> },
): Promise<void> {
  const body = {
    instructedAmount: { amount: `${n}.02`, currency: 'EUR' },
    creditorName: id,
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    debtorAccount: { iban: account.iban, currency: 'NOK' },
  };
  const headers = { ...psuHeaders(psu.sessionId), ...createHeaders, 'PSU-ID': psu.psuId };
  const made = await bank.tpp.post(`${SEPA}?allowLogicalDuplicate=true`, body, { headers });
  answered(made, 201);
  const back = await completeSca(bank, made, { nationalId: PERSONS.jonas });
  if (back.get('psu-id') === null) throw new Error(`payment ${id} was not approved: ${back}`);
}

interface Line {
  readonly creditorName?: string;
  readonly cents: bigint;
}

export interface Lines {
  readonly booked: readonly Line[];
  readonly pending: readonly Line[];
  readonly balances: Readonly<Record<string, string>>;
}

export async function settledLines(bank: HttpBank, account: AccountSeen): Promise<Lines> {
  const path = `/v1/sandbox/accounts/${account.mockAccountId}`;
  const lines: (Line & { readonly status: string })[] = [];
  let next: string | undefined = `${path}/transactions?limit=1000`;
  while (next !== undefined) {
    const page: Answer = await bank.tpp.get(next);
    answered(page, 200);
    for (const { status, creditorName, transactionAmount } of page.body.transactions) {
      lines.push({
        status,
        creditorName,
        cents: BigInt(transactionAmount.amount.replace('.', '')),
      });
    }
    next = page.body._links.next?.href;
  }
  const read = await bank.tpp.get(path);
  answered(read, 200);
  return {
    booked: lines.filter(({ status }) => status === 'booked'),
    pending: lines.filter(({ status }) => status === 'pending'),
    balances: balancesOf(read.body),
  };
}
