import type { PaymentDeps } from '../payments/deps.ts';
import { basketPurpose } from './approve-basket.ts';
import { basketOperations } from './operations.ts';
import { baskets } from './tables.ts';

/** Signing baskets: many payments, one SCA. */
export const basketsRoom = {
  tables: [baskets],
  purposes: ({ payments }: { readonly payments: PaymentDeps }) => ({
    basket: basketPurpose(payments),
  }),
  operations: () => basketOperations,
};
