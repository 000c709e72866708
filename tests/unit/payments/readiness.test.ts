// What the rules of another date or profile make of a payment (CTRL-12): PAY-10 and PAY-11 as a create
// would apply them, and neither dates nor anything that the books know.
import { describe, expect, test } from '@jest/globals';
import { readinessOf } from '../../../server/bank/payments/create/readiness.ts';
import { productOf } from '../../../server/bank/payments/products.ts';
import type { RequestBody } from '../../../server/bank/payments/request-body.ts';
import type { Profile } from '../../../server/protocol/profile.ts';
import { deps } from './support.ts';

const SEPA = productOf('payments/sepa-credit-transfers');
const CROSS_BORDER = productOf('payments/cross-border-credit-transfers');
const DOMESTIC = productOf('payments/norwegian-domestic-credit-transfers');
const BULK = productOf('bulk-payments/norwegian-domestic-credit-transfers');

interface When {
  readonly today?: string;
  readonly profile?: Profile;
}

const scene = ({ today = '2026-11-15', profile = 'production' }: When = {}) => ({
  today,
  profile,
  acceptFix: [],
  bankDirectory: deps.bankDirectory,
});

const body = (change: object = {}): RequestBody => ({
  instructedAmount: { amount: '12.50', currency: 'EUR' },
  creditorName: 'Café Zentral GmbH',
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  creditorAddress: { townName: 'Berlin', country: 'DE' },
  debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
  ...change,
});
const withoutTown = body({ creditorAddress: { country: 'DE' } });
const entry = (change: object = {}) => ({
  instructedAmount: { amount: '1.00', currency: 'NOK' },
  creditorName: 'Huseier Hansen',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  ...change,
});
const bulk = (...payments: readonly object[]) =>
  ({
    paymentInformationId: 'B',
    debtorAccount: { bban: '86011117947', currency: 'NOK' },
    payments,
  }) as unknown as RequestBody;

const pathsOf = (rows: readonly { readonly path?: string }[]) => rows.map(({ path }) => path);

describe('CTRL-12: PAY-10 by date and profile', () => {
  test.each([
    ['2026-08-12', 'sandbox', false],
    ['2026-08-13', 'sandbox', true],
    ['2026-08-13', 'production', false],
    ['2026-11-14', 'production', false],
    ['2026-11-15', 'production', true],
    ['2026-11-15', 'sandbox', true],
  ] as const)('CTRL-12: on %s in %s, a payment without town: refused %s', (today, profile, is) => {
    for (const product of [SEPA, CROSS_BORDER]) {
      const { refusals, warnings } = readinessOf(product, withoutTown, scene({ today, profile }));
      const told = is ? refusals : warnings;
      expect(pathsOf(told)).toEqual(['/creditorAddress/townName']);
      expect(pathsOf(is ? warnings : refusals)).toEqual([]);
    }
  });

  test('CTRL-12: a refusal names its rule, code, path and why', () => {
    expect(readinessOf(SEPA, withoutTown, scene())).toEqual({
      refusals: [
        {
          rule: 'PAY-10',
          code: 'FORMAT_ERROR',
          path: '/creditorAddress/townName',
          text: 'creditorAddress/townName is required and absent.',
        },
      ],
      warnings: [],
    });
  });

  test('CTRL-12: a whole address passes without a word', () => {
    expect(readinessOf(SEPA, body(), scene())).toEqual({ refusals: [], warnings: [] });
  });

  test('CTRL-12: city passes with a warning', () => {
    const request = body({ creditorAddress: { city: 'Berlin', country: 'DE' } });
    const { refusals, warnings } = readinessOf(SEPA, request, scene());
    expect(refusals).toEqual([]);
    expect(warnings).toEqual([
      {
        category: 'WARNING',
        code: 'FORMAT_ERROR',
        path: '/creditorAddress/city',
        text: expect.stringContaining('townName'),
      },
    ]);
  });

  test('CTRL-12: a domestic payment needs no address, and its city is warned of', () => {
    const domestic = { ...entry(), debtorAccount: { bban: '86011117947', currency: 'NOK' } };
    const plain = readinessOf(DOMESTIC, domestic as RequestBody, scene());
    expect(plain).toEqual({ refusals: [], warnings: [] });
    const city = { ...domestic, creditorAddress: { city: 'Bodø', country: 'NO' } };
    const { warnings } = readinessOf(DOMESTIC, city as RequestBody, scene());
    expect(pathsOf(warnings)).toEqual(['/creditorAddress/city']);
  });
});

describe('CTRL-12: rules of every date', () => {
  test('CTRL-12: what PAY-11 refuses comes first, then what PAY-10 does', () => {
    const request = body({
      instructedAmount: { amount: '1.00', currency: 'USD' },
      creditorAddress: undefined,
    });
    const { refusals, warnings } = readinessOf(SEPA, request, scene());
    expect(refusals.map(({ rule, path }) => [rule, path])).toEqual([
      ['PAY-11', '/instructedAmount/currency'],
      ['PAY-10', '/creditorAddress'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('CTRL-12: every entry of a bulk is looked at', () => {
    const abroad = { iban: 'DE89370400440532013000', currency: 'NOK' };
    const request = bulk(entry(), entry({ creditorAccount: abroad }));
    const { refusals } = readinessOf(BULK, request, scene());
    expect(pathsOf(refusals)).toEqual(['/payments/1/creditorAccount/iban']);
    const city = { creditorAddress: { city: 'Oslo', country: 'NO' } };
    const warned = readinessOf(BULK, bulk(entry(city), entry(city)), scene());
    expect(pathsOf(warned.warnings)).toEqual([
      '/payments/0/creditorAddress/city',
      '/payments/1/creditorAddress/city',
    ]);
  });

  test('CTRL-12: a date that has passed is no reason: it may be sent on another day', () => {
    const request = body({ requestedExecutionDate: '2020-01-01' });
    expect(readinessOf(SEPA, request, scene()).refusals).toEqual([]);
  });

  test('CTRL-12: a fault of the program is not taken for a refusal', () => {
    const broken = { ...body(), creditorAccount: undefined } as unknown as RequestBody;
    expect(() => readinessOf(DOMESTIC, broken, scene())).toThrow(TypeError);
  });
});
