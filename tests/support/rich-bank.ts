// A small bank with a row of every kind, for tests that walk over all that a bank stores.
import { corporateConsentOf } from './account-reads.ts';
import { flowIdOf, PERSONS, type Psu, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { send } from './http.ts';
import { type Body, PERIODIC, type Scene, SEPA, START, sceneAt } from './payment-scene.ts';
import {
  BULK,
  bulkFrom,
  CROSS_BORDER,
  crossBorderFrom,
  domesticEntry,
  repeatable,
} from './product-scene.ts';
import { loadSeed } from './seeded.ts';
import { Tpp } from './tpp.ts';

const COMPANY = '938920109';

/** A person, and a company with another who acts for it, with these limits. */
export const peopleWith = (limits: object = {}) => ({
  customers: [
    { customerNumber: PERSONS.jonas, customerName: 'Jonas' },
    { customerNumber: PERSONS.odd, customerName: 'Odd' },
    { customerNumber: PERSONS.mari, customerName: 'Mari AS', customerType: 'CORPORATE' },
  ],
  agreements: [
    {
      owner: PERSONS.mari,
      name: 'Mari AS',
      organisationNumber: COMPANY,
      engagements: [{ customer: PERSONS.odd, roles: ['VIEW', 'REGISTER'], ...limits }],
    },
  ],
});

/** The company's account. */
export const DRIFT = {
  customerNumber: PERSONS.mari,
  accountName: 'Drift',
  currency: 'NOK',
  bban: '99996025671',
  balance: 900,
};

/** A card with one purchase, of which more can be said. */
export const cardWith = (more: object = {}) => ({
  customerNumber: PERSONS.jonas,
  currency: 'NOK',
  creditLimit: 30000,
  maskedPan: '492500******1026',
  openingBalance: 0,
  transactions: [
    {
      transactionAmount: -1290,
      bookingDate: 'today-5d',
      cardAcceptorName: 'Elkjøp',
      ...more,
    },
  ],
});

const seed = (tpp: string) => ({
  repeatable: 'rich',
  clock: { now: START, frozen: true },
  ruleLevels: { preset: 'strict', levels: { 'SIG-02': 'warn' } },
  scaPolicy: { mode: 'page', outcome: 'approve' },
  tpps: [{ tpp, email: 'psd2@tpp.example' }],
  ...peopleWith({ approvalLimit: 50, registerLimit: 60 }),
  accounts: [
    {
      customerNumber: PERSONS.jonas,
      accountName: 'Brukskonto',
      currency: 'NOK',
      bban: '99997649326',
      balance: 5000,
      transactions: [
        {
          transactionAmount: -349,
          bookingDate: 'today-3d',
          creditorName: 'Bokhandelen',
          creditorAccount: { iban: 'NO9386011117947' },
          endToEndId: 'E2E',
          remittanceInformationUnstructured: 'Julegaver',
          additionalInformation: 'more',
        },
        { transactionAmount: 89, pending: true, debtorName: 'Kaffebrenneriet' },
      ],
    },
    DRIFT,
  ],
  cards: [cardWith({ merchantCategoryCode: '5732' })],
  faults: [
    {
      match: { path: '/v1/nothing', method: 'GET' },
      effect: { status: 503, code: 'SYSTEM_ERROR' },
      times: 3,
      expiry: 'P3D',
    },
  ],
});

export interface RichBank {
  readonly bank: TestBank;
  readonly psus: readonly Psu[];
  /** Paths of payments and baskets, and of what they link to. */
  readonly signed: readonly string[];
}

export async function richBank(bank: TestBank): Promise<RichBank> {
  const own = answered(await bank.control('GET', '/_sandbox/tpps'), 200).body.tpps;
  answered(await loadSeed(bank, seed(own[0]?.tpp ?? 'PSDNO-FSA-987654321')), 200);
  const scene = await sceneAt(bank);
  const paid = await payments(scene);
  const corporate = await corporateConsentOf(bank, PERSONS.odd);
  await redirects(bank);
  const absent = scene.psu.tpp.with({ 'PSU-IP-Address': undefined });
  const accounts = await absent.get('/v1/accounts');
  for (const { resourceId } of accounts.body.accounts) {
    answered(await absent.get(`/v1/accounts/${resourceId}/balances`), 200);
  }
  const list = `/v1/accounts/${accounts.body.accounts[0].resourceId}/transactions`;
  const { body } = answered(await absent.get(`${list}?bookingStatus=both`), 200);
  const id = encodeURIComponent(body.transactions.booked[0].transactionId);
  answered(await absent.get(`${list}/${id}`), 200);
  // Answers of a bank with odd rows are not held to their schemas.
  const { base, credentials, defaults } = scene.psu.tpp;
  const psu = { ...scene.psu, tpp: new Tpp(base, credentials, defaults) };
  return { bank, psus: [psu, corporate], signed: paid };
}

async function payments(scene: Scene): Promise<string[]> {
  const { psu, sepa } = scene;
  const pay = (path: string, body: Body) => scene.pay(repeatable(path), body);
  const approved = async (path: string, body: Body) => {
    const made = await pay(path, body);
    await scene.approve(made);
    return made;
  };
  const runs = await approved(PERIODIC, scene.periodic());
  const settled = await approved(SEPA, sepa());
  await scene.advance('P2D');
  const renewed = await psu.tpp.get('/v1/accounts');
  if (renewed.status === 401) await scene.approve(renewed);
  const pending = await approved(SEPA, sepa());
  const entries = [domesticEntry(), domesticEntry({ creditorName: 'B' })];
  const bulk = await approved(BULK, bulkFrom(scene, entries));
  const later = { requestedExecutionDate: '2026-06-22' };
  const ahead = await approved(CROSS_BORDER, crossBorderFrom(scene, later));
  await scene.remove(ahead);
  const waiting = await pay(SEPA, sepa({ creditorName: 'C' }));
  const inside = await pay(SEPA, sepa({ creditorName: 'D' }));
  const paymentIds = [inside.body.paymentId];
  const basket = answered(await psu.tpp.post('/v1/signing-baskets', { paymentIds }), 201);
  const made = [runs, settled, pending, bulk, ahead, waiting, inside, basket];
  return made.flatMap(({ body }) =>
    Object.values(body._links as Record<string, { href: string }>).map(({ href }) => href),
  );
}

/** A flow that ended at the catcher. */
async function redirects(bank: TestBank): Promise<void> {
  const catcher = `${bank.url}/_sandbox/redirects/catch?state=42`;
  const asked = await bank.tpp
    .with({ ...psuHeaders(), 'TPP-Redirect-URI': catcher })
    .post('/v1/bank-offered-consents');
  const done = await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, {
    nationalId: PERSONS.jonas,
  });
  await send({ method: 'GET', url: answered(done, 200).body.redirect });
}
