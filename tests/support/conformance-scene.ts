// A bank of its own with a consented PSU, requests that are valid on several routes, and what a refused
// one must leave as it was.
import { afterAll } from '@jest/globals';
import { consentOf, createHeaders, openBank, type Psu, type TestBank } from './bank.ts';
import { accountsOf } from './control-bank.ts';
import type { Answer } from './http.ts';
import { type Credentials, Tpp, type TppRequest } from './tpp.ts';

/** A request that is valid on its own. */
export interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Status of the answer to the valid request. */
  readonly status: number;
  /** Whether the bank asks for the PSU's headers here. */
  readonly psu: boolean;
}

export interface Scene {
  readonly bank: TestBank;
  readonly psu: Psu;
  /** IBANs of the PSU's two accounts. */
  readonly ibans: readonly [current: string, savings: string];
  readonly routes: Readonly<Record<RouteName, Route>>;
  /** Sends a route's valid request, with changes. */
  send(name: RouteName, change?: Change): Promise<Answer>;
  /** Another certificate of the same organisation; the same one for the same wish. */
  certificate(wish: Readonly<Record<string, unknown>>): Promise<Credentials>;
  /** What is stored, as far as a valid request on these routes changes it. */
  state(): Promise<string>;
  close(): Promise<void>;
}

export const ROUTE_NAMES = ['read', 'pay', 'consent', 'mock', 'initialize'] as const;
export type RouteName = (typeof ROUTE_NAMES)[number];

/** How a request differs from the valid one. */
export interface Change extends TppRequest {
  /** Signs with, and sends, another certificate. */
  readonly as?: Credentials;
  readonly method?: string;
  readonly path?: string;
  /** Sent in place of the valid body. */
  readonly body?: unknown;
}

export const SEPA = '/v1/payments/sepa-credit-transfers';
export const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

/** In a tenant of `house` when there is one, else in a bank that it opens. */
export async function openScene(house?: TestBank): Promise<Scene> {
  const bank = house === undefined ? await openBank() : house.tenant();
  // Settlement would move balances between two looks at them.
  await bank.control('PUT', '/_sandbox/clock', { frozen: true });
  const psu = await consentOf(bank);
  const accounts = await psu.tpp.get('/v1/accounts');
  const ibans = accounts.body.accounts.map(({ iban }: { iban: string }) => iban);
  const mock = (await accountsOf(bank)).find(({ iban }) => iban === ibans[0]);
  const routes = routesOf(ibans, mock?.mockAccountId ?? '');
  const full = psu.tpp.with(createHeaders);
  const certificates = new Map<string, Promise<Credentials>>();
  return {
    bank,
    psu,
    ibans,
    routes,
    send(name, change = {}) {
      const route = routes[name];
      const { as, method = route.method, path = route.path, ...request } = change;
      const usual = route.psu ? full : bank.tpp;
      const tpp = as === undefined ? usual : new Tpp(usual.base, as, usual.defaults);
      return tpp.send(method, path, { body: route.body, ...request });
    },
    certificate(wish) {
      const key = JSON.stringify(wish);
      const known = certificates.get(key) ?? bank.newTpp(wish).then((tpp) => tpp.credentials);
      certificates.set(key, known);
      return known;
    },
    async state() {
      // Every route that writes here moves a balance, or ends the session.
      const { status, text } = await psu.tpp.get('/v1/accounts?withBalance=true');
      return status === 200 ? text : String(status);
    },
    close: () => bank.close(),
  };
}

/** The scene of a whole test file, closed after its last test. */
export async function testScene(): Promise<Scene> {
  const scene = await openScene();
  afterAll(() => scene.close());
  return scene;
}

function routesOf(ibans: readonly string[], mockId: string): Scene['routes'] {
  const transfer = {
    instructedAmount: { amount: '1.00', currency: 'EUR' },
    creditorName: 'Jonas Bakkerud',
    creditorAccount: { iban: ibans[1], currency: 'NOK' },
    creditorAddress: { townName: 'Oslo', country: 'NO' },
    debtorAccount: { iban: ibans[0], currency: 'NOK' },
  };
  return {
    read: {
      name: 'GET /v1/accounts',
      method: 'GET',
      path: '/v1/accounts?withBalance=true',
      status: 200,
      psu: true,
    },
    // Between the PSU's own accounts, so that it needs no SCA and holds its amount at once.
    pay: {
      name: `POST ${SEPA}`,
      method: 'POST',
      path: `${SEPA}?allowLogicalDuplicate=true`,
      body: transfer,
      status: 201,
      psu: true,
    },
    consent: {
      name: 'POST /v1/bank-offered-consents',
      method: 'POST',
      path: '/v1/bank-offered-consents',
      body: { access: { allPsd2: 'allAccounts' } },
      status: 201,
      psu: true,
    },
    mock: {
      name: 'POST /v1/sandbox/accounts/{id}/transactions',
      method: 'POST',
      path: `/v1/sandbox/accounts/${mockId}/transactions`,
      body: { transactionAmount: { amount: '-2.00', currency: 'NOK' }, creditorName: 'Kaffebar' },
      status: 201,
      psu: false,
    },
    initialize: {
      name: 'POST /v1/sandbox/initialize',
      method: 'POST',
      path: '/v1/sandbox/initialize',
      body: { anything: 'is ignored' },
      status: 200,
      psu: false,
    },
  };
}
