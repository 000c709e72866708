// How the bank's SCA links behave: the page, or an answer by themselves (SCA-08); and how often the bank
// asks for SCA: more often than the rules do, or never (SES-07).

import { durationMillis } from '../../kernel/dates.ts';
import { after, type Soon } from '../../kernel/soon.ts';
import type { ScaPolicyBody } from '../../protocol/generated/schemas.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import type { Call } from '../banks/operation.ts';
import { setting } from '../banks/tables.ts';
import { identifyPsu } from './psu.ts';
import type { Purpose } from './purpose.ts';
import { endSession, SESSION_LENGTH } from './sessions.ts';
import type { FlowRow, SessionRow } from './tables.ts';

/** Under `auto` the person with that nationalId approves, if the request does not fix another. */
export type ScaPolicy = ScaPolicyBody & Required<Pick<ScaPolicyBody, 'mode'>>;

export const { read: readScaPolicy, write: writeScaPolicy } = setting<ScaPolicy>('scaPolicy', {
  mode: 'page',
});

/** SCA-07: if the request has fixed a context, what the bank's policy says of one does not count. */
export function policyFor(policy: ScaPolicy, { fixedContext }: FlowRow): ScaPolicy {
  const { context: _, psuCorporateId: __, ...rest } = policy;
  return fixedContext === undefined ? policy : rest;
}

/**
 * Under `always` an SCA is good for one call: the first that succeeds with the PSU present ends the
 * session, and the next is answered as if the session had run out (SES-02).
 */
export function useUpSca(call: Call): Soon<void> {
  if (call.headers.psuIpAddress === undefined) return undefined;
  return after(readScaPolicy(call.bank.tx), ({ demand }) =>
    demand === 'always' ? useUp(call) : undefined,
  );
}

async function useUp(call: Call): Promise<void> {
  const psu = await identifyPsu(call);
  if (psu?.session !== undefined) endSession(call.bank, psu.session);
}

/** SCA-08: how long after the first person a second one approves too, in ms; `undefined`: one is enough. */
export async function secondApprovalAfter(
  { tx }: Pick<BankTx, 'tx'>,
  { refusal }: Purpose,
): Promise<number | undefined> {
  const { secondApproval } = await readScaPolicy(tx);
  return refusal === undefined ? undefined : durationMillis(secondApproval ?? '');
}

/** Why the bank no longer accepts this expired session (SES-02, SES-07). */
export async function endOf(bank: BankTx, { startedAt, endsAt }: SessionRow): Promise<string> {
  const { demand } = await readScaPolicy(bank.tx);
  return demand === 'always' && endsAt < startedAt + SESSION_LENGTH
    ? 'The SCA of this TPP-Session-ID is used up: by policy of this bank (sca-policy, demand always) it counts for one call only.'
    : 'The SCA of this TPP-Session-ID has expired: it is valid for one hour.';
}

/** Whether a payment needs an approval of its own. @param exempt what the rules say (SES-06) */
export async function needsApproval(bank: BankTx, exempt: boolean): Promise<boolean> {
  const { demand } = await readScaPolicy(bank.tx);
  return demand === 'always' || (demand !== 'never' && !exempt);
}
