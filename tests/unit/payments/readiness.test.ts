// What the rules of another date make of a payment (CTRL-12), where recorded requests do not lead; the rest is
// in tests/conformance/readiness*.test.ts.
import { expect, test } from '@jest/globals';
import { readinessOf } from '../../../server/bank/payments/create/readiness.ts';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import { productOf } from '../../../server/bank/payments/products.ts';
import type { RequestBody } from '../../../server/bank/payments/request-body.ts';
import { ROOT_URL } from '../../support/source-tree.ts';

const { bankDirectory } = readPaymentFixtures(ROOT_URL);
const scene = { today: '2026-11-15', profile: 'production', acceptFix: [], bankDirectory } as const;

test('CTRL-12: what PAY-11 refuses comes first, then what PAY-10 does; the date it has is no reason', () => {
  const request = {
    instructedAmount: { amount: '1.00', currency: 'USD' },
    creditorName: 'Café Zentral GmbH',
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
    requestedExecutionDate: '2020-01-01',
  };
  const sepa = productOf('payments/sepa-credit-transfers');
  const { refusals, warnings } = readinessOf(sepa, request, scene);
  expect(refusals.map(({ rule, path }) => [rule, path])).toEqual([
    ['PAY-11', '/instructedAmount/currency'],
    ['PAY-10', '/creditorAddress'],
  ]);
  expect(warnings).toEqual([]);
});

test('CTRL-12: what is accepted has its warnings, and what is refused has none', () => {
  const of = (currency: string) =>
    readinessOf(
      productOf('payments/norwegian-domestic-credit-transfers'),
      {
        instructedAmount: { amount: '1.00', currency },
        creditorName: 'Huseier',
        creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
        debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
        remittanceInformationStructured: { reference: '00026', referenceType: 'SCOR' },
      },
      scene,
    );
  const places = ({ refusals, warnings }: ReturnType<typeof of>) => [
    refusals.map(({ path }) => path),
    warnings.map(({ path }) => path),
  ];
  expect(places(of('NOK'))).toEqual([[], ['/remittanceInformationStructured']]);
  expect(places(of('EUR'))).toEqual([['/instructedAmount/currency'], []]);
});

test('CTRL-12: a fault of the program is not taken for a refusal', () => {
  const domestic = productOf('payments/norwegian-domestic-credit-transfers');
  const broken = { creditorName: 'Huseier' } as unknown as RequestBody;
  expect(() => readinessOf(domestic, broken, scene)).toThrow(TypeError);
});
