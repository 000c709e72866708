// The SCAs of a basket, as BG shows them (BASK-02).

import { ApiError } from '../../protocol/errors.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call } from '../banks/operation.ts';
import { fixedPsu } from '../payments/initiate.ts';
import { scaRedirect, startFlow } from '../sca/start-flow.ts';
import { type FlowRow, flows } from '../sca/tables.ts';
import { isOpen, statusOf } from './basket-status.ts';
import { needBasket } from './find-basket.ts';
import { basketPath } from './links.ts';
import type { BasketRow } from './tables.ts';

/** `POST …/authorisations`: 201 with a new scaRedirect, 409 CONFLICT once there is nothing to approve. */
export async function startBasketAuthorisation(call: Call): Promise<Reply> {
  const { basket, inside } = await needBasket(call);
  if (!isOpen(basket, inside)) {
    const text = `The signing basket no longer waits for approval; its status is ${statusOf(basket, inside)}.`;
    throw new ApiError('BASK-02', 'CONFLICT', text);
  }
  const flow = await startFlow(call, { kind: 'basket', basketId: basket.id }, fixedPsu(basket));
  const { authorisationId, scaStatus } = flow;
  const self = `${basketPath(basket)}/authorisations/${authorisationId}`;
  return {
    status: 201,
    body: {
      scaStatus,
      authorisationId,
      _links: { scaRedirect: { ...scaRedirect(call, flow) }, scaStatus: link(self, 'GET') },
    },
  };
}

/** `GET …/authorisations`: ids, oldest first, the one of the create included. */
export async function listBasketAuthorisations(call: Call): Promise<Reply> {
  const { basket } = await needBasket(call);
  const started = await flowsOf(call, basket);
  return { status: 200, body: { authorisationIds: started.map((flow) => flow.authorisationId) } };
}

/** `GET …/authorisations/{authorisationId}`: its scaStatus. */
export async function readBasketAuthorisation(call: Call): Promise<Reply> {
  const { basket } = await needBasket(call);
  const wanted = call.params['authorisationId'];
  const started = await flowsOf(call, basket);
  const flow = started.find((row) => row.authorisationId === wanted);
  if (flow !== undefined) return { status: 200, body: { scaStatus: flow.scaStatus } };
  const text = 'The signing basket has no authorisation with that id.';
  throw new ApiError('BASK-02', 'RESOURCE_UNKNOWN', text);
}

function flowsOf(call: Call, basket: BasketRow): Promise<readonly FlowRow[]> {
  return call.bank.tx.listBy(flows, 'bySubject', `basket:${basket.id}`);
}
