// The clock of a bank over HTTP (CLOCK-01): reading, setting, freezing, advancing.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf, balancesOf, newPayment, statusOf } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { eachBank, eachTest } from '../support/test-bank.ts';

const bank = await eachBank();

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const read = async () => (await bank.control('GET', '/_sandbox/clock')).body;
const put = (body: unknown): Promise<Answer> => bank.control('PUT', '/_sandbox/clock', body);
const advance = (body: unknown) => bank.control('POST', '/_sandbox/clock/advance', body);
/** Stands still at noon of a summer day. */
const freeze = (now = '2027-06-15T10:00:00.000Z') => put({ now, frozen: true });

describe('reading and setting', () => {
  test('CLOCK-01: a new bank shows the time of the wall, running', async () => {
    const { now, frozen, ...others } = await read();
    expect([frozen, others]).toEqual([false, {}]);
    expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60 * SECOND);
  });

  test('CLOCK-01: it can be set ahead, and runs on from there', async () => {
    const set = await put({ now: '2031-01-01T00:00:00+01:00' });
    expect(set.status).toBe(200);
    expect(set.body).toEqual({ now: '2030-12-31T23:00:00.000Z', frozen: false, events: [] });
    let ran = 0;
    while (ran === 0) ran = Date.parse((await read()).now) - Date.parse(set.body.now);
    expect(ran).toBeGreaterThan(0);
    expect(ran).toBeLessThan(60 * SECOND);
  });

  test('CLOCK-01: it can be set back, also before the bank began', async () => {
    for (const minute of ['2001-02-03T04:05:', '1970-01-01T00:00:']) {
      expect((await put({ now: `${minute}00Z` })).status).toBe(200);
      expect((await read()).now).toContain(minute);
    }
  });

  test('CLOCK-01: frozen it stands, set again it stands elsewhere, unfrozen it goes on from there', async () => {
    await freeze();
    const first = await read();
    const until = Date.now() + 2;
    while (Date.now() < until) await read();
    expect(await read()).toEqual(first);
    expect(first).toEqual({ now: '2027-06-15T10:00:00.000Z', frozen: true });
    expect((await put({ now: '2027-06-16T10:00:00Z' })).body.frozen).toBe(true);
    expect((await read()).now).toBe('2027-06-16T10:00:00.000Z');
    const released = await put({ frozen: false });
    expect(released.body.frozen).toBe(false);
    const on = Date.parse((await read()).now) - Date.parse('2027-06-16T10:00:00Z');
    expect(on).toBeGreaterThanOrEqual(0);
    expect(on).toBeLessThan(60 * SECOND);
  });

  test.each([
    ['{}', {}, undefined],
    ['a word as now', { now: 'yesterday' }, '/now'],
    ['now without an offset', { now: '2027-06-15T10:00:00' }, '/now'],
    ['a day that does not exist', { now: '2027-02-29T10:00:00Z' }, '/now'],
    ['24 o’clock', { now: '2027-06-15T24:00:00Z' }, '/now'],
    ['now before 1970', { now: '1969-12-31T23:59:59Z' }, '/now'],
    ['a word as frozen', { frozen: 'yes' }, '/frozen'],
    ['an unknown member', { speed: 2 }, '/speed'],
    ['an array', [], undefined],
  ])('CLOCK-01: PUT of %s is 400 FORMAT_ERROR and changes nothing', async (_, body, path) => {
    await freeze();
    expectRefusal(await put(body), { code: 'FORMAT_ERROR', ...(path && { path }) });
    expect(await read()).toEqual({ now: '2027-06-15T10:00:00.000Z', frozen: true });
  });
});

describe('advancing', () => {
  test.each([
    ['PT61M', '2027-06-15T11:01:00.000Z'],
    ['P1D', '2027-06-16T10:00:00.000Z'],
    ['P2W', '2027-06-29T10:00:00.000Z'],
    ['P1DT2H3M4S', '2027-06-16T12:03:04.000Z'],
    ['PT0.5S', '2027-06-15T10:00:00.500Z'],
    ['PT0S', '2027-06-15T10:00:00.000Z'],
  ])('CLOCK-01: by %s', async (by, now) => {
    await freeze();
    const answer = await advance({ by });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ now, frozen: true, events: [] });
    expect((await read()).now).toBe(now);
  });

  test('CLOCK-01: P1D is 24 hours on the day that has 23', async () => {
    await freeze('2027-03-27T12:00:00Z');
    expect((await advance({ by: 'P1D' })).body.now).toBe('2027-03-28T12:00:00.000Z');
  });

  test('CLOCK-01: to a time, which may be the present one', async () => {
    await freeze();
    for (const to of ['2027-06-15T10:00:00Z', '2027-07-01T00:00:00+02:00']) {
      const answer = await advance({ to });
      expect(answer.body.now).toBe(new Date(to).toISOString());
    }
  });

  test('CLOCK-01: a running clock runs on after it', async () => {
    const { now, frozen } = (await advance({ by: 'P1D' })).body;
    expect(frozen).toBe(false);
    expect(Math.abs(Date.parse(now) - Date.now() - DAY)).toBeLessThan(60 * SECOND);
  });

  test.each([
    ['{}', {}, '/by'],
    ['by and to', { by: 'P1D', to: '2027-06-20T00:00:00Z' }, '/to'],
    ['to the past', { to: '2027-06-15T09:59:59Z' }, '/to'],
    ['to a time after 9999', { by: 'P9000000D' }, '/by'],
    ['by a negative duration', { by: '-PT1S' }, '/by'],
    ['by months, whose length varies', { by: 'P1M' }, '/by'],
    ['by a word', { by: 'an hour' }, '/by'],
    ['by hours with an exponent', { by: 'PT1e9H' }, '/by'],
    ['by 400 digits', { by: `PT${'9'.repeat(400)}H` }, '/by'],
    ['by a duration with an unknown member', { by: 'P1D', twice: true }, '/twice'],
  ])('CLOCK-01: advancing %s is 400 FORMAT_ERROR and moves nothing', async (_, body, path) => {
    await freeze();
    expectRefusal(await advance(body), { code: 'FORMAT_ERROR', path });
    expect((await read()).now).toBe('2027-06-15T10:00:00.000Z');
  });
});

describe('what falls due', () => {
  beforeEach(() => freeze());
  const psu = eachTest(() => consentOf(bank));

  async function approved(change: Readonly<Record<string, unknown>>): Promise<string> {
    const made = await newPayment(psu, change);
    await completeSca(bank, made, { nationalId: PERSONS.jonas });
    return made.body.paymentId;
  }
  const eur = (amount: string) => ({ instructedAmount: { amount, currency: 'EUR' } });
  const booked = async (): Promise<readonly { bookingDate?: string; creditorName?: string }[]> => {
    const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
    const list = await bank.tpp.get(
      `/v1/sandbox/accounts/${mockAccountId}/transactions?limit=1000`,
    );
    return list.body.transactions.filter(
      (one: { creditorName?: string }) => one.creditorName === 'Café Zentral GmbH',
    );
  };

  test('CLOCK-01: runs in order, each at its own time, and is reported once', async () => {
    const later = await approved({ ...eur('3.00'), requestedExecutionDate: '2027-06-18' });
    const sooner = await approved({ ...eur('2.00'), requestedExecutionDate: '2027-06-17' });
    const now = await approved(eur('1.00'));
    expect(await statusOf(psu, now)).toBe('PDNG');
    const { events } = (await advance({ by: 'P10D' })).body;
    const at = events.map((event: { at: string }) => event.at);
    expect(at).toEqual([...at].sort());
    const paid = events.flatMap(({ at, paymentId }: { at: string; paymentId?: string }) =>
      paymentId === undefined ? [] : [[at, paymentId]],
    );
    // 06:00 in Oslo, and two seconds later the settlement.
    expect(paid).toEqual([
      ['2027-06-15T10:00:02.000Z', now],
      ['2027-06-17T04:00:00.000Z', sooner],
      ['2027-06-17T04:00:02.000Z', sooner],
      ['2027-06-18T04:00:00.000Z', later],
      ['2027-06-18T04:00:02.000Z', later],
    ]);
    expect((await booked()).map(({ bookingDate }) => bookingDate)).toEqual([
      '2027-06-18',
      '2027-06-17',
      '2027-06-15',
    ]);
    const again = (await advance({ by: 'P10D' })).body.events;
    expect(again.filter((event: { paymentId?: string }) => event.paymentId)).toEqual([]);
    expect(await booked()).toHaveLength(3);
  });

  test('CLOCK-01: what is due at one moment runs in the order of the approvals', async () => {
    const paid: string[] = [];
    for (const euros of [5, 1, 4, 2, 3, 6]) {
      const day = { requestedExecutionDate: '2027-06-17' };
      paid.push(await approved({ ...eur(`${euros}.00`), ...day }));
    }
    const { events } = (await advance({ by: 'P10D' })).body;
    const of = (wanted: string): readonly string[] =>
      events.flatMap(({ type, paymentId }: { type: string; paymentId?: string }) =>
        type === wanted ? [paymentId] : [],
      );
    expect(of('paymentDue')).toEqual(paid);
    expect(of('paymentSettled')).toEqual(paid);
  });

  test('CLOCK-01: every kind of event, with what belongs to it', async () => {
    const headers = psuHeaders();
    await bank.tpp.with(headers).post('/v1/bank-offered-consents');
    const id = await approved({ ...eur('2.00'), requestedExecutionDate: '2027-06-17' });
    const { events } = (await advance({ by: 'P10D' })).body;
    expect(events).toEqual(
      expect.arrayContaining([
        {
          at: '2027-06-15T10:15:00.001Z',
          type: 'scaLinkExpired',
          authorisationId: expect.any(String),
        },
        {
          at: '2027-06-15T11:00:00.000Z',
          type: 'sessionEnded',
          tppSessionId: psu.sessionId,
          person: 'Jonas Bakkerud',
        },
        {
          at: '2027-06-17T04:00:00.000Z',
          type: 'paymentDue',
          paymentId: id,
          transactionStatus: 'PDNG',
        },
        {
          at: '2027-06-17T04:00:02.000Z',
          type: 'paymentSettled',
          paymentId: id,
          transactionStatus: 'ACSC',
        },
      ]),
    );
    const kinds = new Set(events.map(({ type }: { type: string }) => type));
    expect(kinds).toEqual(
      new Set(['scaLinkExpired', 'sessionEnded', 'paymentDue', 'paymentSettled']),
    );
  });

  test('CLOCK-01: not a millisecond before its time', async () => {
    const id = await approved(eur('1.00'));
    await advance({ to: '2027-06-15T10:00:01.999Z' });
    expect(await statusOf(psu, id)).toBe('PDNG');
    await advance({ by: 'PT0.001S' });
    expect(await statusOf(psu, id)).toBe('ACSC');
  });

  test('CLOCK-01: setting it ahead runs what falls due, too', async () => {
    const id = await approved(eur('1.00'));
    const { events } = (await put({ now: '2027-06-15T10:30:00Z' })).body;
    expect(events.map((event: { paymentId?: string }) => event.paymentId)).toContain(id);
    expect(await statusOf(psu, id)).toBe('ACSC');
  });

  test('CLOCK-01: setting it back undoes nothing and runs nothing twice', async () => {
    await approved(eur('1.00'));
    await advance({ by: 'PT10S' });
    const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
    const balances = async () =>
      balancesOf((await bank.tpp.get(`/v1/sandbox/accounts/${mockAccountId}`)).body);
    const settled = await balances();
    expect((await put({ now: '2027-06-15T09:00:00Z' })).body.events).toEqual([]);
    expect(await balances()).toEqual(settled);
    await advance({ by: 'P2D' });
    expect(await balances()).toEqual(settled);
    expect(await booked()).toHaveLength(1);
  });

  test('CLOCK-01: of many advances at once each step runs once', async () => {
    await approved(eur('1.00'));
    const answers = await Promise.all(Array.from({ length: 5 }, () => advance({ by: 'PT1S' })));
    const events = answers.flatMap(({ body }) => body.events);
    expect(events.filter((event: { paymentId?: string }) => event.paymentId)).toHaveLength(1);
    expect((await read()).now).toBe('2027-06-15T10:00:05.000Z');
    expect(await booked()).toHaveLength(1);
  });
});

describe('who reads it', () => {
  beforeEach(() => freeze('2033-05-05T10:00:00Z'));

  test('SIG-11, CLOCK-01: Date is compared with the wall clock, not with this one', async () => {
    const atBank = { Date: new Date('2033-05-05T10:00:00Z').toUTCString() };
    const refused = await bank.tpp.get('/v1/sandbox/customers', { headers: atBank });
    expectRefusal(refused, { code: 'BAD_REQUEST', path: 'Date' });
    expect((await bank.tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });

  test('TPP-01, CLOCK-01: certificates run out by the wall clock, not by this one', async () => {
    const shortLived = await bank.newTpp({ validDays: 1 });
    expect((await shortLived.get('/v1/sandbox/customers')).status).toBe(200);
  });
});
