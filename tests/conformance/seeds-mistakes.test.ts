// Mistakes in a seed (CTRL-11): each is named with its line, its column and its field, and changes nothing.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { answered } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const load = (body: string): Promise<Answer> =>
  send({ method: 'POST', url: `${bank.url}/_sandbox/reset`, body });

const GOOD = `customers:
  - customerNumber: 15479801026
    customerName: Kari
    customerType: PRIVATE
  - customerNumber: 19450101012
    customerName: Bakeriet AS
    customerType: CORPORATE
agreements:
  - owner: 19450101012
    organisationNumber: 938920109
accounts:
  - customerNumber: 15479801026
    accountName: Brukskonto
    currency: NOK
    bban: 99997649326
    balance: 100.00
    transactions:
      - transactionAmount: -10.50
        bookingDate: today-3d
cards:
  - customerNumber: 15479801026
    currency: NOK
    creditLimit: 1000
payments:
  - product: payments/norwegian-domestic-credit-transfers
    tpp: PSDNO-FSA-1
    psu: 15479801026
    status: ACSC
    request:
      debtorAccount: { iban: NO0699997649326, currency: NOK }
      creditorName: Ola
      creditorAccount: { iban: NO1499992324852, currency: NOK }
      instructedAmount: { amount: "5.00", currency: NOK }
consents:
  - psu: 15479801026
    tpp: PSDNO-FSA-1
`;

/** What is wrong, the text of GOOD that it replaces, what stands there instead, and where it must be found. */
type Mistake = readonly [
  what: string,
  from: string,
  to: string,
  found: {
    readonly line: number;
    readonly path: string;
    readonly says: RegExp;
    readonly code?: string;
  },
];

const CONSENT = 'consents:\n  - psu: 15479801026\n';

const MISTAKES: readonly Mistake[] = [
  [
    'a number for text',
    'Name: Kari',
    'Name: 17',
    { line: 3, path: '/customers/0/customerName', says: /must be text, not 17\. Put it in quotes/ },
  ],
  [
    'text for a list',
    'cards:\n',
    'faults: all\ncards:\n',
    { line: 20, path: '/faults', says: /must be an array, not "all"|must be an array: got "all"/ },
  ],
  [
    'an unknown field',
    'balance: 100.00',
    'balence: 100.00',
    { line: 16, path: '/accounts/0/balence', says: /not a member of .*balance/ },
  ],
  [
    'an unknown section',
    'cards:\n',
    'kards:\n',
    { line: 20, path: '/kards', says: /is not a member of this body/ },
  ],
  [
    'a field that is missing',
    '    currency: NOK\n    bban',
    '    bban',
    { line: 12, path: '/accounts/0/currency', says: /is required and absent/ },
  ],
  [
    'a national id with a wrong check digit',
    'Number: 15479801026\n    customerName',
    'Number: 15479801027\n    customerName',
    { line: 2, path: '/customers/0/customerNumber', says: /check digits/ },
  ],
  [
    'an account number with a wrong check digit',
    '99997649326\n    balance',
    '99997649327\n    balance',
    { line: 15, path: '/accounts/0/bban', says: /fails modulus 11/ },
  ],
  [
    'a wrong IBAN',
    'iban: NO1499992324852',
    'iban: NO1599992324852',
    { line: 32, path: '/payments/0/request/creditorAccount/iban', says: /check digits; 15/ },
  ],
  [
    'an unknown currency',
    'currency: NOK\n    bban',
    'currency: KRR\n    bban',
    { line: 14, path: '/accounts/0/currency', says: /currency code/ },
  ],
  [
    'a customer who is not there',
    '15479801026\n    accountName',
    '08417701045\n    accountName',
    {
      line: 12,
      path: '/accounts/0/customerNumber',
      says: /no customer 08417701045; add it/,
      code: 'RESOURCE_UNKNOWN',
    },
  ],
  [
    'an owner who is not there',
    'owner: 19450101012',
    'owner: 08417701045',
    {
      line: 9,
      path: '/agreements/0/owner',
      says: /no customer 08417701045/,
      code: 'RESOURCE_UNKNOWN',
    },
  ],
  [
    'a private owner of an agreement',
    'owner: 19450101012',
    'owner: 15479801026',
    {
      line: 9,
      path: '/agreements/0/owner',
      says: /Only a CORPORATE customer/,
      code: 'BAD_REQUEST',
    },
  ],
  [
    'an agreement that is not there',
    CONSENT,
    `${CONSENT}    agreement: 999999999\n`,
    {
      line: 36,
      path: '/consents/0/agreement',
      says: /no agreement with/,
      code: 'RESOURCE_UNKNOWN',
    },
  ],
  [
    'a person who does not act for the company',
    CONSENT,
    `${CONSENT}    agreement: 938920109\n`,
    { line: 36, path: '/consents/0/agreement', says: /not engaged in this agreement; add/ },
  ],
  [
    'an account that the PSU has not',
    CONSENT,
    `${CONSENT}    accounts: [NO1499992324852]\n`,
    { line: 36, path: '/consents/0/accounts/0', says: /cannot share NO14.* there is NO06/ },
  ],
  [
    'a debtor account that is not there',
    'iban: NO0699997649326',
    'iban: NO1499992324852',
    {
      line: 30,
      path: '/payments/0/request/debtorAccount',
      says: /not an account of the PSU/,
      code: 'RESOURCE_UNKNOWN',
    },
  ],
  [
    'a customer twice',
    'Number: 19450101012\n    customerName',
    'Number: 15479801026\n    customerName',
    {
      line: 5,
      path: '/customers/1/customerNumber',
      says: /already has a customer/,
      code: 'CONFLICT',
    },
  ],
  [
    'a balance that does not add up',
    'balance: 100.00',
    'balance: 100.00\n    openingBalance: 120',
    { line: 16, path: '/accounts/0/balance', says: /make 104\.50, not 100\.00\. Correct/ },
  ],
  [
    'an amount with too many digits after the point',
    '-10.50',
    '-10.505',
    {
      line: 18,
      path: '/accounts/0/transactions/0/transactionAmount',
      says: /-10\.505 is not an amount in NOK/,
    },
  ],
  [
    'a number with more digits than a number keeps',
    '-10.50',
    '-10.500000000000000001',
    {
      line: 18,
      path: '/accounts/0/transactions/0/transactionAmount',
      says: /more digits than a number keeps; put it in quotes/,
    },
  ],
  [
    'an amount in another currency',
    'balance: 100.00',
    'balance: { amount: 1, currency: EUR }',
    { line: 16, path: '/accounts/0/balance/currency', says: /The account is in NOK/ },
  ],
  [
    'an amount with a comma',
    'balance: 100.00',
    'balance: 100,00',
    { line: 16, path: '/accounts/0/balance', says: /decimal text such as 1234\.50/ },
  ],
  [
    'a negative limit',
    'creditLimit: 1000',
    'creditLimit: -1',
    { line: 23, path: '/cards/0/creditLimit', says: /at least 0/ },
  ],
  [
    'a date that does not exist',
    'today-3d',
    '2026-02-30',
    {
      line: 19,
      path: '/accounts/0/transactions/0/bookingDate',
      says: /2026-02-30 is not a date that exists; write/,
    },
  ],
  [
    'a relative date that is none',
    'today-3d',
    'yesterday',
    {
      line: 19,
      path: '/accounts/0/transactions/0/bookingDate',
      says: /must be a date such as 2026-11-21, today or today-3d/,
    },
  ],
  [
    'a transaction of tomorrow',
    'today-3d',
    'today+1d',
    {
      line: 19,
      path: '/accounts/0/transactions/0/bookingDate',
      says: /is after the bank's today/,
      code: 'EXECUTION_DATE_INVALID',
    },
  ],
  [
    'a payment of tomorrow',
    'status: ACSC',
    'status: ACSC\n    created: today+1d',
    { line: 29, path: '/payments/0/created', says: /is after the bank's today/ },
  ],
  [
    'an approved payment of nobody',
    '    psu: 15479801026\n    status',
    '    status',
    { line: 25, path: '/payments/0/psu', says: /needs psu, who has approved it/ },
  ],
  [
    'an unknown status',
    'status: ACSC',
    'status: DONE',
    { line: 28, path: '/payments/0/status', says: /one of ACCP/ },
  ],
  [
    'an unknown product',
    'norwegian-domestic-credit-transfers',
    'swish',
    { line: 25, path: '/payments/0/product', says: /one of payments/ },
  ],
  [
    'a request that lacks a field',
    '      creditorName: Ola\n',
    '',
    { line: 29, path: '/payments/0/request/creditorName', says: /required and absent/ },
  ],
  [
    'an id twice',
    'today-3d\n',
    'today-3d\n        transactionId: t\n      - { transactionAmount: 1, transactionId: t }\n',
    {
      line: 21,
      path: '/accounts/0/transactions/1/transactionId',
      says: /The id t is there twice/,
      code: 'CONFLICT',
    },
  ],
  [
    'an id of a customer that is too long',
    'Name: Kari',
    `Name: Kari\n    customerId: ${'x'.repeat(600)}`,
    { line: 4, path: '/customers/0/customerId', says: /at most 400 characters; it has 600/ },
  ],
  [
    'an id of an agreement that is too long',
    'organisationNumber: 938920109',
    `organisationNumber: 938920109\n    agreementId: ${'x'.repeat(401)}`,
    { line: 11, path: '/agreements/0/agreementId', says: /at most 400 characters; it has 401/ },
  ],
  [
    'an id of an account that is too long',
    'balance: 100.00',
    `balance: 100.00\n    accountId: ${'x'.repeat(5000)}`,
    { line: 17, path: '/accounts/0/accountId', says: /at most 400 characters; it has 5000/ },
  ],
  [
    'an id of a transaction that is too long',
    'today-3d',
    `today-3d\n        transactionId: ${'x'.repeat(600)}`,
    { line: 20, path: '/accounts/0/transactions/0/transactionId', says: /at most 400 characters/ },
  ],
  [
    'an id with a control character',
    'today-3d',
    'today-3d\n        paymentId: "a\\0b"',
    { line: 20, path: '/accounts/0/transactions/0/paymentId', says: /no control characters/ },
  ],
  [
    'a TPP whose id no certificate has',
    CONSENT,
    `tpps:\n  - tpp: ${'x'.repeat(400)}\n${CONSENT}`,
    { line: 35, path: '/tpps/0/tpp', says: /at most 300 characters long; it has 400/ },
  ],
  [
    'a session that no header could name',
    CONSENT,
    `sessions:\n  - { psu: 15479801026, tpp: PSDNO-FSA-1, sessionId: "a b" }\n${CONSENT}`,
    { line: 35, path: '/sessions/0/sessionId', says: /1 to 100 visible ASCII characters/ },
  ],
  [
    'two sessions of one person and TPP, the first of which would be dead (SES-03)',
    CONSENT,
    `sessions:\n  - { psu: 15479801026, tpp: PSDNO-FSA-1, sessionId: a }\n  - { psu: 15479801026, tpp: PSDNO-FSA-1, sessionId: b }\n${CONSENT}`,
    {
      line: 36,
      path: '/sessions/1/sessionId',
      says: /has the session a with this TPP at that time.*remove one/,
      code: 'CONFLICT',
    },
  ],
  [
    'a generator for an account on a card',
    'creditLimit: 1000',
    'creditLimit: 1000\n    generate: [{ what: salary }]',
    {
      line: 24,
      path: '/cards/0/generate/0/what',
      says: /salary is not for a card, which has groceries/,
    },
  ],
  [
    'a generator of too much',
    'creditLimit: 1000',
    'creditLimit: 1000\n    generate: [{ what: fuel, perWeek: 1000, days: 3650 }]',
    { line: 24, path: '/cards/0/generate/0', says: /more than 100000 transactions; make/ },
  ],
  [
    'two kinds of time in a generator',
    'creditLimit: 1000',
    'creditLimit: 1000\n    generate: [{ what: fuel, perWeek: 1, monthly: 2 }]',
    { line: 24, path: '/cards/0/generate/0/perWeek', says: /monthly or perWeek, not both/ },
  ],
  [
    'a clock beyond the calendar',
    'cards:\n',
    'clock: { now: "1969-12-31T00:00:00Z" }\ncards:\n',
    { line: 20, path: '/clock/now', says: /between the years 1970 and 9999/ },
  ],
  [
    'a rule without levels',
    'cards:\n',
    'ruleLevels: { preset: strict, levels: { ACC-01: warn } }\ncards:\n',
    {
      line: 20,
      path: '/ruleLevels/levels/ACC-01',
      says: /has no tolerated forms/,
      code: 'BAD_REQUEST',
    },
  ],
  [
    'a fault for an operation that is not there',
    'cards:\n',
    'faults:\n  - match: { operation: getNothing }\n    effect: { status: 500 }\ncards:\n',
    { line: 21, path: '/faults/0/match/operation', says: /no operation getNothing/ },
  ],
  [
    'a magic person who is none',
    'cards:\n',
    'magicPersons: ["15479801026", "08417701045"]\ncards:\n',
    { line: 20, path: '/magicPersons/1', says: /no magic test user/, code: 'RESOURCE_UNKNOWN' },
  ],
  [
    'a tab',
    '    customerName: Kari',
    '\tcustomerName: Kari',
    {
      line: 3,
      path: '/customers/0/customerNumber',
      says: /no tabs in front of a line; use spaces/,
    },
  ],
  [
    'a key twice',
    '    customerType: PRIVATE',
    '    customerName: Ola',
    {
      line: 4,
      path: '/customers/0/customerName',
      says: /"customerName" is there twice in this object; keep one/,
    },
  ],
  [
    'a bracket that is not closed',
    '{ amount: "5.00", currency: NOK }',
    '{ amount: "5.00", currency: NOK',
    { line: 34, path: '/consents', says: /This is not YAML/ },
  ],
  [
    'an alias of nothing',
    'Name: Kari',
    'Name: *kari',
    { line: 3, path: '/customers/0/customerName', says: /no anchor &kari before/ },
  ],
  [
    'an unknown tag',
    'Name: Kari',
    'Name: !!js/function Kari',
    { line: 3, path: '/customers/0/customerName', says: /remove the tag/ },
  ],
  [
    'two documents',
    'cards:\n',
    '---\ncards:\n',
    { line: 20, path: '/accounts/0/transactions/0/bookingDate', says: /one document/ },
  ],
];

describe('a mistake in a seed', () => {
  test('CTRL-11: the seed without a mistake is taken', async () => {
    const { body } = answered(await load(GOOD), 200);
    expect(body).toMatchObject({ customers: 2, accounts: 1, cardAccounts: 1 });
  });

  test.each(MISTAKES)(
    'CTRL-11: %s is named with line, column and field, and changes nothing',
    async (_, from, to, { line, path, says, code = 'FORMAT_ERROR' }) => {
      expect(GOOD.split(from)).toHaveLength(2);
      // A small bank, read twice, and not as it began.
      answered(await load(GOOD), 200);
      await bank.control('PUT', '/_sandbox/sca-policy', { demand: 'always' });
      const before = (await bank.control('GET', '/_sandbox/seed')).body;
      const answer = await load(GOOD.replace(from, to));
      expectRefusal(answer, { status: 400, code, path, says });
      expect(answer.body.tppMessages[0].text).toMatch(new RegExp(`^Line ${line}, column \\d+: `));
      expect((await bank.control('GET', '/_sandbox/seed')).body).toEqual(before);
    },
  );

  test('CTRL-11: what the schema refuses is named all at once', async () => {
    const wrong = GOOD.replace('Name: Kari', 'Name: 17').replace('status: ACSC', 'status: DONE');
    const { body } = await load(wrong);
    const paths = body.tppMessages.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['/customers/0/customerName', '/payments/0/status']);
  });

  test.each([
    ['a member', '{"customers": [],\n "card": []}', 2, '/card'],
    ['a comma too many', '{"customers": [],\n }', 2, ''],
    ['a member twice', '{"customers": [],\n "customers": []}', 2, '/customers'],
    ['a wrong type', '{"customers": [\n  {"customerNumber": 1}]}', 2, '/customers/0/customerName'],
  ])('CTRL-11: in JSON, %s too', async (_, body, line, path) => {
    const answer = await load(body);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path });
    expect(answer.body.tppMessages[0].text).toMatch(new RegExp(`^Line ${line}, column \\d+: `));
  });
});

describe('what is no seed', () => {
  const bomb = ['a: &a [1,1,1,1,1,1,1,1,1]'];
  for (let i = 1; i < 9; i += 1) {
    const [from, to] = ['abcdefghi'[i - 1], 'abcdefghi'[i]];
    bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(',')}]`);
  }

  const chain = Array.from({ length: 5000 }, (_, i) => `- &a${i + 1} [*a${i}]\n`).join('');

  test.each([
    [
      'nothing but a comment',
      '# nothing\n',
      /The seed is empty\. For the starting set send no body/,
    ],
    ['a list', '[]', /must be an object/],
    ['text', 'hello', /must be an object/],
    ['a list of aliases, each of them a level', `- &a0 []\n${chain}`, /nest deeper than 64 levels/],
    [
      'a bomb of aliases',
      `${bomb.join('\n')}\n`,
      /aliases \(\*\) expand to too many values; write/,
    ],
    ['many levels in YAML', `customers: ${'['.repeat(5000)}`, /nest deeper than 64 levels/],
    ['3000 braces', '{'.repeat(3000), /nest deeper than 64 levels/],
    ['an alias inside its own list', 'customers: &a [*a]\n', /\*a is inside of what it stands for/],
    ['a list as its own entry', 'customers: &a\n  - *a\n', /\*a is inside of what it stands for/],
    ['a timestamp', '!!timestamp 2020-01-01\n', /remove the tag/],
    ['a timestamp of YAML 1.1', '%YAML 1.1\n---\n2020-01-01\n', /must be an object/],
    ['a set', '!!set {customers, bogus}\n', /remove the tag/],
    ['an ordered map', '!!omap [bogus: 1]\n', /remove the tag/],
    ['a lone surrogate', 'customers: [{customerName: "\\ud800"}]\n', /lone surrogate/],
    ['a name that begins with a reserved character', '@customers: []\n', /This is not YAML: Plain/],
    ['infinity', 'customers: .inf\n', /\.inf is no number that JSON has/],
    ['many levels in JSON', `{"customers": ${'['.repeat(5000)}`, /levels/],
    [
      'too much YAML',
      `# ${'x'.repeat(2 * 1024 * 1024)}\ncustomers: []\n`,
      /at most 2097152 characters.*generators/,
    ],
  ])('CTRL-11: %s is refused', async (_, body, says) => {
    expectRefusal(await load(body), { status: 400, code: 'FORMAT_ERROR', says });
  });

  test('CTRL-11: of very many mistakes some are named', async () => {
    const { status, body } = await load(`{"customers":[${'{},'.repeat(80_000)}{}]}`);
    expect([status, body.tppMessages.length]).toEqual([400, 20]);
    const { text, path } = body.tppMessages[0];
    expect([path, text]).toEqual([
      '/customers',
      'Line 1, column 14: customers must have at most 1000 entries; it has 80001.',
    ]);
  });

  test('CTRL-11: more values than a bank can check are refused before they are', async () => {
    const answer = await load(`{"customers": [${'1,'.repeat(600_000)}1]}`);
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', says: /more than 500000 values/ });
  });

  test('CTRL-11: more than 8 MiB is 413', async () => {
    const answer = await load(`{"customers": [${' '.repeat(8 * 1024 * 1024)}]}`);
    expectRefusal(answer, { status: 413, code: 'BAD_REQUEST' });
  });

  test('HDR-06: text that is not UTF-8 is refused', async () => {
    const url = `${bank.url}/_sandbox/reset`;
    const body = Buffer.from('customers: [] # caf\xe9', 'latin1');
    expectRefusal(await send({ method: 'POST', url, body }), { code: 'FORMAT_ERROR' });
  });
});
