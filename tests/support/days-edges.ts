// Days at the edges: seeds that are refused, money in many currencies, what the bank did by itself, and the app of the bank.
import { flowIdOf, hrefOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { send } from './http.ts';
import { type Body, PERIODIC, SEPA, START } from './payment-scene.ts';
import { CROSS_BORDER, crossBorderFrom, repeatable, STRAKS } from './product-scene.ts';
import { daysFrom, type RecordedDay } from './recorded-day.ts';
import { peopleWith } from './rich-bank.ts';
import { approve, cancel, choose, identify, openPage, post } from './sca-browser.ts';
import { loadSeed } from './seeded.ts';
import { tailOf, WRONG_SEEDS } from './wrong-seeds.ts';

const account = (bban: string, currency: string, balance: number) => ({
  ...{ customerNumber: PERSONS.jonas, accountName: currency, currency, bban, balance },
});

const SEED = {
  repeatable: 'edges',
  clock: { now: START, frozen: true },
  ...peopleWith(),
  accounts: [
    account('99997649326', 'NOK', 100_000),
    account('99991244332', 'EUR', 10_000),
    account('99991254109', 'USD', 10_000),
    account('99991263876', 'JPY', 100_000),
    { ...account('99996025671', 'NOK', 5), customerNumber: PERSONS.mari },
    { ...account('99991273642', 'SEK', 5), customerNumber: PERSONS.odd },
  ],
};

const scened = daysFrom(SEED);

const IBANS = {
  NOK: 'NO0699997649326',
  EUR: 'NO4399991244332',
  USD: 'NO9899991254109',
  SEK: 'NO9699991273642',
};

const money = (from: keyof typeof IBANS, amount: string, currency: string): Body => ({
  debtorAccount: { iban: IBANS[from], currency: from },
  instructedAmount: { amount, currency },
});

export const EDGE_DAYS = {
  'seeds refused': async (bank: TestBank, day: RecordedDay) => {
    const right = { clock: SEED.clock, customers: [] };
    answered(await loadSeed(bank, right), 200);
    await day.begin();
    for (const seed of WRONG_SEEDS) {
      const { status, text } = await loadSeed(bank, seed);
      day.note(`${tailOf(seed)}: ${status} ${text}`);
    }
    await day.step('the seeds that are right', () => loadSeed(bank, right));
  },
  /** From accounts in one currency, in another, to accounts in a third. */
  currencies: scened(async (scene, day) => {
    for (const [path, body] of [
      [SEPA, scene.sepa(money('NOK', '10.01', 'EUR'))],
      [SEPA, scene.sepa(money('USD', '99.99', 'EUR'))],
      [CROSS_BORDER, crossBorderFrom(scene, money('EUR', '7', 'JPY'))],
      [CROSS_BORDER, crossBorderFrom(scene, money('USD', '12.34', 'USD'))],
      [CROSS_BORDER, crossBorderFrom(scene, money('NOK', '500', 'SEK'))],
      [
        CROSS_BORDER,
        crossBorderFrom(scene, {
          ...money('EUR', '20.50', 'NOK'),
          creditorAccount: { iban: IBANS.SEK, currency: 'SEK' },
          creditorAgent: 'SNDBNO22',
        }),
      ],
      [
        STRAKS,
        { ...domestic(IBANS.NOK), creditorAccount: { iban: 'NO2699996025671', currency: 'NOK' } },
      ],
      [STRAKS, { ...domestic(IBANS.NOK), creditorAccount: { iban: IBANS.SEK, currency: 'NOK' } }],
    ] as const) {
      const made = await day.answer('pay', () => scene.post(repeatable(path), body));
      if (made.body._links?.scaRedirect !== undefined)
        await day.step('approve', () => scene.approve(made));
    }
    await day.control('settle', 'POST', '/_sandbox/clock/advance', { by: 'P1D' });
    for (const query of EVENTS) await day.ask('events', 'GET', `/_sandbox/events${query}`);
    await day.answer('accounts', () => scene.tpp.get('/v1/sandbox/customers?includeAccounts=true'));
  }),
  /** A payment that comes back each month, for as long as the calendar knows. */
  'far ahead': scened(async (scene, day) => {
    const plans = [
      { frequency: 'Weekly', endDate: '2026-07-10' },
      { startDate: '2026-06-30', dayOfExecution: '31', executionRule: 'preceeding' },
      { frequency: 'Quarterly', instructedAmount: { amount: '90000.00', currency: 'NOK' } },
    ];
    for (const plan of plans) {
      const made = await scene.pay(
        PERIODIC,
        scene.periodic({ ...money('NOK', '5', 'NOK'), ...plan }),
      );
      await day.step('approve', () => scene.approve(made));
    }
    for (const by of ['P1D', 'P40D', 'P300D'])
      await day.control(by, 'POST', '/_sandbox/clock/advance', { by });
    await day.ask('person', 'GET', `/_sandbox/people/${PERSONS.jonas}`);
  }),
  /** A link that the person answers in the app of the bank. */
  app: scened(async (scene, day) => {
    const { psu } = scene;
    const inApp = psu.tpp.with({ 'TPP-Redirect-Preferred': 'false' });
    const pay = (tpp = inApp) => tpp.post(repeatable(SEPA), scene.sepa());
    const look = async (title: string, path: string) => {
      const { status, headers, text } = await send({ method: 'GET', url: path });
      day.note(`${title}: ${status} ${headers['location'] ?? wordsOf(text)}`);
    };
    const link = hrefOf(await pay());
    await look('waits', link);
    await look('på norsk', `${link}?lang=nb`);
    const app = await day.page('app', () => openPage(`${link}/app`));
    await day.page('an unknown choice', () => choose(app, 'none'));
    await day.page('approve', () => approve(app));
    await look('again', `${link}/app`);
    await look('on', link);
    await look('and again', link);
    const other = hrefOf(await pay());
    await day.page('cancel in the app', async () => cancel(await openPage(`${other}/app`)));
    await look('on', other);
    const third = hrefOf(await pay());
    await day.page('cancel here', async () => cancel(await openPage(third)));
    await look('app', `${third}/app`);
    await look('no app', `${hrefOf(await pay(psu.tpp))}/app`);
    await look('nothing', `${scene.bank.url}/sca/none`);
    await look('nothing', `${scene.bank.url}/sca/none/app`);
    const asked = await scene.bank.tpp
      .with({ ...psuHeaders(), 'Accept-Language': 'nb' })
      .post('/v1/bank-offered-consents');
    const page = await day.page('på norsk', () => openPage(`${hrefOf(asked)}?lang=nb`));
    for (const id of MAGIC) {
      const own = await scene.bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
      await day.page(id, async () => identify(await openPage(own), id));
    }
    await day.page('an empty form', () => post(page, []));
    await day.page('a company', () => identify(page, PERSONS.mari));
    await scene.advance('PT16M');
    await look('ran out', link);
    await look('ran out', hrefOf(asked));
    await look('and again', hrefOf(asked));
    const policy = { mode: 'auto', nationalId: PERSONS.thea };
    await day.ask('policy', 'PUT', '/_sandbox/sca-policy', policy);
    const last = await scene.bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    await look('by policy', hrefOf(last));
    await day.ask('by hand', 'POST', `/_sandbox/sca/${flowIdOf(last)}`, { outcome: 'cancel' });
  }),
};

const domestic = (iban: string): Body => ({
  instructedAmount: { amount: '33.00', currency: 'NOK' },
  creditorName: 'Straks',
  debtorAccount: { iban, currency: 'NOK' },
});

const EVENTS = [
  ...['', '?limit=1', '?after=2', '?type=paymentSettled', '?type=sessionEnded&limit=1'],
  ...[
    '?paymentId=none',
    '/next?after=0&timeout=PT1S',
    '/next?after=0&type=sessionEnded&timeout=PT1S',
  ],
];

const MAGIC = [
  '03817010023',
  '05827110002',
  '07837210091',
  '09847310070',
  '11857410140',
  '19897810096',
];

const wordsOf = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replace(/\s+/g, ' ')
    .trim();
