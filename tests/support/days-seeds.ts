// Days of a bank that begins from a seed with all that a seed can say, is written as one, and gets more from others.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import type { Body } from './payment-scene.ts';
import type { RecordedDay } from './recorded-day.ts';
import { loadSeed } from './seeded.ts';
import { ROOT } from './source-tree.ts';

const FOLDER = `${ROOT}/tests/fixtures/days/`;
const FULL = readFileSync(`${FOLDER}full-seed.yaml`, 'utf8');

const SEED = '/_sandbox/seed';
const KARI = '15479801026';
const OLA = '08417701045';
const COMPANY = '19450101012';
const TPP = 'PSDNO-FSA-987654321';

export const SEED_DAYS = {
  /** All that a seed can say: what is stored, and what the bank says that it has. */
  'a full seed': async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, { customers: [] }), 200);
    await day.begin();
    await day.step('begin', async () => {
      const { status, text } = await loadSeed(bank, FULL);
      day.note(`${status} ${text}`);
    });
    await exported(bank, day);
    // Its ids are the same wherever it is loaded.
    const { text } = answered(await bank.control('GET', SEED), 200);
    day.note(`sha256 ${createHash('sha256').update(text).digest('hex')}`);
    await day.control('an hour', 'POST', '/_sandbox/clock/advance', { by: 'PT1H' });
    await day.control('two months', 'POST', '/_sandbox/clock/advance', { by: 'P60D' });
    await exported(bank, day, ['payments']);
  },
  /** What is added to a bank, what that says, and what it refuses. */
  'seeds added': async (bank: TestBank, day: RecordedDay) => {
    answered(await loadSeed(bank, FULL), 200);
    await day.begin();
    for (const [name, seed] of Object.entries(ADDITIONS)) {
      await day.control(name, 'POST', SEED, seed);
    }
    await day.step('nothing of what is refused', async () => {
      for (const [name, seed] of Object.entries(NOT_ADDED)) await day.ask(name, 'POST', SEED, seed);
    });
    await draws(bank, day);
  },
};

/** Each entry of the export on a line. */
async function exported(bank: TestBank, day: RecordedDay, parts?: readonly string[]) {
  const { body } = answered(await bank.control('GET', SEED), 200);
  for (const [name, value] of Object.entries(body)) {
    if (parts !== undefined && !parts.includes(name)) continue;
    const lines = Array.isArray(value) ? value : [value];
    day.note(...lines.map((one) => `seed ${name} ${JSON.stringify(one)}`));
  }
}

/** A preview, which alone may be added with its draw, and once. */
async function draws(bank: TestBank, day: RecordedDay): Promise<void> {
  const seed = ADDITIONS['an account'];
  const asked = await bank.control('POST', `${SEED}?preview=true`, BIG);
  const { draw, ...shown } = asked.body;
  await day.step('a preview', async () => day.note(`${asked.status} ${JSON.stringify(shown)}`));
  const path = `${SEED}?draw=${encodeURIComponent(draw)}`;
  const add = (title: string, body: Body) =>
    day.step(title, async () => {
      const { status, body: said } = await bank.control('POST', path, body);
      day.note(`${status} ${JSON.stringify({ ...said, draw: typeof said.draw })}`);
    });
  await add('another seed', seed);
  await add('what does not fit', {
    ...BIG,
    customers: [{ customerNumber: KARI, customerName: '' }],
  });
  await add('the same', BIG);
  await add('the same again', BIG);
  for (const wrong of ['', 'x', 'x.y', `${draw}x`]) {
    const { status, text } = await bank.control('POST', `${SEED}?draw=${wrong}`, BIG);
    day.note(`a wrong draw: ${status} ${text}`);
  }
}

const account = { customerNumber: KARI, accountName: 'Mer', currency: 'NOK' };
const there = { ...account, accountName: 'Brukskonto', bban: '99997649326' };

const BIG: Body = {
  customers: [{ customerNumber: '02439501025', customerName: 'Per' }],
  accounts: [{ ...account, customerNumber: '02439501025', generate: [{ what: 'fuel', count: 3 }] }],
};

const ADDITIONS = {
  nothing: {},
  'a customer': { customers: [{ customerNumber: '20079518612', customerName: 'Nora' }] },
  'another name': { customers: [{ customerNumber: KARI, customerName: 'Kari N.' }] },
  "another name of a company's": {
    customers: [{ customerNumber: COMPANY, customerName: 'Bakeri', customerType: 'CORPORATE' }],
  },
  'an account': { accounts: [{ ...account, balance: 10, bban: '99992185488' }] },
  'an account without a number': { accounts: [{ ...account, openingBalance: '5.00' }] },
  'other members': {
    accounts: [
      {
        ...there,
        ...{ accountName: 'Nytt navn', product: 'Ung', cashAccountType: 'SVGS', kid: 'required' },
        ...{ creditLine: 75.5, payments: false },
      },
    ],
  },
  'a balance': { accounts: [{ ...there, balance: '-12.50' }] },
  'the same balance': { accounts: [{ ...there, balance: '-12.50' }] },
  transactions: {
    accounts: [
      {
        ...there,
        balance: 400,
        transactions: [
          { transactionAmount: 7, bookingDate: 'today-1d', debtorName: 'Anna' },
          { transactionAmount: '-8.10', pending: true, creditorName: 'Bo' },
        ],
        generate: [{ what: 'cafes', count: 2 }],
      },
    ],
  },
  'a card': {
    cards: [{ customerNumber: OLA, currency: 'EUR', creditLimit: 200, balance: '-3.10' }],
  },
  'a payment': {
    payments: [
      {
        ...{ product: 'payments/norwegian-domestic-credit-transfers', tpp: TPP, psu: KARI },
        status: 'ACTC',
        request: {
          debtorAccount: { iban: 'NO3299999351499', currency: 'NOK' },
          creditorName: 'Kari',
          creditorAccount: { bban: '99997649326', currency: 'NOK' },
          instructedAmount: { amount: '12', currency: 'NOK' },
          requestedExecutionDate: 'today+3d',
          remittanceInformationStructuredArray: [
            { reference: '1234567897', referenceType: 'SCOR' },
          ],
        },
      },
    ],
  },
  access: {
    consents: [{ psu: OLA, tpp: 'PSDNO-FSA-1' }],
    sessions: [{ psu: OLA, tpp: 'PSDNO-FSA-1', sessionId: 'added' }],
    psus: [{ psu: KARI, tpp: 'PSDNO-FSA-1' }],
    tpps: [{ tpp: 'PSDNO-FSA-1', registered: false }],
  },
  settings: {
    ruleLevels: { preset: 'lenient' },
    scaPolicy: { demand: 'never' },
    faults: [{ effect: { delayMs: 1 }, match: { path: '/v1/user' }, times: 1 }],
  },
  'a magic person': { magicPersons: ['19897810096', '13867510049'] },
  'an agreement': {
    agreements: [
      {
        owner: COMPANY,
        name: 'Ny',
        engagements: [{ customer: OLA, account: '99991234566', roles: ['VIEW'] }],
      },
    ],
  },
} satisfies Readonly<Record<string, Body>>;

const NOT_ADDED: Readonly<Record<string, unknown>> = {
  extends: { extends: 'starting-set' },
  idsOf: { idsOf: 'x' },
  repeatable: { repeatable: 'x' },
  clock: { clock: { frozen: true } },
  null: null,
  text: 'seed',
  'a type': { customers: [{ customerNumber: KARI, customerName: 'K', customerType: 'CORPORATE' }] },
  'an id': { customers: [{ customerNumber: KARI, customerName: 'K', customerId: 'other' }] },
  'an owner': { accounts: [{ ...there, customerNumber: OLA }] },
  'a currency': { accounts: [{ ...there, currency: 'EUR' }] },
  'a number': { accounts: [{ ...there, accountId: 'kari-main', bban: '99992185488' }] },
  agreement: { accounts: [{ ...there, agreement: 'none' }] },
  opening: { accounts: [{ ...there, openingBalance: 1 }] },
  'an amount': { accounts: [{ ...there, balance: '1.234' }] },
  'a limit': { accounts: [{ ...there, creditLine: 1.234 }] },
  'too much': { accounts: [{ ...there, balance: '1234567890123456789' }] },
  'an agreement id': {
    customers: [{ customerNumber: '09847310070', customerName: 'A', agreementId: 'kari-own' }],
  },
  'a session': { sessions: [{ psu: OLA, tpp: 'PSDNO-FSA-1', sessionId: 'second' }] },
  'a magic person that is there': { magicPersons: ['19897810096'] },
};
