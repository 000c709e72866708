// What lies behind a person and ahead, by the bank's time, from what the control API says of the person (CTRL-14). Each
// end that lies ahead has buttons that move the clock to a minute before it and a minute after.

import type { PersonView } from '../../bank/sandbox/person-control.ts';
import { DAY, MINUTE } from '../../kernel/clock.ts';
import { isoTime } from '../../kernel/dates.ts';
import { type Action, fixed } from './console-page.ts';

/** What begins or ends; `views/texts` has the words. */
export type MomentKind =
  | 'linkOpened'
  | 'linkExpires'
  | 'sessionBegins'
  | 'sessionEnds'
  | 'consentGiven'
  | 'consentExpires'
  | 'readCounts'
  | 'paymentMade'
  | 'paymentDue';

interface Moment {
  /** ISO 8601. */
  readonly at: string;
  readonly kind: MomentKind;
  readonly tpp: string;
  /** A word of that kind: `['session', 'living']`. Absent where the moment says all. */
  readonly status?: readonly ['link' | 'session' | 'consent' | 'status', string];
  readonly purpose?: string;
  readonly account?: string;
  readonly payment?: PersonView['payments'][number];
  /** How much is used of what there is: days of a consent, reads of a limit. */
  readonly used?: { readonly of: 'days' | 'reads'; readonly used: number; readonly most: number };
}

const LONGEST = 50;

/** @param now bank time in ms */
export function timelineOf(person: PersonView, now: number) {
  const all = [
    ...person.scaLinks.flatMap(linkMoments),
    ...person.sessions.flatMap(sessionMoments),
    ...person.consents.flatMap((consent) => consentMoments(consent, now)),
    ...person.limits.map(limitMoment),
    ...person.payments.flatMap(paymentMoments),
  ].map((moment) => ({ ...moment, distance: Date.parse(moment.at) - now }));
  const soonest = all.toSorted((a, b) => a.distance - b.distance);
  return {
    now: isoTime(now),
    ahead: soonest
      .filter(({ distance }) => distance > 0)
      .slice(0, LONGEST)
      .map((moment) => ({ ...moment, jumps: jumpsTo(moment.at, now) })),
    behind: soonest
      .filter(({ distance }) => distance <= 0)
      .reverse()
      .slice(0, LONGEST),
  };
}

const jumpsTo = (at: string, now: number): readonly Action[] =>
  (
    [
      [-MINUTE, 'console.timeline.before'],
      [MINUTE, 'console.timeline.after'],
    ] as const
  )
    .map(([by, label]) => ({ to: Date.parse(at) + by, label }))
    .filter(({ to }) => to > now)
    .map(({ to, label }) => ({
      operation: 'advanceClock',
      label,
      undo: true,
      fields: [fixed('/to', isoTime(to))],
    }));

function linkMoments({
  tpp,
  purpose,
  status,
  created,
  ends,
}: PersonView['scaLinks'][number]): Moment[] {
  const opened: Moment = {
    at: created,
    kind: 'linkOpened',
    tpp,
    purpose,
    status: ['link', status],
  };
  if (status !== 'waiting' && status !== 'expired') return [opened];
  return [opened, { at: ends, kind: 'linkExpires', tpp, purpose }];
}

const sessionMoments = ({
  tpp,
  status,
  started,
  ends,
}: PersonView['sessions'][number]): Moment[] => [
  { at: started, kind: 'sessionBegins', tpp, status: ['session', status] },
  { at: ends, kind: 'sessionEnds', tpp },
];

function consentMoments(consent: PersonView['consents'][number], now: number): Moment[] {
  const { tpp, status, lastSca, validUntil } = consent;
  const given = lastSca === undefined ? isoTime(now) : lastSca;
  const begin: Moment = {
    ...({ at: given, kind: 'consentGiven', tpp } as const),
    // That it expired is a moment of its own.
    ...(status === 'expired' ? {} : { status: ['consent', status] as const }),
  };
  if (lastSca === undefined || validUntil === undefined) return [begin];
  const [from, until] = [Date.parse(lastSca), Date.parse(validUntil)];
  const most = Math.round((until - from) / DAY);
  const used = Math.min(most, Math.max(0, Math.floor((now - from) / DAY)));
  const end: Moment = {
    at: validUntil,
    kind: 'consentExpires',
    tpp,
    used: { of: 'days', used, most },
  };
  return [begin, end];
}

const limitMoment = ({
  tpp,
  account,
  what,
  used,
  most,
  next,
}: PersonView['limits'][number]): Moment => ({
  at: next,
  kind: 'readCounts',
  tpp,
  account,
  purpose: what,
  used: { of: 'reads', used, most },
});

function paymentMoments(payment: PersonView['payments'][number]): Moment[] {
  const { tpp, status, created, due } = payment;
  const made: Moment = {
    at: created,
    kind: 'paymentMade',
    tpp,
    payment,
    status: ['status', status],
  };
  const ahead = due === undefined ? [] : [{ at: due, kind: 'paymentDue', tpp, payment } as const];
  return [made, ...ahead];
}
