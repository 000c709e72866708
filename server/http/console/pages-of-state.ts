// Pages of the console about the bank's state as a whole: clock, faults, rule levels. Their contents are
// answers of the control API.

import { isUsedUp } from '../../bank/faults/fault.ts';
import { allFaults } from '../../bank/faults/tables.ts';
import { UNDO, UNDO_SNAPSHOT } from './action-view.ts';
import { type ConsolePage, fixed } from './console-page.ts';
import { dueDays } from './due-next.ts';
import { namesIn, seeds, snapshots } from './pages-of-snapshots.ts';

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
  asks: () => [{ operation: 'getClock' }, { operation: 'getSnapshots' }],
  read: async ({ bank, answers: { getClock, getSnapshots } }) => ({
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
        fields: [{ at: '/now', label: 'console.clock.to', value: getClock.now, required: true }],
      },
      freezing(!getClock.frozen),
      ...(namesIn(getSnapshots.snapshots).includes(UNDO_SNAPSHOT)
        ? [{ ...UNDO, label: 'console.clock.undo' }]
        : []),
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
    faults: getFaults.faults.map((fault) => ({
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
            empty: 'console.faults.any',
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
    rules: getRules.rules
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
    preset: getRules.preset,
    actions: Object.entries(PRESETS).map(([preset, label]) => ({
      operation: 'putRules',
      label,
      fields: [fixed('/preset', preset)],
    })),
  }),
};

export const PAGES_OF_STATE: readonly ConsolePage[] = [clock, faults, snapshots, seeds, rules];
