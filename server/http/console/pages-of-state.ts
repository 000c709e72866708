// Pages of the console about the bank's state as a whole: clock, faults, snapshots, rule levels. Their contents are
// answers of the control API.

import { isUsedUp } from '../../bank/faults/fault.ts';
import { allFaults } from '../../bank/faults/tables.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { UNDO_SNAPSHOT } from './action-view.ts';
import { type Action, type ConsolePage, fixed } from './console-page.ts';
import { dueDays } from './due-next.ts';

const MOST_DUE = { days: 30, lines: 50 };
const STEPS = {
  PT1H: 'console.clock.step.PT1H',
  P1D: 'console.clock.step.P1D',
  P7D: 'console.clock.step.P7D',
  P30D: 'console.clock.step.P30D',
  P90D: 'console.clock.step.P90D',
  P180D: 'console.clock.step.P180D',
};

const clock: ConsolePage = {
  path: 'clock',
  name: 'clock',
  title: 'console.clock.title',
  group: 'state',
  asks: () => [{ operation: 'getClock' }],
  read: async ({ bank, answers: { getClock } }) => ({
    clock: getClock,
    due: await dueDays(bank, MOST_DUE),
    steps: Object.entries(STEPS).map(([by, label]) => ({
      operation: 'advanceClock',
      label,
      undo: true,
      fields: [fixed('/by', by)],
    })),
    actions: [
      {
        operation: 'advanceClock',
        label: 'console.clock.advance',
        undo: true,
        fields: [{ at: '/by', label: 'console.clock.by', value: 'PT61M', required: true }],
      },
      {
        operation: 'putClock',
        label: 'console.clock.set',
        undo: true,
        fields: [
          { at: '/now', label: 'console.clock.to', value: getClock?.['now'], required: true },
        ],
      },
      freezing(getClock?.['frozen'] !== true),
    ],
  }),
};

const freezing = (frozen: boolean) => ({
  operation: 'putClock',
  label: frozen ? 'console.clock.freeze' : 'console.clock.run',
  fields: [fixed('/frozen', String(frozen), 'flag')],
});

/** Ready-made faults: what one wants most often. The rest is one form. */
const COMMON_FAULTS = [
  [
    'console.faults.common.systemError',
    [fixed('/effect/status', '500', 'number'), fixed('/effect/code', 'SYSTEM_ERROR')],
  ],
  [
    'console.faults.common.tooMany',
    [fixed('/effect/status', '429', 'number'), fixed('/effect/code', 'ACCESS_EXCEEDED')],
  ],
  ['console.faults.common.slow', [fixed('/effect/delayMs', '5000', 'number')]],
  ['console.faults.common.reset', [fixed('/effect/reset', 'true', 'flag')]],
  [
    'console.faults.common.loseReply',
    [fixed('/match/method', 'POST'), fixed('/effect/loseReply', 'true', 'flag')],
  ],
  ['console.faults.common.scaPageDown', [fixed('/effect/scaPageDown', 'true', 'flag')]],
] as const;

const faults: ConsolePage = {
  path: 'faults',
  name: 'faults',
  title: 'console.faults.title',
  group: 'state',
  asks: () => [{ operation: 'getFaults' }],
  read: async ({ bank, answers: { getFaults } }) => ({
    usedUp: (await allFaults(bank)).filter((row) => isUsedUp(row, bank.now)).map(({ id }) => id),
    faults: ((getFaults?.['faults'] ?? []) as { id: string }[]).map((fault) => ({
      fault,
      remove: {
        operation: 'deleteFault',
        label: 'console.faults.remove',
        fields: [fixed('{id}', fault.id)],
      },
    })),
    common: COMMON_FAULTS.map(([label, fields]) => ({
      operation: 'createFault',
      label,
      fields: [fixed('/times', '1', 'number'), ...fields],
    })),
    actions: [
      {
        operation: 'createFault',
        label: 'console.faults.add',
        fields: [
          {
            at: '/match/method',
            label: 'console.faults.method',
            options: ['', 'GET', 'POST', 'PUT', 'DELETE'],
          },
          { at: '/match/path', label: 'console.faults.path', value: '/v1/accounts' },
          { at: '/effect/status', kind: 'number', label: 'console.faults.status', value: '503' },
          { at: '/effect/code', label: 'console.faults.code' },
          { at: '/effect/delayMs', kind: 'number', label: 'console.faults.delay' },
          { at: '/times', kind: 'number', label: 'console.faults.times', value: '1' },
        ],
      },
      {
        operation: 'deleteFaults',
        label: 'console.faults.removeAll',
        danger: 'console.faults.lost',
      },
    ],
  }),
};

const RESET = {
  operation: 'reset',
  label: 'console.snapshots.reset',
  danger: 'console.snapshots.lost',
};

/** What it replaces is saved before. */
const restoreOf = (name: string): Action => ({
  operation: 'restoreSnapshot',
  label: 'console.snapshots.restore',
  undo: name !== UNDO_SNAPSHOT,
  fields: [fixed('{name}', name)],
});

/** The one that was taken last, by the bank's time, but what the console saves by itself. */
function latestOf(list: JsonObject | undefined): string | undefined {
  const all = (list?.['snapshots'] ?? []) as { name: string; takenAt: string }[];
  const own = all.filter(({ name }) => name !== UNDO_SNAPSHOT);
  return own.toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1))[0]?.name;
}

const snapshots: ConsolePage = {
  path: 'snapshots',
  name: 'snapshots',
  title: 'console.snapshots.title',
  group: 'state',
  asks: () => [{ operation: 'getSnapshots' }],
  asksThen: ({ query: { from, to }, answers }) => {
    const other = from || latestOf(answers['getSnapshots']);
    if (other === undefined) return [];
    return [{ operation: 'getSnapshotDifferences', query: { from: other, ...(to ? { to } : {}) } }];
  },
  read: ({ answers: { getSnapshots, getSnapshotDifferences } }) => ({
    snapshots: ((getSnapshots?.['snapshots'] ?? []) as { name: string }[]).map((snapshot) => ({
      snapshot,
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
            restore: restoreOf(String(getSnapshotDifferences['from'])),
          },
        }),
    actions: [
      {
        operation: 'putSnapshot',
        label: 'console.snapshots.save',
        fields: [
          { at: '{name}', label: 'console.snapshots.name', value: 'golden', required: true },
        ],
      },
      {
        operation: 'restoreSnapshot',
        label: 'console.snapshots.clone',
        danger: 'console.snapshots.replaced',
        fields: [
          { at: '{name}', label: 'console.snapshots.name', value: 'golden', required: true },
          { at: '?bank', label: 'console.snapshots.bank', value: 'default', required: true },
        ],
      },
      RESET,
    ],
  }),
};

/** A document as large as a seed may be (CTRL-11), percent-encoded. */
const MAX_SEED_FORM = 32 * 1024 * 1024;

const seeds: ConsolePage = {
  path: 'seeds',
  name: 'seeds',
  title: 'console.seeds.title',
  group: 'state',
  reads: MAX_SEED_FORM,
  read: () => ({
    actions: [
      {
        operation: 'reset',
        label: 'console.seeds.begin',
        danger: 'console.snapshots.lost',
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

const PRESETS = {
  strict: 'console.rules.preset.strict',
  lenient: 'console.rules.preset.lenient',
  'as-observed': 'console.rules.preset.as-observed',
};

const rules: ConsolePage = {
  path: 'rules',
  name: 'rules',
  title: 'console.rules.title',
  group: 'state',
  asks: () => [{ operation: 'getRules' }],
  read: ({ answers: { getRules } }) => ({
    rules: ((getRules?.['rules'] ?? []) as { id: string; level?: string }[])
      .filter(({ level }) => level !== undefined)
      .map((rule) => ({
        rule,
        set: {
          operation: 'putRule',
          label: 'console.rules.set',
          fields: [
            fixed('{id}', rule.id),
            {
              at: '/level',
              label: 'console.rules.level',
              value: rule.level,
              options: ['error', 'warn', 'off'],
            },
          ],
        },
      })),
    preset: getRules?.['preset'],
    actions: Object.entries(PRESETS).map(([preset, label]) => ({
      operation: 'putRules',
      label,
      fields: [fixed('/preset', preset)],
    })),
  }),
};

export const PAGES_OF_STATE: readonly ConsolePage[] = [clock, faults, snapshots, seeds, rules];
