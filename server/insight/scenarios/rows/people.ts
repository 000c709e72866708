// People of scenarios beside those of the starting set, as parts of seeds.
import { isoTime } from '../../../kernel/dates.ts';
import type { Fault } from '../../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../../protocol/json.ts';
import type { Setup } from '../scenario.ts';

export const KARI = '15479801026';

interface Kept {
  readonly accounts?: readonly JsonObject[];
  readonly cards?: readonly JsonObject[];
  readonly payments?: readonly JsonObject[];
}

/** A person without anything but what is given; NOK and an account number by themselves. */
export const kari = ({ accounts = [], ...rest }: Kept): JsonObject => ({
  customers: [{ customerNumber: KARI, customerName: 'Kari Nordmann' }],
  accounts: accounts.map((account, i) => ({
    customerNumber: KARI,
    currency: 'NOK',
    ...(i === 0 ? { bban: '99997649326' } : {}),
    ...account,
  })),
  ...rest,
});

/** She is the person of the scenario. */
export const ofKari = (kept: Kept): Setup => ({ person: KARI, seed: kari(kept) });

/** Debits of 1.00, 2.00 …, the newest today, so many a day. */
export const debits = (count: number, aDay: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({
    transactionAmount: -(i + 1),
    bookingDate: `today-${Math.floor(i / aDay)}d`,
  }));

/** The page of the first link is answered so. */
export const atTheLink = (effect: Fault['effect']): Setup => ({
  faults: [{ match: { method: 'GET', path: '/sca/*' }, effect, times: 1 }],
});

export const CALLBACK_TWICE = {
  happens:
    "Your client runs twice. In the second run the person's browser opens the callback of the first one again (SANDBANK_CALLBACK).",
  setup: { again: [{ callbackTwice: true }] },
} as const;

/** A payment between her two accounts that is booked after ten minutes. @param now ms */
export const bookedLater = (now: number): JsonObject => ({
  product: 'payments/norwegian-domestic-credit-transfers',
  tpp: 'PSDNO-FSA-987654321',
  psu: KARI,
  status: 'ACTC',
  record: {
    statusChangedAt: isoTime(now),
    approvedAt: isoTime(now),
    due: [{ type: 'paymentDue', at: isoTime(now + 600_000) }],
  },
  request: {
    debtorAccount: { iban: 'NO0699997649326', currency: 'NOK' },
    creditorName: 'Kari Nordmann',
    creditorAccount: { bban: '99999351499', currency: 'NOK' },
    instructedAmount: { amount: '10.00', currency: 'NOK' },
  },
});
