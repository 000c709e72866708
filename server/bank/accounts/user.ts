// Who is behind a session, and in which context (USER-01), and the companies that the person may act for
// (AGR-01).

import { defined } from '../../kernel/defined.ts';
import { link, type Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { engagedAgreements } from '../sca/contexts.ts';
import { psuCorporateIdOf } from '../sca/psu-ids.ts';
import { needPsu, needSession, needSessionInContext } from './access.ts';

async function getUser(call: Call): Promise<Reply> {
  const psu = await needPsu(call);
  const session = await needSessionInContext(call, psu, 'USER-01');
  const { context, agreementId } = session;
  const psuCorporateId =
    agreementId && psuCorporateIdOf(call.bank.idScope, call.tpp.id, agreementId);
  return { status: 200, body: { psuId: psu.psuId, context, ...defined({ psuCorporateId }) } };
}

const shared = { method: 'GET', tag: 'User', role: 'either', headers: 'psu' } as const;
const user = {
  ...shared,
  rules: ['USER-01'],
  success: { status: 200, schema: 'responses/user.json' },
  handle: getUser,
} as const;

export const userOperations: readonly Operation[] = [
  {
    ...user,
    id: 'getUser',
    path: '/v1/user',
    summary: 'Who the PSU is and in which context; starts an SCA where there is no session',
  },
  {
    ...user,
    id: 'getUsers',
    path: '/v1/users',
    summary: 'The same as /v1/user',
  },
  {
    ...shared,
    id: 'getAgreements',
    path: '/v1/agreements',
    summary: 'The corporate agreements of the PSU, with their PSU-Corporate-ID',
    rules: ['AGR-01'],
    success: { status: 200, schema: 'responses/agreements.json' },
    async handle(call) {
      const psu = await needPsu(call);
      await needSession(call, psu);
      const companies = await engagedAgreements(call.bank, psu.customerId);
      const agreements = companies.map(({ id, name, organisationNumber }) => ({
        psuCorporateId: psuCorporateIdOf(call.bank.idScope, call.tpp.id, id),
        name,
        organisationNumber,
        // The first call that needs the id.
        _links: { accounts: link('/v1/accounts', 'GET') },
      }));
      return { status: 200, body: { agreements } };
    },
  },
];
