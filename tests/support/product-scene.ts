// A valid request for every payment product, from the accounts of a payment scene.
import { type Body, refOf, type Scene } from './payment-scene.ts';

export interface ProductCase {
  readonly name: string;
  readonly path: string;
  /** Whether a signing basket takes it. */
  readonly single: boolean;
  readonly domestic: boolean;
  /** The whole body, with changes to its (first) payment. */
  body(scene: Scene, change?: Body): Body;
  /** A date that lies ahead, for products that take one. */
  readonly later?: Body;
  /** JSON pointer before the members of the (first) payment. */
  readonly prefix: string;
}

export const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';
export const STRAKS = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
export const CROSS_BORDER = '/v1/payments/cross-border-credit-transfers';
export const CROSS_BORDER_ALIAS = '/v1/payments/norwegian-cross-border-credit-transfers';
export const BULK = '/v1/bulk-payments/norwegian-domestic-credit-transfers';

/** A Friday; the scene begins on a Wednesday. */
const later = { requestedExecutionDate: '2026-06-12' };

export const domesticEntry = (change: Body = {}): Body => ({
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Huseier Hansen',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  remittanceInformationUnstructured: 'Leie',
  ...change,
});

export const domesticFrom = ({ nok }: Scene, change: Body = {}): Body => ({
  ...domesticEntry(),
  debtorAccount: refOf(nok),
  ...change,
});

export const crossBorderFrom = ({ nok }: Scene, change: Body = {}): Body => ({
  instructedAmount: { amount: '1000', currency: 'JPY' },
  creditorName: 'Yamada Shoten',
  creditorAccount: { iban: 'AE070331234567890123456', currency: 'JPY' },
  creditorAddress: { townName: 'Dubai', country: 'AE' },
  creditorAgent: 'EBILAEADXXX',
  debtorAccount: refOf(nok),
  ...change,
});

export const bulkFrom = ({ nok }: Scene, payments: readonly Body[], change: Body = {}): Body => ({
  paymentInformationId: 'BULK-1',
  debtorAccount: refOf(nok),
  payments,
  ...change,
});

const HEAD = ['debtorAccount', 'requestedExecutionDate'];

/** Changes to the debtor or the date go to the bulk itself. */
function bulkBody(scene: Scene, change: Body = {}): Body {
  const of = (inHead: boolean) =>
    Object.fromEntries(Object.entries(change).filter(([name]) => HEAD.includes(name) === inHead));
  return bulkFrom(scene, [domesticEntry(of(false))], of(true));
}

/** The address of a create that may repeat another one (PAY-08). */
export const repeatable = (path: string): string =>
  path.includes('periodic') ? path : `${path}?allowLogicalDuplicate=true`;

const shared = { single: true, domestic: true, prefix: '' } as const;

export const PRODUCT_CASES: readonly ProductCase[] = [
  { ...shared, name: 'domestic', path: DOMESTIC, body: domesticFrom, later },
  { ...shared, name: 'straks', path: STRAKS, body: domesticFrom },
  {
    ...shared,
    name: 'SEPA',
    path: '/v1/payments/sepa-credit-transfers',
    domestic: false,
    body: (scene, change) => scene.sepa(change),
    later,
  },
  {
    ...shared,
    name: 'cross-border',
    path: CROSS_BORDER,
    domestic: false,
    body: crossBorderFrom,
    later,
  },
  {
    ...shared,
    name: 'cross-border by its alias',
    path: CROSS_BORDER_ALIAS,
    domestic: false,
    body: crossBorderFrom,
    later,
  },
  {
    ...shared,
    name: 'periodic',
    path: '/v1/periodic-payments/norwegian-domestic-credit-transfers',
    single: false,
    body: (scene, change) => scene.periodic(change),
    later: {},
  },
  {
    ...shared,
    name: 'bulk',
    path: BULK,
    single: false,
    body: bulkBody,
    later,
    prefix: '/payments/0',
  },
];
