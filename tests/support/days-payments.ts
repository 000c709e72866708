// Days on which payments, baskets and SCAs meet what is wrong and what is at the edge of it.
import { consentOf, flowIdOf, PERSONS, psuHeaders } from './bank.ts';
import { type Body, PERIODIC, SEPA, START } from './payment-scene.ts';
import {
  BULK,
  bulkFrom,
  CROSS_BORDER,
  crossBorderFrom,
  DOMESTIC,
  domesticEntry,
  domesticFrom,
  PRODUCT_CASES,
  type ProductCase,
  repeatable,
} from './product-scene.ts';
import { daysFrom } from './recorded-day.ts';
import { peopleWith } from './rich-bank.ts';
import { Tpp } from './tpp.ts';

const account = (customerNumber: string, bban: string, more: Body = {}) => ({
  ...{ customerNumber, accountName: 'Konto', currency: 'NOK', bban, balance: 300 },
  ...more,
});

const SEED = {
  repeatable: 'payments',
  clock: { now: START, frozen: true },
  ...peopleWith({ approvalLimit: 500, registerLimit: 600 }),
  accounts: [
    account(PERSONS.jonas, '99997649326', { kid: 'required' }),
    account(PERSONS.odd, '99991244332', { kid: 'optional' }),
    account(PERSONS.jonas, '99991254109', { payments: false }),
    account(PERSONS.mari, '99996025671'),
    account(PERSONS.odd, '99991263876', { currency: 'EUR' }),
  ],
};

const scened = daysFrom(SEED);

const to = (iban: string, currency = 'NOK') => ({ creditorAccount: { iban, currency } });
const amount = (value: unknown, currency: unknown) => ({
  instructedAmount: { amount: value, currency },
});
const reference = (text: string, referenceType = 'SCOR') => ({
  remittanceInformationUnstructured: undefined,
  remittanceInformationStructuredArray: [{ reference: text, referenceType }],
});
const OWN = 'NO0699997649326';

/** Each in the place of a member of a right body, of every product. */
const CHANGES: readonly Body[] = [
  {},
  { debtorAccount: { iban: 'NO4399991244332', currency: 'NOK' } },
  { debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' } },
  { debtorAccount: { iban: 'NO9899991254109', currency: 'NOK' } },
  { debtorAccount: { iban: OWN, currency: 'EUR' } },
  { debtorAccount: { iban: OWN, currency: 'NOK' } },
  { debtorAccount: { bban: '99997649326', currency: 'NOK' } },
  { debtorAccount: {} },
  to('GB82WEST12345698765432', 'GBP'),
  to('AE070331234567890123456', 'AED'),
  to('DE89370400440532013001'),
  to('NO9386011117948'),
  to(OWN),
  to('NO4399991244332'),
  to('NO4399991244332', 'EUR'),
  { ...to(OWN), ...reference('1234567897') },
  { ...to(OWN), ...reference('1234567890') },
  { ...to(OWN), ...reference('12345678-', 'SCOR') },
  { ...to(OWN), ...reference('7', 'ODD') },
  { ...to('NO4399991244332'), ...reference('00000000000000000000000001') },
  { creditorAccount: { bban: '86011117947', currency: 'NOK' } },
  { creditorAccount: { bban: 'X1', currency: 'AED' }, creditorAgent: 'EBILAEAD' },
  { creditorAccount: { bban: '86011117947', currency: 'NOK' }, creditorAgent: 'DNBANOKK' },
  { creditorAgent: 'odd' },
  { creditorAgent: undefined },
  { creditorName: '' },
  { creditorName: ' ' },
  { creditorName: 'x'.repeat(71) },
  { creditorName: 'a\u0007' },
  { creditorName: undefined },
  { creditorAddress: undefined },
  { creditorAddress: { country: 'DE' } },
  { creditorAddress: { country: 'DE', townName: ' ' } },
  { creditorAddress: { country: 'DE', city: 'Berlin' } },
  { creditorAddress: { country: 'XX', townName: 'B' } },
  { remittanceInformationStructured: { reference: '00026', referenceType: 'SCOR' } },
  { ...reference('RF18539007547034'), remittanceInformationUnstructured: 'and' },
  amount('0', 'EUR'),
  amount('1.5', 'JPY'),
  amount('1', 'USD'),
  amount('7', 'NOK'),
  amount('12345678901234567.89', 'NOK'),
  amount('-1', 'NOK'),
  amount(1, 'NOK'),
  { requestedExecutionDate: '2026-06-09' },
  { requestedExecutionDate: '2026-06-10' },
  { requestedExecutionDate: '2026-06-13' },
  { requestedExecutionDate: '2027-06-10' },
  { requestedExecutionDate: '2027-06-11' },
  { requestedExecutionDate: '2026-02-30' },
  { odd: true },
];

const SCHEDULES: readonly Body[] = [
  { startDate: '2026-06-09' },
  { startDate: '2026-06-10' },
  { startDate: '2026-06-12', endDate: '2026-06-11' },
  { startDate: '2026-06-12', endDate: '2026-06-12' },
  { startDate: '2026-06-13', endDate: '2026-06-14' },
  { startDate: '2026-06-13', endDate: '2026-06-14', executionRule: 'preceeding' },
  { startDate: '2026-06-13', executionRule: 'following' },
  { startDate: '2026-06-13', executionRule: 'preceding' },
  { startDate: '9999-12-31' },
  { frequency: 'odd' },
  { frequency: 'MonthlyVariable' },
  { frequency: 'MonthlyVariable', monthsOfExecution: [] },
  { frequency: 'MonthlyVariable', monthsOfExecution: [1, 1] },
  { frequency: 'MonthlyVariable', monthsOfExecution: [2, 7], dayOfExecution: '31' },
  { frequency: 'MonthlyVariable', monthsOfExecution: [13] },
  { monthsOfExecution: [1] },
  { dayOfExecution: '0' },
  { dayOfExecution: '32' },
  { dayOfExecution: '31' },
  { startDate: '2026-06-30', dayOfExecution: '1' },
  ...[
    'Daily',
    'Weekly',
    'EveryTwoWeeks',
    'EveryTwoMonths',
    'Quarterly',
    'SemiAnnual',
    'Annual',
  ].map((frequency) => ({ frequency, dayOfExecution: '15' })),
];

const shown = (change: Body): string =>
  JSON.stringify(change, (_, value) => value ?? null).slice(0, 100);

/** Structured references are members of the domestic products alone. */
const fits = (change: Body, domestic: boolean): boolean =>
  domestic || !('remittanceInformationStructuredArray' in change);

const changedDay = ({ path, body, domestic }: ProductCase) =>
  scened(async (scene, day) => {
    for (const change of CHANGES.filter((one) => fits(one, domestic)))
      await day.answer(shown(change), () => scene.post(repeatable(path), body(scene, change)));
    if (path !== PERIODIC) return;
    for (const change of SCHEDULES) {
      const made = await day.answer(shown(change), () =>
        scene.post(PERIODIC, scene.periodic(change)),
      );
      if (made.status === 201) await day.answer('read', () => scene.get(made));
    }
  });

export const PAYMENT_DAYS = {
  ...Object.fromEntries(
    PRODUCT_CASES.filter(({ name }) => !name.includes('alias')).map((product) => [
      `changed ${product.name}`,
      changedDay(product),
    ]),
  ),
  /** Duplicates, and what another TPP, another person and another path find of a payment. */
  'payments found': scened(async (scene, day) => {
    const { bank } = scene;
    // A payment's name can make the bank fail.
    const psu = { tpp: new Tpp(bank.url, scene.psu.tpp.credentials, scene.psu.tpp.defaults) };
    const ask = (title: string, path: string, body: Body) =>
      day.answer(title, () => psu.tpp.post(path, body));
    for (const name of MAGIC_NAMES)
      await ask(name, repeatable(SEPA), scene.sepa({ creditorName: `Sandbox ${name}` }));
    for (const [title, path, body, change] of [
      ['SEPA', SEPA, scene.sepa(), { remittanceInformationUnstructured: 'other' }],
      ['domestic', DOMESTIC, domesticFrom(scene), { creditorName: 'Another' }],
      ['bulk', BULK, bulkFrom(scene, [domesticEntry()]), { paymentInformationId: 'BULK-2' }],
      ['cross-border', CROSS_BORDER, crossBorderFrom(scene), { creditorAgent: 'EBILAEAD' }],
    ] as const) {
      await ask(title, path, body);
      await ask('again', path, body);
      await ask('another', path, { ...body, ...change });
      await ask('again, allowed', `${path}?allowLogicalDuplicate=true`, body);
      await ask('again, not allowed', `${path}?allowLogicalDuplicate=false`, body);
    }
    await scene.advance('P1D');
    await ask('a day later', SEPA, scene.sepa());
    const made = await scene.pay(repeatable(SEPA), scene.sepa());
    await day.passOver();
    const self = made.body._links.self.href;
    const odd = await consentOf(bank, PERSONS.odd);
    const other = await bank.newTpp({ organisationId: 'PSDNO-FSA-1' });
    const known = other.with({ ...psuHeaders(), 'X-PSU-IDENTITY': PERSONS.jonas });
    await day.passOver();
    for (const tpp of [psu.tpp, odd.tpp, known, bank.tpp.with(psuHeaders())]) {
      for (const part of ['', '/status', '/authorisations', '/authorisations/none'])
        await day.answer('read', () => tpp.get(self + part));
      await day.answer('start', () => tpp.post(`${self}/authorisations`));
    }
    await day.answer('elsewhere', () => psu.tpp.get(self.replace('sepa', 'cross-border')));
    await day.answer('cancel', () => psu.tpp.post(`${self}/cancellation-authorisations`));
    await day.answer('delete', () => psu.tpp.send('DELETE', self));
    await day.answer('again', () => psu.tpp.send('DELETE', self));
    await day.answer('start', () => psu.tpp.post(`${self}/authorisations`));
    await day.step('after all', async () => undefined);
  }),
  /** Baskets that cannot be, and SCAs that are answered wrongly. */
  'baskets and SCAs refused': scened(async (scene, day) => {
    const { psu, bank } = scene;
    const idOf = async (path: string, body: Body) =>
      (await scene.pay(repeatable(path), body)).body.paymentId;
    const [one, two] = [await idOf(SEPA, scene.sepa()), await idOf(SEPA, scene.sepa())];
    const bulk = await idOf(BULK, bulkFrom(scene, [domesticEntry()]));
    const done = await scene.pay(repeatable(SEPA), scene.sepa());
    await scene.approve(done);
    await day.passOver();
    const group = (title: string, paymentIds: unknown, tpp = psu.tpp) =>
      day.answer(title, () => tpp.post('/v1/signing-baskets', { paymentIds }));
    await group('none', []);
    await group('unknown', ['none']);
    await group('twice', [one, one]);
    await group('a bulk', [one, bulk]);
    await group('approved', [done.body.paymentId]);
    await group('by nobody', [one], bank.tpp.with(psuHeaders()));
    const odd = await consentOf(bank, PERSONS.odd);
    await group('by another', [one], odd.tpp);
    await day.step('so far', async () => undefined);
    const basket = await group('right', [one, two]);
    await group('in a basket', [one]);
    const link = `/_sandbox/sca/${flowIdOf(basket)}`;
    for (const wanted of WANTED) await day.ask(shown(wanted), 'POST', link, wanted);
    const { basketId } = basket.body;
    const path = `/v1/signing-baskets/${basketId}`;
    for (const part of ['', '/status', '/authorisations', '/authorisations/none', '/none'])
      await day.answer('read', () => psu.tpp.get(path + part));
    await day.answer('none', () => psu.tpp.get('/v1/signing-baskets/none'));
    await day.answer('delete', () => psu.tpp.send('DELETE', path));
    await day.answer('again', () => psu.tpp.send('DELETE', path));
    await day.answer('start', () => psu.tpp.post(`${path}/authorisations`));
    await group('free again', [one]);
    const headers = { ...psuHeaders(), 'PSU-Context': 'CORPORATE' };
    const company = await bank.tpp.with(headers).post('/v1/bank-offered-consents');
    for (const wanted of WANTED)
      await day.ask(shown(wanted), 'POST', `/_sandbox/sca/${flowIdOf(company)}`, wanted);
    await day.step('after all', async () => undefined);
  }),
};

const MAGIC_NAMES = [
  ...['FORMAT_ERROR', 'KID_INVALID', 'PSU_CREDENTIALS_INVALID', 'FORBIDDEN', 'NOT_FOUND'],
  ...['CONFLICT', 'ACCESS_EXCEEDED', 'SYSTEM_ERROR', 'RESOURCE_UNKNOWN', 'ODD'],
];

/** Last what ends it. */
const WANTED: readonly Body[] = [
  { nationalId: PERSONS.thea },
  { nationalId: '01010750160' },
  { context: 'CORPORATE' },
  { nationalId: PERSONS.mari, context: 'PRIVATE' },
  { nationalId: PERSONS.odd, accounts: ['NO9386011117947'] },
  { nationalId: PERSONS.odd, psuCorporateId: '3f2b8f0e-9d5c-4a57-8b53-0d0f3f6f2c11' },
  {},
  { nationalId: PERSONS.odd, accounts: ['NO26 9999 6025 671'] },
];
