// What every store promises (server/storage/store.ts), clause by clause. One suite, run against each.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Tx } from '../../server/storage/store.ts';
import { deferred } from '../support/deferred.ts';
import { startingRows, type ThingRow, thing, things } from './sample-tables.ts';
import { describeAnomalies } from './store-contract-anomalies.ts';
import { describeReports } from './store-contract-reports.ts';
import { describeListing, describeMisfits, describeRestart } from './store-contract-rows.ts';
import { describeSnapshots } from './store-contract-snapshots.ts';
import { newSubject, type StoreHarness, type Subject } from './subject.ts';

export function describeStore(name: string, open: () => Promise<StoreHarness>): void {
  describe(`store contract: ${name}`, () => {
    const subject = newSubject();
    beforeEach(async () => {
      subject.harness = await open();
      subject.store = subject.harness.store;
    });
    afterEach(async () => {
      await subject.store.close();
      await subject.harness.dispose();
    });
    describeTransactions(subject);
    describeAnomalies(subject);
    describeMisfits(subject);
    describeListing(subject);
    describeRestart(subject);
    describeSnapshots(subject);
    describeReports(subject);
    describeBanks(subject);
    describeWaking(subject);
    describeClosing(subject);
    describeDurability(subject);
  });
}

/** What one transaction promises. */
function describeTransactions(subject: Subject): void {
  const { put, get, list } = subject;
  describe('transactions', () => {
    test('resolve with the result of the work', async () => {
      expect(await subject.store.transact('one', async () => 42)).toBe(42);
    });

    test('keep what was put, every kind of member, and give it back equal', async () => {
      const row = thing('x', {
        amount: -(10n ** 30n),
        limit: 0n,
        rank: 0.25,
        open: false,
        data: {
          text: 'Ærlig "ord"\n\u2028\ud800',
          list: [1, null, { deep: [true] }],
          ['__proto__']: 1,
        },
      });
      await put('one', row);
      expect(await get('one', 'x')).toEqual(row);
    });

    test('replace the row of the same id, and its place in every index', async () => {
      await put('one', thing('x', { group: 'a' }));
      await put('one', thing('x', { group: 'b', amount: 7n }));
      expect(await get('one', 'x')).toEqual(thing('x', { group: 'b', amount: 7n }));
      expect(await list('one', 'a')).toEqual([]);
      expect(await list('one', 'b')).toEqual(['x']);
    });

    test('remove rows, and removing what is not there does nothing', async () => {
      await put('one', thing('x'), thing('y'));
      await subject.store.transact('one', async (tx) => {
        tx.remove(things, 'x');
        tx.remove(things, 'nothing');
      });
      expect(await get('one', 'x')).toBeUndefined();
      expect(await list('one', 'a')).toEqual(['y']);
    });

    test('see their own writes', async () => {
      await put('one', thing('gone'), thing('changed'));
      await subject.store.transact('one', async (tx) => {
        tx.put(things, thing('new', { rank: 3 }));
        tx.put(things, thing('changed', { rank: 2 }));
        tx.remove(things, 'gone');
        expect(await tx.get(things, 'new')).toEqual(thing('new', { rank: 3 }));
        expect(await tx.get(things, 'gone')).toBeUndefined();
        const rows = await tx.listBy(things, 'byGroup', 'a');
        expect(rows.map((row) => row.id)).toEqual(['changed', 'new']);
      });
    });

    test('leave nothing behind when the work throws, and pass the throw on', async () => {
      await put('one', thing('kept'), thing('changed'));
      const thrown = new Error('no');
      const failing = subject.store.transact('one', async (tx) => {
        tx.restart(startingRows('s', 3));
        tx.put(things, thing('new'));
        throw thrown;
      });
      await expect(failing).rejects.toBe(thrown);
      const failingToo = subject.store.transact('one', async (tx) => {
        tx.put(things, thing('changed', { group: 'b' }));
        tx.remove(things, 'kept');
        throw thrown;
      });
      await expect(failingToo).rejects.toBe(thrown);
      expect(await list('one', 'a')).toEqual(['changed', 'kept']);
      expect(await list('one', 'b')).toEqual([]);
      expect(await get('one', 'new')).toBeUndefined();
    });

    test('cannot be used once they are over', async () => {
      let kept: Tx | undefined;
      await subject.store.transact('one', async (tx) => {
        kept = tx;
      });
      expect(() => kept?.put(things, thing('late'))).toThrow('over');
      await expect(async () => kept?.get(things, 'late')).rejects.toThrow('over');
      await expect(async () => kept?.snapshot()).rejects.toThrow('over');
      expect(() => kept?.wakeAt(1)).toThrow('over');
    });

    test('hand out rows that nobody can change', async () => {
      const row = thing('x', { data: { list: [1] } });
      await put('one', row);
      const got = (await get('one', 'x')) as ThingRow;
      expect(() => Object.assign(got, { rank: 9 })).toThrow(TypeError);
      expect(() => (got.data['list'] as number[]).push(2)).toThrow(TypeError);
      expect(() => Object.assign(row, { rank: 9 })).toThrow(TypeError);
    });
  });
}

/** Banks among each other. */
function describeBanks(subject: Subject): void {
  const { put, get, list } = subject;
  describe('banks', () => {
    test('BANK-01: never see each other', async () => {
      await put('one', thing('x'));
      expect(await get('two', 'x')).toBeUndefined();
      expect(await list('two', 'a')).toEqual([]);
    });

    test('are listed once written, sorted; looking at one does not make it', async () => {
      await get('looked-at', 'x');
      await subject.store.transact('nothing-to-remove', async (tx) => tx.remove(things, 'x'));
      await put('two', thing('x'));
      await put('_sandbank', thing('x'));
      await put('one', thing('x'));
      expect(await subject.store.banks()).toEqual(['_sandbank', 'one', 'two']);
    });

    test('drop forgets one, and it can begin again', async () => {
      await put('one', thing('x'));
      await put('two', thing('x'));
      await subject.store.drop('one');
      await subject.store.drop('never-there');
      expect(await subject.store.banks()).toEqual(['two']);
      expect(await get('one', 'x')).toBeUndefined();
      await put('one', thing('y'));
      expect(await list('one', 'a')).toEqual(['y']);
    });

    test('drop forgets one also for who waits meanwhile', async () => {
      // Where processes share the data, either may be first.
      if (subject.harness.another !== undefined) return;
      await put('one', thing('x'));
      const dropped = subject.store.drop('one');
      expect(await get('one', 'x')).toBeUndefined();
      await dropped;
    });

    test('drop forgets what belongs to a bank, and nothing else', async () => {
      for (const bank of ['one', 'one@golden', 'one@other', 'one-2@golden', 'two@one']) {
        await put(bank, thing('x'));
      }
      await subject.store.drop('one@other');
      expect(await subject.store.banks()).toEqual(['one', 'one-2@golden', 'one@golden', 'two@one']);
      await subject.store.drop('one');
      expect(await subject.store.banks()).toEqual(['one-2@golden', 'two@one']);
      expect(await get('one@golden', 'x')).toBeUndefined();
    });

    test.each([
      'one@',
      '@one',
      'one@two@three',
      'one@Two',
      '_sandbank@x',
      '',
      '../evil',
      'a/b',
      'A',
      'a.json',
      '-a',
      'a'.repeat(64),
      '_other',
      '__proto__',
    ])('the name %p is refused', async (name) => {
      await expect(get(name, 'x')).rejects.toThrow(TypeError);
      await expect(subject.store.drop(name)).rejects.toThrow(TypeError);
    });
  });
}

/** When banks are to be used next. */
function describeWaking(subject: Subject): void {
  const { put } = subject;
  const wakeAt = (bank: string, at: number | null): Promise<void> =>
    subject.store.transact(bank, async (tx) => {
      tx.put(things, thing('x'));
      tx.wakeAt(at);
    });
  const wakes = async (): Promise<[string, number][]> => [...(await subject.store.wakes())].sort();

  test('banks are woken as their last transaction said, at 0 when none has said', async () => {
    await wakeAt('one', 5_000);
    await wakeAt('two', 7_000);
    await wakeAt('two', null);
    await put('three', thing('x'));
    await wakeAt('gone', 9_000);
    await subject.store.drop('gone');
    const thrown = new Error('no');
    const failing = subject.store.transact('one', async (tx) => {
      for (const at of [1_000, 2_000]) tx.wakeAt(at);
      throw thrown;
    });
    await expect(failing).rejects.toBe(thrown);
    expect(await wakes()).toEqual([
      ['one', 5_000],
      ['three', 0],
    ]);
    if (subject.harness.reopen === undefined) return;
    subject.store = await subject.harness.reopen();
    expect(await wakes()).toEqual([
      ['one', 5_000],
      ['three', 0],
    ]);
  });
}

/** The end of a store. */
function describeClosing(subject: Subject): void {
  const { put } = subject;
  describe('closing', () => {
    test('waits for running transactions, and may be asked for twice', async () => {
      const running = put('one', thing('x'));
      await Promise.all([subject.store.close(), subject.store.close()]);
      await expect(running).resolves.toBeUndefined();
    });

    test('refuses what comes later, also while it waits for what runs', async () => {
      const go = deferred();
      const running = subject.store.transact('one', () => go.promise);
      const closing = subject.store.close();
      const ask = () => Promise.allSettled([put('one', thing('x')), subject.store.check()]);
      const meanwhile = ask();
      go.resolve();
      await Promise.all([running, closing]);
      const closed = { reason: { message: expect.stringContaining('closed') } };
      for (const asked of [meanwhile, ask()]) expect(await asked).toMatchObject([closed, closed]);
    });

    test('check resolves while the store takes writes', async () => {
      await put('one', thing('x'));
      await expect(subject.store.check()).resolves.toBeUndefined();
    });
  });
}

/** DUR-01 */
function describeDurability(subject: Subject): void {
  const { get, list, put } = subject;
  test('DUR-01: what was acknowledged is there when the data is opened again', async () => {
    if (subject.harness.reopen === undefined) return;
    await subject.store.transact('one', async (tx) => {
      tx.restart(startingRows('set', 30));
      tx.remove(things, 'start-1');
      tx.put(things, thing('x', { amount: -5n, data: { ø: ['å'] } }));
    });
    await put('dropped', thing('x'));
    await subject.store.drop('dropped');
    subject.store = await subject.harness.reopen();
    expect(await subject.store.banks()).toEqual(['one']);
    expect(await get('one', 'x')).toEqual(thing('x', { amount: -5n, data: { ø: ['å'] } }));
    expect(await get('one', 'start-1')).toBeUndefined();
    expect(await get('one', 'start-2')).toEqual(startingRows('set', 30).rows.get(things)?.()[2]);
    expect(await list('one', 'g1')).toEqual([
      'start-6',
      'start-11',
      'start-16',
      'start-21',
      'start-26',
    ]);
  });

  test('DUR-01: of transactions that are stored together, those before a restart leave nothing', async () => {
    if (subject.harness.reopen === undefined) return;
    await put('one', thing('first'));
    await Promise.all([
      put('one', thing('before'), thing('start-1', { group: 'mine' })),
      subject.store.transact('one', async (tx) => tx.restart(startingRows('set', 3))),
      put('one', thing('after')),
    ]);
    subject.store = await subject.harness.reopen();
    expect(await list('one', 'a')).toEqual(['after']);
    expect([await list('one', 'mine'), await list('one', 'g1')]).toEqual([[], ['start-1']]);
  });
}
