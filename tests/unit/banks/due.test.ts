// Due work (CLOCK-01): in order, once, each at its own moment, and not without end.
import { expect, test } from '@jest/globals';
import type { BankTx, DueHandler } from '../../../server/bank/banks/bank-tx.ts';
import {
  cancelDue,
  nextDueAt,
  queueDue,
  runDue,
  scheduleDue,
} from '../../../server/bank/banks/due.ts';
import { due } from '../../../server/bank/banks/tables.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { mapTx } from '../../support/map-tx.ts';

const bankAt = (now: number) => {
  const tx = mapTx();
  const ids = createIds((size) => new Uint8Array(size));
  return { bank: { bank: 'default', idScope: 'default', tx, now, ids } satisfies BankTx, tx };
};

const note: DueHandler = async ({ now }, subject) => [{ at: now, type: 'sessionEnded', subject }];

test('CLOCK-01: runs in order of time, at that time, what is due and no more', async () => {
  const { bank, tx } = bankAt(300);
  for (const at of [300, 100, 301, 200]) scheduleDue(bank, at, 'paymentDue', `n${at}`);
  expect(await runDue(bank, { paymentDue: note })).toEqual(
    [100, 200, 300].map((at) => ({ at, type: 'sessionEnded', subject: `n${at}` })),
  );
  expect(await nextDueAt(tx)).toBe(301);
  expect(await runDue(bank, { paymentDue: note })).toEqual([]);
});

test('CLOCK-01: queued work of one moment runs in the order in which it was queued, after the rest', async () => {
  const { bank, tx } = bankAt(300);
  const subjects = ['z', 'm', 'a', 'y', 'b', 'x', 'c', 'w', 'd', 'v', 'e'];
  for (const subject of subjects) await queueDue(bank, 300, 'paymentDue', subject);
  await queueDue(bank, 299, 'paymentSettles', 'earlier');
  scheduleDue(bank, 300, 'sessionEnds', 'other');
  await queueDue(bank, 300, 'paymentSettles', 'last');
  const handlers = { paymentDue: note, paymentSettles: note, sessionEnds: note };
  const ran = (await runDue(bank, handlers)).map(({ subject }) => subject);
  expect(ran).toEqual(['earlier', 'other', ...subjects, 'last']);
  await queueDue(bank, 400, 'paymentDue', 'called off');
  await cancelDue(bank, 'called off');
  expect(await nextDueAt(tx)).toBeUndefined();
});

test('CLOCK-01: work that makes further work due on the way has it run in its turn', async () => {
  const { bank } = bankAt(1_000);
  const again: DueHandler = async (then, subject) => {
    scheduleDue(then, then.now + 400, 'quotaEnds', subject);
    return [{ at: then.now, type: 'paymentDue' }];
  };
  scheduleDue(bank, 100, 'quotaEnds', 'x');
  scheduleDue(bank, 600, 'paymentDue', 'y');
  const events = await runDue(bank, { quotaEnds: again, paymentDue: note });
  expect(events.map(({ at, type }) => [at, type])).toEqual([
    [100, 'paymentDue'],
    [500, 'paymentDue'],
    [600, 'sessionEnded'],
    [900, 'paymentDue'],
  ]);
});

test('CLOCK-01: more work than allowed in one move is 400 BAD_REQUEST; as much as allowed is done', async () => {
  const fill = () => {
    const made = bankAt(1_000);
    for (let at = 1; at <= 250; at++) scheduleDue(made.bank, at, 'paymentDue', `n${at}`);
    return made.bank;
  };
  await expect(runDue(fill(), { paymentDue: note }, 249)).rejects.toMatchObject({
    rule: 'CLOCK-01',
    code: 'BAD_REQUEST',
    status: 400,
  });
  expect(await runDue(fill(), { paymentDue: note }, 250)).toHaveLength(250);
});

test('CLOCK-01: what was called off does not run', async () => {
  const { bank, tx } = bankAt(1_000);
  scheduleDue(bank, 10, 'paymentDue', 'kept');
  scheduleDue(bank, 20, 'paymentDue', 'off');
  scheduleDue(bank, 30, 'paymentDue', 'off');
  await cancelDue(bank, 'off');
  expect(tx.all(due)).toHaveLength(1);
  expect(await runDue(bank, { paymentDue: note })).toHaveLength(1);
});

test('CLOCK-01: work of a kind that nobody does is a fault, not a silence', async () => {
  const { bank } = bankAt(1_000);
  scheduleDue(bank, 10, 'sessionEnds', 'x');
  await expect(runDue(bank, { paymentDue: note })).rejects.toThrow('sessionEnds');
});
