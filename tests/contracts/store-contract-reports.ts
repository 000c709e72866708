// What the stores' contract says of what a bank did by itself (DUR-11).
import { describe, expect, test } from '@jest/globals';
import { MOST_REPORTED, type Store } from '../../server/storage/store.ts';
import { startingRows, thing, things } from './sample-tables.ts';
import type { Subject } from './subject.ts';

export function describeReports(subject: Subject): void {
  const report = (store: Store, ...events: readonly object[]) =>
    store.transact('one', async (tx) => tx.report(events));
  const reported = async (store: Store, after = 0, most = 10_000) =>
    (await store.reported?.('one', after, most)) ?? [];
  const numbers = async (store: Store, ...range: [number?, number?]) =>
    (await reported(store, ...range)).map(({ number }) => number);

  describe('reports', () => {
    test('are of the process that has the store alone, or in the store that processes share', async () => {
      await report(subject.store, { type: 'a' });
      const isShared = subject.harness.another !== undefined;
      expect(await reported(subject.store)).toEqual(isShared ? [{ type: 'a', number: 1 }] : []);
      expect(subject.store.reported !== undefined).toBe(isShared);
    });

    test('of work that throws are not there, and none are taken when it is over', async () => {
      const thrown = new Error('no');
      let late: (() => void) | undefined;
      const failing = subject.store.transact('one', async (tx) => {
        tx.report([{ type: 'a' }]);
        late = () => tx.report([{ type: 'b' }]);
        throw thrown;
      });
      await expect(failing).rejects.toBe(thrown);
      expect(() => late?.()).toThrow('over');
      expect(await reported(subject.store)).toEqual([]);
    });

    test('outlive a restart, and are in no snapshot', async () => {
      if (subject.store.reported === undefined) return;
      await subject.store.transact('one', async (tx) => {
        tx.report([{ text: 'æ "quoted" \\ \0 \ud800' }]);
        tx.restart(startingRows('set', 3));
        tx.report([{ type: 'b' }, { type: 'c' }]);
      });
      const rows = await subject.store.transact('one', (tx) => tx.snapshot());
      await subject.store.transact('two', async (tx) => tx.restart(rows));
      await subject.store.transact('one', async (tx) => tx.restart(rows));
      expect(await subject.store.reported('two', 0, 10)).toEqual([]);
      expect(await reported(subject.store)).toEqual([
        { type: 'c', number: 3 },
        { type: 'b', number: 2 },
        { text: 'æ "quoted" \\ \0 \ud800', number: 1 },
      ]);
      expect(await numbers(subject.store, 1)).toEqual([3, 2]);
      expect(await numbers(subject.store, 0, 1)).toEqual([3]);
    });

    test('go with their bank, and not with its parts', async () => {
      if (subject.store.reported === undefined) return;
      await report(subject.store, { type: 'a' });
      await subject.store.transact('one@part', async (tx) => tx.put(things, thing('x')));
      await subject.store.drop('one@part');
      await subject.store.drop('two');
      expect(await numbers(subject.store)).toEqual([1]);
      await subject.store.drop('one');
      expect(await numbers(subject.store)).toEqual([]);
      await report(subject.store, { type: 'b' });
      expect(await reported(subject.store)).toEqual([{ type: 'b', number: 1 }]);
    });

    test(`are the newest ${MOST_REPORTED}, and the numbers go on`, async () => {
      if (subject.store.reported === undefined) return;
      const many = Array.from({ length: MOST_REPORTED - 1 }, () => ({}));
      for (const events of [[{}, {}, {}], many, [{}]]) await report(subject.store, ...events);
      const kept = await numbers(subject.store);
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, 1_003, 4]);
    });

    test('of processes that write at the same time are in the order of their commits', async () => {
      const { store, harness } = subject;
      const other = await harness.another?.();
      if (other === undefined) return;
      const count = (at: Store) =>
        at.transact('one', async (tx) => {
          const rank = ((await tx.get(things, 'count'))?.rank ?? 0) + 1;
          tx.put(things, thing('count', { rank }));
          tx.report([{ rank }]);
        });
      await Promise.all(Array.from({ length: 40 }, (_, i) => count(i % 2 ? store : other)));
      const expected = Array.from({ length: 40 }, (_, i) => ({ rank: 40 - i, number: 40 - i }));
      expect(await reported(store)).toEqual(expected);
      expect(await reported(other)).toEqual(expected);
    });
  });
}
