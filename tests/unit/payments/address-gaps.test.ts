// What a cross-border payment lacks, in the order of its body (PAY-10).
import { expect, test } from '@jest/globals';
import { addressGaps } from '../../../server/bank/payments/create/check-entries.ts';
import { productOf } from '../../../server/bank/payments/products.ts';

const product = productOf('payments/sepa-credit-transfers');
const ADDRESS = { townName: 'Köln', country: 'DE' };
const WHOLE = {
  creditorName: 'Käufer',
  creditorAddress: ADDRESS,
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorAgent: 'DEUTDEFF',
};
const lacks = (change: object) => {
  const body = { ...WHOLE, ...change } as never;
  return addressGaps(product, [{ body, path: '' } as never], []).map(({ path }) => path);
};

test.each<[object, readonly string[]]>([
  [{}, []],
  [{ creditorName: ' ' }, ['/creditorName']],
  [{ creditorAddress: undefined }, ['/creditorAddress']],
  [{ creditorAddress: { country: 'DE', townName: '' } }, ['/creditorAddress/townName']],
  [{ creditorAddress: { country: 'DE', city: 'Köln' } }, []],
  [
    { creditorName: '', creditorAddress: { country: 'DE' }, creditorAgent: undefined },
    ['/creditorName', '/creditorAddress/townName', '/creditorAgent'],
  ],
  [
    { creditorName: '', creditorAddress: undefined, creditorAgent: undefined },
    ['/creditorName', '/creditorAddress', '/creditorAgent'],
  ],
])('PAY-10: %j is told with every gap, in order', (change, paths) => {
  expect(lacks(change)).toEqual(paths);
});
