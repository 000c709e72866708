// Joins what the rooms offer: operations, purposes of SCA flows, due work. No behaviour of its own.
import { accountOperations } from './accounts/accounts.ts';
import { agreementOperations } from './accounts/agreements.ts';
import { cardOperations } from './accounts/cards.ts';
import { renewConsents } from './accounts/consent-store.ts';
import { accessPurpose, consentOperations } from './accounts/consents.ts';
import { holdingsOf } from './accounts/offered.ts';
import { quotaDueHandlers } from './accounts/quota.ts';
import { userOperations } from './accounts/user.ts';
import type { Banks } from './banks/banks.ts';
import type { DueHandlers } from './banks/due.ts';
import type { Operation } from './banks/operation.ts';
import { basketPurpose } from './baskets/approve.ts';
import { basketOperations } from './baskets/operations.ts';
import { certificateOperations } from './control/certificates.ts';
import { clockOperations } from './control/clock.ts';
import { consentControlOperations } from './control/consents.ts';
import type { ControlOperation } from './control/control-operation.ts';
import { resetOperation } from './control/reset.ts';
import { ruleControlOperations } from './control/rules.ts';
import { scaControlOperations } from './control/sca.ts';
import { tppControlOperations } from './control/tpps.ts';
import type { Explainer } from './explain/explainer.ts';
import { paymentPurposes } from './payments/approve.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { paymentDueHandlers } from './payments/due-work.ts';
import { paymentOperations } from './payments/operations.ts';
import type { Profile } from './protocol/profile.ts';
import { STARTING_COUNTS } from './sandbox/initialize.ts';
import type { MagicTable } from './sandbox/magic-persons.ts';
import { sandboxOperations } from './sandbox/operations.ts';
import type { TellSca } from './sca/endings.ts';
import type { ScaDeps } from './sca/finish-flow.ts';
import { scaDueHandlers } from './sca/sca-due.ts';
import { sessionPurpose } from './sca/session-purpose.ts';
import type { Issuer } from './signing/issuer.ts';
import { contactOperations } from './tpps/contact-information.ts';

/** @param told hears of every SCA flow that is opened and ends */
export function scaDeps(payments: PaymentDeps, magic: MagicTable, told: TellSca): ScaDeps {
  return {
    purposes: {
      access: accessPurpose,
      session: sessionPurpose,
      ...paymentPurposes(payments),
      basket: basketPurpose(payments),
    },
    async afterSca(bank, flow) {
      await renewConsents(bank, flow);
      await magic.spoilConsents(bank, flow);
    },
    magic,
    holdings: holdingsOf,
    told,
  };
}

export function dueHandlers(payments: PaymentDeps, sca: ScaDeps): DueHandlers {
  return { ...scaDueHandlers(sca), ...quotaDueHandlers, ...paymentDueHandlers(payments) };
}

export interface OperationDeps {
  readonly banks: Banks;
  readonly payments: PaymentDeps;
  readonly profile: Profile;
}

/** Every row of the signed interface. */
export function allOperations({ banks, payments, profile }: OperationDeps): readonly Operation[] {
  return [
    ...userOperations,
    ...agreementOperations,
    ...consentOperations,
    ...accountOperations(profile),
    ...cardOperations,
    ...paymentOperations(payments),
    ...basketOperations,
    ...contactOperations,
    ...sandboxOperations({ restart: (call) => banks.restart(call.bank) }),
  ];
}

export interface ControlOperationDeps {
  readonly banks: Banks;
  readonly sca: ScaDeps;
  readonly issuer: Issuer;
  readonly explainer: Explainer;
}

/** Every row of the control API. */
export function controlOperations({
  banks,
  sca,
  issuer,
  explainer,
}: ControlOperationDeps): readonly ControlOperation[] {
  return [
    ...clockOperations(banks),
    ...scaControlOperations(sca),
    ...consentControlOperations,
    ...tppControlOperations,
    ...ruleControlOperations,
    ...certificateOperations(issuer, explainer),
    resetOperation(banks, STARTING_COUNTS),
  ];
}
