// The texts of what comes and goes with a bank's clock: events, due work, the timeline of a person.
import type { BankEvent } from '../../bank/banks/bank-tx.ts';
import type { MomentKind } from '../console/person-timeline.ts';

export const CLOCK_WORDS = {
  /** What the bank did while its clock moved. */
  bankEvent: {
    consentExpired: 'console.happened.consentExpired',
    paymentDue: 'console.happened.paymentDue',
    paymentSettled: 'console.happened.paymentSettled',
    scaLinkExpired: 'console.happened.scaLinkExpired',
    secondApproved: 'console.happened.secondApproved',
    sessionEnded: 'console.happened.sessionEnded',
  } satisfies Record<BankEvent['type'], string>,
  /** Due work, by the type of its row; `dueTogether` for several of a type. */
  due: {
    paymentDue: 'console.due.paymentDue',
    paymentSettles: 'console.due.paymentSettles',
    sessionEnds: 'console.due.sessionEnds',
    scaAnswers: 'console.due.scaAnswers',
    secondApproves: 'console.due.secondApproves',
    scaLinkExpires: 'console.due.scaLinkExpires',
    consentExpires: 'console.due.consentExpires',
  },
  dueTogether: {
    sessionEnds: 'console.due.many.sessionEnds',
    scaLinkExpires: 'console.due.many.scaLinkExpires',
    consentExpires: 'console.due.many.consentExpires',
  },
  /** Days with a name. */
  dueDay: { today: 'console.due.today', tomorrow: 'console.due.tomorrow' },
  /** In the timeline of a person; `timelinePassed` for an end that lies behind. */
  timeline: {
    linkOpened: 'console.timeline.linkOpened',
    linkExpires: 'console.timeline.linkExpires',
    sessionBegins: 'console.timeline.sessionBegins',
    sessionEnds: 'console.timeline.sessionEnds',
    consentGiven: 'console.timeline.consentGiven',
    consentExpires: 'console.timeline.consentExpires',
    readCounts: 'console.timeline.readCounts',
    paymentMade: 'console.timeline.paymentMade',
    paymentDue: 'console.timeline.paymentDue',
  } satisfies Record<MomentKind, string>,
  timelinePassed: {
    linkExpires: 'console.timeline.passed.linkExpires',
    sessionEnds: 'console.timeline.passed.sessionEnds',
    consentExpires: 'console.timeline.passed.consentExpires',
  },
  timelineUsed: { days: 'console.timeline.days', reads: 'console.timeline.reads' },
} as const;
