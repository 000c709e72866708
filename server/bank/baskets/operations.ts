// The rows of every operation on signing baskets.
import { type Operation, withBody } from '../banks/operation.ts';
import { basketAuthorisations } from './authorisations.ts';
import { createBasket } from './create-basket.ts';
import { deleteBasket, readBasket, readBasketStatus } from './read-basket.ts';

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
    handle: (call) => createBasket(call),
  }),
  {
    ...shared,
    id: 'getSigningBasket',
    method: 'GET',
    path: ONE,
    summary: 'The payments of a signing basket',
    rules: ['BASK-02', 'BASK-03'],
    success: { status: 200, schema: 'responses/signing-basket.json' },
    handle: (call) => readBasket(call),
  },
  {
    ...shared,
    id: 'getSigningBasketStatus',
    method: 'GET',
    path: `${ONE}/status`,
    summary: 'Status of a signing basket: the worst of its payments',
    rules: ['BASK-03'],
    success: { status: 200, schema: 'responses/signing-basket-status.json' },
    handle: (call) => readBasketStatus(call),
  },
  {
    ...shared,
    id: 'deleteSigningBasket',
    method: 'DELETE',
    path: ONE,
    summary: 'Deletes a signing basket before approval; its payments stay',
    rules: ['BASK-02'],
    success: { status: 204 },
    handle: (call) => deleteBasket(call),
  },
  ...basketAuthorisations,
];
