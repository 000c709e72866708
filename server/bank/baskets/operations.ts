// The rows of every operation on signing baskets, and those that act on a basket that is there (BASK-02): its
// details, status, deletion and SCAs.

import { ApiError } from '../../protocol/errors.ts';
import { checkCorporateUser } from '../accounts/access.ts';
import { type Operation, withBody } from '../banks/operation.ts';
import { type PaymentRow, payments } from '../payments/tables.ts';
import { type Approvable, authorisationOperations, waitsForSecond } from '../sca/authorisations.ts';
import { identifyPsu } from '../sca/psu.ts';
import { basketLinks, basketPath, isOpen, needBasket, statusOf } from './basket.ts';
import { createBasket } from './create-basket.ts';
import { type BasketRow, baskets } from './tables.ts';

const ALL = '/v1/signing-baskets';
const ONE = `${ALL}/{basketId}`;

const shared = { tag: 'Signing baskets', role: 'PSP_PI', headers: 'psu' } as const;

export const basketOperations: readonly Operation[] = [
  withBody({
    ...shared,
    id: 'createSigningBasket',
    method: 'POST',
    path: ALL,
    summary: 'Creates a signing basket: single payments that one SCA approves',
    rules: ['BASK-01'],
    body: { schema: 'requests/signing-basket.json' },
    success: { status: 201, schema: 'responses/signing-basket-creation.json' },
    handle: createBasket,
  }),
  {
    ...shared,
    id: 'getSigningBasket',
    method: 'GET',
    path: ONE,
    summary: 'The payments of a signing basket',
    rules: ['BASK-02', 'BASK-03'],
    success: { status: 200, schema: 'responses/signing-basket.json' },
    async handle(call) {
      const { basket, inside } = await needBasket(call);
      const transactionStatus = statusOf(basket, inside);
      const { purpose } = approvable(basket);
      const isApproved = isOpen(basket, inside) && (await waitsForSecond(call.bank, purpose));
      const _links = basketLinks(basket, inside, isApproved);
      return { status: 200, body: { payments: basket.paymentIds, transactionStatus, _links } };
    },
  },
  {
    ...shared,
    id: 'getSigningBasketStatus',
    method: 'GET',
    path: `${ONE}/status`,
    summary: 'Status of a signing basket: the worst of its payments',
    rules: ['BASK-03'],
    success: { status: 200, schema: 'responses/signing-basket-status.json' },
    async handle(call) {
      const { basket, inside } = await needBasket(call);
      return { status: 200, body: { transactionStatus: statusOf(basket, inside) } };
    },
  },
  {
    ...shared,
    id: 'deleteSigningBasket',
    method: 'DELETE',
    path: ONE,
    summary: 'Deletes a signing basket before approval; its payments stay',
    rules: ['BASK-02'],
    success: { status: 204 },
    /** Its payments stay, and are free again. */
    async handle(call) {
      const { basket, inside } = await needBasket(call);
      if (!isOpen(basket, inside)) {
        const text = `${whyClosed(basket, inside)} It cannot be deleted.`;
        throw new ApiError('BASK-02', 'CONFLICT', text);
      }
      const { tx } = call.bank;
      tx.put(baskets, { ...basket, deleted: true });
      for (const { basketId: _, ...payment } of inside) tx.put(payments, payment);
      return { status: 204 };
    },
  },
  ...authorisationOperations({
    name: 'SigningBasketAuthorisation',
    tag: 'Signing baskets',
    rule: 'BASK-02',
    path: `${ONE}/authorisations`,
    what: 'signing basket',
    startSummary: 'Starts an SCA that approves all payments of a signing basket',
    find: async (call) => approvable((await needBasket(call)).basket),
    async findWaiting(call) {
      await checkCorporateUser(call, await identifyPsu(call));
      const { basket, inside } = await needBasket(call);
      if (isOpen(basket, inside)) return approvable(basket);
      throw new ApiError('BASK-02', 'CONFLICT', whyClosed(basket, inside));
    },
    approved: 'signing basket',
  }),
];

function approvable(basket: BasketRow): Approvable {
  return {
    purpose: { kind: 'basket', basketId: basket.id },
    fixed: basket,
    path: `${basketPath(basket)}/authorisations`,
  };
}

/** A payment that the bank could not take when the basket was approved still waits for approval (BASK-03). */
function whyClosed(basket: BasketRow, inside: readonly PaymentRow[]): string {
  const status = statusOf(basket, inside);
  return status === 'RCVD'
    ? 'The signing basket was approved, but not each of its payments could be: approve those with status RCVD by their own authorisations.'
    : `The signing basket no longer waits for approval; its status is ${status}.`;
}
