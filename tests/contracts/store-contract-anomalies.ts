// The store contract's clauses on transactions that run at once, in one process or in two that share the data: what
// comes of them is what would have come had they run one after another.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '../../server/storage/store.ts';
import { startingRows, type ThingRow, thing, things } from './sample-tables.ts';
import type { Subject } from './subject.ts';

const ROUNDS = 10;

export function describeAnomalies(subject: Subject): void {
  const { put, get, list } = subject;
  describe('at the same time', () => {
    let both: readonly [Store, Store];
    beforeEach(async () => {
      both = [subject.store, (await subject.harness.another?.()) ?? subject.store];
    });
    /** One transaction in each of the two, begun together; in odd rounds the other way round. */
    const together = (round: number, work: (store: Store, i: number) => Promise<unknown>) =>
      Promise.all((round % 2 === 0 ? both : [...both].reverse()).map(work));

    test('no update is lost', async () => {
      await put('one', thing('sum', { amount: 0n }));
      const add = (store: Store) =>
        store.transact('one', async (tx) => {
          const row = (await tx.get(things, 'sum')) as ThingRow;
          await tx.listBy(things, 'byGroup', 'a');
          tx.put(things, { ...row, amount: row.amount + 1n });
          return row.amount;
        });
      const seen = new Set<bigint>();
      for (let round = 0; round < ROUNDS; round++) {
        const all = await Promise.all([...both, ...both, ...both].map(add));
        for (const amount of all) seen.add(amount);
      }
      expect(seen.size).toBe(6 * ROUNDS);
      expect((await get('one', 'sum'))?.amount).toBe(BigInt(6 * ROUNDS));
    });

    test('each ends as its own work did, also beside one that throws', async () => {
      const ended = ['x', 'y', 'bad', 'z'].map((id) =>
        subject.store.transact('one', async (tx) => {
          tx.put(things, thing(id));
          if (id === 'bad') throw new Error(id);
          return id;
        }),
      );
      expect(await Promise.allSettled(ended)).toMatchObject([
        ...[{ value: 'x' }, { value: 'y' }, { reason: { message: 'bad' } }, { value: 'z' }],
      ]);
      expect(await list('one', 'a')).toEqual(['x', 'y', 'z']);
    });

    test('of one process run in the order in which they came', async () => {
      const ran: string[] = [];
      const all = ['first', 'second', 'third', 'fourth'].map((id) =>
        subject.store.transact('one', async (tx) => {
          tx.put(things, thing(id));
          ran.push(id);
        }),
      );
      await Promise.all(all);
      expect(ran).toEqual(['first', 'second', 'third', 'fourth']);
    });

    test('no two decide by what the other one changes (write skew)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await put('one', thing('left'), thing('right'));
        await together(round, (store, i) =>
          store.transact('one', async (tx) => {
            const [own, other] = i === 0 ? ['left', 'right'] : ['right', 'left'];
            const isOpen = (await tx.get(things, other))?.open;
            if (isOpen) tx.put(things, thing(own, { open: false }));
          }),
        );
        const open = await Promise.all(['left', 'right'].map((id) => get('one', id)));
        expect(open.map((row) => row?.open).sort()).toEqual([false, true]);
      }
    });

    test('no row comes into a range that another one has counted (phantom)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const group = `round-${round}`;
        await together(round, (store, i) =>
          store.transact('one', async (tx) => {
            const there = await tx.listBy(things, 'byGroup', group, { from: '0002', to: '0005' });
            if (there.length === 0) tx.put(things, thing(`${group}-${i}`, { group, rank: 3 }));
          }),
        );
        expect(await list('one', group)).toHaveLength(1);
      }
    });

    test('who only reads sees a moment that was', async () => {
      await put('one', thing('left', { amount: 0n }), thing('right', { amount: 0n }));
      const move = (store: Store) =>
        store.transact('one', async (tx) => {
          for (const [id, change] of [
            ['left', -1n],
            ['right', 1n],
          ] as const) {
            const row = (await tx.get(things, id)) as ThingRow;
            tx.put(things, { ...row, amount: row.amount + change });
          }
        });
      const look = (store: Store) =>
        store.transact('one', async (tx) => {
          const rows = await Promise.all(['left', 'right'].map((id) => tx.get(things, id)));
          return rows.reduce((sum, row) => sum + (row?.amount ?? 0n), 0n);
        });
      for (let round = 0; round < ROUNDS; round++) {
        const [, , ...sums] = await Promise.all([...both.map(move), ...both.map(look)]);
        expect(sums).toEqual([0n, 0n]);
      }
    });

    test('one restarts, is dropped or removes rows, and the other knows', async () => {
      const [here, there] = both;
      await put('one', thing('old'));
      expect(await there.transact('one', (tx) => tx.get(things, 'old'))).toEqual(thing('old'));
      await here.transact('one', async (tx) => tx.restart(startingRows('set', 12)));
      const idsThere = () =>
        there.transact('one', async (tx) =>
          (await tx.listBy(things, 'byGroup', 'g1')).map(({ id }) => id),
        );
      expect(await idsThere()).toEqual(['start-1', 'start-6', 'start-11']);
      await there.transact('one', async (tx) => tx.remove(things, 'start-6'));
      await here.transact('one', async (tx) => {
        tx.put(things, thing('own', { group: 'g1' }));
        tx.remove(things, 'start-11');
      });
      expect(await idsThere()).toEqual(['own', 'start-1']);
      await here.transact('one', async (tx) => tx.remove(things, 'own'));
      expect(await idsThere()).toEqual(['start-1']);
      await here.drop('one');
      expect(await idsThere()).toEqual([]);
      await put('one', thing('again', { group: 'g1' }));
      expect(await idsThere()).toEqual(['again']);
    });
  });
}
