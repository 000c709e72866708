// Days on which a TPP sends the operations on test users, accounts and transactions what is wrong, and what is rare.
import { createHash } from 'node:crypto';
import { PERSONS, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { START } from './payment-scene.ts';
import type { RecordedDay } from './recorded-day.ts';
import { peopleWith } from './rich-bank.ts';
import { loadSeed } from './seeded.ts';

type Rows = readonly (readonly [title: string, body: unknown])[];

const NOK = (amount: unknown) => ({ amount, currency: 'NOK' });
const NUMBERS = ['99997649326', '99996025671', '99991234566'] as const;

const SEED = {
  repeatable: 'sandbox',
  clock: { now: START, frozen: true },
  ...peopleWith({ approvalLimit: 500, registerLimit: 600 }),
  accounts: [
    ...[PERSONS.jonas, PERSONS.mari].map((customerNumber, at) => ({
      ...{ customerNumber, accountName: 'En', currency: 'NOK', bban: NUMBERS[at] },
      ...{ accountId: `account-${at}`, balance: 100 },
    })),
    { customerNumber: PERSONS.mari, accountName: 'To', currency: 'EUR', agreement: 'none' },
  ],
  cards: [
    { customerNumber: PERSONS.jonas, currency: 'NOK', creditLimit: 100, cardAccountId: 'card' },
  ],
};

const CUSTOMERS: Rows = [
  ['nothing', {}],
  ['a list', []],
  ['there already', { customerNumber: PERSONS.odd, customerType: 'PRIVATE', customerName: 'O' }],
  ['a type', { customerNumber: PERSONS.thea, customerType: 'private', customerName: 'T' }],
  ['a name', { customerNumber: PERSONS.thea, customerType: 'PRIVATE', customerName: '' }],
  ['a company', { customerNumber: PERSONS.thea, customerType: 'CORPORATE', customerName: 'T' }],
];

const account = { customerNumber: PERSONS.jonas, accountName: 'Ny', currency: 'NOK' };
const ACCOUNTS: Rows = [
  ['nothing', {}],
  ['of nobody', { ...account, customerNumber: '01010750160' }],
  ['a number that is there', { ...account, bban: NUMBERS[0] }],
  ['a wrong number', { ...account, bban: '99997649327' }],
  ['another currency', { ...account, balance: { amount: '1', currency: 'EUR' } }],
  ['a part of an øre', { ...account, balance: NOK('1.001') }],
  ['too much', { ...account, balance: NOK('12345678901234567.89') }],
  ['a limit below zero', { ...account, creditLine: NOK('-1') }],
  ['a limit in EUR', { ...account, creditLine: { amount: '1', currency: 'EUR' } }],
  ['a kid', { ...account, kid: 'maybe' }],
  [
    'all',
    {
      ...account,
      bban: '99991244332',
      balance: NOK(-1.5),
      creditLine: NOK('20'),
      kid: 'required',
      product: 'Ung',
    },
  ],
  [
    'savings',
    {
      ...account,
      cashAccountType: 'SVGS',
      currency: 'JPY',
      balance: { amount: 7, currency: 'JPY' },
    },
  ],
  ["a company's", { ...account, customerNumber: PERSONS.mari }],
];

const card = { customerNumber: PERSONS.jonas, currency: 'NOK', creditLimit: NOK('10') };
const CARDS: Rows = [
  ['nothing', {}],
  ['of nobody', { ...card, customerNumber: '01010750160' }],
  ['a limit in EUR', { ...card, creditLimit: { amount: '1', currency: 'EUR' } }],
  ['a balance in EUR', { ...card, balance: { amount: '1', currency: 'EUR' } }],
  ['a whole number', { ...card, maskedPan: '4925001234561026' }],
  ['all', { ...card, maskedPan: '492500******7777', balance: NOK('-3'), product: 'Gull' }],
];

const BALANCES: Rows = [
  ['none', { balances: [] }],
  ['unknown', { balances: [{ balanceType: 'interimAvailable', balanceAmount: NOK('1') }] }],
  ['of the other kind', { balances: [{ balanceType: 'interimBooked', balanceAmount: NOK('1') }] }],
  ['of this kind', { balances: [{ balanceType: 'closingBooked', balanceAmount: NOK('1') }] }],
  ['expected', { balances: [{ balanceType: 'expected', balanceAmount: NOK('5') }] }],
  ['available', { balances: [{ balanceType: 'forwardAvailable', balanceAmount: NOK('50') }] }],
  ['twice', { balances: [1, 2].map(() => ({ balanceType: 'expected', balanceAmount: NOK('1') })) }],
  [
    'in EUR',
    { balances: [{ balanceType: 'expected', balanceAmount: { amount: 1, currency: 'EUR' } }] },
  ],
  [
    'that do not match',
    {
      balances: [
        { balanceType: 'expected', balanceAmount: NOK('1') },
        { balanceType: 'closingBooked', balanceAmount: NOK('100') },
      ],
    },
  ],
];

const spent = (more: object) => ({ transactionAmount: NOK('-2'), ...more });
const TRANSACTIONS: Rows = [
  ['nothing', {}],
  ['an empty list', []],
  ['tomorrow', spent({ bookingDate: '2026-06-11' })],
  ['a value date of tomorrow', spent({ valueDate: '2026-06-11' })],
  ['valued before it is booked', spent({ bookingDate: '2026-06-09', valueDate: '2026-06-08' })],
  ['in EUR', { transactionAmount: { amount: '1', currency: 'EUR' } }],
  ['the second of a list', [spent({}), spent({ bookingDate: '2027-01-01' })]],
  ['from another account', spent({ debtorAccount: { iban: 'NO9386011117947' } })],
  ['from another number', spent({ debtorAccount: { bban: '86011117947' } })],
  ['from another currency', spent({ debtorAccount: { bban: NUMBERS[0], currency: 'EUR' } })],
  [
    'from this one',
    spent({ debtorAccount: { iban: 'NO06 9999 7649 326', bban: NUMBERS[0], currency: 'NOK' } }),
  ],
  ['an unknown member', spent({ odd: 1 })],
  ['pending', spent({ pending: true, creditorName: 'Kafé' })],
  [
    'booked and pending',
    [
      spent({ bookingDate: '2026-06-01' }),
      spent({ pending: true }),
      spent({ valueDate: '2026-06-02' }),
    ],
  ],
  [
    'in all its words',
    spent({
      remittanceInformationUnstructuredArray: ['a', 'b'],
      remittanceInformationStructured: { reference: '00026', referenceType: 'SCOR' },
      additionalInformationProprietaryX: 'x',
    }),
  ],
];

const CARD_TRANSACTIONS: Rows = [
  ['nothing', {}],
  ['tomorrow', spent({ bookingDate: '2026-06-11' })],
  ['an id', spent({ cardTransactionId: 'own/1', invoiced: 'true' })],
  ['the id again', spent({ cardTransactionId: 'own/1' })],
  ['an id twice', [spent({ cardTransactionId: 'two' }), spent({ cardTransactionId: 'two' })]],
  ['a wrong fee', spent({ markupFee: NOK('1.234') })],
  ['a wrong original', spent({ originalAmount: { amount: '1.5', currency: 'JPY' } })],
  [
    'all',
    spent({
      originalAmount: { amount: 150, currency: 'JPY' },
      markupFee: NOK(0.5),
      markupFeePercentage: 1.75,
      invoiced: false,
      maskedPan: '492500******1111',
      transactionDate: '2026-06-01',
      cardAcceptorName: 'Kafé',
      pending: true,
    }),
  ],
];

const engaged = (more: object) => ({
  customer: PERSONS.jonas,
  account: { iban: 'NO2699996025671' },
  roles: ['VIEW'],
  ...more,
});
const ENGAGEMENTS: Rows = [
  ['nothing', {}],
  ['nobody', engaged({ customer: '01010750160' })],
  ['an account of another', engaged({ account: { iban: 'NO0699997649326' } })],
  ['who is there', engaged({ customer: PERSONS.odd })],
  ['a limit in EUR', engaged({ registerLimit: { amount: 1, currency: 'EUR' } })],
  ['no roles', engaged({ roles: [] })],
  ['a role twice', engaged({ roles: ['VIEW', 'VIEW'] })],
  ['right', engaged({ registerLimit: NOK('10'), approvalLimit: 5 })],
];

const AGREEMENTS: Rows = [
  ['nothing', {}],
  ['nobody', { owner: '01010750160' }],
  ['a person', { owner: PERSONS.jonas }],
  ['a number', { owner: PERSONS.mari, organisationNumber: '938920108' }],
  [
    'with a wrong engagement',
    { owner: PERSONS.mari, engagements: [engaged({ customer: '01010750160' })] },
  ],
  ['with one elsewhere', { owner: PERSONS.mari, engagements: [engaged({})] }],
  ['right', { owner: PERSONS.mari, name: 'To', organisationNumber: '938920109' }],
];

const LISTS = [
  ...['', '?limit=2', '?limit=2&offset=2', '?offset=100', '?limit=1&offset=1&fromDate=2026-06-01'],
  ...['?fromDate=2026-06-02', '?toDate=2026-06-02', '?fromDate=2026-06-02&toDate=2026-06-02'],
  ...['?fromDate=2026-06-03&toDate=2026-06-02', '?fromDate=x', '?limit=0', '?limit=1001'],
  ...['?offset=-1', '?limit=1&limit=2', '?odd=1', '?fromDate=%zz'],
];

export const SANDBOX_DAYS = {
  /** What every bank begins with; of its many transactions some, and a digest of all. */
  'the starting set': async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, { customers: [] }), 200);
    await day.begin();
    const { clock, repeatable } = SEED;
    const begin = () => loadSeed(bank, { extends: 'starting-set', clock, repeatable });
    await day.step('begin', begin);
    const isOfMany = (line: string) => line.startsWith('+ transactions');
    const many = day.lines.filter(isOfMany);
    const rest = day.lines.filter((line) => !isOfMany(line));
    const sum = createHash('sha256').update(many.join('\n')).digest('hex');
    day.lines.splice(0, day.lines.length, ...rest, `${many.length} transactions, sha256 ${sum}`);
    day.note(...many.filter((_, at) => at % 50 === 0));
  },
  'sandbox refused': async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, SEED), 200);
    await day.begin();
    const { tpp } = bank;
    const all = async (method: string, path: string, rows: Rows) => {
      await day.step(`${method} ${path}`, async () => {
        for (const [title, body] of rows)
          await day.answer(title, () => tpp.send(method, `/v1/sandbox${path}`, { body }));
      });
    };
    await all('POST', '/customers', CUSTOMERS);
    await all('POST', '/accounts', ACCOUNTS);
    await all('POST', '/card-accounts', CARDS);
    await all('POST', '/accounts/account-0/transactions', TRANSACTIONS);
    await all('POST', '/card-accounts/card/transactions', CARD_TRANSACTIONS);
    await all('PUT', '/accounts/account-0/balances', BALANCES);
    await all('PUT', '/card-accounts/card/balances', BALANCES);
    const own = answered(await tpp.get('/v1/sandbox/agreements'), 200).body.agreements;
    const idOf = (owner: string) =>
      own.find((one: { owner: string }) => one.owner === owner).agreementId;
    await day.passOver();
    await all('POST', '/agreements', AGREEMENTS);
    await all('POST', `/agreements/${idOf(PERSONS.mari)}/engagements`, ENGAGEMENTS);
    await all('POST', `/agreements/${idOf(PERSONS.jonas)}/engagements`, ENGAGEMENTS.slice(-1));
    for (const kind of ['accounts/account-0', 'card-accounts/card']) {
      for (const query of LISTS)
        await day.answer(query, () => tpp.get(`/v1/sandbox/${kind}/transactions${query}`));
    }
    await day.answer('its own id', () =>
      tpp.get('/v1/sandbox/card-accounts/card/transactions/own%2F1'),
    );
    for (const query of [
      '?includeAccounts=x',
      '?includeAgreements=true',
      '?includeAccounts=true&x',
    ])
      await day.answer(query, () => tpp.get(`/v1/sandbox/customers${query}`));
    for (const [method, path] of UNKNOWN)
      await day.answer('unknown', () => tpp.send(method, `/v1/sandbox${path}`));
    for (const path of [
      `/agreements/${idOf(PERSONS.mari)}`,
      '/accounts/account-0',
      '/card-accounts/card',
    ])
      await day.step('delete', () => tpp.send('DELETE', `/v1/sandbox${path}`));
  },
};

const UNKNOWN = [
  ...['GET', 'DELETE'].flatMap((method) =>
    ['customers', 'accounts', 'card-accounts', 'agreements'].map(
      (kind) => [method, `/${kind}/none`] as const,
    ),
  ),
  ...['accounts', 'card-accounts'].flatMap((kind) => [
    ['GET', `/${kind}/none/transactions`] as const,
    ['GET', `/${kind}/enc!!none`] as const,
    ['DELETE', `/${kind}/none/transactions`] as const,
  ]),
  ['GET', '/accounts/account-0/transactions/none'],
  ['GET', '/accounts/account-1/transactions/none'],
  ['GET', '/card-accounts/card/transactions/none'],
  ['DELETE', '/agreements/none/engagements/none'],
] as const;
