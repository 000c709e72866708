// The rows of every operation on payments: the same nine for each product that the bank offers.
import { type Operation, type QueryParameter, withBody } from '../banks/operation.ts';
import { paymentAuthorisations } from './authorisations.ts';
import { createPayment } from './create/create-payment.ts';
import type { PaymentDeps } from './deps.ts';
import { deletePayment, readPayment, readStatus } from './known-payment.ts';
import { isBulk, isPeriodic, PRODUCTS, type Product } from './products.ts';

/** Paths are literal up to the payment's id, so each create has its own schema. An alias is a path more. */
export function paymentOperations(deps: PaymentDeps): readonly Operation[] {
  return PRODUCTS.flatMap((product) =>
    [product.product, ...product.aliases].flatMap((segment, at) =>
      operationsOf(product, { segment, suffix: at === 0 ? '' : `Alias${at}`, deps }),
    ),
  );
}

interface ProductPath {
  readonly segment: string;
  /** Keeps the operation ids of aliases apart. */
  readonly suffix: string;
  readonly deps: PaymentDeps;
}

function operationsOf(
  product: Product,
  { segment, suffix, deps }: ProductPath,
): readonly Operation[] {
  const base = `/v1/${product.service}/${segment}`;
  const one = `${base}/{paymentId}`;
  const name = `${product.name}${suffix}`;
  const shared = { tag: 'Payments', role: 'PSP_PI', headers: 'psu' } as const;
  return [
    withBody({
      ...shared,
      id: `create${name}`,
      method: 'POST',
      path: base,
      summary: `Initiates a payment: ${product.service}/${segment}`,
      rules: rulesOf(product),
      headers: 'create',
      ...(isPeriodic(product) ? {} : { query: { allowLogicalDuplicate: ALLOW_LOGICAL_DUPLICATE } }),
      body: { schema: product.schema },
      success: { status: 201, schema: 'responses/payment-initiation.json' },
      handle: (call) => createPayment(call, product, deps),
    }),
    {
      ...shared,
      id: `get${name}`,
      method: 'GET',
      path: one,
      summary: 'Details of a payment',
      rules: ['PAY-14', 'PAY-15', 'PAY-18'],
      success: { status: 200, schema: 'responses/payment-details.json' },
      handle: (call) => readPayment(call, product, deps),
    },
    {
      ...shared,
      id: `get${name}Status`,
      method: 'GET',
      path: `${one}/status`,
      summary: 'Status of a payment',
      rules: ['PAY-14', 'PAY-15', 'PAY-18'],
      success: { status: 200, schema: 'responses/payment-status.json' },
      handle: (call) => readStatus(call, product, deps),
    },
    {
      ...shared,
      id: `delete${name}`,
      method: 'DELETE',
      path: one,
      summary: 'Deletes a payment, or asks for its cancellation',
      rules: ['PAY-17', 'PAY-18'],
      success: { status: 204 },
      otherSuccess: { status: 202, schema: 'responses/payment-cancellation.json' },
      handle: (call) => deletePayment(call, product),
    },
    ...paymentAuthorisations(product, 'payment', { path: one, name }),
    ...paymentAuthorisations(product, 'cancellation', { path: one, name }),
  ];
}

const ALLOW_LOGICAL_DUPLICATE: QueryParameter = {
  schema: 'query/boolean.json',
  description: 'Whether the same payment may be created again within 24 hours; default false.',
};

/** What a create answers for beyond its body's schema. */
function rulesOf(product: Product): readonly string[] {
  return [
    'PAY-01',
    'PAY-06',
    'PAY-07',
    ...(isPeriodic(product) ? ['PAY-12'] : ['PAY-08', 'PAY-11']),
    product.domestic ? 'PAY-05' : 'PAY-10',
    ...(isBulk(product) ? ['PAY-19'] : []),
    'MAGIC-01',
  ];
}
