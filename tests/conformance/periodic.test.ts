// The life of a periodic payment: its first run, what is between runs, and its end (PAY-12, PAY-13).
import { describe, expect, test } from '@jest/globals';
import { openScene, PERIODIC, refOf } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();

describe('between the runs', () => {
  const weekly = { frequency: 'Weekly', startDate: '2026-06-11', endDate: '2026-06-25' };

  test('PAY-13: ACTC until the last run has settled, then ACSC', async () => {
    const scene = await openScene(house);
    const made = await scene.pay(PERIODIC, scene.periodic(weekly));
    await scene.approve(made);
    const seen: string[] = [];
    for (const at of ['11', '18', '25']) {
      await scene.advanceTo(`2026-06-${at}T05:59:59+02:00`);
      seen.push(await scene.statusOf(made));
      await scene.advance('PT1S');
      seen.push(await scene.statusOf(made));
      expect((await scene.get(made)).body.executions.at(-1)).toEqual({
        date: `2026-06-${at}`,
        status: 'PDNG',
      });
      expect(await scene.balances(scene.nok)).toMatchObject({
        expected: { 11: '9750.00', 18: '9500.00', 25: '9250.00' }[at],
      });
    }
    expect(seen).toEqual(Array(6).fill('ACTC'));
    await scene.advance('PT2S');
    expect(await scene.statusOf(made)).toBe('ACSC');
  });

  test('PAY-13: a run without funds is ACCP in the list, and the order goes on', async () => {
    const scene = await openScene(house, { nok: '250.00' });
    const made = await scene.pay(PERIODIC, scene.periodic(weekly));
    await scene.approve(made);
    await scene.advanceTo('2026-06-19T00:00:00Z');
    const income = { transactionAmount: { amount: '1000.00', currency: 'NOK' } };
    await scene.tpp.post(`/v1/sandbox/accounts/${scene.nok.id}/transactions`, income);
    expect(await scene.statusOf(made)).toBe('ACTC');
    await scene.advanceTo('2026-07-01T00:00:00Z');
    const { executions, transactionStatus } = (await scene.get(made)).body;
    expect(executions.map((run: { status: string }) => run.status)).toEqual([
      'ACSC',
      'ACCP',
      'ACSC',
    ]);
    expect(executions[1].transactionId).toBeUndefined();
    expect(transactionStatus).toBe('ACSC');
    expect(await scene.balances(scene.nok)).toMatchObject({ closingBooked: '750.00' });
  });

  test('PAY-13: startDate today: the first run is at once', async () => {
    const scene = await openScene(house);
    const made = await scene.pay(PERIODIC, scene.periodic({ startDate: '2026-06-10' }));
    await scene.approve(made);
    await scene.advance('PT2S');
    expect((await scene.get(made)).body).toMatchObject({
      transactionStatus: 'ACTC',
      executions: [{ date: '2026-06-10', status: 'ACSC' }],
      nextExecutions: ['2026-07-10', '2026-08-10', '2026-09-10', '2026-10-12', '2026-11-10'],
    });
  });

  test('PAY-13: approved after a run has passed, it begins with the next', async () => {
    const scene = await openScene(house);
    const made = await scene.pay(PERIODIC, scene.periodic(weekly));
    await scene.advanceTo('2026-06-12T10:00:00Z');
    const late = await scene.start(made);
    await scene.approve(late);
    await scene.advance('P30D');
    const { executions } = (await scene.get(made)).body;
    expect(executions.map((run: { date: string }) => run.date)).toEqual([
      '2026-06-18',
      '2026-06-25',
    ]);
  });

  test('PAY-12, PAY-13: the last day of a short month; approved after the last run it is RJCT', async () => {
    const scene = await openScene(house);
    const order = { startDate: '2026-06-15', dayOfExecution: '31', endDate: '2026-06-30' };
    const made = await scene.pay(PERIODIC, scene.periodic(order));
    expect((await scene.get(made)).body.nextExecutions).toEqual(['2026-06-30']);
    await scene.advanceTo('2026-07-01T10:00:00Z');
    const late = await scene.start(made);
    expect((await scene.approve(late)).get('code')).toBe('PAYMENT_FAILED');
    expect(await scene.statusOf(made)).toBe('RJCT');
  });

  test('PAY-13, MOVE-02: each run credits a creditor in this bank', async () => {
    const scene = await openScene(house);
    const savings = await scene.newAccount({ currency: 'NOK' });
    const body = scene.periodic({ ...weekly, creditorAccount: refOf(savings) });
    const made = await scene.pay(PERIODIC, body);
    expect(made.body.transactionStatus).toBe('ACTC');
    await scene.advance('P30D');
    expect(await scene.balances(savings)).toMatchObject({ closingBooked: '750.00' });
    const lines = await scene.lines(savings);
    expect(lines.map(({ bookingDate }) => bookingDate)).toEqual([
      '2026-06-25',
      '2026-06-18',
      '2026-06-11',
    ]);
    const codes = [...lines, ...(await scene.lines(scene.nok))].map(
      (line) => line['proprietaryBankTransactionCode'],
    );
    expect(codes).toEqual(Array(6).fill('EGEN OVERFØRING'));
  });

  test('PAY-13: one long step of the clock does the same as a day at a time', async () => {
    const runs = async (steps: number, by: string) => {
      const scene = await openScene(house);
      const schedule = { frequency: 'Daily', endDate: '2026-06-30' };
      const made = await scene.pay(PERIODIC, scene.periodic(schedule));
      await scene.approve(made);
      for (let i = 0; i < steps; i += 1) await scene.advance(by);
      const { executions } = (await scene.get(made)).body;
      const plain = executions.map(({ date, status }: Record<string, string>) => [date, status]);
      return { plain, balances: await scene.balances(scene.nok) };
    };
    const long = await runs(1, 'P25D');
    expect(long.plain).toHaveLength(14);
    expect(await runs(25, 'P1D')).toEqual(long);
  });
});
