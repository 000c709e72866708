// What the first page of the console says that the bank will do next, for rows of every kind of due work, as it is written
// in tests/fixtures/pages/due-next.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { consents } from '../../../server/bank/accounts/tables.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import { customers } from '../../../server/bank/customers/tables.ts';
import { payments } from '../../../server/bank/payments/tables.ts';
import { flows, sessions } from '../../../server/bank/sca/tables.ts';
import { dueDays } from '../../../server/http/console/due-next.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded } from '../../support/recorded.ts';

const NOW = Date.parse('2031-03-05T22:30:00Z');
const HOUR = 3_600_000;

/** Rows of which each says only what the page reads. */
function bankWith(rows: readonly (readonly [table: unknown, row: object])[]) {
  const tx = mapTx();
  for (const [table, row] of rows) tx.put(table as typeof customers, row as never);
  const ids = createIds((size) => new Uint8Array(size));
  return { bank: 'default', idScope: 'default', tx, now: NOW, ids };
}

const work = (type: string, subject: string, hours: number) =>
  [due, { id: `${type}:${subject}:${hours}`, at: NOW + hours * HOUR, type, subject }] as const;
const person = (id: string, name: string) => [customers, { id, name, number: id }] as const;
const payment = (id: string, request: object) =>
  [payments, { id, amount: 12_345n, currency: 'NOK', request, createdAt: 0 }] as const;
const flow = (id: string, more: object) =>
  [flows, { id, purpose: { kind: 'access' }, createdAt: 0, number: 1, ...more }] as const;
const session = (id: string, hours: number) =>
  [sessions, { id, customerId: 'kari', endsAt: NOW + hours * HOUR }] as const;

const KNOWN = [
  person('kari', 'Kari'),
  person('ola', 'Ola'),
  payment('paid', { creditorName: 'Bok' }),
  payment('bulk', { payments: [{ creditorName: 'First' }, { creditorName: 'Second' }] }),
  payment('none', { payments: [] }),
  flow('chosen', { customerId: 'ola' }),
  flow('fixed', { fixedCustomerId: 'kari', customerId: 'ola' }),
  flow('nobody', {}),
  flow('unknown', { customerId: 'gone' }),
  flow('second', { purpose: { kind: 'payment', paymentId: 'paid' }, customerId: 'ola' }),
  flow('cancels', { purpose: { kind: 'cancellation', paymentId: 'paid' }, customerId: 'ola' }),
  session('short', 1),
  session('long', 2),
  [consents, { id: 'given', customerId: 'kari' }],
] as const;

/** Each is a bank by itself: what is due, and when, in hours from now. */
const WORK: Readonly<Record<string, readonly (readonly [string, string, number])[]>> = {
  nothing: [],
  'what is only tidied up': [
    ['scaLinkForgotten', 'chosen', 1],
    ['quotaEnds', 'x', 1],
  ],
  'each kind of work': [
    'consentExpires given',
    'paymentDue paid',
    'paymentSettles paid',
    'scaAnswers chosen',
    'scaLinkExpires fixed',
    'secondApproves second',
    'sessionEnds short',
  ].map((one) => [one.split(' ')[0] ?? '', one.split(' ')[1] ?? '', 1]),
  'runs and bulks': [
    ['paymentDue', 'paid#3', 3],
    ['paymentDue', 'bulk', 2],
    ['paymentDue', 'none', 1],
    ['paymentSettles', 'gone', 1],
    ['paymentDue', '', 1],
  ],
  'second approvals': [
    ['secondApproves', 'cancels', 1],
    ['secondApproves', 'nobody', 1],
    ['secondApproves', 'gone', 1],
    ['secondApproves', 'paid', 1],
    ['scaAnswers', 'second', 1],
  ],
  'sessions that ended otherwise': [
    ['sessionEnds', 'short', 2],
    ['sessionEnds', 'long', 1],
    ['sessionEnds', 'long', 2],
    ['sessionEnds', 'gone', 1],
    ['consentExpires', 'short', 5],
  ],
  'links of several, of one twice, and of nobody': [
    ...['chosen', 'fixed', 'nobody', 'unknown'].map((one) => ['scaLinkExpires', one, 0.1] as const),
    ['scaLinkExpires', 'chosen', 0.2],
    ['paymentDue', 'paid', 0.3],
    ['sessionEnds', 'short', 1],
    ['scaLinkExpires', 'chosen', 30],
  ],
  'today, tomorrow and later': [
    ['paymentDue', 'paid', 100],
    ['paymentDue', 'paid', 0],
    ['paymentDue', 'bulk', 1.4],
    ['paymentDue', 'paid', 1.5],
    ['paymentDue', 'bulk', 25.5],
    ['paymentDue', 'paid', 25.4],
    ['paymentDue', 'bulk', 49.6],
  ],
  'two of one moment': [
    ['paymentSettles', 'paid', 1],
    ['paymentDue', 'bulk', 1],
    ['paymentDue', 'paid', 1],
  ],
  'more than is read': Array.from({ length: 205 }, (_, nth) => ['paymentDue', 'paid', nth * 24]),
};

const SHOWN = [
  { days: 3, lines: 2 },
  { days: 1, lines: 100 },
  { days: 1000, lines: 1 },
];

test('CLOCK-01: what the bank will do next: is what the console says now', async () => {
  const lines: string[] = [];
  for (const [name, all] of Object.entries(WORK)) {
    const bank = bankWith([...KNOWN, ...all.map((one) => work(...one))]);
    for (const most of SHOWN) {
      const { days, more } = await dueDays(bank, most);
      lines.push(`# ${name}, at most ${JSON.stringify(most)}: ${more} more`);
      const shown = days.length > 8 ? [...days.slice(0, 2), ...days.slice(-2)] : days;
      lines.push(...shown.map((day) => JSON.stringify(day)));
    }
  }
  expectRecorded('pages/due-next.txt', lines);
});
