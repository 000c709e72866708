// GET /v1/user, and /v1/users as the live interface has it (USER-01): who is behind this session, and in
// which context. Where no fitting session lives it begins one, with an SCA that gives no account access.

import { defined } from '../../kernel/defined.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';
import { psuCorporateIdOf } from '../sca/psu-ids.ts';
import { ScaNeeded } from '../sca/sca-needed.ts';
import { needPsu, needSession } from './known-psu.ts';

async function getUser(call: Call): Promise<Reply> {
  const psu = await needPsu(call);
  const session = needSession(call, psu);
  const { psuContext } = call.headers;
  if (psuContext !== undefined && psuContext !== session.context) {
    const text = `The session is in ${session.context} context, not in ${psuContext}.`;
    const fixed = { customerId: psu.customerId };
    throw new ScaNeeded('USER-01', 'CONSENT_INVALID', { path: 'PSU-Context', text, fixed });
  }
  const { context, agreementId } = session;
  const psuCorporateId = agreementId && psuCorporateIdOf(call.bank.bank, call.tpp.id, agreementId);
  return { status: 200, body: { psuId: psu.psuId, context, ...defined({ psuCorporateId }) } };
}

const shared = {
  method: 'GET',
  tag: 'User',
  rules: ['USER-01'],
  role: 'either',
  headers: 'psu',
  success: { status: 200, schema: 'responses/user.json' },
  handle: getUser,
} as const;

export const userOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'getUser',
    path: '/v1/user',
    summary: 'Who the PSU is and in which context; starts an SCA where there is no session',
  },
  {
    ...shared,
    id: 'getUsers',
    path: '/v1/users',
    summary: 'The same as /v1/user',
  },
];
