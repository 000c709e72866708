// When a session of a TPP ends, and what is said of it then (SES-01 … SES-07).
import { expect, test } from '@jest/globals';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import { customers } from '../../../server/bank/customers/tables.ts';
import { purposeOf, type ScaDeps } from '../../../server/bank/sca/purpose.ts';
import { scaDueHandlers } from '../../../server/bank/sca/sca-due.ts';
import {
  endOf,
  needsApproval,
  type ScaPolicy,
  secondApprovalAfter,
  writeScaPolicy,
} from '../../../server/bank/sca/sca-policy.ts';
import {
  endSession,
  isLiving,
  putSession,
  startSession,
} from '../../../server/bank/sca/sessions.ts';
import { type FlowRow, type SessionRow, sessions } from '../../../server/bank/sca/tables.ts';
import { mapTx } from '../../support/map-tx.ts';
import { callOf } from '../accounts/call.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1000 * DAY;
const bankAt = (now: number, tx = mapTx()): BankTx => callOf(tx, now).bank;
const KARI = { tppId: 'T', customerId: 'kari', context: 'PRIVATE' } as const;

test('SES-01: a session lives for an hour, and then it ends, with an event that names its person', async () => {
  const bank = bankAt(NOW);
  const { sessionEnds } = scaDueHandlers({} as ScaDeps);
  const ends = (id: string, now: number) => sessionEnds?.({ ...bank, now }, id);
  const session = putSession(bank, { ...KARI, tppSessionId: 'own' });
  expect([session.startedAt, session.endsAt]).toEqual([NOW, NOW + HOUR]);
  const planned = await bank.tx.listBy(due, 'bySubject', session.id);
  expect(planned.map(({ at, type }) => [at, type])).toEqual([[NOW + HOUR, 'sessionEnds']]);
  expect([-1, 0, 1].map((ms) => isLiving(session, NOW + HOUR + ms))).toEqual([true, false, false]);
  expect(await ends('none', NOW + HOUR)).toEqual([]);
  expect(await ends(session.id, NOW + HOUR - 1)).toEqual([]);
  const event = { at: NOW + HOUR, type: 'sessionEnded', tppSessionId: 'own' };
  expect(await ends(session.id, NOW + HOUR)).toEqual([event]);
  bank.tx.put(customers, { id: 'kari', name: 'Kari', number: '1', type: 'PRIVATE' } as never);
  expect(await ends(session.id, NOW + HOUR)).toEqual([{ ...event, person: 'Kari' }]);
});

test('SCA-04: nothing comes of a link that is not there, and one of an unknown kind is a fault', async () => {
  const bank = bankAt(NOW);
  for (const handle of Object.values(scaDueHandlers({} as ScaDeps)))
    expect(await handle(bank, 'none')).toEqual([]);
  const flow = { purpose: { kind: 'session' } } as FlowRow;
  expect(() => purposeOf({ purposes: {} } as ScaDeps, flow)).toThrow(
    'No purpose for SCA flows of session',
  );
});

test('SES-07: a session that is used up ends now, one that has ended stays as it is', async () => {
  const bank = bankAt(NOW);
  const { id } = putSession(bank, { ...KARI, tppSessionId: 'own' });
  const endAt = async (now: number) => {
    endSession({ ...bank, now }, (await bank.tx.get(sessions, id)) as SessionRow);
    return (await bank.tx.get(sessions, id))?.endsAt;
  };
  expect(await endAt(NOW + HOUR)).toBe(NOW + HOUR);
  expect(await endAt(NOW + 7)).toBe(NOW + 7);
  expect(await endAt(NOW + 8)).toBe(NOW + 7);
});

test('SES-03: of a person a TPP has one living session; one that ran out is remembered for a day', async () => {
  const tx = mapTx();
  const start = (tppSessionId: string, now: number, of: object = KARI) =>
    startSession(bankAt(now, tx), { ...KARI, ...of, tppSessionId });
  const there = () => tx.all(sessions).map(({ tppSessionId }) => tppSessionId);
  await start('other TPP', NOW, { tppId: 'another' });
  await start('other person', NOW, { customerId: 'ola' });
  await start('a', NOW);
  await start('b', NOW + HOUR - 1);
  expect(there()).toEqual(['other TPP', 'other person', 'b']);
  await start('c', NOW + 2 * HOUR - 1);
  expect(there()).toEqual(['other TPP', 'other person', 'b', 'c']);
  await start('c', NOW + 2 * HOUR + DAY - 2);
  expect(there()).toEqual(['other TPP', 'other person', 'b', 'c']);
  await start('c', NOW + 2 * HOUR + DAY - 1);
  expect(there()).toEqual(['other TPP', 'other person', 'c']);
});

const EXPIRED = 'The SCA of this TPP-Session-ID has expired: it is valid for one hour.';
const USED_UP =
  'The SCA of this TPP-Session-ID is used up: by policy of this bank (sca-policy, demand always) it counts for one call only.';

test.each<[ScaPolicy['demand'], number, string]>([
  [undefined, HOUR, EXPIRED],
  [undefined, HOUR - 1, EXPIRED],
  ['never', 1, EXPIRED],
  ['always', HOUR, EXPIRED],
  ['always', HOUR - 1, USED_UP],
  ['always', 0, USED_UP],
])(
  'SES-02: with the demand %s, of a session that ended after %i ms: %s',
  async (demand, millis, text) => {
    const bank = bankAt(NOW);
    writeScaPolicy(bank.tx, { mode: 'page', ...(demand === undefined ? {} : { demand }) });
    const session = { startedAt: NOW, endsAt: NOW + millis } as SessionRow;
    expect(await endOf(bank, session)).toBe(text);
  },
);

test.each<[ScaPolicy['demand'], readonly boolean[]]>([
  [undefined, [false, true]],
  ['always', [true, true]],
  ['never', [false, false]],
])(
  'SES-07: with the demand %s, what is exempt and what is not needs an approval: %j',
  async (demand, needs) => {
    const bank = bankAt(NOW);
    writeScaPolicy(bank.tx, { mode: 'page', ...(demand === undefined ? {} : { demand }) });
    expect([await needsApproval(bank, true), await needsApproval(bank, false)]).toEqual(needs);
  },
);

test('SCA-08: a second person approves what the bank could refuse, if the policy says when', async () => {
  const bank = bankAt(NOW);
  const [can, cannot] = [{ refusal: async () => undefined }, {}] as never[];
  const after = async () => [
    await secondApprovalAfter(bank, can as never),
    await secondApprovalAfter(bank, cannot as never),
  ];
  expect(await after()).toEqual([undefined, undefined]);
  writeScaPolicy(bank.tx, { mode: 'page', secondApproval: 'PT2H' });
  expect(await after()).toEqual([2 * HOUR, undefined]);
});
