// A day on which a TPP reads as everybody, with every header that says who the PSU is, and every query; and one whose states
// are compared with each other, in words.
import { absent, corporateConsentOf } from './account-reads.ts';
import { consentOf, flowIdOf, PERSONS, psuHeaders, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { PERIODIC, SEPA, START, sceneAt } from './payment-scene.ts';
import { repeatable } from './product-scene.ts';
import type { RecordedDay } from './recorded-day.ts';
import { peopleWith } from './rich-bank.ts';
import { loadSeed } from './seeded.ts';
import type { Tpp } from './tpp.ts';

const lines = [
  { transactionAmount: -1, bookingDate: 'today-100d', creditorName: 'Long ago' },
  { transactionAmount: -2, bookingDate: 'today-90d', creditorName: 'Ninety' },
  { transactionAmount: -3, bookingDate: 'today-2d', valueDate: 'today-1d', creditorName: 'C' },
  { transactionAmount: -4, bookingDate: 'today-1d', creditorName: 'D' },
  { transactionAmount: -5, pending: true, creditorName: 'E' },
  { transactionAmount: -6, pending: true, bookingDate: 'today-95d', creditorName: 'F' },
];
const onCard = lines.map(({ creditorName, ...line }) => ({
  ...line,
  cardAcceptorName: creditorName,
}));

const SEED = {
  repeatable: 'access',
  clock: { now: START, frozen: true },
  ...peopleWith(),
  accounts: [
    {
      ...{ customerNumber: PERSONS.jonas, accountName: 'En', currency: 'NOK', balance: 100 },
      ...{ bban: '99997649326', creditLine: 7, transactions: lines },
    },
    {
      ...{ customerNumber: PERSONS.mari, accountName: 'Drift', currency: 'NOK' },
      ...{ bban: '99996025671', balance: 9 },
    },
  ],
  cards: [
    {
      ...{ customerNumber: PERSONS.jonas, currency: 'NOK', creditLimit: 100 },
      ...{ maskedPan: '492500******1026', transactions: onCard },
    },
  ],
};

const QUERIES = [
  ...['', '?bookingStatus=odd', '?bookingStatus=both', '?bookingStatus=booked'],
  ...[
    '?bookingStatus=pending',
    '?bookingStatus=all&limit=1',
    '?bookingStatus=both&limit=2&offset=1',
  ],
  ...['?bookingStatus=both&dateFrom=2026-01-01', '?bookingStatus=both&dateTo=2026-06-08'],
  ...[
    '?bookingStatus=both&dateFrom=2026-06-08&dateTo=2026-06-08',
    '?bookingStatus=both&dateTo=2026-01-01',
  ],
  ...['?bookingStatus=both&dateFrom=2026-06-09&dateTo=2026-06-08', '?bookingStatus=both&offset=9'],
  ...['?bookingStatus=both&dateFrom=2027-01-01', '?bookingStatus=booked&dateFrom=2026-03-11'],
];

/** Headers in place of those of a person who has been through an SCA. */
const WHO: readonly Readonly<Record<string, string | undefined>>[] = [
  { 'PSU-ID': undefined },
  { 'PSU-ID': undefined, 'X-PSU-IDENTITY': PERSONS.jonas },
  { 'PSU-ID': undefined, 'X-PSU-IDENTITY': PERSONS.odd },
  { 'PSU-ID': undefined, 'X-PSU-IDENTITY': PERSONS.thea },
  { 'X-PSU-IDENTITY': PERSONS.odd },
  { 'X-PSU-IDENTITY': PERSONS.jonas },
  { 'PSU-ID': '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11' },
  { 'TPP-Session-ID': undefined },
  { 'TPP-Session-ID': 'another' },
  { 'PSU-Context': 'CORPORATE' },
  { 'PSU-Context': 'PRIVATE' },
  { 'PSU-Corporate-ID': '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11' },
  { 'PSU-Corporate-ID': undefined },
  { 'PSU-Corporate-ID': undefined, 'PSU-Context': 'PRIVATE' },
  { 'PSU-IP-Address': undefined },
  { 'PSU-IP-Address': undefined, 'TPP-Session-ID': undefined },
  { 'PSU-IP-Address': undefined, 'PSU-Corporate-ID': undefined },
  { 'PSU-IP-Address': undefined, 'PSU-Context': 'PRIVATE' },
  { 'PSU-IP-Address': undefined, 'PSU-Corporate-ID': '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11' },
];
const PATHS = ['/v1/accounts', '/v1/user', '/v1/agreements', '/v1/card-accounts'];

async function asEverybody(tpp: Tpp, day: RecordedDay): Promise<void> {
  for (const headers of WHO) {
    for (const path of PATHS.slice(0, 2))
      await day.answer(
        JSON.stringify(headers, (_, value) => value ?? null),
        () => tpp.with(headers).get(path),
      );
  }
}

export const ACCESS_DAYS = {
  access: async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, SEED), 200);
    // One after the other: what is made at once has an order of its own each time.
    const jonas = await consentOf(bank);
    await day.begin();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' });
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    await day.begin();
    await asEverybody(jonas.tpp, day);
    await asEverybody(odd.tpp, day);
    for (const path of PATHS) {
      await day.answer('Jonas', () => jonas.tpp.get(path));
      await day.answer('Odd', () => odd.tpp.get(path));
    }
    await day.step('after all', async () => undefined);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' });
    const alone = await consentOf(bank, PERSONS.odd, bank.tpp, { context: 'PRIVATE' });
    await day.passOver();
    for (const path of PATHS) await day.answer('alone', () => alone.tpp.get(path));
    for (const by of ['PT1H', 'P181D']) {
      await day.control(by, 'POST', '/_sandbox/clock/advance', { by });
      for (const { tpp } of [jonas, odd, alone]) {
        for (const path of PATHS.slice(0, 3)) await day.answer('read', () => tpp.get(path));
        await day.answer('absent', () =>
          tpp.with({ 'PSU-IP-Address': undefined }).get('/v1/accounts'),
        );
      }
    }
  },
  reads: async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, SEED), 200);
    const jonas = await consentOf(bank);
    await day.begin();
    for (const kind of ['accounts', 'card-accounts']) {
      for (const query of ['?withBalance=true', '?withBalance=x'])
        await day.answer('all', () => jonas.tpp.get(`/v1/${kind}${query}`));
      const { body } = await jonas.tpp.get(`/v1/${kind}`);
      const [{ resourceId }] = body.accounts ?? body.cardAccounts;
      const one = `/v1/${kind}/${resourceId}`;
      const list = await jonas.tpp.get(`${one}/transactions?bookingStatus=booked`);
      await day.passOver();
      for (const path of [
        one,
        `${one}/balances`,
        `/v1/${kind}/enc!!none`,
        `/v1/${kind}/99997649326`,
      ])
        await day.answer('read', () => jonas.tpp.get(path));
      for (const query of QUERIES)
        await day.answer(query, () => jonas.tpp.get(`${one}/transactions${query}`));
      // Each of them for another account, and a day later: four reads are the limit.
      for (const query of QUERIES.slice(3)) {
        await day.answer(`absent ${query}`, () => absent(jonas).get(`${one}/transactions${query}`));
        await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT12H' });
      }
      await jonas.tpp.get(`${one}/transactions?bookingStatus=both`);
      await bank.control('PUT', '/_sandbox/clock', { now: START, frozen: true });
      await day.passOver();
      const page = await day.answer('a page', () =>
        absent(jonas).get(`${one}/transactions?bookingStatus=both&limit=1`),
      );
      const next = (page.body.transactions ?? page.body.cardTransactions)?._links.next?.href;
      for (let nth = 0; nth < 2 && next !== undefined; nth++)
        await day.answer('the next', () => absent(jonas).get(next));
      const [id] = (list.body.transactions ?? list.body.cardTransactions).booked.map(
        (row: { transactionId?: string; cardTransactionId?: string }) =>
          row.transactionId ?? row.cardTransactionId,
      );
      for (const path of [`/transactions/${id}`, '/transactions/none']) {
        await day.answer('details', () => jonas.tpp.get(one + path));
        for (let nth = 0; nth < 5; nth++)
          await day.answer('absent', () => absent(jonas).get(one + path));
      }
    }
    await day.step('after all', async () => undefined);
  },
  /** What differs between each state of a bank and the next, and back. */
  differences: async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, { ...SEED, faults: [FAULT] }), 200);
    const scene = await sceneAt(bank);
    let number = 0;
    const save = () => bank.control('PUT', `/_sandbox/snapshots/s${number}`);
    await save();
    const compare = async (title: string, work: () => Promise<unknown>) => {
      await work();
      number += 1;
      await save();
      for (const query of [
        `from=s${number - 1}&to=s${number}`,
        `from=s${number}&to=s${number - 1}`,
      ]) {
        const asked = await bank.control('GET', `/_sandbox/snapshots/diff?${query}`);
        const { words, added, changed, removed } = answered(asked, 200).body;
        day.note(`${title}: ${JSON.stringify(words)} ${[added, changed, removed].map(textsOf)}`);
      }
    };
    const control = (method: string, path: string, body?: unknown) => () =>
      bank.control(method, `/_sandbox${path}`, body);
    await compare('nothing', async () => undefined);
    await compare('a minute', control('POST', '/clock/advance', { by: 'PT1M1S' }));
    await compare('much', control('POST', '/clock/advance', { by: 'P2DT3H4M' }));
    await compare('back', control('PUT', '/clock', { now: START }));
    await day.ask('list', 'GET', '/_sandbox/snapshots');
    await compare('running', async () => {
      await bank.control('PUT', '/_sandbox/clock', { frozen: false });
      await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT2H' });
    });
    await compare('frozen', control('PUT', '/clock', { now: START, frozen: true }));
    await compare('rules', control('PUT', '/rules', { preset: 'lenient' }));
    await compare('policy', control('PUT', '/sca-policy', { demand: 'rules' }));
    await compare('a TPP', control('PUT', '/tpps/PSDNO-FSA-9', { registered: false }));
    await compare('the TPP again', control('PUT', '/tpps/PSDNO-FSA-9', { registered: true }));
    await compare('no faults', control('DELETE', '/faults'));
    await compare('faults', control('POST', '/faults', FAULT));
    await compare(
      'a name',
      control('POST', '/seed', {
        customers: [{ customerNumber: PERSONS.jonas, customerName: 'J' }],
      }),
    );
    await compare(
      'people',
      control('POST', '/seed', { magicPersons: ['21907910013', '19897810096'] }),
    );
    await compare('a consent', () => consentOf(bank, PERSONS.odd));
    await compare('a company', () => corporateConsentOf(bank, PERSONS.odd));
    await compare('links', async () => {
      for (const outcome of ['cancel', undefined]) {
        const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
        if (outcome === undefined) continue;
        await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, { outcome });
      }
    });
    let made = await scene.pay(repeatable(SEPA), scene.sepa());
    await compare('payments', async () => {
      made = await scene.pay(repeatable(SEPA), scene.sepa());
      await scene.pay(PERIODIC, scene.periodic());
    });
    await compare('a basket', () =>
      scene.psu.tpp.post('/v1/signing-baskets', { paymentIds: [made.body.paymentId] }),
    );
    const other = await scene.pay(repeatable(SEPA), scene.sepa({ creditorName: 'B' }));
    await compare('approved', () => scene.approve(other));
    await compare('settled', control('POST', '/clock/advance', { by: 'P1D' }));
    await compare('reads', () =>
      absent(scene.psu).get(`/v1/accounts/${scene.nok.resourceId}/balances`),
    );
    await compare(
      'blocked',
      control('PUT', `/accounts/${scene.nok.id}/permissions`, { payments: false }),
    );
    await compare('half a year', control('POST', '/clock/advance', { by: 'P181D' }));
    await compare('another bank', () => loadSeed(bank, { clock: SEED.clock, customers: [] }));
    await day.passOver();
    await day.step('restored', () => bank.control('POST', '/_sandbox/snapshots/s0/restore'));
    await day.ask('deleted', 'DELETE', '/_sandbox/snapshots/s1');
    await day.ask('its diff', 'GET', '/_sandbox/snapshots/diff?from=s1');
  },
};

const FAULT = { match: { path: '/v1/nothing' }, effect: { delayMs: 0 } };

/** Few in full, of others how many. How far ahead a clock runs is another number each time. */
const textsOf = (rows: readonly { readonly text: string }[]): string =>
  rows.length > 3 || rows.some(({ text }) => /offset":[1-9-]/.test(text))
    ? String(rows.length)
    : JSON.stringify(rows.map(({ text }) => text));
