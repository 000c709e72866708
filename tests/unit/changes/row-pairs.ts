// Rows of two states of a bank that differ in one thing.

export const NOW = Date.parse('2031-03-05T10:00:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export type Given = Readonly<Record<string, readonly object[]>>;

const person = (id: string, name: string, type = 'PRIVATE') => ({
  id,
  name,
  number: `n-${id}`,
  type,
});
const account = (id: string, more: object = {}) => ({
  ...{ id, customerId: 'kari', name: `Konto ${id}`, bban: `bban-${id}`, payments: true, ...more },
});
const balance = (id: string, booked: bigint, more: object = {}) => ({
  ...{ id, currency: 'NOK', booked, pending: 0n, creditLine: 0n, held: 0n, ...more },
});
const line = (id: string, accountId: string) => ({ id, accountId, amount: 1n, details: {} });
const payment = (id: string, more: object = {}) => ({
  ...{ id: `${id}-and-more-than-eight`, status: 'RCVD', amount: 5000n, currency: 'EUR' },
  ...{ product: 'payments/sepa-credit-transfers', request: { creditorName: 'Anna' }, ...more },
});
const consent = (id: string, more: object = {}) => ({
  ...{ id, tppId: 'TPP-1', customerId: 'kari', context: 'PRIVATE', status: 'valid' },
  ...{ accounts: [{ accountId: 'a', lastScaAt: NOW }], ...more },
});
const flow = (id: string, more: object = {}) => ({
  id,
  scaStatus: 'started',
  createdAt: NOW,
  ...more,
});
const many = <T>(count: number, make: (nth: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));

const PEOPLE = {
  customers: [person('kari', 'Kari'), person('as', 'Bakeri AS', 'CORPORATE')],
  accounts: [account('a')],
  cardAccounts: [{ id: 'c', customerId: 'kari', maskedPan: '4925******1' }],
};
const of = (name: string, ...rows: readonly object[]): Given => ({ ...PEOPLE, [name]: rows });

/** From what, to what; each is asked for in both directions, and for how many milliseconds later. */
export const PAIRS: readonly (readonly [title: string, from: Given, to: Given, later?: number])[] =
  [
    ['nothing', PEOPLE, PEOPLE],
    ['equal rows', PEOPLE, { ...PEOPLE, accounts: [account('a')] }],
    ['a person', of('customers'), PEOPLE],
    [
      'a name',
      PEOPLE,
      of('customers', person('kari', 'Kari N.'), person('as', 'Bakeri AS', 'CORPORATE')),
    ],
    ['an account and a card', { ...PEOPLE, accounts: [], cardAccounts: [] }, PEOPLE],
    ['accounts of nobody', of('accounts'), of('accounts', account('a', { customerId: 'gone' }))],
    [
      'an account in other words',
      PEOPLE,
      of('accounts', account('a', { name: 'Ny', payments: false })),
    ],
    ['other members', PEOPLE, of('accounts', account('a', { product: 'Ung' }))],
    ['an agreement', PEOPLE, of('agreements', { id: 'g', customerId: 'kari', name: 'Kari' })],
    ['a company', PEOPLE, of('agreements', { id: 'g', customerId: 'as', name: 'A' })],
    [
      'agreements in other words',
      of('agreements', { id: 'g', customerId: 'as', name: 'A' }, { id: 'h', customerId: 'kari' }),
      of('agreements', { id: 'g', customerId: 'as', name: 'B' }, { id: 'h', customerId: 'as' }),
    ],
    ['engagements', PEOPLE, of('engagements', { id: 'e' }, { id: 'f' })],
    [
      'a changed engagement',
      of('engagements', { id: 'e', roles: [] }),
      of('engagements', { id: 'e', roles: ['VIEW'] }),
    ],
    ['a PSU-ID', PEOPLE, of('psus', { id: 'p' })],
    ['a link', PEOPLE, of('scaFlows', flow('f'))],
    [
      'links',
      PEOPLE,
      of(
        'scaFlows',
        ...[
          flow('f'),
          flow('g', { redirect: 'x', scaStatus: 'finalised' }),
          flow('h', { redirect: 'x' }),
        ],
        ...[
          flow('i', { scaStatus: 'failed' }),
          flow('j'),
          flow('k', { scaStatus: 'psuIdentified' }),
        ],
      ),
    ],
    [
      'a link that ends',
      of('scaFlows', flow('f')),
      of('scaFlows', flow('f', { redirect: 'x', scaStatus: 'finalised' })),
    ],
    [
      'a link that goes on',
      of('scaFlows', flow('f')),
      of('scaFlows', flow('f', { scaStatus: 'psuIdentified' })),
    ],
    ['a link that gets old', of('scaFlows', flow('f')), of('scaFlows', flow('f')), DAY],
    [
      'a link that gets old, and is used',
      of('scaFlows', flow('f')),
      of('scaFlows', flow('f', { x: 1, formToken: 'x' })),
      DAY,
    ],
    [
      'links that end',
      of('scaFlows', flow('f'), flow('g')),
      of('scaFlows', ...['f', 'g'].map((id) => flow(id, { redirect: 'x' }))),
    ],
    ['a session', PEOPLE, of('sessions', { id: 's' })],
    [
      'sessions',
      of('sessions', { id: 's', endsAt: 1 }),
      of('sessions', { id: 's', endsAt: 2 }, { id: 't' }, { id: 'u' }),
    ],
    ['a consent', PEOPLE, of('consents', consent('x'))],
    [
      'a company’s consent',
      PEOPLE,
      of('consents', consent('x', { context: 'CORPORATE', customerId: 'as' })),
    ],
    [
      'a consent of nobody',
      PEOPLE,
      of('consents', consent('x', { customerId: 'gone', accounts: [] })),
    ],
    [
      'a revoked consent',
      of('consents', consent('x')),
      of('consents', consent('x', { status: 'revoked' })),
    ],
    [
      'a renewed consent',
      of('consents', consent('x')),
      of('consents', consent('x', { accounts: [{ accountId: 'a', lastScaAt: NOW + 1 }] })),
    ],
    [
      'a consent for others',
      of('consents', consent('x')),
      of('consents', consent('x', { accounts: [{ accountId: 'b', lastScaAt: NOW }] })),
    ],
    [
      'a consent that expires',
      of('consents', consent('x')),
      of('consents', consent('x')),
      181 * DAY,
    ],
    [
      'an empty consent',
      of('consents', consent('x')),
      of('consents', consent('x', { accounts: [] })),
    ],
    [
      'reads',
      PEOPLE,
      of('quota', { id: 'q', kind: 'read' }, { id: 'r', kind: 'next' }, { id: 's', kind: 'read' }),
    ],
    ['a link of a page', PEOPLE, of('quota', { id: 'r', kind: 'next' })],
    ['money', of('balances', balance('a', 0n)), of('balances', balance('a', 1250n))],
    [
      'a new balance',
      of('balances'),
      of('balances', balance('a', -1n, { pending: -5n, creditLine: 7n })),
    ],
    ['a new balance of nothing', of('balances'), of('balances', balance('c', 0n))],
    ['a balance of nobody', of('balances'), of('balances', balance('clearing:NOK', 5n))],
    [
      'all of a balance',
      of('balances', balance('c', 1n, { currency: 'JPY' })),
      of(
        'balances',
        balance('c', 11n, { currency: 'JPY', pending: 2n, creditLine: -3n, held: 9n }),
      ),
    ],
    [
      'what is held',
      of('balances', balance('a', 1n)),
      of('balances', balance('a', 1n, { held: 3n })),
    ],
    [
      'transactions',
      {
        ...of('balances', balance('a', 1n), balance('c', 1n)),
        transactions: [line('k', 'c'), line('l', 'a')],
      },
      {
        ...of('balances', balance('a', 2n), balance('c', 1n, { lastLine: 1 })),
        transactions: [line('m', 'a'), line('n', 'a'), line('o', 'c'), line('k', 'c')],
      },
    ],
    ['a transaction alone', PEOPLE, of('transactions', line('l', 'a'))],
    ['a payment', PEOPLE, of('payments', payment('1'))],
    ['a payment to nobody', PEOPLE, of('payments', payment('1', { request: {} }))],
    [
      'a bulk',
      PEOPLE,
      of(
        'payments',
        payment('1', { request: { payments: [{ creditorName: 'B' }, { creditorName: 'C' }] } }),
      ),
    ],
    ['a status', of('payments', payment('1')), of('payments', payment('1', { status: 'ACSC' }))],
    [
      'a payment in other words',
      of('payments', payment('1')),
      of('payments', payment('1', { failedScas: 1 })),
    ],
    ['a TPP', PEOPLE, of('tpps', { id: 'T', registered: false })],
    [
      'TPPs',
      of('tpps', { id: 'T', registered: false }),
      of('tpps', { id: 'T', registered: true }, { id: 'U', registered: false }),
    ],
    ...['ruleLevels', 'scaPolicy', 'saved', 'lastFault'].flatMap(
      (id) =>
        [
          [`the setting ${id}`, PEOPLE, of('settings', { id, value: { at: 1 } })],
          [
            `the setting ${id}, changed`,
            of('settings', { id, value: {} }),
            of('settings', { id, value: { at: 1 } }),
          ],
        ] as const,
    ),
    ...['baskets', 'faults', 'redirects'].map(
      (name) =>
        [
          name,
          of(name, { id: 'x', a: 1 }, { id: 'y', number: 1 }),
          of(name, { id: 'y', number: 2 }, { id: 'z' }, { id: 'w' }),
        ] as const,
    ),
    ...[20, 21, 22].flatMap(
      (count) =>
        [
          [
            `${count} people`,
            of('customers'),
            of('customers', ...many(count, (nth) => person(`p${nth}`, 'P'))),
          ],
          [
            `${count} accounts`,
            of('accounts', ...many(count, (nth) => account(`a${nth}`))),
            of('accounts'),
          ],
          [
            `${count} payments`,
            PEOPLE,
            of('payments', ...many(count, (nth) => payment(String(nth)))),
          ],
          [
            `${count} consents`,
            PEOPLE,
            of('consents', ...many(count, (nth) => consent(String(nth)))),
          ],
          [
            `${count} balances`,
            {
              ...of('accounts', ...many(count, (nth) => account(`a${nth}`))),
              balances: many(count, (nth) => balance(`a${nth}`, 1n)),
            },
            {
              ...of('accounts', ...many(count, (nth) => account(`a${nth}`))),
              balances: many(count, (nth) => balance(`a${nth}`, 2n)),
            },
          ],
        ] as const,
    ),
    // Settings have a row of that name, which is no difference.
    ['an account named saved', PEOPLE, of('accounts', account('a'), account('saved'))],
  ];
