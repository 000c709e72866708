// Joins what the rooms offer: operations, purposes of SCA flows, due work. No behaviour of its own.
import { accountOperations } from './bank/accounts/accounts.ts';
import { agreementOperations } from './bank/accounts/agreements.ts';
import { cardOperations } from './bank/accounts/cards.ts';
import { consentControlOperations } from './bank/accounts/consent-control.ts';
import { renewConsents } from './bank/accounts/consent-store.ts';
import { accessPurpose, consentOperations } from './bank/accounts/consents.ts';
import { holdingsOf } from './bank/accounts/offered.ts';
import { quotaDueHandlers } from './bank/accounts/quota.ts';
import { userOperations } from './bank/accounts/user.ts';
import type { Banks } from './bank/banks/banks.ts';
import { clockOperations } from './bank/banks/clock-control.ts';
import type { ControlOperation } from './bank/banks/control-operation.ts';
import type { DueHandlers } from './bank/banks/due.ts';
import type { Operation } from './bank/banks/operation.ts';
import { resetOperation } from './bank/banks/reset-control.ts';
import { ruleControlOperations } from './bank/banks/rule-level-control.ts';
import { basketPurpose } from './bank/baskets/approve.ts';
import { basketOperations } from './bank/baskets/operations.ts';
import { paymentPurposes } from './bank/payments/approve.ts';
import type { PaymentDeps } from './bank/payments/deps.ts';
import { paymentDueHandlers } from './bank/payments/due-work.ts';
import { paymentOperations } from './bank/payments/operations.ts';
import { STARTING_COUNTS } from './bank/sandbox/initialize.ts';
import type { MagicTable } from './bank/sandbox/magic-persons.ts';
import { sandboxOperations } from './bank/sandbox/operations.ts';
import type { OnScaEnded } from './bank/sca/endings.ts';
import type { ScaDeps } from './bank/sca/finish-flow.ts';
import { scaControlOperations } from './bank/sca/sca-control.ts';
import { scaDueHandlers } from './bank/sca/sca-due.ts';
import { sessionPurpose } from './bank/sca/session-purpose.ts';
import { certificateOperations } from './bank/tpps/certificate-control.ts';
import { contactOperations } from './bank/tpps/contact-information.ts';
import { tppControlOperations } from './bank/tpps/tpp-control.ts';
import type { Explainer } from './insight/explain/explainer.ts';
import type { Profile } from './protocol/profile.ts';
import type { Issuer } from './signing/issuer.ts';

export function scaDeps(payments: PaymentDeps, magic: MagicTable, onScaEnded: OnScaEnded): ScaDeps {
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
    onScaEnded,
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
    ...certificateOperations(issuer, explainer.know),
    resetOperation(banks, STARTING_COUNTS),
  ];
}
