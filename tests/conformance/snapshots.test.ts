// Snapshots of a bank (CTRL-04): saved, restored, cloned into other banks, compared. That a clone answers as its golden
// bank does, to the byte, is in clone-answers.test.ts.
import { describe, expect, test } from '@jest/globals';
import { absent, accountPath } from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import {
  accountOf,
  answered,
  newPayment,
  removeCustomer,
  statusOf,
  wholeBank,
} from '../support/control-bank.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const PATH = '/_sandbox/snapshots';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const save = (name: string, of: TestBank = bank) => of.control('PUT', `${PATH}/${name}`);
const restore = (name: string, of: TestBank = bank, query = '') =>
  of.control('POST', `${PATH}/${name}/restore${query}`);
const names = async (of: TestBank = bank): Promise<string[]> =>
  (await of.control('GET', PATH)).body.snapshots.map(({ name }: { name: string }) => name);
const nameOf = ({ url }: TestBank): string => url.slice(url.lastIndexOf('/') + 1);
const freeze = (now: string) => bank.control('PUT', '/_sandbox/clock', { now, frozen: true });
/** A new bank that was restored from that snapshot of `bank`. */
async function cloneOf(name: string): Promise<TestBank> {
  const clone = house.tenant();
  answered(await restore(name, clone, `?bank=${nameOf(bank)}`), 200);
  return clone;
}

describe('save, list, delete', () => {
  test('CTRL-04: a snapshot is new once, then replaced, and has the time of the bank', async () => {
    await freeze('2031-02-03T04:05:06Z');
    const first = await save('golden');
    const snapshot = { name: 'golden', takenAt: '2031-02-03T04:05:06.000Z' };
    expect([first.status, first.body]).toEqual([201, snapshot]);
    await freeze('2032-02-03T04:05:06Z');
    const again = await save('golden');
    const later = { name: 'golden', takenAt: '2032-02-03T04:05:06.000Z' };
    expect([again.status, again.body]).toEqual([200, later]);
    await save('a');
    expect((await bank.control('GET', PATH)).body).toEqual({
      snapshots: [{ ...later, name: 'a' }, later],
    });
  });

  test('CTRL-04: deleted, it is unknown, and the others stay', async () => {
    await save('one');
    await save('two');
    expect((await bank.control('DELETE', `${PATH}/one`)).status).toBe(204);
    expect(await names()).toEqual(['two']);
    for (const answer of [
      await bank.control('DELETE', `${PATH}/one`),
      await bank.control('GET', `${PATH}/one`),
      await restore('one'),
    ]) {
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    expect((await restore('two')).status).toBe(200);
  });

  test('CTRL-04: each bank has its own', async () => {
    await save('golden');
    expect(await names(house.tenant())).toEqual([]);
    expectRefusal(await restore('golden', house.tenant()), {
      status: 404,
      code: 'RESOURCE_UNKNOWN',
    });
  });

  test.each([
    ['initialize', () => bank.tpp.post('/v1/sandbox/initialize')],
    ['reset', () => bank.control('POST', '/_sandbox/reset')],
  ])('CTRL-04: %s leaves them', async (_, start) => {
    await freeze('2031-02-03T04:05:06Z');
    await save('golden');
    expect((await start()).status).toBe(200);
    expect(await names()).toEqual(['golden']);
    await restore('golden');
    const clock = await bank.control('GET', '/_sandbox/clock');
    expect(clock.body).toEqual({ now: '2031-02-03T04:05:06.000Z', frozen: true });
  });
});

describe('WEB-05: bounds', () => {
  test.each(['Golden', '-golden', 'gol_den', 'gol.den', 'g%20', 'å', 'x'.repeat(64), 'diff', '@'])(
    'WEB-05: the name %s is 400 and saves nothing',
    async (name) => {
      expectRefusal(await save(encodeURI(name)), { code: 'FORMAT_ERROR', path: 'name' });
      expect(await names()).toEqual([]);
    },
  );

  test.each(['0', 'x'.repeat(63), 'job-4711'])('WEB-05: the name %s is taken', async (name) => {
    expect((await save(name)).status).toBe(201);
    expect(await names()).toEqual([name]);
  });

  test('WEB-05: a bank has at most 100 snapshots, also if they are saved at once', async () => {
    const all = Array.from({ length: 105 }, (_, i) => `s${String(i).padStart(3, '0')}`);
    await Promise.all(all.slice(0, 95).map((name) => save(name)));
    const last = await Promise.all(all.slice(95).map((name) => save(name)));
    // As many as there is room for.
    expect(last.filter(({ status }) => status === 201)).toHaveLength(5);
    const full = await names();
    expect(full).toHaveLength(100);
    expectRefusal(await save('one-more'), { code: 'CONFLICT', says: /at most 100/ });
    expect((await save(full[7] as string)).status).toBe(200);
    expect(await names()).toEqual(full);
    await bank.control('DELETE', `${PATH}/${full[0]}`);
    expect((await save('one-more')).status).toBe(201);
  });
});

describe('restore', () => {
  test('CTRL-04: everything is as it was', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', { demand: 'always' });
    const before = await wholeBank(bank);
    await save('before');
    const { customers } = before as { customers: { customerId: string }[] };
    await bank.tpp.send('DELETE', `/v1/sandbox/customers/${customers[0]?.customerId}`);
    await bank.control('PUT', '/_sandbox/sca-policy', { demand: 'never' });
    expect(await wholeBank(bank)).not.toEqual(before);
    const restored = await restore('before');
    expect([restored.status, restored.body.name]).toEqual([200, 'before']);
    expect(await wholeBank(bank)).toEqual(before);
    expect((await bank.control('GET', '/_sandbox/sca-policy')).body.demand).toBe('always');
  });

  test('CTRL-04: a snapshot stays as it is, whatever the bank does after it', async () => {
    await save('before');
    const psu = await consentOf(bank);
    for (let i = 0; i < 2; i++) {
      await restore('before');
      expectRefusal(await psu.tpp.get('/v1/accounts'), { code: 'PSU_CREDENTIALS_INVALID' });
      await consentOf(bank);
    }
  });

  test('CTRL-04: of many at once every one is whole', async () => {
    await save('empty');
    await consentOf(bank);
    await save('consented');
    const consents = async () => (await bank.control('GET', '/_sandbox/consents')).body;
    const full = JSON.stringify(await consents());
    const rounds = Array.from({ length: 10 }, (_, i) => (i % 2 ? 'empty' : 'consented'));
    await Promise.all(rounds.map((name) => restore(name)));
    await restore('consented');
    expect(JSON.stringify(await consents())).toBe(full);
  });

  test.each([
    ['No-Name', { code: 'FORMAT_ERROR', path: 'bank' }],
    ['', { code: 'FORMAT_ERROR', path: 'bank' }],
    ['nobody', { status: 404, code: 'RESOURCE_UNKNOWN' }],
  ])('CTRL-04: from the bank "%s" it is refused, and changes nothing', async (from, refusal) => {
    await freeze('2031-02-03T04:05:06Z');
    await save('golden');
    expectRefusal(await restore('golden', bank, `?bank=${from}`), refusal);
    expect((await bank.control('GET', '/_sandbox/clock')).body.frozen).toBe(true);
  });
});

describe('a clone', () => {
  test('CTRL-04: people get the PSU-IDs of the golden bank, until the clone is reset', async () => {
    const golden = await consentOf(bank);
    await bank.control('POST', '/_sandbox/reset');
    await save('golden');
    const clone = await cloneOf('golden');
    const idsAt = async (of: TestBank) => {
      const { psuId, tpp } = await consentOf(of);
      return [psuId, (await tpp.get('/v1/accounts')).body.accounts[0].resourceId];
    };
    const ids = await idsAt(clone);
    expect(ids[0]).toBe(golden.psuId);
    await save('second', clone);
    const third = house.tenant();
    await restore('second', third, `?bank=${nameOf(clone)}`);
    expect(await idsAt(third)).toEqual(ids);
    await clone.control('POST', '/_sandbox/reset');
    const own = await idsAt(clone);
    expect(own[0]).not.toBe(ids[0]);
    expect(own[1]).not.toBe(ids[1]);
  });

  test('CTRL-04: the two go their own ways', async () => {
    await save('golden');
    const clone = await cloneOf('golden');
    await consentOf(clone);
    expect((await bank.control('GET', '/_sandbox/consents')).body.consents).toEqual([]);
    expect(await names(clone)).toEqual([]);
    await bank.control('DELETE', `${PATH}/golden`);
    expect((await clone.control('GET', '/_sandbox/consents')).body.consents).toHaveLength(1);
  });

  test('CTRL-04: its clock is that of the golden bank, and what is due later becomes due on both', async () => {
    await freeze('2031-02-03T10:00:00Z');
    const psu = await consentOf(bank);
    const made = await newPayment(psu, { requestedExecutionDate: '2031-02-05' });
    await completeSca(bank, made, { nationalId: PERSONS.jonas });
    await save('golden');
    const clone = await cloneOf('golden');
    const onClone = { ...psu, tpp: psu.tpp.at(clone.url) };
    const { body } = await clone.control('POST', '/_sandbox/clock/advance', { by: 'P3D' });
    expect(body.events.map(({ type }: { type: string }) => type)).toContain('paymentSettled');
    expect(await statusOf(onClone, made.body.paymentId)).toBe('ACSC');
    expect(await statusOf(psu, made.body.paymentId)).toBe('ACTC');
  });

  test('CTRL-04: the offset of a running clock comes along', async () => {
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'P100D' });
    await save('golden');
    const clone = await cloneOf('golden');
    const at = async (of: TestBank) =>
      Date.parse((await of.control('GET', '/_sandbox/clock')).body.now);
    expect(Math.abs((await at(clone)) - (await at(bank)))).toBeLessThan(60_000);
  });
});

describe('diff', () => {
  const diff = (query: string) => bank.control('GET', `${PATH}/diff?${query}`);

  test('CTRL-04: two snapshots of the same bank do not differ', async () => {
    await save('a');
    await save('b');
    expect((await diff('from=a&to=b')).body).toEqual({
      from: 'a',
      to: 'b',
      words: [],
      added: [],
      changed: [],
      removed: [],
    });
    const same = { from: 'a', words: [], added: [], changed: [], removed: [] };
    expect((await diff('from=a')).body).toEqual(same);
  });

  test('CTRL-04: it says in words which rows were added, changed and removed', async () => {
    await freeze('2031-02-03T10:00:00Z');
    const psu = await consentOf(bank);
    await save('before');
    const { body } = await newPayment(psu);
    await save('created');
    const created = (await diff('from=before&to=created')).body;
    expect(created.added).toContainEqual({
      table: 'payments',
      id: body.paymentId,
      text: `The row ${body.paymentId} of payments was added.`,
      row: expect.objectContaining({ status: body.transactionStatus }),
    });
    await psu.tpp.send('DELETE', `/v1/payments/sepa-credit-transfers/${body.paymentId}`);
    const now = (await diff('from=created')).body;
    expect(now.changed).toContainEqual({
      table: 'payments',
      id: body.paymentId,
      text: expect.stringMatching(
        `In the row ${body.paymentId} of payments, .*status was "RCVD" and is "CANC"`,
      ),
      members: expect.arrayContaining([{ name: 'status', from: 'RCVD', to: 'CANC' }]),
    });
    const back = (await diff('from=created&to=before')).body;
    expect(back.removed.map(({ id }: { id: string }) => id)).toContain(body.paymentId);
    expect([back.added, back.removed.length]).toEqual([[], created.added.length]);
  });

  test('CTRL-04: it says what happened as a person would', async () => {
    await freeze('2031-02-03T10:00:00Z');
    const psu = await consentOf(bank);
    const words = async (query = 'from=before') => (await diff(query)).body.words;
    await save('before');
    expect(await words()).toEqual([]);
    const account = await accountOf(bank, PERSONS.jonas);
    const { body } = await newPayment(psu);
    const payment = `Payment ${body.paymentId.slice(0, 8)}, `;
    expect(await words()).toEqual([
      '1 new SCA link (1 waiting)',
      expect.stringMatching(new RegExp(`^${payment}\\S+ EUR to .*: new, RCVD$`)),
    ]);
    const entry = { transactionAmount: { amount: '-50.00', currency: 'NOK' } };
    const path = `/v1/sandbox/accounts/${account.mockAccountId}/transactions`;
    answered(await bank.tpp.post(path, entry), 201);
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'P270DT1M' });
    const all = await words();
    expect(all).toEqual([
      'Clock +270 days 1 minute',
      expect.stringMatching(/^1 new SCA link \(1 expired\)$/),
      expect.stringMatching(/^Consent of Jonas Bakkerud to PSD\S+: valid, now expired$/),
      expect.stringMatching(
        new RegExp(
          `^Jonas Bakkerud, \\w+ ${account.bban}: -50.00 NOK \\(now \\S+ NOK\\), 1 new transaction$`,
        ),
      ),
      expect.stringContaining(': new, RCVD'),
    ]);
    await save('after');
    expect(await words('from=before&to=after')).toEqual(all);
    expect(await words('from=after&to=before')).toEqual([
      'Clock -270 days 1 minute',
      '1 new SCA link (1 approved)',
      expect.stringMatching(/: expired, now valid$/),
      expect.stringContaining('+50.00 NOK'),
      expect.stringMatching(/: gone$/),
    ]);
  });

  test('CTRL-04: in its words are links, sessions, reads, faults, accounts and cards', async () => {
    await freeze('2031-02-03T10:00:00Z');
    const words = async () => (await diff('from=before')).body.words;
    await save('before');
    const psu = await consentOf(bank);
    const fault = { match: { operation: 'getAccounts' }, effect: { delayMs: 0 } };
    answered(await bank.control('POST', '/_sandbox/faults', fault), 201);
    answered(await absent(psu).get(`${await accountPath(psu)}/balances`), 200);
    const payment = await newPayment(psu);
    expect(await words()).toEqual([
      '2 new SCA links (1 approved, 1 waiting)',
      '1 new session',
      expect.stringMatching(/^Consent of Jonas Bakkerud to PSD\S+: new, valid$/),
      '1 read without the PSU',
      expect.stringMatching(/^Payment .*: new, RCVD$/),
      '1 new fault',
    ]);
    await save('before');
    answered(await psu.tpp.get('/v1/accounts'), 200);
    await completeSca(bank, payment, {});
    expect(await words()).toEqual([
      '1 SCA link: now 1 approved',
      expect.stringMatching(/^Jonas Bakkerud, .* NOK pending, 1 new transaction$/),
      expect.stringMatching(/^Payment .*: RCVD, now PDNG$/),
      '1 fault changed',
    ]);
    await save('before');
    await removeCustomer(bank.tpp, PERSONS.odd);
    expect(await words()).toEqual([
      `Odd Arne Fjellstad ${PERSONS.odd} is no customer any more`,
      expect.stringMatching(/^Odd Arne Fjellstad, Lønnskonto \d{11} is gone$/),
      expect.stringMatching(/^Odd Arne Fjellstad, Buffer \d{11} is gone$/),
      expect.stringMatching(/^Odd Arne Fjellstad, card \d{6}\*{6}\d{4} is gone$/),
      '2 engagements gone',
    ]);
  });

  test.each([
    ['', { code: 'QUERY_PARAMETER_REQUIRED', path: 'from' }],
    ['to=a', { code: 'QUERY_PARAMETER_REQUIRED', path: 'from' }],
    ['from=nothing', { status: 404, code: 'RESOURCE_UNKNOWN', path: 'from' }],
    ['from=a&to=nothing', { status: 404, code: 'RESOURCE_UNKNOWN', path: 'to' }],
    ['from=a&since=b', { code: 'FORMAT_ERROR', path: 'since' }],
  ])('CTRL-04: diff?%s is refused', async (query, refusal) => {
    await save('a');
    expectRefusal(await diff(query), refusal);
  });
});
