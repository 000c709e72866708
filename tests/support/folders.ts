// Courses of a data folder, for a record of what a store does with it.
import type { StartingRows, Store, Tx } from '../../server/storage/store.ts';
import { notes, startingRows, thing, things } from '../contracts/sample-tables.ts';
import type { RecordedFolder } from './recorded-folder.ts';

type Live = (folder: RecordedFolder) => Promise<void>;

export const put = (store: Store, bank: string, ...ids: readonly string[]): Promise<void> =>
  store.transact(bank, async (tx) => {
    for (const id of ids) tx.put(things, thing(id));
  });

const all = (store: Store, bank: string, range = {}) =>
  store.transact(bank, async (tx) => {
    const rows = await tx.listBy(things, 'all', 'all', range);
    const [marker] = await tx.listBy(notes, 'byText', 'set');
    return [...rows.map(({ id, rank, amount }) => `${id} ${rank} ${amount}`), marker?.id];
  });

/** Rows of every kind, and texts that JSON writes in another way. */
const ODD = [
  thing('"quoted"\\', { group: 'ø\u2028\n', data: { '': [null, -0.5, 1e21, '\u0001'] } }),
  thing('2', { rank: -3, amount: 0n, limit: -10_000_000_000_000_000n, open: false }),
  thing('no group', { group: undefined as never, data: { deep: [[[{}]]] } }),
];

const keep: { start?: StartingRows } = {};

export const FOLDERS: Readonly<Record<string, Live>> = {
  /** A bank from its first row to its last. */
  'one bank': async (folder) => {
    await folder.open();
    const step = (title: string, work: (tx: Tx) => unknown) =>
      folder.step(title, () => folder.store.transact('acme', async (tx) => work(tx)));
    await folder.step('none is there', () => folder.store.banks());
    await step('look', (tx) => tx.get(things, 'a'));
    await step('put', (tx) => tx.put(things, thing('a')));
    await step('put odd rows', (tx) => {
      for (const row of ODD) tx.put(things, row);
      tx.put(notes, { id: 'n', text: 'ø' });
    });
    await step('the same row', (tx) => tx.put(things, thing('a')));
    await step('change and remove', (tx) => {
      tx.put(things, thing('a', { rank: 2 }));
      tx.remove(things, '2');
      tx.remove(notes, 'n');
      tx.remove(notes, 'nothing');
    });
    await step('put and remove', (tx) => {
      tx.put(notes, { id: 'short', text: '' });
      tx.remove(notes, 'short');
    });
    await step('throw', (tx) => {
      tx.put(things, thing('lost'));
      throw new RangeError('no');
    });
    await step('wake', (tx) => tx.wakeAt(1_800_000_000_000));
    await step('wake with a row', (tx) => {
      tx.wakeAt(1_800_000_000_001);
      tx.put(notes, { id: 'w', text: 'wake' });
    });
    await step('report', (tx) => tx.report([{ event: 'one' }]));
    await folder.step('rows', () => all(folder.store, 'acme'));
    await folder.step('wakes', () => folder.store.wakes());
    await folder.step('figures', () => folder.store.figures?.());
    await folder.step('check', () => folder.store.check());
    await folder.step('close', () => folder.store.close());
    await folder.step('close again', () => folder.store.close());
    await folder.step('after that', () => all(folder.store, 'acme'));
    await folder.open();
    await folder.step('banks', () => folder.store.banks());
    await folder.step('wakes', () => folder.store.wakes());
    await folder.step('rows', () => all(folder.store, 'acme'));
    await folder.step('rows again', () => all(folder.store, 'acme', { reverse: true, limit: 2 }));
    await step('remove', (tx) => tx.remove(things, 'a'));
    await folder.step('drop', () => folder.store.drop('acme'));
    await folder.step('drop again', () => folder.store.drop('acme'));
    await folder.step('banks', () => folder.store.banks());
    await folder.step('rows', () => all(folder.store, 'acme'));
    await step('begin anew', (tx) => tx.put(things, thing('new')));
    await folder.step('close', () => folder.store.close());
  },
  /** Banks that begin from sets, their snapshots, and what goes when nobody uses it. */
  'starting sets': async (folder) => {
    await folder.open();
    const restart = (
      title: string,
      bank: string,
      start: () => StartingRows,
      also?: (tx: Tx) => void,
    ) =>
      folder.step(title, () =>
        folder.store.transact(bank, async (tx) => {
          tx.restart(start());
          also?.(tx);
        }),
      );
    const three = startingRows('three', 3);
    await restart('begin', 'acme', () => three);
    await restart(
      'another bank',
      'north',
      () => three,
      (tx) => tx.put(things, thing('own')),
    );
    await restart('reset', 'acme', () => three);
    await folder.step('change', () =>
      folder.store.transact('acme', async (tx) => {
        tx.put(things, thing('start-0', { rank: 7 }));
        tx.remove(things, 'start-1');
        tx.put(things, thing('more'));
      }),
    );
    await folder.step('rows', () => all(folder.store, 'acme'));
    await folder.step('snapshot', () =>
      folder.store.transact('acme', async (tx) => {
        keep.start = await tx.snapshot();
        return keep.start.key;
      }),
    );
    await restart('keep it', 'acme@kept', () => keep.start as StartingRows);
    await restart(
      'restore it',
      'north',
      () => keep.start as StartingRows,
      (tx) => tx.put(things, thing('start-2', { rank: 9 })),
    );
    await folder.step('rows', () => all(folder.store, 'north'));
    await restart('of two rows', 'acme', () => startingRows('two', 2));
    await restart('of none', 'acme', () => ({ key: 'none', rows: new Map() }));
    await folder.step('figures', () => folder.store.figures?.());
    await folder.step('close', () => folder.store.close());
    await folder.open();
    for (const bank of ['acme', 'acme@kept', 'north'])
      await folder.step(`rows of ${bank}`, () => all(folder.store, bank));
    await folder.step('change', () => put(folder.store, 'acme@kept', 'late'));
    await folder.step('drop', () => folder.store.drop('north'));
    await folder.step('drop with its snapshot', () => folder.store.drop('acme'));
    await folder.step('banks', () => folder.store.banks());
    await folder.step('close', () => folder.store.close());
  },
  /** Journals that are folded while the bank runs, in part, and not at all. */
  folds: async (folder) => {
    await folder.open({ foldFloor: 300 });
    for (const id of ['a', 'b', 'c', 'd'])
      await folder.step(`put ${id}`, () => put(folder.store, 'acme', id));
    await folder.step('figures', () => folder.store.figures?.());
    const large = { data: { long: 'x'.repeat(600) } };
    await folder.step('one while it folds', () =>
      Promise.all([
        folder.store.transact('acme', async (tx) => tx.put(things, thing('large', large))),
        put(folder.store, 'acme', 'with it'),
        put(folder.store, 'north', 'elsewhere'),
      ]),
    );
    folder.disk.fault = (what) => (what.startsWith('rename acme.json.tmp') ? 'ENOSPC' : undefined);
    for (const id of ['e', 'f', 'g', 'h', 'i', 'j', 'k'])
      await folder.step(`put ${id}, and no room`, () => put(folder.store, 'acme', id, `${id}2`));
    await folder.step('figures', () => folder.store.figures?.());
    folder.disk.fault = () => undefined;
    for (const id of ['l', 'm', 'n'])
      await folder.step(`put ${id}, and there is room`, () =>
        put(folder.store, 'acme', id, `${id}2`),
      );
    await folder.step('put o', () => put(folder.store, 'acme', 'o'));
    await folder.step('close', () => folder.store.close());
    await folder.open({ closeBudget: 0, foldFloor: 1 });
    await folder.step('put p', () => put(folder.store, 'acme', 'p'));
    await folder.step('close', () => folder.store.close());
    await folder.open({ inMemory: { banks: 1, size: 1_000_000 } });
    for (const bank of ['acme', 'north', 'acme', 'acme'])
      await folder.step(`rows of ${bank}`, () => all(folder.store, bank, { offset: 1, limit: 2 }));
    await folder.step('put q', () => put(folder.store, 'north', 'q'));
    await folder.step('put r', () => put(folder.store, 'acme', 'r'));
    await folder.step('rows of north', () => all(folder.store, 'north'));
    await folder.step('figures', () => folder.store.figures?.());
    await folder.step('close', () => folder.store.close());
  },
};
