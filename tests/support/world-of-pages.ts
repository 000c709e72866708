// A bank in which something of everything has happened, on a day of its own, for the records of its pages.
import { corporateConsentOf } from './account-reads.ts';
import { flowIdOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { wrongRequests } from './every-page.ts';
import { PERIODIC, type Scene, SEPA, sceneAt } from './payment-scene.ts';
import {
  BULK,
  bulkFrom,
  DOMESTIC,
  domesticEntry,
  domesticFrom,
  repeatable,
} from './product-scene.ts';
import { cardWith, DRIFT, peopleWith } from './rich-bank.ts';
import { loadSeed } from './seeded.ts';
import { Tpp } from './tpp.ts';

export const DAY_OF_PAGES = '2053-03-05T10:00:00+01:00';

const line = (change: object) => ({ bookingDate: 'today-3d', ...change });

export const SEED_OF_PAGES = {
  repeatable: 'pages',
  clock: { now: DAY_OF_PAGES, frozen: true },
  ...peopleWith({ approvalLimit: 500, registerLimit: 600 }),
  accounts: [
    {
      customerNumber: PERSONS.jonas,
      accountName: 'Lønn <1>',
      currency: 'NOK',
      bban: '99997649326',
      balance: 5000,
      creditLine: 2500,
      transactions: [
        line({ transactionAmount: -349, creditorName: 'Bokhandelen' }),
        line({ transactionAmount: 1200.5, debtorName: 'Kari & Co', bookingDate: 'today-80d' }),
        line({ transactionAmount: -12, remittanceInformationUnstructured: 'Til låns' }),
        line({ transactionAmount: -1, bookingDate: 'today-100d' }),
        { transactionAmount: 89, pending: true, debtorName: 'Kaffebrenneriet' },
        ...Array.from({ length: 10 }, (_, nth) =>
          line({
            transactionAmount: -10 - nth,
            bookingDate: 'today-1d',
            creditorName: `Nr. ${nth}`,
          }),
        ),
      ],
      generate: [{ what: 'groceries', count: 60, days: 60 }],
    },
    {
      customerNumber: PERSONS.jonas,
      accountName: 'Ferie',
      cashAccountType: 'SVGS',
      currency: 'EUR',
      bban: '99990000022',
      balance: 300,
    },
    DRIFT,
  ],
  cards: [cardWith()],
};

/** The wall clock of a bank that stands still. */
export const WALL = Date.UTC(2053, 2, 4, 9, 5, 7);

/** The same bank for TPPs that have its time. */
export function inItsTime(bank: TestBank): TestBank {
  const timed = (tpp: Tpp) => tpp.with({ Date: new Date(WALL).toUTCString() });
  return {
    ...bank,
    tpp: timed(bank.tpp),
    newTpp: async (request) => timed(await bank.newTpp(request)),
    tenant: (name) => inItsTime(bank.tenant(name)),
  };
}

export interface World {
  readonly scene: Scene;
  /** Addresses below the bank of what has a page of its own. */
  readonly pages: readonly string[];
}

interface Held {
  readonly mockAccountId: string;
  readonly bban: string;
}

/** One on which much has happened, and one on which nothing has. */
const SHOWN = ['99997649326', '99990000022'];

const idOf = (made: { readonly body: { readonly paymentId: string } }) => made.body.paymentId;

export async function liveThrough(bank: TestBank): Promise<World> {
  answered(await loadSeed(bank, SEED_OF_PAGES), 200);
  const scene = await sceneAt(bank, { now: DAY_OF_PAGES });
  await bank.control('PUT', '/_sandbox/snapshots/golden');
  await scene.advance('PT1H');
  const payments = await paymentsOf(scene);
  await othersOf(scene);
  await bank.control('PUT', '/_sandbox/snapshots/later');
  await wrongRequests(bank);
  const { customers } = (await bank.tpp.get('/v1/sandbox/customers?includeAccounts=true')).body;
  const people = customers.map(
    (one: { customerId: string }) => `/console/people/${one.customerId}`,
  );
  const accounts = customers
    .flatMap((one: { accounts?: readonly Held[] }) => one.accounts ?? [])
    .filter(({ bban }: Held) => SHOWN.includes(bban))
    .map(({ mockAccountId }: Held) => `/console/accounts/${mockAccountId}`);
  const paid = payments.map((id) => `/console/payments/${id}`);
  return { scene, pages: [...people, ...accounts, ...paid] };
}

async function paymentsOf(scene: Scene): Promise<readonly string[]> {
  const pay = (path: string, body: object) => scene.pay(repeatable(path), body as never);
  const approved = async (path: string, body: object) => {
    const made = await pay(path, body);
    await scene.approve(made);
    return made;
  };
  const runs = await approved(PERIODIC, scene.periodic({ startDate: '2053-03-06' }));
  const settled = await approved(SEPA, scene.sepa());
  await scene.advance('P2D');
  const renewed = await scene.psu.tpp.get('/v1/accounts');
  if (renewed.status === 401) await scene.approve(renewed);
  const much = domesticFrom(scene, { instructedAmount: { amount: '99999.00', currency: 'NOK' } });
  const poor = await approved(DOMESTIC, much);
  const rejected = await approved(SEPA, scene.sepa({ creditorName: 'Sandbox RJCT' }));
  const ahead = { requestedExecutionDate: '2053-03-12' };
  const planned = await approved(DOMESTIC, domesticFrom(scene, ahead));
  const bulk = await approved(
    BULK,
    bulkFrom(scene, [domesticEntry(), domesticEntry({ creditorName: 'Sandbox RJCT' })]),
  );
  const waiting = await pay(SEPA, scene.sepa({ creditorName: 'Café <Zentral>' }));
  const inside = await pay(SEPA, scene.sepa({ creditorName: 'I kurven' }));
  await scene.post('/v1/signing-baskets', { paymentIds: [idOf(inside)] });
  const deleted = await pay(SEPA, scene.sepa());
  await scene.remove(deleted);
  return [runs, settled, poor, rejected, planned, bulk, waiting, inside, deleted].map(idOf);
}

async function othersOf({ bank, psu }: Scene): Promise<void> {
  // Sessions that end at the same time come in an order of their drawn ids.
  await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1M' });
  const odd = await corporateConsentOf(bank, PERSONS.odd);
  await odd.tpp.get('/v1/accounts');
  const absent = psu.tpp.with({ 'PSU-IP-Address': undefined });
  const { accounts } = (await absent.get('/v1/accounts')).body;
  for (const { resourceId } of accounts ?? [])
    await absent.get(`/v1/accounts/${resourceId}/balances`);
  const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
  await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, { outcome: 'cancel' });
  // Of whom nothing is known yet.
  await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
  const fault = { match: { path: '/v1/cards', method: 'GET' }, effect: { status: 503 } };
  await bank.control('POST', '/_sandbox/faults', { ...fault, times: 3, expiry: 'P3D' });
  const once = {
    match: { path: '/v1/user' },
    effect: { status: 500, code: 'SYSTEM_ERROR' },
    times: 1,
  };
  await bank.control('POST', '/_sandbox/faults', once);
  // Its answers are not held to their schemas.
  const { base, credentials, defaults } = psu.tpp;
  const tpp = new Tpp(base, credentials, defaults);
  await tpp.get('/v1/user');
  await tpp.get('/v1/accounts?unknown=1', { headers: { 'X-Request-ID': 'accepted' } });
  const wrong = { instructedAmount: { amount: '1,5', currency: 'EUR' }, debtorAccount: 1 };
  await tpp.post(SEPA, wrong, { headers: { 'X-Request-ID': 'body' } });
  await bank.control('PUT', '/_sandbox/rules/SIG-05', { level: 'warn' });
  await bank.control('PUT', '/_sandbox/tpps/PSDNO-FSA-987654321', { registered: false });
  await bank.control('PUT', '/_sandbox/tpps/PSDNO-FSA-987654321', { registered: true });
}
