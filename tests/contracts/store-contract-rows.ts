// The store contract's clauses on rows: which are taken, how they are listed, and where they start from.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Range } from '../../server/storage/store.ts';
import type { Table } from '../../server/storage/table.ts';
import {
  type NoteRow,
  notes,
  startingRows,
  type ThingRow,
  thing,
  things,
} from './sample-tables.ts';
import type { Subject } from './subject.ts';

/** What does not fit is refused before anything of it is kept. */
export function describeMisfits(subject: Subject): void {
  const { put, get, list } = subject;
  describe('rows that do not fit their table', () => {
    const misfits: readonly [string, string, unknown][] = [
      ['no id', 'id', { ...thing('x'), id: undefined }],
      ['an empty id', 'id', thing('')],
      ['an id that is not text', 'id', { ...thing('x'), id: 7 }],
      ['an id that is too long', 'id', thing('x'.repeat(401))],
      ['a float for money', 'amount', { ...thing('x'), amount: 1.5 }],
      ['text for a number', 'rank', { ...thing('x'), rank: '1' }],
      ['NaN', 'rank', thing('x', { rank: Number.NaN })],
      ['null for optional text', 'group', { ...thing('x'), group: null }],
      ['a missing member', 'open', { ...thing('x'), open: undefined }],
      ['a member of no table', 'extra', { ...thing('x'), extra: 1 }],
      ['a bigint in json', 'data', { ...thing('x'), data: { n: 1n } }],
      ['a Date in json', 'data', { ...thing('x'), data: { at: new Date(0) } }],
      ['undefined in a json array', 'data', { ...thing('x'), data: { list: [undefined] } }],
    ];
    test.each(misfits)('%s is refused, naming table and member', async (_, member, row) => {
      const putting = subject.store.transact('one', async (tx) => {
        tx.put(things, thing('before'));
        tx.put(things, row as ThingRow);
      });
      await expect(putting).rejects.toThrow(TypeError);
      await expect(putting).rejects.toThrow(`"things" does not fit: member "${member}"`);
      expect(await get('one', 'before')).toBeUndefined();
    });

    test('an undefined member counts as absent', async () => {
      await put('one', { ...thing('x'), limit: undefined } as unknown as ThingRow);
      expect(await get('one', 'x')).toEqual(thing('x'));
    });

    test('the longest ids are taken, however odd', async () => {
      const ids = ['\0'.repeat(400), '\ud800'.repeat(400), 'å'.repeat(400)];
      await put('one', ...ids.map((id) => thing(id)));
      expect(await list('one', 'a')).toEqual([...ids].sort());
    });

    test('a table or an index that the store does not know is refused', async () => {
      const stranger: Table<NoteRow> = { ...notes, name: 'strangers' };
      const get = subject.store.transact('one', (tx) => tx.get(stranger, 'x'));
      await expect(get).rejects.toThrow('"strangers"');
      const list = subject.store.transact('one', (tx) => tx.listBy(things, 'byNone' as 'all', 'x'));
      await expect(list).rejects.toThrow('"byNone"');
    });
  });
}

/** Reading an index. */
export function describeListing(subject: Subject): void {
  const { put, get, list } = subject;
  describe('listBy', () => {
    const ranked: readonly (readonly [string, number])[] = [
      ['e', 10],
      ['d', 2],
      ['b', 5],
      ['a', 5],
      ['c', 5],
    ];
    beforeEach(() => put('one', ...ranked.map(([id, rank]) => thing(id, { rank }))));

    test.each<[string, Range | undefined, string]>([
      ['orders by order, then id', undefined, 'dabce'],
      ['reads backwards', { reverse: true }, 'ecbad'],
      ['starts at from, itself included', { from: '0005' }, 'abce'],
      ['ends at to, itself included', { to: '0005' }, 'dabc'],
      ['takes both ends', { from: '0003', to: '0009' }, 'abc'],
      ['takes both ends backwards', { from: '0003', to: '0009', reverse: true }, 'cba'],
      ['skips offset rows', { offset: 2 }, 'bce'],
      ['skips offset rows backwards', { offset: 1, reverse: true }, 'cbad'],
      ['stops at limit', { offset: 1, limit: 2 }, 'ab'],
      ['finds nothing past the end', { offset: 9 }, ''],
      ['finds nothing with limit 0', { limit: 0 }, ''],
      ['finds nothing between the rows', { from: '0006', to: '0009' }, ''],
      ['finds nothing in a range that is upside down', { from: '0009', to: '0003' }, ''],
    ])('%s', async (_, range, expected) => {
      expect((await list('one', 'a', range)).join('')).toBe(expected);
    });

    test('compares plain strings, not words', async () => {
      await put('two', thing('Z'), thing('a'), thing('å'), thing('_'), thing('10'), thing('9'));
      const ids = await subject.store.transact('two', async (tx) =>
        (await tx.listBy(things, 'all', 'all', { from: '9', to: 'b' })).map((row) => row.id),
      );
      expect(ids).toEqual(['9', 'Z', '_', 'a']);
    });

    test('leaves out rows whose key is undefined', async () => {
      const { group: _, ...alone } = thing('alone');
      await put('one', alone);
      expect(await list('one', 'undefined')).toEqual([]);
      expect(await list('one', 'a')).toHaveLength(5);
    });

    test('finds nothing for values like __proto__ that nobody put', async () => {
      for (const value of ['__proto__', 'constructor', 'toString']) {
        expect(await list('one', value)).toEqual([]);
        expect(await get('one', value)).toBeUndefined();
      }
    });
  });
}

/** Starting again from rows that are shared. */
export function describeRestart(subject: Subject): void {
  const { put, get, list } = subject;
  describe('restart', () => {
    const start = startingRows('set', 12);

    test('throws every row away and starts from the rows', async () => {
      await put('one', thing('old'));
      await subject.store.transact('one', async (tx) => {
        tx.put(things, thing('lost'));
        tx.restart(start);
        tx.put(things, thing('extra', { group: 'g1' }));
        tx.remove(things, 'start-6');
        expect(await tx.get(things, 'lost')).toBeUndefined();
      });
      expect(await get('one', 'old')).toBeUndefined();
      expect(await get('one', 'start-3')).toEqual(start.rows.get(things)?.()[3]);
      expect(await list('one', 'g1')).toEqual(['extra', 'start-1', 'start-11']);
    });

    test('gives each bank rows of its own', async () => {
      for (const bank of ['one', 'two'])
        await subject.store.transact(bank, async (tx) => tx.restart(start));
      await subject.store.transact('one', async (tx) => {
        tx.put(things, thing('start-1', { group: 'mine' }));
        tx.remove(things, 'start-6');
      });
      expect(await list('one', 'g1')).toEqual(['start-11']);
      expect(await list('one', 'mine')).toEqual(['start-1']);
      expect(await list('two', 'g1')).toEqual(['start-1', 'start-6', 'start-11']);
      await subject.store.transact('one', async (tx) => tx.restart(start));
      expect(await list('one', 'g1')).toEqual(['start-1', 'start-6', 'start-11']);
    });

    test('takes back what was written before it too, when the work throws', async () => {
      await put('one', thing('old'));
      const failing = subject.store.transact('one', async (tx) => {
        tx.put(things, thing('new'));
        tx.remove(things, 'old');
        tx.restart(start);
        tx.put(things, thing('extra'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await list('one', 'a')).toEqual(['old']);
    });

    test('refuses starting rows that do not fit or come twice once it looks at them, and changes nothing', async () => {
      await put('one', thing('old'));
      const twice = { key: 'twice', rows: new Map([[things, () => [thing('x'), thing('x')]]]) };
      const wrong = { key: 'wrong', rows: new Map([[things, () => [{ id: 'x' }]]]) };
      for (const rows of [twice, wrong]) {
        const restarting = subject.store.transact('one', async (tx) => {
          tx.restart(rows);
          await tx.get(things, 'x');
        });
        await expect(restarting).rejects.toThrow(TypeError);
      }
      expect(await get('one', 'old')).toEqual(thing('old'));
    });
  });
}
