// Magic creditor names (MAGIC-01): the table of fixtures/magic.json, row by row, for every product.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { balancesOf, openScene, PERIODIC } from '../support/payment-scene.ts';
import {
  BULK,
  bulkFrom,
  DOMESTIC,
  domesticEntry,
  domesticFrom,
  PRODUCT_CASES,
  type ProductCase,
  repeatable,
} from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';
import { Tpp } from '../support/tpp.ts';

interface Table {
  readonly statuses: readonly { readonly creditorName: string; readonly status: string }[];
  readonly errors: readonly {
    readonly creditorName: string;
    readonly code: string;
    readonly status: number;
  }[];
}

const FILE = new URL('../../../fixtures/magic.json', import.meta.url);
const magic = JSON.parse(readFileSync(FILE, 'utf8')) as Table;

const house = await testBank();
const scene = await openScene(house, { nok: '1000000.00', eur: '100000.00' });

const [DOMESTIC_CASE, ...OTHER_CASES] = PRODUCT_CASES as [ProductCase, ...ProductCase[]];

/** Every name for one product, and for each other one the names of a status and an error. */
const named = <R extends { readonly creditorName: string }>(rows: readonly R[], name: string) => [
  ...rows.map((row) => ({ ...row, ...DOMESTIC_CASE })),
  ...rows
    .filter(({ creditorName }) => creditorName === name)
    .flatMap((row) => OTHER_CASES.map((product) => ({ ...row, ...product }))),
];

test.each(named(magic.statuses, 'Sandbox ACSP'))(
  'MAGIC-01: $name, $creditorName',
  async ({ path, body, creditorName, status }) => {
    const made = await scene.pay(repeatable(path), body(scene, { creditorName }));
    expect(made.body.transactionStatus).toBe('RCVD');
    const back = await scene.approve(made);
    expect(back.get('code')).toBeNull();
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    expect(await scene.statusOf(made)).toBe(status);
    await scene.advance('PT10S');
    expect(await scene.statusOf(made)).toBe(status);
  },
);

test.each(named(magic.errors, 'Sandbox CONSENT_INVALID'))(
  'MAGIC-01: $name, $creditorName',
  async ({ path, body, prefix, creditorName, code, status }) => {
    // A 500 is no fault of the bank's here.
    const tpp = new Tpp(scene.bank.url, scene.psu.tpp.credentials, scene.psu.tpp.defaults);
    const answer = await tpp.post(repeatable(path), body(scene, { creditorName }));
    expectRefusal(answer, { status, code, path: `${prefix}/creditorName` });
    expect('scaRedirect' in (answer.body._links ?? {})).toBe(status === 401);
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 429);
  },
);

describe('money', () => {
  const pay = async (creditorName: string) => {
    const one = await openScene(house);
    const instructedAmount = { amount: '20000.00', currency: 'NOK' };
    const made = await one.pay(DOMESTIC, domesticFrom(one, { creditorName, instructedAmount }));
    await one.approve(made);
    const { fundsAvailable } = (await one.get(made, '/status')).body;
    return { ...(await balancesOf(one.tpp, one.nok)), fundsAvailable };
  };

  test.each([
    ['Sandbox PDNG', '10000.00', '-10000.00', true],
    ['Sandbox ACSC', '-10000.00', '-10000.00', true],
    ['Sandbox ACSP', '-10000.00', '-10000.00', true],
    ['Sandbox ACWP', '-10000.00', '-10000.00', true],
    ['Sandbox ACTC', '10000.00', '10000.00', undefined],
    ['Sandbox ACCP', '10000.00', '10000.00', false],
    ['Sandbox RJCT', '10000.00', '10000.00', undefined],
    ['Sandbox CANC', '10000.00', '10000.00', undefined],
    ['Sandbox PART', '10000.00', '10000.00', undefined],
  ])('MAGIC-01: %s moves money as its status says, funds or not', async (...row) => {
    const [creditorName, closingBooked, expected, fundsAvailable] = row;
    expect(await pay(creditorName)).toEqual({ closingBooked, expected, fundsAvailable });
  });

  test('MAGIC-01: of a periodic order none moves, whatever its status', async () => {
    const one = await openScene(house);
    await one.approve(await one.pay(PERIODIC, one.periodic({ creditorName: 'Sandbox ACSP' })));
    const unmoved = { closingBooked: '10000.00', expected: '10000.00' };
    expect(await balancesOf(one.tpp, one.nok)).toEqual(unmoved);
  });
});

describe('entries of a bulk', () => {
  const statusOf = async (names: readonly string[]) => {
    const one = await openScene(house);
    const entries = names.map((creditorName) => domesticEntry({ creditorName }));
    const made = await one.pay(BULK, bulkFrom(one, entries));
    await one.approve(made);
    await one.advance('PT2S');
    const status = await one.statusOf(made);
    return [status, (await balancesOf(one.tpp, one.nok))['closingBooked']];
  };

  test.each([
    [['Ola', 'Sandbox RJCT'], 'PART', '9900.00'],
    [['Sandbox ACCP', 'Kari', 'Sandbox CANC'], 'PART', '9900.00'],
    [['Sandbox RJCT', 'Sandbox ACCP'], 'RJCT', '10000.00'],
    [['Sandbox ACSP', 'Sandbox ACSP'], 'ACSP', '9800.00'],
    [['Ola', 'Sandbox ACSP'], 'ACSC', '9800.00'],
  ])('MAGIC-01, PAY-19: %j is %s', async (names, status, left) => {
    expect(await statusOf(names)).toEqual([status, left]);
  });

  test('MAGIC-01: an error in any entry refuses the bulk', async () => {
    const entries = [domesticEntry(), domesticEntry({ creditorName: 'Sandbox PAYMENT_FAILED' })];
    const answer = await scene.psu.tpp.post(BULK, bulkFrom(scene, entries));
    expectRefusal(answer, { code: 'PAYMENT_FAILED', path: '/payments/1/creditorName' });
  });
});

test.each(['sandbox ACSC', 'Sandbox  ACSC', 'Sandbox RCVD', 'Sandbox OTHER'])(
  'MAGIC-01: %j is a name like any other',
  async (creditorName) => {
    const one = await openScene(house);
    const made = await one.pay(BULK, bulkFrom(one, [domesticEntry({ creditorName })]));
    await one.approve(made);
    expect(await one.statusOf(made)).toBe('PDNG');
  },
);
