// The texts of values: which key of views/texts/ says a status, an event, an outcome. Keys are written whole, so that a
// search finds where they are used; the views ask with `say.word`.
import type { ConsentStatus } from '../../bank/accounts/consent-store.ts';
import type { ReportView } from '../../bank/banks/control-operation.ts';
import type { PaymentEvent } from '../../bank/payments/lifecycle.ts';
import type { CaughtPage } from '../../bank/redirects/caught-page.ts';
import type { linkStatus } from '../../bank/sca/flow.ts';
import type { AboutView, EndPage, NationalIdError } from '../../bank/sca/page-model.ts';
import type { FlowPurpose } from '../../bank/sca/tables.ts';
import type { CheckName } from '../../checks/checks.ts';
import type { SectionName } from '../../insight/coverage/sections.ts';
import type { Outcome } from '../../insight/inspector/figures.ts';
import type { VerdictStep } from '../../insight/inspector/verdict.ts';
import type { Frequency } from '../../protocol/generated/schemas.ts';
import type { PsuContext } from '../../protocol/psu-headers.ts';
import type { TransactionStatus } from '../../protocol/statuses.ts';
import type { validityAt } from '../../signing/trust.ts';
import type { WRONG_WAYS } from '../console/send.ts';
import { CLOCK_WORDS } from './clock-words.ts';

/** A key for every value of a type. */
type Keys<Value extends string> = { readonly [V in Value]: string };

export const WORDS = {
  ...CLOCK_WORDS,
  /** In the charts of the request log. */
  requestOutcome: {
    accepted: 'report.figures.accepted',
    toSca: 'report.figures.toSca',
    refused: 'report.figures.refused',
    failed: 'report.figures.failed',
  } satisfies Keys<Outcome>,
  reportTitle: {
    request: 'report.request.title',
    requests: 'report.requests.title',
    figures: 'report.figures.title',
    coverage: 'report.coverage.title',
    readiness: 'report.readiness.title',
  } satisfies Keys<ReportView>,
  caughtTitle: {
    back: 'caught.back.title',
    approved: 'caught.approved.title',
    failed: 'caught.failed.title',
    other: 'caught.other.title',
  } satisfies Keys<CaughtPage['step']>,
  /** Status of a payment. */
  status: {
    RCVD: 'console.is.RCVD',
    ACTC: 'console.is.ACTC',
    ACWC: 'console.is.ACWC',
    PDNG: 'console.is.PDNG',
    ACSP: 'console.is.ACSP',
    ACWP: 'console.is.ACWP',
    ACSC: 'console.is.ACSC',
    ACCP: 'console.is.ACCP',
    RJCT: 'console.is.RJCT',
    CANC: 'console.is.CANC',
    PART: 'console.is.PART',
  } satisfies Keys<TransactionStatus>,
  certificate: {
    valid: 'console.certificate.valid',
    expired: 'console.certificate.expired',
    'not-yet-valid': 'console.certificate.notYetValid',
    revoked: 'console.certificate.revoked',
  } satisfies Keys<ReturnType<typeof validityAt> | 'revoked'>,
  /** How a payment to a magic creditor ends. */
  ending: {
    ACSC: 'console.ending.ACSC',
    ACSP: 'console.ending.ACSP',
    ACWP: 'console.ending.ACWP',
    PDNG: 'console.ending.PDNG',
    ACTC: 'console.ending.ACTC',
    ACWC: 'console.ending.ACWC',
    ACCP: 'console.ending.ACCP',
    RJCT: 'console.ending.RJCT',
    CANC: 'console.ending.CANC',
    PART: 'console.ending.PART',
  } satisfies Keys<Exclude<TransactionStatus, 'RCVD'>>,
  /** What can happen to a payment. */
  paymentEvent: {
    approvedForToday: 'console.event.approvedForToday',
    approvedAhead: 'console.event.approvedAhead',
    approvedMoved: 'console.event.approvedMoved',
    scaFailedThrice: 'console.event.scaFailedThrice',
    deleted: 'console.event.deleted',
    cancellationApproved: 'console.event.cancellationApproved',
    due: 'console.event.due',
    settling: 'console.event.settling',
    creditorBankSlow: 'console.event.creditorBankSlow',
    partlyAccepted: 'console.event.partlyAccepted',
    settled: 'console.event.settled',
    noFunds: 'console.event.noFunds',
    completed: 'console.event.completed',
    refused: 'console.event.refused',
  } satisfies Keys<PaymentEvent>,
  check: {
    size: 'report.check.size',
    'path and method': 'report.check.path and method',
    'client certificate': 'report.check.client certificate',
    certificate: 'report.check.certificate',
    'signature syntax': 'report.check.signature syntax',
    keyId: 'report.check.keyId',
    date: 'report.check.date',
    digest: 'report.check.digest',
    algorithm: 'report.check.algorithm',
    'signed headers': 'report.check.signed headers',
    signature: 'report.check.signature',
    validity: 'report.check.validity',
    trust: 'report.check.trust',
    role: 'report.check.role',
    revocation: 'report.check.revocation',
    organisations: 'report.check.organisations',
    fault: 'report.check.fault',
    registration: 'report.check.registration',
    'required headers': 'report.check.required headers',
    'header formats': 'report.check.header formats',
    context: 'report.check.context',
    content: 'report.check.content',
    query: 'report.check.query',
    body: 'report.check.body',
    operation: 'report.check.operation',
  } satisfies Keys<CheckName>,
  /** Of a check. */
  outcome: {
    passed: 'report.checks.passed',
    refused: 'report.checks.refused',
    skipped: 'report.checks.skipped',
    'not judged': 'report.checks.not judged',
    'not reached': 'report.checks.not reached',
  } satisfies Keys<VerdictStep['outcome'] | 'not judged'>,
  /** How the mistakes in a list relate; `mistakesCount` for the heading. */
  mistakes: {
    readings: 'report.request.readings',
    errors: 'report.request.errors',
    next: 'report.request.next',
  },
  mistakesCount: { readings: 'report.request.readingsCount', errors: 'report.request.errorsCount' },
  /** Of the coverage report. */
  section: {
    operations: 'report.coverage.operations',
    'response-statuses': 'report.coverage.response-statuses',
    'error-codes': 'report.coverage.error-codes',
    'transaction-statuses': 'report.coverage.transaction-statuses',
    'sca-outcomes': 'report.coverage.sca-outcomes',
    rules: 'report.coverage.rules',
  } satisfies Keys<SectionName>,
  profile: { sandbox: 'report.readiness.sandbox', production: 'report.readiness.production' },
  /** What an SCA is for; `done` after it. */
  purpose: {
    access: 'console.sca.kind.access',
    session: 'console.sca.kind.session',
    payment: 'console.sca.kind.payment',
    cancellation: 'console.sca.kind.cancellation',
    basket: 'console.sca.kind.basket',
  } satisfies Keys<FlowPurpose['kind']>,
  /** What an operation of the control API did, with what its form and its answer say. */
  did: {
    advanceClock: 'console.did.clock',
    putClock: 'console.did.clock',
    reset: 'console.did.reset',
    completeSca: 'console.did.completeSca',
    revokeConsent: 'console.did.revokeConsent',
    putAccountPermissions: 'console.did.permissions',
    createFault: 'console.did.createFault',
    deleteFault: 'console.did.deleteFault',
    deleteFaults: 'console.did.deleteFaults',
    putSnapshot: 'console.did.putSnapshot',
    restoreSnapshot: 'console.did.restoreSnapshot',
    deleteSnapshot: 'console.did.deleteSnapshot',
    putRule: 'console.did.putRule',
    putRules: 'console.did.putRules',
    createCertificate: 'console.did.createCertificate',
    revokeCertificate: 'console.did.revokeCertificate',
    putTpp: 'console.did.putTpp',
    addSeed: 'console.did.addSeed',
  },
  /** Of an SCA link, a session: their status. */
  link: {
    waiting: 'console.link.waiting',
    expired: 'console.link.expired',
    approved: 'console.link.approved',
    failed: 'console.link.failed',
  } satisfies Keys<ReturnType<typeof linkStatus>>,
  session: { living: 'console.session.living', ended: 'console.session.ended' },
  read: { balances: 'console.read.balances', transactions: 'console.read.transactions' },
  /** Status of a consent. */
  consent: {
    valid: 'console.consents.valid',
    expired: 'console.consents.expired',
    empty: 'console.consents.empty',
    revoked: 'console.consents.revoked',
  } satisfies Keys<ConsentStatus>,
  context: {
    PRIVATE: 'context.PRIVATE',
    CORPORATE: 'context.CORPORATE',
  } satisfies Keys<PsuContext>,
  /** As what a customer can log in. */
  role: {
    private: 'console.people.private',
    corporate: 'console.people.corporate',
    both: 'console.people.both',
    company: 'context.CORPORATE',
  },
  line: { booked: 'console.line.booked', pending: 'console.line.pending' },
  frequency: {
    Daily: 'frequency.Daily',
    Weekly: 'frequency.Weekly',
    EveryTwoWeeks: 'frequency.EveryTwoWeeks',
    Monthly: 'frequency.Monthly',
    EveryTwoMonths: 'frequency.EveryTwoMonths',
    Quarterly: 'frequency.Quarterly',
    SemiAnnual: 'frequency.SemiAnnual',
    Annual: 'frequency.Annual',
    MonthlyVariable: 'frequency.MonthlyVariable',
  } satisfies Keys<Frequency>,
  wrongly: {
    crlf: 'console.send.wrongly.crlf',
    otherKey: 'console.send.wrongly.otherKey',
    oldDate: 'console.send.wrongly.oldDate',
    otherBody: 'console.send.wrongly.otherBody',
    otherRole: 'console.send.wrongly.otherRole',
  } satisfies Keys<(typeof WRONG_WAYS)[number]>,
  nationalIdError: {
    malformed: 'identify.error.malformed',
    'check-digits': 'identify.error.check-digits',
    unknown: 'identify.error.unknown',
  } satisfies Keys<NationalIdError>,
  about: {
    payment: 'identify.about.payment',
    cancellation: 'identify.about.cancellation',
  } satisfies Keys<AboutView['kind']>,
  done: {
    access: 'caught.done.access',
    session: 'caught.done.session',
    payment: 'caught.done.payment',
    cancellation: 'caught.done.cancellation',
    basket: 'caught.done.basket',
  } satisfies Keys<FlowPurpose['kind']>,
  scaError: {
    SCA_INVALID: 'caught.SCA_INVALID',
    PAYMENT_FAILED: 'caught.PAYMENT_FAILED',
    PSU_CREDENTIALS_INVALID: 'caught.PSU_CREDENTIALS_INVALID',
    SCA_EXPIRED: 'caught.SCA_EXPIRED',
    SYSTEM_ERROR: 'caught.SYSTEM_ERROR',
  },
  parameter: {
    'psu-id': 'caught.label.psu-id',
    'psu-corporate-id': 'caught.label.psu-corporate-id',
    'tpp-session-id': 'caught.label.tpp-session-id',
    context: 'caught.label.context',
    system: 'caught.label.system',
    code: 'caught.label.code',
  },
  became: {
    approved: 'end.became.approved',
    'not-approved': 'end.became.not-approved',
  } satisfies Keys<NonNullable<EndPage['became']>>,
  /** In the history of a payment. */
  moment: {
    created: 'console.payment.created',
    approved: 'console.payment.approved',
    execution: 'console.payment.execution',
    status: 'console.payment.status',
  },
} as const;

export type Word = keyof typeof WORDS;
