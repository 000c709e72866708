// When an SCA of a signing basket can be started (BASK-02).

import { ApiError } from '../../protocol/errors.ts';
import type { Operation } from '../banks/operation.ts';
import { type Approvable, authorisationOperations } from '../sca/authorisations.ts';
import { isOpen, statusOf } from './basket-status.ts';
import { needBasket } from './find-basket.ts';
import { basketPath } from './links.ts';
import type { BasketRow } from './tables.ts';

export const basketAuthorisations: readonly Operation[] = authorisationOperations({
  name: 'SigningBasketAuthorisation',
  tag: 'Signing baskets',
  rules: ['BASK-02'],
  path: '/v1/signing-baskets/{basketId}/authorisations',
  what: 'signing basket',
  startSummary: 'Starts an SCA that approves all payments of a signing basket',
  find: async (call) => approvable((await needBasket(call)).basket),
  async findWaiting(call) {
    const { basket, inside } = await needBasket(call);
    if (isOpen(basket, inside)) return approvable(basket);
    const text = `The signing basket no longer waits for approval; its status is ${statusOf(basket, inside)}.`;
    throw new ApiError('BASK-02', 'CONFLICT', text);
  },
  unknown() {
    const text = 'The signing basket has no authorisation with that id.';
    return new ApiError('BASK-02', 'RESOURCE_UNKNOWN', text);
  },
});

function approvable(basket: BasketRow): Approvable {
  return {
    purpose: { kind: 'basket', basketId: basket.id },
    fixed: basket,
    path: `${basketPath(basket)}/authorisations`,
  };
}
