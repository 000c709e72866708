// Every operation of the interface called once with success, and what it answered.
import { expect } from '@jest/globals';
import { consentOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import type { Answer } from './http.ts';
import { openScene, PERIODIC, type Scene, SEPA } from './payment-scene.ts';
import { PRODUCT_CASES, repeatable } from './product-scene.ts';
import type { Tpp, TppRequest } from './tpp.ts';

export interface Recorded {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** The body that was sent. */
  readonly request?: unknown;
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
    this.seen.push({ method, path: pathOf(target), request: request.body, answer });
    return answer.body;
  }
}

export const pathOf = (target: string): string => target.split('?', 1)[0] ?? target;

/** @param paths of the OpenAPI document: what this bank has beyond the accounts is looked up there */
export async function recordAnswers(
  bank: TestBank,
  paths: readonly string[],
): Promise<readonly Recorded[]> {
  const recorder = new Recorder();
  const odd = await consentOf(bank, PERSONS.odd);
  await consentsAndUser(recorder, odd.tpp, paths);
  const psu = await consentOf(bank);
  await accounts(recorder, psu.tpp, '/v1/accounts');
  if (paths.includes('/v1/card-accounts')) await accounts(recorder, psu.tpp, '/v1/card-accounts');
  const creates = paths.filter((path) => /^\/v1\/[a-z]+(-payments|ments)\/[a-z-]+$/.test(path));
  const scene = await openScene(bank);
  for (const path of creates) await payments(recorder, scene, path);
  if (paths.includes('/v1/signing-baskets')) await baskets(recorder, scene);
  if (paths.includes('/v1/tpps/{tppId}/contact-information')) await contact(recorder, bank);
  const call: Call = (method, path, body) =>
    recorder.call(bank.tpp, method, path, body === undefined ? {} : { body });
  await startingSet(call);
  await everySandboxOperation(call);
  await recorder.call(bank.tpp, 'POST', '/v1/sandbox/initialize');
  return recorder.seen;
}

async function consentsAndUser(
  recorder: Recorder,
  tpp: Tpp,
  paths: readonly string[],
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

/**
 * The first body is the example of the documents, which any bank takes: from an account of the starting set, without a
 * date. Only a periodic payment needs one: a bank takes any that lies ahead, so it is one that no clock has passed.
 */
const ANY_BANK = { debtorAccount: { iban: 'NO4599996896389', currency: 'NOK' } };
const LAST_TO_PASS = { startDate: '2099-01-15' };

/** One payment deleted before its approval, and one ahead, after it. */
async function payments(recorder: Recorder, scene: Scene, path: string): Promise<void> {
  const product = PRODUCT_CASES.find((row) => row.path === path);
  if (product === undefined) throw new Error(`tests/support/product-scene.ts has no ${path}`);
  const { tpp } = scene.psu;
  const create = (change?: object): Promise<Body> => {
    const body = product.body(scene, { ...ANY_BANK, ...change });
    return recorder.call(tpp, 'POST', repeatable(path), { body });
  };

  const example = await create(path === PERIODIC ? LAST_TO_PASS : {});
  const first = `${path}/${example.paymentId}`;
  await authorisations(recorder, tpp, `${first}/authorisations`);
  await recorder.call(tpp, 'GET', first);
  await recorder.call(tpp, 'GET', `${first}/status`);
  await recorder.call(tpp, 'DELETE', first);

  // Approved and waiting for its date: deleting it asks for another SCA. Not every product waits.
  const made = await create(product.later);
  const second = `${path}/${made.paymentId}`;
  await scene.approve({ body: made } as Answer);
  const { transactionStatus } = await recorder.call(tpp, 'GET', `${second}/status`);
  await recorder.call(tpp, 'GET', second);
  if (!/^AC[TW]C$/.test(transactionStatus)) return;
  await recorder.call(tpp, 'DELETE', second);
  await authorisations(recorder, tpp, `${second}/cancellation-authorisations`);
}

async function baskets(recorder: Recorder, scene: Scene): Promise<void> {
  const base = '/v1/signing-baskets';
  const { tpp } = scene.psu;
  const { paymentId } = (await scene.pay(repeatable(SEPA), scene.sepa())).body;
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

/** What can be added to those that every bank begins with: the examples of the documents. */
async function startingSet(call: Call): Promise<void> {
  const customerNumber = PERSONS.jonas;
  await call('POST', '/v1/sandbox/accounts', { customerNumber, ...ACCOUNT });
  await call('POST', '/v1/sandbox/card-accounts', { customerNumber, ...CARD_ACCOUNT });
  const { agreements } = await call('GET', '/v1/sandbox/agreements');
  const { agreementId } = agreements.find(({ owner }: Body) => owner === PERSONS.thea);
  await call('POST', `/v1/sandbox/agreements/${agreementId}/engagements`, {
    customer: PERSONS.jonas,
    account: { iban: 'NO0899997365468' },
    roles: ['VIEW', 'REGISTER'],
  });
}

/** But for the one that begins anew. @param send resolves with the body of the answer */
export async function everySandboxOperation(send: Call): Promise<void> {
  const call: Call = (method, path, body) => send(method, `/v1/sandbox${path}`, body);
  const customerNumber = '01010750160';
  const { customerId } = await call('POST', '/customers', {
    customerNumber,
    customerType: 'PRIVATE',
    customerName: 'Nora Test',
  });
  const account = await mockAccount(call, '/accounts', {
    create: { customerNumber, ...ACCOUNT },
    transaction: { transactionAmount: { amount: '-2.00', currency: 'NOK' }, creditorName: 'Kafé' },
    balanceType: 'closingBooked',
  });
  const card = await mockAccount(call, '/card-accounts', {
    create: { customerNumber, ...CARD_ACCOUNT },
    transaction: { transactionAmount: { amount: '-2.00', currency: 'NOK' } },
    balanceType: 'forwardAvailable',
  });
  await agreement(call, PERSONS.thea);
  await call('GET', '/customers?includeAccounts=true&includeAgreements=true');
  await call('GET', `/customers/${customerId}?includeAccounts=true`);
  await call('DELETE', account);
  await call('DELETE', card);
  await call('DELETE', `/customers/${customerId}`);
}

const NOK = { amount: '3.00', currency: 'NOK' };
const ACCOUNT = { accountName: 'Test', currency: 'NOK', balance: NOK };
const CARD_ACCOUNT = { currency: 'NOK', creditLimit: { amount: '500.00', currency: 'NOK' } };

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
