// Every operation of the interface called once with success, and what it answered.
import { expect } from '@jest/globals';
import {
  completeSca,
  consentOf,
  createHeaders,
  PERSONS,
  psuHeaders,
  type TestBank,
} from './bank.ts';
import type { Answer } from './http.ts';
import type { Tpp, TppRequest } from './tpp.ts';

export interface Recorded {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly answer: Answer;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Body = any;

/** Calls that are expected to succeed; a refusal throws with its text. */
class Recorder {
  readonly seen: Recorded[] = [];

  async call(tpp: Tpp, method: string, target: string, request: TppRequest = {}): Promise<Body> {
    const answer = await tpp.send(method, target, request);
    if (answer.status >= 300)
      throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`);
    this.seen.push({ method, path: target.split('?', 1)[0] ?? target, answer });
    return answer.body;
  }
}

/** @param paths of the OpenAPI document: what this bank has beyond the accounts is looked up there */
export async function recordAnswers(
  bank: TestBank,
  paths: readonly string[],
): Promise<readonly Recorded[]> {
  const recorder = new Recorder();
  const odd = await consentOf(bank, PERSONS.odd);
  await consentsAndUser(recorder, { bank, tpp: odd.tpp, paths });
  const psu = await consentOf(bank);
  await accounts(recorder, psu.tpp, '/v1/accounts');
  if (paths.includes('/v1/card-accounts')) await accounts(recorder, psu.tpp, '/v1/card-accounts');
  const creates = paths.filter((path) => /^\/v1\/[a-z]+(-payments|ments)\/[a-z-]+$/.test(path));
  for (const path of creates) await payments(recorder, { bank, tpp: psu.tpp, path });
  if (paths.includes('/v1/signing-baskets')) await baskets(recorder, psu.tpp);
  if (paths.includes('/v1/tpps/{tppId}/contact-information')) await contact(recorder, bank);
  await sandbox(recorder, bank.tpp);
  return recorder.seen;
}

interface Place {
  readonly bank: TestBank;
  readonly tpp: Tpp;
}

async function consentsAndUser(
  recorder: Recorder,
  { tpp, paths }: Place & { readonly paths: readonly string[] },
): Promise<void> {
  const asking = tpp.with({ 'PSU-ID': undefined, ...psuHeaders() });
  await recorder.call(asking, 'POST', '/v1/bank-offered-consents');
  await recorder.call(asking, 'POST', '/v1/consents');
  for (const path of ['/v1/user', '/v1/users', '/v1/agreements']) {
    if (paths.includes(path)) await recorder.call(tpp, 'GET', path);
  }
}

async function accounts(recorder: Recorder, tpp: Tpp, base: string): Promise<void> {
  const cards = base.endsWith('card-accounts');
  const list = await recorder.call(tpp, 'GET', `${base}?withBalance=true`);
  const rows: Body[] = cards ? list.cardAccounts : list.accounts;
  await recorder.call(tpp, 'GET', base);
  for (const { resourceId } of rows) {
    const one = `${base}/${resourceId}`;
    await recorder.call(tpp, 'GET', one);
    await recorder.call(tpp, 'GET', `${one}/balances`);
    const target = `${one}/transactions?bookingStatus=both&limit=1000`;
    const found = await recorder.call(tpp, 'GET', target);
    const { booked = [], pending = [] } = found.transactions ?? found.cardTransactions;
    expect(booked.length).toBeGreaterThan(0);
    if (cards) continue;
    for (const { transactionId } of [...booked.slice(0, 25), ...pending.slice(0, 2)]) {
      await recorder.call(tpp, 'GET', `${one}/transactions/${transactionId}`);
    }
  }
}

const GERMAN = { iban: 'DE89370400440532013000', currency: 'EUR' };
const NORWEGIAN = { bban: '15032080119', currency: 'NOK' };
const PARTY = { creditorName: 'Solsiden Borettslag', creditorAccount: NORWEGIAN };
const NOK = { amount: '3.00', currency: 'NOK' };
const EURO = { amount: '3.00', currency: 'EUR' };

interface Wanted {
  /** ISO date ahead. */
  readonly date?: string;
  readonly debtorAccount: object;
}

/** A body of each product, now or ahead; the dates of a product without them are left out. */
const BODIES: Readonly<Record<string, (wanted: Wanted) => object>> = {
  'payments/sepa-credit-transfers': ({ date, debtorAccount }) => ({
    instructedAmount: EURO,
    creditorName: 'Café Zentral GmbH',
    creditorAccount: GERMAN,
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    debtorAccount,
    endToEndIdentification: 'E2E-1',
    remittanceInformationUnstructured: 'Rechnung 4711',
    ...(date === undefined ? {} : { requestedExecutionDate: date }),
  }),
  'payments/cross-border-credit-transfers': ({ date, debtorAccount }) => ({
    instructedAmount: { amount: '3.00', currency: 'USD' },
    creditorName: 'Example Inc',
    creditorAccount: GERMAN,
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    creditorAgent: 'COBADEFFXXX',
    debtorAccount,
    ...(date === undefined ? {} : { requestedExecutionDate: date }),
  }),
  'payments/norwegian-domestic-credit-transfers': ({ date, debtorAccount }) => ({
    ...PARTY,
    instructedAmount: NOK,
    debtorAccount,
    ...(date === undefined ? {} : { requestedExecutionDate: date }),
  }),
  'payments/instant-norwegian-domestic-credit-transfers-straks': ({ debtorAccount }) => ({
    ...PARTY,
    instructedAmount: NOK,
    debtorAccount,
  }),
  'periodic-payments/norwegian-domestic-credit-transfers': ({ date, debtorAccount }) => ({
    ...PARTY,
    instructedAmount: NOK,
    debtorAccount,
    startDate: date,
    frequency: 'Monthly',
  }),
  'bulk-payments/norwegian-domestic-credit-transfers': ({ date, debtorAccount }) => ({
    paymentInformationId: `bulk-${date ?? 'now'}`,
    debtorAccount,
    payments: [{ ...PARTY, instructedAmount: NOK }],
    ...(date === undefined ? {} : { requestedExecutionDate: date }),
  }),
};
const ALIASES: Readonly<Record<string, string>> = {
  'payments/norwegian-cross-border-credit-transfers': 'payments/cross-border-credit-transfers',
};

async function payments(
  recorder: Recorder,
  { bank, tpp, path }: Place & { readonly path: string },
): Promise<void> {
  const product = path.slice('/v1/'.length);
  const body = BODIES[ALIASES[product] ?? product];
  if (body === undefined) throw new Error(`tests/support/answers.ts has no body for ${product}`);
  const list = await tpp.get('/v1/accounts');
  const { iban, currency } = list.body.accounts[0];
  const debtorAccount = { iban, currency };
  const clock = await bank.control('GET', '/_sandbox/clock');
  const date = new Date(Date.parse(clock.body.now) + 30 * 86_400_000).toISOString().slice(0, 10);
  const target = product.startsWith('payments/') ? `${path}?allowLogicalDuplicate=true` : path;
  const create = (wanted: Wanted): Promise<Body> =>
    recorder.call(tpp, 'POST', target, { headers: createHeaders, body: body(wanted) });

  const first = `${path}/${(await create({ date, debtorAccount })).paymentId}`;
  await authorisations(recorder, tpp, `${first}/authorisations`);
  await recorder.call(tpp, 'GET', first);
  await recorder.call(tpp, 'GET', `${first}/status`);
  await recorder.call(tpp, 'DELETE', first);

  // Approved and waiting for its date: deleting it asks for another SCA. Not every product waits.
  const made = await create({ date, debtorAccount });
  const second = `${path}/${made.paymentId}`;
  await completeSca(bank, { body: made } as Answer, { nationalId: PERSONS.jonas });
  const { transactionStatus } = await recorder.call(tpp, 'GET', `${second}/status`);
  await recorder.call(tpp, 'GET', second);
  if (!/^AC[TW]C$/.test(transactionStatus)) return;
  await recorder.call(tpp, 'DELETE', second);
  await authorisations(recorder, tpp, `${second}/cancellation-authorisations`);
}

async function baskets(recorder: Recorder, tpp: Tpp): Promise<void> {
  const base = '/v1/signing-baskets';
  const list = await tpp.get('/v1/accounts');
  const { iban, currency } = list.body.accounts[0];
  const product = 'payments/sepa-credit-transfers';
  const body = BODIES[product]?.({ debtorAccount: { iban, currency } });
  const target = `/v1/${product}?allowLogicalDuplicate=true`;
  const { paymentId } = await recorder.call(tpp, 'POST', target, { headers: createHeaders, body });
  const made = await recorder.call(tpp, 'POST', base, { body: { paymentIds: [paymentId] } });
  const one = `${base}/${made.basketId}`;
  await recorder.call(tpp, 'GET', one);
  await recorder.call(tpp, 'GET', `${one}/status`);
  await authorisations(recorder, tpp, `${one}/authorisations`);
  await recorder.call(tpp, 'DELETE', one);
}

async function contact(recorder: Recorder, bank: TestBank): Promise<void> {
  const tpp = await bank.newTpp({ organisationId: 'PSDNO-FSA-987654321' });
  const path = '/v1/tpps/NO-FSA-987654321/contact-information';
  await recorder.call(tpp, 'PUT', path, { body: { email: 'openbanking@tpp.example' } });
}

async function authorisations(recorder: Recorder, tpp: Tpp, path: string): Promise<void> {
  const { authorisationId } = await recorder.call(tpp, 'POST', path);
  await recorder.call(tpp, 'GET', path);
  await recorder.call(tpp, 'GET', `${path}/${authorisationId}`);
}

async function sandbox(recorder: Recorder, tpp: Tpp): Promise<void> {
  const call = (method: string, path: string, body?: unknown): Promise<Body> =>
    recorder.call(tpp, method, `/v1/sandbox${path}`, body === undefined ? {} : { body });
  const customerNumber = '01010750160';
  const { customerId } = await call('POST', '/customers', {
    customerNumber,
    customerType: 'PRIVATE',
    customerName: 'Nora Test',
  });
  const account = await mockAccount(call, '/accounts', {
    create: { customerNumber, accountName: 'Test', currency: 'NOK', balance: { ...NOK } },
    transaction: { transactionAmount: { amount: '-2.00', currency: 'NOK' }, creditorName: 'Kafé' },
    balanceType: 'closingBooked',
  });
  const card = await mockAccount(call, '/card-accounts', {
    create: { customerNumber, currency: 'NOK', creditLimit: { amount: '500.00', currency: 'NOK' } },
    transaction: { transactionAmount: { amount: '-2.00', currency: 'NOK' } },
    balanceType: 'forwardAvailable',
  });
  await agreement(call, PERSONS.thea);
  await call('GET', '/customers?includeAccounts=true&includeAgreements=true');
  await call('GET', `/customers/${customerId}?includeAccounts=true`);
  await call('DELETE', account);
  await call('DELETE', card);
  await call('DELETE', `/customers/${customerId}`);
  await call('POST', '/initialize');
}

type Call = (method: string, path: string, body?: unknown) => Promise<Body>;

interface Mock {
  readonly create: object;
  readonly transaction: object;
  readonly balanceType: string;
}

/** @returns its path below /v1/sandbox */
async function mockAccount(
  call: Call,
  base: string,
  { create, transaction, balanceType }: Mock,
): Promise<string> {
  const made = await call('POST', base, create);
  const one = `${base}/${made.mockAccountId ?? made.mockCardAccountId ?? made.resourceId}`;
  await call('GET', one);
  const added = await call('POST', `${one}/transactions`, transaction);
  const [first] = added.transactions ?? added.cardTransactions;
  await call('GET', `${one}/transactions`);
  await call('GET', `${one}/transactions/${first.transactionId ?? first.cardTransactionId}`);
  const balances = [{ balanceType, balanceAmount: { amount: '10.00', currency: 'NOK' } }];
  await call('PUT', `${one}/balances`, { balances });
  await call('DELETE', `${one}/transactions`);
  return one;
}

async function agreement(call: Call, owner: string): Promise<void> {
  const { agreementId } = await call('POST', '/agreements', { owner, name: 'Testavtale AS' });
  const one = `/agreements/${agreementId}`;
  await call('GET', '/agreements');
  await call('GET', one);
  const account = { customerNumber: owner, accountName: 'Klientkonto', currency: 'NOK' };
  const { iban } = await call('POST', '/accounts', account);
  const { engagementId } = await call('POST', `${one}/engagements`, {
    customer: PERSONS.jonas,
    account: { iban },
    roles: ['VIEW', 'REGISTER'],
  });
  await call('DELETE', `${one}/engagements/${engagementId}`);
  await call('DELETE', one);
}
