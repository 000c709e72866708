// The words of values (views/texts/words-*.json): every value has one, and none is of a value that there is no more. The
// compiler checks it here, from the file itself.
import { expect, test } from '@jest/globals';
import type { ConsentStatus } from '../../../server/bank/accounts/consent-store.ts';
import type { BankEvent } from '../../../server/bank/banks/bank-tx.ts';
import type { ReportView } from '../../../server/bank/banks/control-operation.ts';
import type { PaymentEvent } from '../../../server/bank/payments/lifecycle.ts';
import type { CaughtPage } from '../../../server/bank/redirects/caught-page.ts';
import type { linkStatus } from '../../../server/bank/sca/flow.ts';
import type { AboutView, EndPage, NationalIdError } from '../../../server/bank/sca/page-model.ts';
import type { FlowPurpose } from '../../../server/bank/sca/tables.ts';
import type { CheckName } from '../../../server/checks/checks.ts';
import type { MomentKind } from '../../../server/http/console/person-timeline.ts';
import type { WRONG_WAYS } from '../../../server/http/console/send.ts';
import type { SectionName } from '../../../server/insight/coverage/sections.ts';
import type { Outcome } from '../../../server/insight/inspector/figures.ts';
import type { VerdictStep } from '../../../server/insight/inspector/verdict.ts';
import type { Frequency } from '../../../server/protocol/generated/schemas.ts';
import type { PsuContext } from '../../../server/protocol/psu-headers.ts';
import type { TransactionStatus } from '../../../server/protocol/statuses.ts';
import type { validityAt } from '../../../server/signing/trust.ts';
import type en from '../../../views/texts/words-en.json';

/** The values of each kind. */
interface Values {
  bankEvent: BankEvent['type'];
  timeline: MomentKind;
  requestOutcome: Outcome;
  reportTitle: ReportView;
  caughtTitle: CaughtPage['step'];
  status: TransactionStatus;
  certificate: ReturnType<typeof validityAt> | 'revoked';
  ending: Exclude<TransactionStatus, 'RCVD'>;
  paymentEvent: PaymentEvent;
  check: CheckName;
  outcome: VerdictStep['outcome'] | 'not judged';
  section: SectionName;
  purpose: FlowPurpose['kind'];
  link: ReturnType<typeof linkStatus>;
  consent: ConsentStatus;
  context: PsuContext;
  frequency: Frequency;
  wrongly: (typeof WRONG_WAYS)[number];
  nationalIdError: NationalIdError;
  about: AboutView['kind'];
  done: FlowPurpose['kind'];
  endTitle: EndPage['step'];
  endText: EndPage['step'];
  endNext: EndPage['step'];
  endCode: EndPage['step'];
  became: NonNullable<EndPage['became']>;
}

/** Kinds whose values and words are not the same, each with what one of them has alone. */
type Apart = {
  [K in keyof Values as [Values[K]] extends [keyof (typeof en)[K]]
    ? [keyof (typeof en)[K]] extends [Values[K]]
      ? never
      : K
    : K]: Exclude<keyof (typeof en)[K], Values[K]> | Exclude<Values[K], keyof (typeof en)[K]>;
};

test('WEB-01: every value that pages show has a word', () => {
  const apart: Apart = {};
  expect(apart).toEqual({});
});
