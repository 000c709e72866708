// GET /v1/agreements (AGR-01): the companies that a PSU with a session may act for, each with the
// PSU-Corporate-ID by which this TPP names it.

import { link, type Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { engagedAgreements } from '../sca/contexts.ts';
import { psuCorporateIdOf } from '../sca/psu-ids.ts';
import { needPsu, needSession } from './known-psu.ts';

async function getAgreements(call: Call): Promise<Reply> {
  const psu = await needPsu(call);
  needSession(call, psu);
  const companies = await engagedAgreements(call.bank, psu.customerId);
  const agreements = companies.map(({ id, name, organisationNumber }) => ({
    psuCorporateId: psuCorporateIdOf(call.bank.bank, call.tpp.id, id),
    name,
    organisationNumber,
    // The first call that needs the id.
    _links: { accounts: link('/v1/accounts', 'GET') },
  }));
  return { status: 200, body: { agreements } };
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
