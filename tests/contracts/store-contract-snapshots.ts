// The store contract's clauses on snapshots: every row of a bank as it is, to restart from.
import { describe, expect, test } from '@jest/globals';
import type { StartingRows } from '../../server/storage/store.ts';
import { notes, startingRows, thing, things } from './sample-tables.ts';
import type { Subject } from './subject.ts';

export function describeSnapshots(subject: Subject): void {
  const { put, get, list } = subject;
  const start = startingRows('set', 12);
  const snapshotOf = (bank: string): Promise<StartingRows> =>
    subject.store.transact(bank, (tx) => tx.snapshot());
  const restart = (bank: string, rows: StartingRows): Promise<void> =>
    subject.store.transact(bank, async (tx) => tx.restart(rows));
  const idsOf = (rows: StartingRows): string[] =>
    [...(rows.rows.get(things)?.() ?? [])].map(({ id }) => id).sort();
  /** A bank that changed a starting set in every way. */
  const prepare = (bank: string): Promise<StartingRows> =>
    subject.store.transact(bank, async (tx) => {
      tx.restart(start);
      tx.put(things, thing('start-1', { group: 'changed' }));
      tx.put(things, thing('own', { group: 'g1' }));
      tx.remove(things, 'start-6');
      return tx.snapshot();
    });

  describe('snapshot', () => {
    test('has every row of the bank, the writes of its own transaction included', async () => {
      const rows = await prepare('one');
      expect(idsOf(rows)).toEqual(idsOf(await snapshotOf('one')));
      expect(idsOf(rows)).toHaveLength(12);
      expect(rows.rows.get(things)?.()).toContainEqual(thing('start-1', { group: 'changed' }));
      expect(rows.rows.get(notes)?.()).toEqual([{ id: 'set', text: 'set' }]);
    });

    test('stays as it is while the bank moves on, and takes it back there', async () => {
      const rows = await prepare('one');
      await put('one', thing('later'), thing('own', { group: 'g2' }));
      await subject.store.transact('one', async (tx) => tx.remove(things, 'start-11'));
      expect(idsOf(rows)).not.toContain('later');
      await restart('one', rows);
      expect(await list('one', 'g1')).toEqual(['own', 'start-11']);
      expect(await list('one', 'changed')).toEqual(['start-1']);
      expect([await get('one', 'later'), await get('one', 'start-6')]).toEqual([
        undefined,
        undefined,
      ]);
    });

    test('gives other banks rows of their own, also after its bank is dropped', async () => {
      const rows = await prepare('one');
      await restart('two', rows);
      await put('two', thing('two-s', { group: 'g1' }));
      await subject.store.drop('one');
      await restart('three', rows);
      expect(await list('two', 'g1')).toEqual(['own', 'two-s', 'start-11']);
      expect(await list('three', 'g1')).toEqual(['own', 'start-11']);
      expect(await list('one', 'g1')).toEqual([]);
    });

    test('can be taken of a bank that was restored from one, again and again', async () => {
      let rows = await prepare('bank-0');
      for (let i = 1; i <= 5; i++) {
        await restart(`bank-${i}`, rows);
        rows = await subject.store.transact(`bank-${i}`, async (tx) => {
          tx.put(things, thing(`of-${i}`, { group: 'more' }));
          tx.remove(things, i === 5 ? 'of-1' : `start-${i + 6}`);
          return tx.snapshot();
        });
      }
      await restart('last', rows);
      const all = ['of-2', 'of-3', 'of-4', 'of-5'];
      expect(await list('last', 'more')).toEqual(all);
      const left = [0, 1, 2, 3, 4, 5, 11].map((i) => `start-${i}`);
      expect(idsOf(await snapshotOf('last'))).toEqual([...all, 'own', ...left].sort());
    });

    test('of an empty bank has every table without rows, and empties one', async () => {
      await put('two', thing('x'));
      const empty = await snapshotOf('one');
      expect([things, notes].map((table) => empty.rows.get(table)?.())).toEqual([[], []]);
      await restart('two', empty);
      expect(await list('two', 'a')).toEqual([]);
    });

    test('DUR-01: a bank that was restored from one is so when the data is opened again', async () => {
      if (subject.harness.reopen === undefined) return;
      await restart('one@golden', await prepare('one'));
      await restart('two', await snapshotOf('one@golden'));
      await put('two', thing('later', { group: 'g1' }));
      for (let i = 0; i < 2; i++) {
        subject.store = await subject.harness.reopen();
        expect(await list('two', 'g1')).toEqual(['later', 'own', 'start-11']);
        expect(await list('one@golden', 'g1')).toEqual(['own', 'start-11']);
        await restart('three', await snapshotOf('one@golden'));
        expect(await list('three', 'changed')).toEqual(['start-1']);
      }
    });
  });
}
