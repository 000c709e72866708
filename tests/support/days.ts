// Days of a bank, for a record of what it answers and stores: each is about one part of what a bank does.
import { absent, corporateConsentOf } from './account-reads.ts';
import { everySandboxOperation } from './answers.ts';
import { consentOf, flowIdOf, hrefOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { type Body, PERIODIC, type Scene, SEPA, START, selfOf } from './payment-scene.ts';
import {
  BULK,
  bulkFrom,
  domesticEntry,
  PRODUCT_CASES,
  type ProductCase,
  repeatable,
} from './product-scene.ts';
import { daysFrom, type Live } from './recorded-day.ts';
import { peopleWith } from './rich-bank.ts';
import { approve, cancel, choose, identify, openPage } from './sca-browser.ts';
import { loadSeed } from './seeded.ts';
import { Tpp } from './tpp.ts';

const account = (customerNumber: string, bban: string, balance: number, currency = 'NOK') => ({
  customerNumber,
  accountName: `Konto ${currency}`,
  currency,
  bban,
  balance,
});

/** Jonas, Mari's company and Odd, who acts for it within limits. */
const SEED = {
  repeatable: 'day',
  clock: { now: START, frozen: true },
  ...peopleWith({ approvalLimit: 500, registerLimit: 600 }),
  accounts: [
    account(PERSONS.jonas, '99997649326', 5000),
    account(PERSONS.jonas, '99990000022', 300, 'EUR'),
    account(PERSONS.mari, '99996025671', 900),
  ],
};

const begin = async (bank: TestBank) => answered(await loadSeed(bank, SEED), 200);

const scened = daysFrom(SEED);

/** All that one can read of a payment or a basket. */
async function readAll(scene: Scene, self: string): Promise<void> {
  for (const part of ['', '/status', '/authorisations']) await scene.psu.tpp.get(self + part);
}

const OUTCOMES = ['approve', 'cancel', 'wrong-id', 'expire', 'error'] as const;

/** Payments of a product: approved and settled, planned, and cancelled. */
const dayOf = ({ path, body, later }: ProductCase) =>
  scened(async (scene, day) => {
    const pay = (change: Body = {}) => scene.pay(repeatable(path), body(scene, change));
    const made = await day.step('pay', () => pay());
    await day.step('approve', () => scene.approve(made));
    await day.step('delete', () => scene.remove(made));
    await day.step('an hour later', () => scene.advance('PT1H'));
    await day.step('read', () => readAll(scene, selfOf(made)));
    if (later === undefined) return;
    await scene.psu.tpp.get('/v1/accounts').then((asked) => scene.approve(asked));
    const [planned, canceled] = [await pay(later), await pay(later)];
    await day.step('plan', () => scene.approve(planned));
    await day.step('plan another', () => scene.approve(canceled));
    await day.step('delete that', () => scene.remove(canceled));
    const sca = await day.step('ask', () => scene.start(canceled, 'cancellation-authorisations'));
    await day.step('approve', () => scene.approve(sca));
    await day.step('read', async () => {
      await scene.get(canceled, '/cancellation-authorisations');
      await readAll(scene, selfOf(canceled));
    });
    await day.step('five days', () => scene.advance('P5D'));
    await day.step('two months', () => scene.advance('P60D'));
  });

export const DAYS: Readonly<Record<string, Live>> = {
  ...Object.fromEntries(PRODUCT_CASES.map((product) => [product.name, dayOf(product)])),
  /** How an SCA can end, and what may follow. */
  approvals: scened(async (scene, day) => {
    for (const [path, body] of [
      [SEPA, scene.sepa()],
      [PERIODIC, scene.periodic()],
    ] as const) {
      for (const outcome of OUTCOMES) {
        const made = await scene.pay(repeatable(path), body);
        const link = `/_sandbox/sca/${flowIdOf(made)}`;
        const wanted = { nationalId: PERSONS.jonas, outcome };
        await day.control(`${outcome}`, 'POST', link, wanted);
        await day.control('once more', 'POST', link, wanted);
        await day.step('read', () => readAll(scene, selfOf(made)));
        const again = await day.step('start another', () => scene.start(made));
        if (again.status === 201) await day.step('approve that', () => scene.approve(again));
        await day.step('delete', () => scene.remove(made));
      }
    }
    await day.step('one that runs out', () => scene.pay(repeatable(SEPA), scene.sepa()));
    await day.step('16 minutes later', () => scene.advance('PT16M'));
    await day.step('a day later', () => scene.advance('P1D'));
    const policy = { secondApproval: 'PT2H' };
    await scene.bank.control('PUT', '/_sandbox/sca-policy', policy);
    const made = await day.step('for two', () => scene.pay(repeatable(SEPA), scene.sepa()));
    await day.step('the first', () => scene.approve(made));
    await day.step('the second', () => scene.advance('PT2H'));
  }),
  /** Names that make a payment end in another way, and money that is not there. */
  endings: scened(async (scene, day) => {
    for (const status of ['ACSC', 'ACSP', 'ACWP', 'ACTC', 'ACCP', 'RJCT', 'CANC', 'PART']) {
      const body = scene.sepa({
        creditorName: `Sandbox ${status}`,
        instructedAmount: { amount: '1.00', currency: 'EUR' },
      });
      const made = await scene.pay(repeatable(SEPA), body);
      await day.step(status, () => scene.approve(made));
    }
    const much = scene.sepa({ instructedAmount: { amount: '999999.00', currency: 'EUR' } });
    const made = await day.step('too much', () => scene.pay(repeatable(SEPA), much));
    await day.step('approve', () => scene.approve(made));
    const all = bulkFrom(scene, [
      domesticEntry(),
      domesticEntry({ creditorName: 'Sandbox RJCT' }),
      domesticEntry({ instructedAmount: { amount: '99999.00', currency: 'NOK' } }),
    ]);
    const bulk = await day.step('in parts', () => scene.pay(repeatable(BULK), all));
    await day.step('approve', () => scene.approve(bulk));
    await day.step('read', () => readAll(scene, selfOf(bulk)));
    await day.step('a day later', () => scene.advance('P1D'));
  }),
  /** Baskets: made, approved, in part, refused, deleted. */
  baskets: scened(async (scene, day) => {
    const pay = (creditorName: string) => scene.pay(repeatable(SEPA), scene.sepa({ creditorName }));
    const basketOf = async (...names: readonly string[]) => {
      const paymentIds: string[] = [];
      for (const name of names) paymentIds.push((await pay(name)).body.paymentId);
      return scene.pay('/v1/signing-baskets', { paymentIds });
    };
    for (const outcome of OUTCOMES) {
      const basket = await day.step('a basket', () => basketOf('Anna', 'Berta'));
      const link = `/_sandbox/sca/${flowIdOf(basket)}`;
      const wanted = { nationalId: PERSONS.jonas, outcome };
      await day.control(outcome, 'POST', link, wanted);
      await day.step('read', () => readAll(scene, selfOf(basket)));
      await day.step('another', () => scene.start(basket));
      await day.step('delete', () => scene.remove(basket));
    }
    const part = await day.step('in part', () => basketOf('Anna', 'Sandbox RJCT', 'Sandbox ACCP'));
    await day.step('approve', () => scene.approve(part));
    await day.step('read', () => readAll(scene, selfOf(part)));
    await day.step('one that runs out', () => basketOf('Anna'));
    await day.step('four days', () => scene.advance('P4D'));
  }),
  /** The pages of an SCA: each step, each way out, and a link that answers by itself after a while. */
  pages: scened(async (scene, day) => {
    const pay = () => scene.pay(repeatable(SEPA), scene.sepa());
    const ask = () => scene.bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    const first = await day.page('a payment', async () => openPage(await pay()));
    const known = await day.page('who it is', () => identify(first, PERSONS.jonas));
    await day.page('an old form', () => identify(first, PERSONS.jonas));
    await day.page('approve', () => approve(known));
    await day.page('the link again', () => openPage(first.action));
    await day.page('cancel', async () => cancel(await openPage(await pay())));
    let page = await day.page('consent', async () => openPage(await ask()));
    for (const id of ['1', '18888888888', PERSONS.odd])
      page = await day.page(id, () => identify(page, id));
    for (const choice of page.choices.slice(-1))
      page = await day.page('as a company', () => choose(page, choice));
    await day.page('without accounts', () => approve(page, []));
    await day.page('with accounts', () => approve(page));
    let other = await openPage(await ask());
    for (const nth of [1, 2, 3])
      other = await day.page(`unknown, ${nth}`, () => identify(other, '01010750160'));
    await scene.bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', after: 'PT40S' });
    const waiting = await day.step('one that waits', pay);
    const link = hrefOf(waiting);
    for (const nth of ['opened', 'opened again']) await day.page(nth, () => openPage(link));
    await day.step('39 s', () => scene.advance('PT39S'));
    await day.page('opened', () => openPage(link));
    await day.step('a second', () => scene.advance('PT1S'));
    await day.page('opened', () => openPage(link));
  }),
  /** Every operation on test users and their accounts. */
  sandbox: async (bank, day) => {
    await begin(bank);
    const thea = { customerNumber: PERSONS.thea, customerName: 'Thea', customerType: 'CORPORATE' };
    answered(await bank.tpp.post('/v1/sandbox/customers', thea), 201);
    await day.begin();
    await everySandboxOperation(async (method, path, body) => {
      const request = body === undefined ? {} : { body };
      return (await day.step(`${method} ${path}`, () => bank.tpp.send(method, path, request))).body;
    });
    await day.step('balance of nobody', () => bank.tpp.get('/v1/sandbox/accounts/none'));
  },
  /** What the control API sets, and what requests meet then. */
  control: scened(async (scene, day) => {
    const { base, credentials, defaults } = scene.psu.tpp;
    // Answers with a fault are not held to their schemas.
    const tpp = new Tpp(base, credentials, defaults);
    const read = () => tpp.get('/v1/accounts');
    const fault = { match: { method: 'GET', path: '/v1/accounts' }, effect: { status: 503 } };
    await day.control('a fault', 'POST', '/_sandbox/faults', { ...fault, times: 2 });
    for (const nth of ['first', 'second', 'third']) await day.step(`the ${nth} read`, read);
    await day.control('a fault', 'POST', '/_sandbox/faults', { ...fault, expiry: 'PT1M' });
    await day.control('a minute later', 'POST', CLOCK, { by: 'PT1M' });
    await day.step('a read', read);
    const blocked = { payments: false };
    await day.control('block', 'PUT', `/_sandbox/accounts/${scene.eur.id}/permissions`, blocked);
    await day.step('pay', () => tpp.post(repeatable(SEPA), scene.sepa()));
    const set = (path: string, body: object) => scene.bank.control('PUT', path, body);
    await day.step('rules', () => set('/_sandbox/rules', { preset: 'lenient' }));
    await day.step('a rule', () => set('/_sandbox/rules/SIG-05', { level: 'warn' }));
    const own = '/_sandbox/tpps/PSDNO-FSA-987654321';
    await day.control('out of the register', 'PUT', own, { registered: false });
    await day.step('a read', read);
    await day.control('back in it', 'PUT', own, { registered: true });
    for (const demand of ['always', 'never']) {
      await day.control(demand, 'PUT', '/_sandbox/sca-policy', { demand });
      for (const nth of ['first', 'second']) await day.step(`the ${nth} read`, read);
      await day.step('pay', () => tpp.post(repeatable(PERIODIC), scene.periodic()));
    }
    await day.control('the clock runs to', 'PUT', '/_sandbox/clock', { now: LATER, frozen: true });
    await day.control('events', 'GET', '/_sandbox/events');
  }),
  /** A company: who may register and approve how much. */
  company: async (bank, day) => {
    await begin(bank);
    await day.begin();
    const odd = await day.step('consent', () => corporateConsentOf(bank, PERSONS.odd));
    const { accounts } = (await day.step('accounts', () => odd.tpp.get('/v1/accounts'))).body;
    const { iban } = accounts[0];
    for (const amount of ['400.00', '550.00', '700.00']) {
      const body = {
        ...domesticEntry({ instructedAmount: { amount, currency: 'NOK' } }),
        debtorAccount: { iban, currency: 'NOK' },
      };
      const path = '/v1/payments/norwegian-domestic-credit-transfers';
      const headers = { 'x-accept-fix': 'amount-as-string' };
      const made = await day.step(amount, () => odd.tpp.post(repeatable(path), body, { headers }));
      if (made.status !== 201) continue;
      const link = `/_sandbox/sca/${flowIdOf(made)}`;
      const wanted = { nationalId: PERSONS.odd, context: 'CORPORATE' };
      await day.control('approve', 'POST', link, wanted);
      await day.step('read', () => odd.tpp.get(`${selfOf(made)}/authorisations`));
    }
    await day.step('agreements', () => odd.tpp.get('/v1/agreements'));
    await day.control('a day later', 'POST', CLOCK, { by: 'P1D' });
  },
  /** Consent, reads with and without the PSU, and what ends them. */
  consents: async (bank, day) => {
    await begin(bank);
    await day.begin();
    const jonas = await day.step('consent', () => consentOf(bank));
    const path = await day.step('accounts', async () => {
      const { body } = await jonas.tpp.get('/v1/accounts?withBalance=true');
      return `/v1/accounts/${body.accounts[0].resourceId}`;
    });
    for (const part of ['', '/balances', '/transactions?bookingStatus=both']) {
      await day.step(`read${part}`, () => jonas.tpp.get(path + part));
      for (let nth = 1; nth <= 5; nth++)
        await day.step(`without the PSU, ${nth}`, () => absent(jonas).get(path + part));
    }
    await day.step('cards', () => jonas.tpp.get('/v1/card-accounts'));
    await day.control('an hour later', 'POST', CLOCK, { by: 'PT1H' });
    await day.step('accounts', () => jonas.tpp.get('/v1/accounts'));
    await day.control('a day later', 'POST', CLOCK, { by: 'P1D' });
    await day.step('balances', () => absent(jonas).get(`${path}/balances`));
    const { consents } = (await bank.control('GET', '/_sandbox/consents')).body;
    const own = `/_sandbox/consents/${encodeURIComponent(consents[0].id)}`;
    await day.control('revoke', 'DELETE', own);
    await day.step('balances', () => absent(jonas).get(`${path}/balances`));
    await day.step('consent again', () => consentOf(bank));
    await day.control('half a year', 'POST', CLOCK, { by: 'P181D' });
    await day.step('balances', () => absent(jonas).get(`${path}/balances`));
    for (const outcome of OUTCOMES) {
      const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
      const wanted = { nationalId: PERSONS.jonas, outcome };
      const link = `/_sandbox/sca/${flowIdOf(asked)}`;
      await day.control(outcome, 'POST', link, wanted);
    }
  },
};

const LATER = '2026-07-01T10:00:00+02:00';
const CLOCK = '/_sandbox/clock/advance';
