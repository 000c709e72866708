// Pages of the console about the bank's state as a whole: clock, faults, snapshots, rule levels. Their contents are
// answers of the control API.

import { isUsedUp } from '../../bank/faults/fault.ts';
import { allFaults } from '../../bank/faults/tables.ts';
import { type ConsolePage, fixed } from './console-page.ts';
import { dueDays } from './due-next.ts';

const MOST_DUE = { days: 30, lines: 50 };
const STEPS = ['PT1H', 'P1D', 'P7D', 'P30D', 'P180D'];

const clock: ConsolePage = {
  path: 'clock',
  name: 'clock',
  group: 'state',
  asks: () => [{ operation: 'getClock' }],
  read: async ({ bank, answers: { getClock } }) => ({
    clock: getClock,
    due: await dueDays(bank, MOST_DUE),
    steps: STEPS.map((by) => ({
      operation: 'advanceClock',
      label: `clock.step.${by}`,
      fields: [fixed('/by', by)],
    })),
    actions: [
      {
        operation: 'advanceClock',
        label: 'clock.advance',
        fields: [{ at: '/by', label: 'clock.by', value: 'PT61M', required: true }],
      },
      {
        operation: 'putClock',
        label: 'clock.set',
        fields: [{ at: '/now', label: 'clock.to', value: getClock?.['now'], required: true }],
      },
      getClock?.['frozen'] === true
        ? { operation: 'putClock', label: 'clock.run', fields: [fixed('/frozen', 'false', 'flag')] }
        : {
            operation: 'putClock',
            label: 'clock.freeze',
            fields: [fixed('/frozen', 'true', 'flag')],
          },
    ],
  }),
};

/** Ready-made faults: what one wants most often. The rest is one form. */
const COMMON_FAULTS = [
  [
    'systemError',
    [fixed('/effect/status', '500', 'number'), fixed('/effect/code', 'SYSTEM_ERROR')],
  ],
  ['tooMany', [fixed('/effect/status', '429', 'number'), fixed('/effect/code', 'ACCESS_EXCEEDED')]],
  ['slow', [fixed('/effect/delayMs', '5000', 'number')]],
  ['reset', [fixed('/effect/reset', 'true', 'flag')]],
  ['loseReply', [fixed('/match/method', 'POST'), fixed('/effect/loseReply', 'true', 'flag')]],
  ['scaPageDown', [fixed('/effect/scaPageDown', 'true', 'flag')]],
] as const;

const faults: ConsolePage = {
  path: 'faults',
  name: 'faults',
  group: 'state',
  asks: () => [{ operation: 'getFaults' }],
  read: async ({ bank, answers: { getFaults } }) => ({
    usedUp: (await allFaults(bank)).filter((row) => isUsedUp(row, bank.now)).map(({ id }) => id),
    faults: ((getFaults?.['faults'] ?? []) as { id: string }[]).map((fault) => ({
      fault,
      remove: {
        operation: 'deleteFault',
        label: 'faults.remove',
        fields: [fixed('{id}', fault.id)],
      },
    })),
    common: COMMON_FAULTS.map(([name, fields]) => ({
      operation: 'createFault',
      label: `faults.common.${name}`,
      fields: [fixed('/times', '1', 'number'), ...fields],
    })),
    actions: [
      {
        operation: 'createFault',
        label: 'faults.add',
        fields: [
          {
            at: '/match/method',
            label: 'faults.method',
            options: ['', 'GET', 'POST', 'PUT', 'DELETE'],
          },
          { at: '/match/path', label: 'faults.path', value: '/v1/accounts' },
          { at: '/effect/status', kind: 'number', label: 'faults.status', value: '503' },
          { at: '/effect/code', label: 'faults.code' },
          { at: '/effect/delayMs', kind: 'number', label: 'faults.delay' },
          { at: '/times', kind: 'number', label: 'faults.times', value: '1' },
        ],
      },
      { operation: 'deleteFaults', label: 'faults.removeAll', danger: 'faults.lost' },
    ],
  }),
};

const snapshots: ConsolePage = {
  path: 'snapshots',
  name: 'snapshots',
  group: 'state',
  asks: ({ query: { from, to } }) => [
    { operation: 'getSnapshots' },
    ...(from === undefined || from === ''
      ? []
      : [{ operation: 'getSnapshotDifferences', query: { from, ...(to ? { to } : {}) } }]),
  ],
  read: ({ answers: { getSnapshots, getSnapshotDifferences } }) => ({
    snapshots: ((getSnapshots?.['snapshots'] ?? []) as { name: string }[]).map((snapshot) => ({
      snapshot,
      actions: [
        {
          operation: 'restoreSnapshot',
          label: 'snapshots.restore',
          danger: 'snapshots.replaced',
          fields: [fixed('{name}', snapshot.name)],
        },
        {
          operation: 'deleteSnapshot',
          label: 'snapshots.delete',
          danger: 'snapshots.deleted',
          fields: [fixed('{name}', snapshot.name)],
        },
      ],
    })),
    difference: getSnapshotDifferences,
    actions: [
      {
        operation: 'putSnapshot',
        label: 'snapshots.save',
        fields: [{ at: '{name}', label: 'snapshots.name', value: 'golden', required: true }],
      },
      {
        operation: 'restoreSnapshot',
        label: 'snapshots.clone',
        danger: 'snapshots.replaced',
        fields: [
          { at: '{name}', label: 'snapshots.name', value: 'golden', required: true },
          { at: '?bank', label: 'snapshots.bank', value: 'default', required: true },
        ],
      },
      { operation: 'reset', label: 'snapshots.reset', danger: 'snapshots.lost' },
    ],
  }),
};

const seeds: ConsolePage = {
  path: 'seeds',
  name: 'seeds',
  group: 'state',
  read: () => ({
    actions: [
      {
        operation: 'reset',
        label: 'seeds.begin',
        danger: 'snapshots.lost',
        fields: [
          {
            at: '',
            kind: 'raw',
            label: 'seeds.document',
            multiline: true,
            required: true,
            value: SEED,
          },
        ],
      },
      { operation: 'reset', label: 'snapshots.reset', danger: 'snapshots.lost' },
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

const rules: ConsolePage = {
  path: 'rules',
  name: 'rules',
  group: 'state',
  asks: () => [{ operation: 'getRules' }],
  read: ({ answers: { getRules } }) => ({
    rules: ((getRules?.['rules'] ?? []) as { id: string; level?: string }[])
      .filter(({ level }) => level !== undefined)
      .map((rule) => ({
        rule,
        set: {
          operation: 'putRule',
          label: 'rules.set',
          fields: [
            fixed('{id}', rule.id),
            {
              at: '/level',
              label: 'rules.level',
              value: rule.level,
              options: ['error', 'warn', 'off'],
            },
          ],
        },
      })),
    preset: getRules?.['preset'],
    actions: ['strict', 'lenient', 'as-observed'].map((preset) => ({
      operation: 'putRules',
      label: `rules.preset.${preset}`,
      fields: [fixed('/preset', preset)],
    })),
  }),
};

export const PAGES_OF_STATE: readonly ConsolePage[] = [clock, faults, snapshots, seeds, rules];
