// Magic creditor names (MAGIC-01): the table of fixtures/magic.json, row by row, for every product.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { balancesOf, openScene } from '../support/payment-scene.ts';
import {
  BULK,
  bulkFrom,
  domesticEntry,
  PRODUCT_CASES,
  repeatable,
} from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';

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

describe.each(PRODUCT_CASES)('$name', ({ path, body, prefix }) => {
  test.each(magic.statuses)('MAGIC-01: $creditorName', async ({ creditorName, status }) => {
    const made = await scene.pay(repeatable(path), body(scene, { creditorName }));
    expect(made.body.transactionStatus).toBe('RCVD');
    const back = await scene.approve(made);
    expect(back.get('code')).toBeNull();
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    expect(await scene.statusOf(made)).toBe(status);
    await scene.advance('PT10S');
    expect(await scene.statusOf(made)).toBe(status);
  });

  test.each(magic.errors)('MAGIC-01: $creditorName', async ({ creditorName, code, status }) => {
    const before = await balancesOf(scene.tpp, scene.nok);
    const answer = await scene.psu.tpp
      .send('POST', repeatable(path), {
        body: body(scene, { creditorName }),
      })
      .catch((thrown: Error) => {
        // The TPP of these tests takes a 500 for a fault of the bank's.
        if (code !== 'SYSTEM_ERROR') throw thrown;
        expect(thrown.message).toContain(
          '500 {"tppMessages":[{"category":"ERROR","code":"SYSTEM_ERROR"',
        );
        return undefined;
      });
    if (answer === undefined) return;
    expectRefusal(answer, { status, code, path: `${prefix}/creditorName` });
    expect('scaRedirect' in (answer.body._links ?? {})).toBe(status === 401);
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 429);
    expect(await balancesOf(scene.tpp, scene.nok)).toEqual(before);
  });
});

describe('money', () => {
  const pay = async (creditorName: string) => {
    const one = await openScene(house);
    const [domestic] = PRODUCT_CASES;
    const amount = { amount: '20000.00', currency: 'NOK' };
    const made = await one.pay(
      domestic?.path ?? '',
      domestic?.body(one, { creditorName, instructedAmount: amount }) ?? {},
    );
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
