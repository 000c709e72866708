// A bank with its clock stopped, a person with a NOK and a EUR account without a past, and the steps of
// a payment's life as a TPP takes them.
import { expect } from '@jest/globals';
import { completeSca, consentOf, createHeaders, PERSONS, type Psu, type TestBank } from './bank.ts';
import type { Answer } from './http.ts';
import { PaymentTpp } from './payment-tpp.ts';
import type { Tpp, TppRequest } from './tpp.ts';

export const SEPA = '/v1/payments/sepa-credit-transfers';
export const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

/** One payment of each kind, and how a scene makes its body. */
export const KINDS = [
  [SEPA, 'sepa'],
  [PERIODIC, 'periodic'],
] as const;

/** A Wednesday, 10:00 in Oslo, before the addresses of PAY-10 are enforced. */
export const START = '2026-06-10T10:00:00+02:00';
export const TODAY = '2026-06-10';

export interface Account {
  readonly id: string;
  readonly resourceId: string;
  readonly iban: string;
  readonly bban: string;
  readonly currency: string;
}

export type Body = Readonly<Record<string, unknown>>;

export interface Scene {
  readonly bank: TestBank;
  /** Without a PSU. */
  readonly tpp: PaymentTpp;
  readonly psu: Psu;
  /** The PSU's, 10,000.00 NOK and 1,000.00 EUR. */
  readonly nok: Account;
  readonly eur: Account;
  /** Out of the bank, 100.50 EUR from the EUR account. */
  sepa(change?: Body): Body;
  /** Out of the bank, 250.00 NOK monthly from tomorrow, from the NOK account. */
  periodic(change?: Body): Body;
  /** Creates the payment and expects 201. */
  pay(path: string, body: Body, tpp?: Tpp): Promise<Answer>;
  /** Completes the SCA of that answer without a browser. */
  approve(made: Answer, wanted?: Body): Promise<URLSearchParams>;
  get(made: Answer, part?: string, tpp?: Tpp): Promise<Answer>;
  /** By the PSU, with whatever answer. */
  post(path: string, body?: unknown, request?: TppRequest): Promise<Answer>;
  remove(made: Answer): Promise<Answer>;
  /** Asks for another SCA. */
  start(made: Answer, kind?: 'authorisations' | 'cancellation-authorisations'): Promise<Answer>;
  statusOf(made: Answer): Promise<string>;
  /** The PSU's, unless told. */
  newAccount(wanted: NewAccount): Promise<Account>;
  balances(account: Account): Promise<Record<string, string>>;
  lines(account: Account): Promise<readonly Line[]>;
  /** Moves the clock and gives back what the bank did on the way. */
  advance(by: string): Promise<readonly BankEvent[]>;
  advanceTo(to: string): Promise<readonly BankEvent[]>;
  setClock(now: string): Promise<void>;
}

export interface BankEvent {
  readonly at: string;
  readonly type: string;
  readonly paymentId?: string;
  readonly transactionStatus?: string;
}

export interface SceneOptions {
  readonly now?: string;
  readonly nok?: string;
  readonly eur?: string;
}

/** In a bank of its own, a tenant of `house`. */
export async function openScene(house: TestBank, options: SceneOptions = {}): Promise<Scene> {
  return sceneAt(house.tenant(), options);
}

/** In that very bank. */
export async function sceneAt(bank: TestBank, options: SceneOptions = {}): Promise<Scene> {
  const { now = START, nok: inNok = '10000.00', eur: inEur = '1000.00' } = options;
  const tpp = PaymentTpp.of(bank.tpp);
  const setClock = async (to: string) => {
    const set = await bank.control('PUT', '/_sandbox/clock', { now: to, frozen: true });
    expect(set.status).toBe(200);
  };
  await setClock(now);
  const nok = await newAccount(tpp, { currency: 'NOK', balance: inNok });
  const eur = await newAccount(tpp, { currency: 'EUR', balance: inEur });
  const psu = await payerOf(bank, PERSONS.jonas, tpp);
  const move = async (how: Body) => {
    const moved = await bank.control('POST', '/_sandbox/clock/advance', how);
    expect(moved.status).toBe(200);
    return moved.body.events as readonly BankEvent[];
  };
  const get = (made: Answer, part = '', by: Tpp = psu.tpp) => by.get(selfOf(made) + part);
  return {
    bank,
    tpp,
    psu,
    nok,
    eur,
    sepa: (change = {}) => ({ ...sepaFrom(eur), ...change }),
    periodic: (change = {}) => ({ ...periodicFrom(nok), ...change }),
    pay: (path, body, by = psu.tpp) => created(by, path, body),
    approve: (made, wanted = {}) => completeSca(bank, made, wanted),
    get,
    post: (path, body, request) => psu.tpp.post(path, body, request),
    remove: (made) => psu.tpp.send('DELETE', selfOf(made)),
    start: (made, kind = 'authorisations') => psu.tpp.post(`${selfOf(made)}/${kind}`),
    newAccount: (wanted) => newAccount(tpp, wanted),
    balances: (account) => balancesOf(tpp, account),
    lines: (account) => linesOf(tpp, account),
    async statusOf(made) {
      return (await get(made, '/status')).body.transactionStatus;
    },
    advance: (by) => move({ by }),
    advanceTo: (to) => move({ to }),
    setClock,
  };
}

/** A person who has been through an SCA, as one who creates payments. */
export async function payerOf(bank: TestBank, nationalId: string, tpp: Tpp): Promise<Psu> {
  const psu = await consentOf(bank, nationalId, tpp);
  return { ...psu, tpp: psu.tpp.with(createHeaders) };
}

export interface NewAccount {
  readonly currency: string;
  readonly balance?: string;
  readonly customerNumber?: string;
  readonly creditLine?: string;
}

export async function newAccount(tpp: Tpp, wanted: NewAccount): Promise<Account> {
  const { currency, balance, creditLine, customerNumber = PERSONS.jonas } = wanted;
  const made = await tpp.post('/v1/sandbox/accounts', {
    customerNumber,
    accountName: `Konto ${currency}`,
    currency,
    ...(balance === undefined ? {} : { balance: { amount: balance, currency } }),
    ...(creditLine === undefined ? {} : { creditLine: { amount: creditLine, currency } }),
  });
  expect({ status: made.status, text: made.text }).toEqual({ status: 201, text: made.text });
  const { mockAccountId: id, resourceId, iban, bban } = made.body;
  return { id, resourceId, iban, bban, currency };
}

export const refOf = ({ iban, currency }: Account) => ({ iban, currency });

export const sepaFrom = (debtor: Account): Body => ({
  instructedAmount: { amount: '100.50', currency: 'EUR' },
  creditorName: 'Anna Schmidt',
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  creditorAddress: { street: 'Hauptstraße', townName: 'Berlin', country: 'DE' },
  debtorAccount: refOf(debtor),
  remittanceInformationUnstructured: 'Rechnung 7',
});

export const periodicFrom = (debtor: Account): Body => ({
  instructedAmount: { amount: '250.00', currency: 'NOK' },
  creditorName: 'Huseier Hansen',
  creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
  debtorAccount: refOf(debtor),
  startDate: '2026-06-11',
  frequency: 'Monthly',
});

export async function created(tpp: Tpp, path: string, body: Body): Promise<Answer> {
  const made = await tpp.post(path, body, { headers: createHeaders });
  expect({ status: made.status, text: made.text }).toEqual({ status: 201, text: made.text });
  return made;
}

/** The path of a payment that was created. */
export const selfOf = (made: Answer): string => made.body._links.self.href;

/** What they are: booked, and expected if that is another amount. */
export const balance = (closingBooked: string, expected = closingBooked) => ({
  closingBooked,
  expected,
});

/** closingBooked and expected of an account. */
export async function balancesOf(tpp: Tpp, { id }: Account): Promise<Record<string, string>> {
  const { body } = await tpp.get(`/v1/sandbox/accounts/${id}`);
  const rows: { balanceType: string; balanceAmount: { amount: string } }[] = body.balances;
  return Object.fromEntries(rows.map((row) => [row.balanceType, row.balanceAmount.amount]));
}

export interface Line {
  readonly transactionId: string;
  readonly status: 'booked' | 'pending';
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly transactionAmount: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  readonly debtorName?: string;
  readonly [member: string]: unknown;
}

/** Up to 1000 transactions of an account, pending ones too. */
export async function linesOf(tpp: Tpp, { id }: Pick<Account, 'id'>): Promise<readonly Line[]> {
  const { body } = await tpp.get(`/v1/sandbox/accounts/${id}/transactions?limit=1000`);
  return body.transactions;
}
