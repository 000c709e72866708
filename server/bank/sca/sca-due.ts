// What happens to flows and sessions by themselves as time passes.

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { BankEvent } from '../banks/bank-tx.ts';
import { cancelDue, type DueHandlers, scheduleDue } from '../banks/due.ts';
import { customers } from '../customers/tables.ts';
import { endUncounted } from './end-flow.ts';
import { LINK_EXPIRED, systemFailed } from './endings.ts';
import { isIdentified, linkStatus } from './flow.ts';
import { completeByPolicy } from './headless-sca.ts';
import { purposeOf, type ScaDeps } from './purpose.ts';
import { readScaPolicy } from './sca-policy.ts';
import { FLOW_REMEMBERED } from './start-flow.ts';
import { flows, sessions } from './tables.ts';

export const scaDueHandlers = (deps: ScaDeps): DueHandlers => ({
  /** SCA-08: the person answers in the app. What the policy asks for and the bank refuses ends the flow. */
  async scaAnswers(bank, id): Promise<readonly BankEvent[]> {
    const flow = await bank.tx.get(flows, id);
    if (flow === undefined || linkStatus(flow, bank.now) !== 'waiting') return [];
    const work = { bank, deps };
    try {
      await completeByPolicy(work, flow, await readScaPolicy(bank.tx));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      await endUncounted(work, flow, systemFailed());
    }
    return [];
  },

  /** SCA-08: the second person approves what needs two, if it still waits. */
  async secondApproves(bank, id): Promise<readonly BankEvent[]> {
    const flow = await bank.tx.get(flows, id);
    if (flow === undefined || !isIdentified(flow)) return [];
    const effects: BankEvent[] = [];
    const approving = { ...bank, happened: (event: BankEvent) => void effects.push(event) };
    const failure = await purposeOf(deps, flow).approve(approving, flow, {});
    // The bank may refuse what was approved, which is an effect; else there was nothing to approve any more.
    if (failure !== undefined && effects.length === 0) return [];
    const { authorisationId } = flow;
    return [{ at: bank.now, type: 'secondApproved', authorisationId }, ...effects];
  },

  /** SCA-04: the link ran out. It stays until opened, then redirects with SCA_EXPIRED. */
  async scaLinkExpires(bank, id): Promise<readonly BankEvent[]> {
    const flow = await bank.tx.get(flows, id);
    if (flow === undefined || flow.redirect !== undefined) return [];
    bank.tx.put(flows, { ...flow, scaStatus: 'failed' });
    // No code: the PSU has not been redirected to the TPP yet.
    deps.onScaEnded?.({ bank: bank.bank, flowId: id, ending: LINK_EXPIRED.ending });
    // A person who is still to answer does so no more.
    await cancelDue(bank, id);
    scheduleDue(bank, bank.now + FLOW_REMEMBERED, 'scaLinkForgotten', id);
    return [{ at: bank.now, type: 'scaLinkExpired', authorisationId: flow.authorisationId }];
  },

  async scaLinkForgotten(bank, id): Promise<readonly BankEvent[]> {
    const flow = await bank.tx.get(flows, id);
    // Authorisations of a payment stay listed (PAY-16); the others are only links.
    if (flow !== undefined && flow.subject === undefined) bank.tx.remove(flows, id);
    return [];
  },

  /** SES-02: the hour is over. A session begun again has a later end and its own row here. */
  async sessionEnds(bank, id): Promise<readonly BankEvent[]> {
    const session = await bank.tx.get(sessions, id);
    if (session === undefined || session.endsAt > bank.now) return [];
    const person = await bank.tx.get(customers, session.customerId);
    const { tppSessionId } = session;
    const whose = defined({ person: person?.name });
    return [{ at: bank.now, type: 'sessionEnded', tppSessionId, ...whose }];
  },
});
