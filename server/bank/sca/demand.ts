// SES-07: a bank may ask for SCA more often than the rules do, or do without, as it sees the risk.
import type { Call } from '../banks/operation.ts';
import { knownPerson } from './psu.ts';
import { readScaPolicy } from './sca-policy.ts';
import { endSession, findSession } from './sessions.ts';

/**
 * Under `always` an SCA is good for one call: the first that succeeds with the PSU present ends the
 * session, and the next is answered like any other whose session has run out (SES-02).
 */
export async function useUpSca(call: Call): Promise<void> {
  if (call.headers.psuIpAddress === undefined) return;
  const { demand } = await readScaPolicy(call.bank);
  if (demand !== 'always') return;
  const person = await knownPerson(call);
  const session = person && (await findSession(call, person.id));
  if (session !== undefined) endSession(call.bank, session);
}

/** Whether a payment needs an approval of its own; `exempt` is what the rules say (SES-06). */
export async function needsApproval(call: Call, exempt: () => Promise<boolean>): Promise<boolean> {
  const { demand } = await readScaPolicy(call.bank);
  if (demand === 'always') return true;
  return demand !== 'never' && !(await exempt());
}
