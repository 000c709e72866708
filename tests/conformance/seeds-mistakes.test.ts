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

const ACCESS = 'psu: 15479801026, tpp: PSDNO-FSA-1';

/**
 * What is wrong; the text of GOOD that is replaced and what is there instead, with ⏎ for each line end; where the
 * mistake must be found, with the code if it is not FORMAT_ERROR, and what is said.
 */
const MISTAKES = String.raw`
a number for text
  Name: Kari => Name: 17
  line 3 /customers/0/customerName: must be text, not 17. Put it in quotes
text for a list
  cards:⏎ => faults: all⏎cards:⏎
  line 20 /faults: must be an array(, not|: got) "all"
an unknown field
  balance: 100.00 => balence: 100.00
  line 16 /accounts/0/balence: not a member of .*balance
an unknown section
  cards:⏎ => kards:⏎
  line 20 /kards: is not a member of this body
an unknown section with a slash
  cards:⏎ => ca/rds:⏎
  line 20 /ca~1rds: is not a member of this body
a field that is missing
      currency: NOK⏎    bban =>     bban
  line 12 /accounts/0/currency: is required and absent
a national id with a wrong check digit
  Number: 15479801026⏎    customerName => Number: 15479801027⏎    customerName
  line 2 /customers/0/customerNumber: check digits
an account number with a wrong check digit
  99997649326⏎    balance => 99997649327⏎    balance
  line 15 /accounts/0/bban: fails modulus 11
a wrong IBAN
  iban: NO1499992324852 => iban: NO1599992324852
  line 32 /payments/0/request/creditorAccount/iban: check digits; 15
an unknown currency
  currency: NOK⏎    bban => currency: KRR⏎    bban
  line 14 /accounts/0/currency: currency code
a customer who is not there
  15479801026⏎    accountName => 08417701045⏎    accountName
  line 12 /accounts/0/customerNumber RESOURCE_UNKNOWN: no customer 08417701045; add it
an owner who is not there
  owner: 19450101012 => owner: 08417701045
  line 9 /agreements/0/owner RESOURCE_UNKNOWN: no customer 08417701045
a private owner of an agreement
  owner: 19450101012 => owner: 15479801026
  line 9 /agreements/0/owner BAD_REQUEST: Only a CORPORATE customer
an agreement that is not there
    - psu: 15479801026⏎ =>   - psu: 15479801026⏎    agreement: 999999999⏎
  line 36 /consents/0/agreement RESOURCE_UNKNOWN: no agreement with
a person who does not act for the company
    - psu: 15479801026⏎ =>   - psu: 15479801026⏎    agreement: 938920109⏎
  line 36 /consents/0/agreement: not engaged in this agreement; add
an engagement for an account of another
  organisationNumber: 938920109 => organisationNumber: 938920109⏎    engagements: [{ customer: 15479801026, account: 99997649326, roles: [VIEW] }]
  line 11 /agreements/0/engagements/0/account/iban RESOURCE_UNKNOWN: The owner of the agreement has no account
an account that the PSU has not
    - psu: 15479801026⏎ =>   - psu: 15479801026⏎    accounts: [NO1499992324852]⏎
  line 36 /consents/0/accounts/0: cannot share NO14.* there is NO06
a debtor account that is not there
  iban: NO0699997649326 => iban: NO1499992324852
  line 30 /payments/0/request/debtorAccount RESOURCE_UNKNOWN: not an account of the PSU
a customer twice
  Number: 19450101012⏎    customerName => Number: 15479801026⏎    customerName
  line 5 /customers/1/customerNumber FORMAT_ERROR: already has a customer
a balance that does not add up
  balance: 100.00 => balance: 100.00⏎    openingBalance: 120
  line 16 /accounts/0/balance: make 104.50, not 100.00. Correct
an amount with too many digits after the point
  -10.50 => -10.505
  line 18 /accounts/0/transactions/0/transactionAmount: -10.505 is not an amount in NOK
a number with more digits than a number keeps
  -10.50 => -10.500000000000000001
  line 18 /accounts/0/transactions/0/transactionAmount: more digits than a number keeps; put it in quotes
an amount in another currency
  balance: 100.00 => balance: { amount: 1, currency: EUR }
  line 16 /accounts/0/balance/currency: The account is in NOK
an amount with a comma
  balance: 100.00 => balance: 100,00
  line 16 /accounts/0/balance: decimal text such as 1234.50
a negative limit
  creditLimit: 1000 => creditLimit: -1
  line 23 /cards/0/creditLimit: at least 0
a date that does not exist
  today-3d => 2026-02-30
  line 19 /accounts/0/transactions/0/bookingDate: 2026-02-30 is not a date that exists; write
a relative date that is none
  today-3d => yesterday
  line 19 /accounts/0/transactions/0/bookingDate: must be a date such as 2026-11-21, today or today-3d
a transaction of tomorrow
  today-3d => today+1d
  line 19 /accounts/0/transactions/0/bookingDate EXECUTION_DATE_INVALID: is after the bank's today
a payment of tomorrow
  status: ACSC => status: ACSC⏎    created: today+1d
  line 29 /payments/0/created: is after the bank's today
a moment with a word behind it
  status: ACSC => status: ACSC⏎    record: { statusChangedAt: "2026-06-17T10:00:00Z (UTC)" }
  line 29 /payments/0/record/statusChangedAt: a date-time with its offset
an approved payment of nobody
      psu: 15479801026⏎    status =>     status
  line 25 /payments/0/psu: needs psu, who has approved it
an unknown status
  status: ACSC => status: DONE
  line 28 /payments/0/status: one of ACCP
an unknown product
  norwegian-domestic-credit-transfers => swish
  line 25 /payments/0/product: one of payments
a request that lacks a field
        creditorName: Ola⏎ =>
  line 29 /payments/0/request/creditorName: required and absent
an id twice
  today-3d⏎ => today-3d⏎        transactionId: t⏎      - { transactionAmount: 1, transactionId: t }⏎
  line 21 /accounts/0/transactions/1/transactionId FORMAT_ERROR: The id t is there twice
an id of a customer that is too long
  Name: Kari => Name: Kari⏎    customerId: ${'x'.repeat(600)}
  line 4 /customers/0/customerId: at most 400 characters; it has 600
an id of an agreement that is too long
  organisationNumber: 938920109 => organisationNumber: 938920109⏎    agreementId: ${'x'.repeat(401)}
  line 11 /agreements/0/agreementId: at most 400 characters; it has 401
an id of an account that is too long
  balance: 100.00 => balance: 100.00⏎    accountId: ${'x'.repeat(5000)}
  line 17 /accounts/0/accountId: at most 400 characters; it has 5000
an id of a transaction that is too long
  today-3d => today-3d⏎        transactionId: ${'x'.repeat(600)}
  line 20 /accounts/0/transactions/0/transactionId: at most 400 characters
an id with a control character
  today-3d => today-3d⏎        paymentId: "a\0b"
  line 20 /accounts/0/transactions/0/paymentId: no control characters
a TPP whose id no certificate has
  consents:⏎ => tpps:⏎  - tpp: ${'x'.repeat(400)}⏎consents:⏎
  line 35 /tpps/0/tpp: at most 300 characters long; it has 400
a session that no header could name
  consents:⏎ => sessions:⏎  - { ${ACCESS}, sessionId: "a b" }⏎consents:⏎
  line 35 /sessions/0/sessionId: 1 to 100 visible ASCII characters
two sessions of one person and TPP, the first of which would be dead (SES-03)
  consents:⏎ => sessions:⏎  - { ${ACCESS}, sessionId: a }⏎  - { ${ACCESS}, sessionId: b }⏎consents:⏎
  line 36 /sessions/1/sessionId FORMAT_ERROR: has the session a with this TPP at that time.*remove one
a generator for an account on a card
  creditLimit: 1000 => creditLimit: 1000⏎    generate: [{ what: salary }]
  line 24 /cards/0/generate/0/what: salary is not for a card, which has groceries
a generator of too much
  creditLimit: 1000 => creditLimit: 1000⏎    generate: [{ what: fuel, perWeek: 1000, days: 3650 }]
  line 24 /cards/0/generate/0: more than 100000 transactions; make
two kinds of time in a generator
  creditLimit: 1000 => creditLimit: 1000⏎    generate: [{ what: fuel, perWeek: 1, monthly: 2 }]
  line 24 /cards/0/generate/0/perWeek: monthly or perWeek, not both
a clock beyond the calendar
  cards:⏎ => clock: { now: "1969-12-31T00:00:00Z" }⏎cards:⏎
  line 20 /clock/now: between the years 1970 and 9999
a rule without levels
  cards:⏎ => ruleLevels: { preset: strict, levels: { ACC-01: warn } }⏎cards:⏎
  line 20 /ruleLevels/levels/ACC-01 BAD_REQUEST: has no tolerated forms
a fault for an operation that is not there
  cards:⏎ => faults:⏎  - match: { operation: getNothing }⏎    effect: { status: 500 }⏎cards:⏎
  line 21 /faults/0/match/operation: no operation getNothing
a magic person who is none
  cards:⏎ => magicPersons: ["15479801026", "08417701045"]⏎cards:⏎
  line 20 /magicPersons/1 RESOURCE_UNKNOWN: no magic test user
a tab
      customerName: Kari => ${'\t'}customerName: Kari
  line 3 /customers/0/customerNumber: no tabs in front of a line; use spaces
a key twice
      customerType: PRIVATE =>     customerName: Ola
  line 4 /customers/0/customerName: "customerName" is there twice in this object; keep one
a bracket that is not closed
  { amount: "5.00", currency: NOK } => { amount: "5.00", currency: NOK
  line 34 /consents: This is not YAML
an alias of nothing
  Name: Kari => Name: *kari
  line 3 /customers/0/customerName: no anchor &kari before
an unknown tag
  Name: Kari => Name: !!js/function Kari
  line 3 /customers/0/customerName: remove the tag
two documents
  cards:⏎ => ---⏎cards:⏎
  line 20 /accounts/0/transactions/0/bookingDate: one document
`;
const ROW = /^(.+)\n {2}(.+) =>(?: (.+))?\n {2}line (\d+) (\S+)(?: ([A-Z_]+))?: (.+)$/gm;
const lines = (text = '') => text.replaceAll('⏎', '\n');
const mistakes = [...MISTAKES.matchAll(ROW)].map(
  ([, name = '', from, to, line, path = '', code = 'FORMAT_ERROR', says = '']) =>
    [
      name,
      lines(from),
      lines(to),
      { line, refusal: { code, path, says: new RegExp(says) } },
    ] as const,
);

describe('a mistake in a seed', () => {
  test('CTRL-11: the seed without a mistake is taken', async () => {
    const { body } = answered(await load(GOOD), 200);
    expect(body).toMatchObject({ customers: 2, accounts: 1, cardAccounts: 1 });
  });

  test('CTRL-11: every row of the table is a case', () => {
    expect(mistakes).toHaveLength(MISTAKES.match(/ =>/g)?.length ?? 0);
  });

  test.each(mistakes)(
    'CTRL-11: %s is named with line, column and field, and changes nothing',
    async (_, from, to, { line, refusal }) => {
      expect(GOOD.split(from)).toHaveLength(2);
      // A small bank, read twice, and not as it began.
      answered(await load(GOOD), 200);
      await bank.control('PUT', '/_sandbox/sca-policy', { demand: 'always' });
      const before = (await bank.control('GET', '/_sandbox/seed')).body;
      const answer = await load(GOOD.replace(from, to));
      expectRefusal(answer, refusal);
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
    [
      'many levels, if not too many',
      `customers: ${'['.repeat(63)}${']'.repeat(63)}`,
      /must be an object/,
    ],
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
