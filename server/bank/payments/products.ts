// The payment products: one row each. Routes, checks, fees and settlement read the row; products differ in
// nothing else.

import { ApiError } from '../../protocol/errors.ts';
import type { SchemaTypes } from '../../protocol/generated/schemas.ts';
import { clip } from '../../protocol/shown-text.ts';

const PAYMENT_SERVICES = ['payments', 'periodic-payments', 'bulk-payments'] as const;
export type PaymentService = (typeof PAYMENT_SERVICES)[number];

/**
 * How the money moves once a payment is due. `delayed`: PDNG, ACSC after the settlement delay.
 * `interim`: the same with ACSP in between. `instant`: at once.
 */
type SettlementKind = 'delayed' | 'interim' | 'instant';

interface Fee {
  /** Øre per payment. */
  readonly fixed: bigint;
  /** Hundredths of a per cent of what is converted, when the debtor account has another currency. */
  readonly conversionBasisPoints: bigint;
}

/** Schema ids of the bodies of payments. */
export type PaymentSchema = Extract<
  keyof SchemaTypes,
  `requests/${string}-credit-transfer${string}`
>;

export interface Product {
  /** `{service}/{product}`: what {@link PaymentRow.product} holds. */
  readonly key: string;
  readonly service: PaymentService;
  /** The path segment. */
  readonly product: string;
  /** Further path segments that mean the same product. */
  readonly aliases: readonly string[];
  /** For operation ids and summaries: `SepaCreditTransfer`. */
  readonly name: string;
  /** Schema id of the request's body. */
  readonly schema: PaymentSchema;
  /** The only currency that may be instructed; any listed one when absent (PAY-11). */
  readonly currency?: string;
  /** Whether the creditor must have an account in the SEPA area (PAY-11). */
  readonly sepaOnly: boolean;
  /** Whether the debtor account may be in another currency than the payment (PAY-11). */
  readonly converts: boolean;
  readonly settlement: SettlementKind;
  readonly fee: Fee;
  /**
   * Norwegian domestic: creditors may demand a KID (PAY-05), and production does not serve it before
   * approval (PAY-15). The others go through SEPA or SWIFT and need structured addresses (PAY-10).
   */
  readonly domestic: boolean;
}

const NO_FEE: Fee = { fixed: 0n, conversionBasisPoints: 0n };
const DOMESTIC = 'norwegian-domestic-credit-transfers';

const domestic = {
  product: DOMESTIC,
  aliases: [],
  currency: 'NOK',
  sepaOnly: false,
  converts: false,
  settlement: 'delayed',
  fee: NO_FEE,
  domestic: true,
} as const;

const ROWS: readonly Omit<Product, 'key'>[] = [
  {
    service: 'payments',
    product: 'sepa-credit-transfers',
    aliases: [],
    name: 'SepaCreditTransfer',
    schema: 'requests/sepa-credit-transfer.json',
    currency: 'EUR',
    sepaOnly: true,
    converts: true,
    settlement: 'delayed',
    fee: { fixed: 0n, conversionBasisPoints: 50n },
    domestic: false,
  },
  {
    ...domestic,
    service: 'periodic-payments',
    name: 'PeriodicNorwegianDomesticCreditTransfer',
    schema: 'requests/periodic-norwegian-domestic-credit-transfer.json',
  },
  {
    ...domestic,
    service: 'payments',
    name: 'NorwegianDomesticCreditTransfer',
    schema: 'requests/norwegian-domestic-credit-transfer.json',
  },
  {
    ...domestic,
    service: 'payments',
    product: `instant-${DOMESTIC}-straks`,
    name: 'InstantNorwegianDomesticCreditTransferStraks',
    schema: 'requests/instant-norwegian-domestic-credit-transfer-straks.json',
    settlement: 'instant',
  },
  {
    service: 'payments',
    product: 'cross-border-credit-transfers',
    aliases: ['norwegian-cross-border-credit-transfers'],
    name: 'CrossBorderCreditTransfer',
    schema: 'requests/cross-border-credit-transfer.json',
    sepaOnly: false,
    converts: true,
    settlement: 'interim',
    fee: { fixed: 5_000n, conversionBasisPoints: 50n },
    domestic: false,
  },
  {
    ...domestic,
    service: 'bulk-payments',
    name: 'BulkNorwegianDomesticCreditTransfer',
    schema: 'requests/bulk-norwegian-domestic-credit-transfer.json',
  },
];

export const PRODUCTS: readonly Product[] = ROWS.map((row) => ({
  ...row,
  key: `${row.service}/${row.product}`,
}));

export const isPeriodic = (product: Product): boolean => product.service === 'periodic-payments';
export const isBulk = (product: Product): boolean => product.service === 'bulk-payments';

/** The row of a stored payment's key. */
export function productOf(key: string): Product {
  const row = PRODUCTS.find((candidate) => candidate.key === key);
  if (row === undefined) throw new Error(`no payment product ${key}`);
  return row;
}

/**
 * The product of that service and path segment. ApiError (PROD-01): 403 PRODUCT_INVALID if the
 * product belongs to another service, 404 PRODUCT_UNKNOWN if there is none.
 */
export function findProduct(service: PaymentService, segment: string): Product {
  const named = PRODUCTS.filter((row) => row.product === segment || row.aliases.includes(segment));
  const row = named.find((candidate) => candidate.service === service);
  if (row !== undefined) return row;
  if (named.length > 0) {
    const places = named.map((other) => `/v1/${other.service}/${segment}`).join(', ');
    const text = `${segment} is not a product of ${service}; it is at ${places}.`;
    throw new ApiError('PROD-01', 'PRODUCT_INVALID', text);
  }
  const offered = PRODUCTS.filter((candidate) => candidate.service === service);
  const text = `This bank does not offer the product ${clip(segment, 60)} under ${service}; it offers: ${offered.map((candidate) => candidate.product).join(', ')}.`;
  throw new ApiError('PROD-01', 'PRODUCT_UNKNOWN', text);
}

/**
 * For routing: checks the product of a path below a payment service and ignores every other path.
 * `path` is without bank prefix and query: `/v1/payments/sepa-credit-transfers/…`.
 */
export function checkProduct(path: string): void {
  if (!path.includes('payments')) return;
  const [, version, service, segment] = path.split('/');
  if (version !== 'v1' || !isService(service) || segment === undefined || segment === '') return;
  findProduct(service, segment);
}

export function isService(text: string | undefined): text is PaymentService {
  return (PAYMENT_SERVICES as readonly (string | undefined)[]).includes(text);
}
