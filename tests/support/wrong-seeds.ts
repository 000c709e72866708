// Seeds that are wrong in one thing each, as text: what stands in front, and what comes then.

const HEAD = `clock: { now: 2026-06-10T08:00:00Z, frozen: true }
customers:
  - { customerNumber: 15479801026, customerName: Kari }
  - { customerNumber: 19450101012, customerName: AS, customerType: CORPORATE }
accounts:
  - { customerNumber: 15479801026, accountName: En, currency: NOK, bban: 99997649326, accountId: a }
  - { customerNumber: 19450101012, accountName: To, currency: NOK, bban: 99996025671, agreement: none }
`;

const account = (more: string) =>
  `  - { customerNumber: 15479801026, accountName: X, currency: NOK, ${more} }\n`;
const card = (more: string) =>
  `cards:\n  - { customerNumber: 15479801026, currency: NOK, creditLimit: 1, ${more} }\n`;
const payment = (more: string, request = '') =>
  `payments:\n  - { product: payments/norwegian-domestic-credit-transfers, tpp: PSDNO-FSA-1, ${more}, request: { debtorAccount: { iban: NO0699997649326, currency: NOK }, creditorName: B, creditorAccount: { iban: NO9386011117947, currency: NOK }, instructedAmount: { amount: "1", currency: NOK } ${request} } }\n`;
const periodic = (more: string) =>
  payment('psu: 15479801026', more).replace('payments/norw', 'periodic-payments/norw');
const who = 'psu: 15479801026, tpp: PSDNO-FSA-1';

/** After {@link HEAD}. */
const TAILS: readonly string[] = [
  '',
  ...['openingBalance: 1, balance: 2', 'balance: 1e3', 'balance: "1,0"', 'balance: 0.001'].map(
    account,
  ),
  ...['lastChange: today+1d', 'lastChange: 2026-02-30', 'lastChange: yesterday'].map(account),
  ...['bban: 99997649326', 'accountId: a', 'agreement: b', 'creditLine: -1', 'kid: x'].map(account),
  ...[
    '{ what: salary, monthly: 1, perWeek: 1 }',
    '{ what: salary, monthly: 32 }',
    '{ what: fuel, count: 1, perWeek: 1 }',
    '{ what: fuel, count: 1, monthly: 1 }',
    '{ what: fuel, seed: 1 }, { what: fuel, seed: 1 }',
    '{ what: fuel, amount: 0 }',
    '{ what: fuel, amount: [2, 1] }',
    '{ what: fuel, amount: [1, 1.001] }',
    '{ what: rent, account: 99997649327 }',
    '{ what: sales, perWeek: 1000, days: 3650 }',
    '{ what: lunch }',
  ].map((generator) => account(`generate: [${generator}]`)),
  ...[
    '{ transactionAmount: 1, bookingDate: today+1d }',
    '{ transactionAmount: 1, bookingDate: today, valueDate: today-1d }',
    '{ transactionAmount: { amount: 1, currency: EUR } }',
    '{ transactionAmount: 1, debtorAccount: { bban: "1" } }',
    '{ transactionAmount: 1, transactionId: t }, { transactionAmount: 2, transactionId: t }',
    '{ bookingDate: today }',
  ].map((line) => account(`transactions: [${line}]`)),
  ...['generate: [{ what: wages }]', 'maskedPan: 1', 'openingBalance: 5, balance: 4'].map(card),
  card('transactions: [{ transactionAmount: 1, originalAmount: { amount: 1.5, currency: JPY } }]'),
  card(
    'transactions: [{ transactionAmount: 1, cardTransactionId: c }, { transactionAmount: 1, cardTransactionId: c }]',
  ),
  ...[
    'status: ACTC',
    'psu: 08417701045',
    'psu: 19450101012',
    `${who.slice(0, 16)}, created: today+1d`,
  ].map((more) => payment(more)),
  payment('psu: 15479801026, status: ACSC, paymentId: x'),
  payment('psu: 15479801026', ', requestedExecutionDate: today-1d'),
  payment('psu: 15479801026', ', requestedExecutionDate: today+2y'),
  payment('psu: 15479801026', ', remittanceInformationUnstructured: a, odd: 1'),
  payment('psu: 15479801026').replace('creditorName: B', 'creditorName: Sandbox FORBIDDEN'),
  payment('psu: 15479801026').replace('NO9386011117947', 'DE89370400440532013000'),
  periodic(', startDate: today-1d, frequency: Monthly'),
  periodic(', startDate: today, frequency: Monthly, endDate: today-1d'),
  `consents:\n  - { ${who}, accounts: [99996025671] }\n`,
  `consents:\n  - { ${who}, accounts: [odd] }\n`,
  `consents:\n  - { ${who}, agreement: odd }\n`,
  `consents:\n  - { ${who}, status: expired }\n`,
  `sessions:\n  - { ${who}, sessionId: a }\n  - { ${who}, sessionId: b, started: today }\n`,
  `sessions:\n  - { ${who}, sessionId: a, started: today, ends: today+1d }\n`,
  `sessions:\n  - { ${who}, sessionId: "a b" }\n`,
  `sessions:\n  - { ${who}, sessionId: ${'s'.repeat(90)} }\n  - { ${who}, sessionId: b }\n`,
  'psus:\n  - { psu: 08417701045, tpp: x }\n',
  'tpps:\n  - { tpp: x, email: x }\n',
  'magicPersons: [15479801026]\n',
  'faults:\n  - { effect: { status: 200 } }\n',
  'faults:\n  - { effect: { delayMs: 1 }, expiry: soon }\n',
  'ruleLevels: { preset: strict, levels: { ACC-01: warn } }\n',
  'scaPolicy: { after: P1M }\n',
  'extends: nothing\n',
  'agreements:\n  - { owner: 15479801026 }\n',
  'agreements:\n  - { owner: 19450101012, engagements: [{ customer: 15479801026, roles: [VIEW] }] }\n',
  'agreements:\n  - { owner: 19450101012, engagements: [{ customer: 15479801026, account: 99997649326, roles: [VIEW] }] }\n',
  'agreements:\n  - { owner: 19450101012, organisationNumber: 938920108 }\n',
];

/** The whole text. */
const TEXTS: readonly string[] = [
  ...[
    '',
    ' \n',
    '# nothing\n',
    '[]',
    '1',
    '"a"',
    '{',
    '{"a": 1,}',
    '{"customers": [],\n "customers": []}',
  ],
  ...[
    'a: b: c',
    'a: [1',
    'a: *b',
    'a: &x 1\na: 2',
    '\ta: 1',
    'a: !!binary x',
    'a: |\n b\n c\n',
    '---\na: 1\n---\nb: 2',
  ],
  ...[
    '%YAML 1.1\n---\ncustomers: []',
    'customers: !!seq []',
    'customers: &c [*c]',
    '? [a]\n: b',
    '"\\x": 1',
  ],
  ...[
    'customers: [{ customerNumber: 0o17, customerName: 0x1F }]',
    'customers: ~',
    'customers: Null',
  ],
  ...['customers: .inf', 'customers: .NaN', 'customers: 1_000', 'customers: 12345678901234567890'],
  ...[
    'customers: yes',
    'customers: True',
    "customers: 'it''s'",
    'customers: "\\u00e6\\q"',
    '\uFEFFcustomers: 1',
  ],
  ...[
    'customers: 2026-06-10',
    'customers: +1',
    'customers: 1.50',
    'customers: .5',
    'customers: -0',
  ],
];

export const WRONG_SEEDS: readonly string[] = [...TAILS.map((tail) => HEAD + tail), ...TEXTS];
/** What is told of them. */
export const tailOf = (seed: string): string =>
  JSON.stringify(seed.startsWith(HEAD) ? seed.slice(HEAD.length) : seed).slice(0, 160);
