// GET /v1/agreements (AGR-01): the companies that a PSU with a session may act for, each with the
// PSU-Corporate-ID by which this TPP names it.

import type { JsonObject } from '../../protocol/json.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { contextsOf } from '../sca/contexts.ts';
import { psuCorporateIdOf } from '../sca/psu-ids.ts';
import { needPsu, needSession } from './known-psu.ts';

async function getAgreements(call: Call): Promise<Reply> {
  const psu = await needPsu(call);
  needSession(call, psu);
  const choices = await contextsOf(call.bank, psu.customer);
  const agreements = choices.flatMap(({ agreementId, name, organisationNumber }) =>
    agreementId === undefined || organisationNumber === undefined
      ? []
      : [agreementView(call, { agreementId, name, organisationNumber })],
  );
  return { status: 200, body: { agreements } };
}

interface Shown {
  readonly agreementId: string;
  readonly name: string;
  readonly organisationNumber: string;
}

function agreementView(call: Call, { agreementId, ...rest }: Shown): JsonObject {
  return {
    psuCorporateId: psuCorporateIdOf(call.bank.bank, call.tpp.id, agreementId),
    ...rest,
    // Where the id is of use.
    _links: { accounts: link('/v1/accounts', 'GET') },
  };
}

export const agreementOperations: readonly Operation[] = [
  {
    method: 'GET',
    tag: 'User',
    role: 'either',
    headers: 'psu',
    id: 'getAgreements',
    path: '/v1/agreements',
    summary: 'The corporate agreements of the PSU, with their PSU-Corporate-ID',
    rules: ['AGR-01'],
    success: { status: 200, schema: 'responses/agreements.json' },
    handle: getAgreements,
  },
];
