// Pages of the console that put all of a bank in another's place: snapshots and seeds.
import { DEFAULT_BANK } from '../../bank/banks/banks.ts';
import { MAX_SEED } from '../../bank/seeds/room.ts';
import { UNDO_SNAPSHOT } from './action-view.ts';
import { type Action, type Answers, type ConsolePage, fixed } from './console-page.ts';

const RESET = {
  operation: 'reset',
  label: 'console.snapshots.reset',
  danger: 'console.snapshots.lost',
  undo: true,
};

/** What it replaces is saved before. */
const restoreOf = (name: string): Action => ({
  operation: 'restoreSnapshot',
  label: 'console.snapshots.restore',
  undo: name !== UNDO_SNAPSHOT,
  fields: [fixed('{name}', name)],
});

type Listed = Answers['getSnapshots']['snapshots'];

export const namesIn = (list: Listed): readonly string[] => list.map(({ name }) => name);

/** A name that no snapshot has: saving one takes nothing away. */
function freeName(names: readonly string[]): string {
  let name = 'golden';
  for (let nth = 2; names.includes(name); nth += 1) name = `golden-${nth}`;
  return name;
}

/** The one that was taken last, by the bank's time, but what the console saves by itself. */
function latestOf(list: Listed): string | undefined {
  const own = list.filter(({ name }) => name !== UNDO_SNAPSHOT);
  return own.toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1))[0]?.name;
}

export const snapshots: ConsolePage = {
  path: 'snapshots',
  name: 'snapshots',
  title: 'console.snapshots.title',
  group: 'state',
  asks: () => [{ operation: 'getSnapshots' }],
  asksThen: ({ query: { from, to }, answers }) => {
    const other = from || latestOf(answers.getSnapshots.snapshots);
    if (other === undefined) return [];
    return [{ operation: 'getSnapshotDifferences', query: { from: other, ...(to ? { to } : {}) } }];
  },
  read: ({ bank: { bank }, answers: { getSnapshots, getSnapshotDifferences } }) => ({
    snapshots: getSnapshots.snapshots.map((snapshot) => ({
      snapshot,
      isUndo: snapshot.name === UNDO_SNAPSHOT,
      actions: [
        restoreOf(snapshot.name),
        {
          operation: 'deleteSnapshot',
          label: 'console.snapshots.delete',
          danger: 'console.snapshots.deleted',
          fields: [fixed('{name}', snapshot.name)],
        },
      ],
    })),
    ...(getSnapshotDifferences === undefined
      ? {}
      : {
          difference: {
            ...getSnapshotDifferences,
            restore: restoreOf(getSnapshotDifferences.from),
          },
        }),
    actions: [
      {
        operation: 'putSnapshot',
        label: 'console.snapshots.save',
        fields: [
          {
            at: '{name}',
            label: 'console.snapshots.name',
            value: freeName(namesIn(getSnapshots.snapshots)),
            required: true,
          },
        ],
      },
      {
        operation: 'restoreSnapshot',
        label: 'console.snapshots.clone',
        danger: 'console.snapshots.replaced',
        undo: true,
        fields: [
          { at: '{name}', label: 'console.snapshots.name', value: 'golden', required: true },
          { at: '?bank', label: 'console.snapshots.bank', value: otherThan(bank), required: true },
        ],
      },
      RESET,
    ],
  }),
};

/** The name of another bank, for an example. */
const otherThan = (bank: string) => (bank === DEFAULT_BANK ? 'job-7' : DEFAULT_BANK);

/** Bytes of a form for each byte of what is written in it: percent-encoded it has three. */
const OF_A_BYTE = 4;

export const seeds: ConsolePage = {
  path: 'seeds',
  name: 'seeds',
  title: 'console.seeds.title',
  group: 'state',
  reads: OF_A_BYTE * MAX_SEED,
  read: () => ({
    actions: [
      {
        operation: 'reset',
        label: 'console.seeds.begin',
        danger: 'console.snapshots.lost',
        undo: true,
        fields: [
          {
            at: '',
            kind: 'raw',
            label: 'console.seeds.document',
            multiline: true,
            required: true,
            value: SEED,
          },
        ],
      },
      RESET,
    ],
  }),
};

/** What one begins to write a seed with. */
const SEED = `customers:
  - customerNumber: 15479801026
    customerName: Kari Nordmann
accounts:
  - customerNumber: 15479801026
    accountName: Brukskonto
    currency: NOK
    balance: 24180.50
    generate:
      - { what: salary, monthly: 12, amount: 41250 }
`;
