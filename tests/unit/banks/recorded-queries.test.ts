// What the query parameters of the lists of the control API are taken for, what bank time can be set to, and what the levels
// of rules can be, as it is written in tests/fixtures/tables/control.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { clockOperations, instant } from '../../../server/bank/banks/clock-control.ts';
import { valuesOf } from '../../../server/bank/banks/control-operation.ts';
import { eventOperations } from '../../../server/bank/banks/event-control.ts';
import { recordedQuery } from '../../../server/bank/banks/recorded-query.ts';
import { ruleControlOperations } from '../../../server/bank/banks/rule-level-control.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { mapTx } from '../../support/map-tx.ts';
import { expectRecorded, saidBy, shown, thrownText } from '../../support/recorded.ts';

const NOW = Date.parse('2031-03-05T10:00:00Z');

function bankOf() {
  const ids = createIds((size) => new Uint8Array(size));
  return { bank: 'job-7', idScope: 'job-7', tx: mapTx(), now: NOW, ids };
}

interface Handled {
  readonly id: string;
  readonly handle?: (call: object) => Promise<unknown>;
  readonly outside?: (call: object) => Promise<unknown>;
}

async function ask(rows: readonly object[], id: string, call: object): Promise<string> {
  const row = (rows as readonly Handled[]).find((one) => one.id === id);
  try {
    return shown(await (row?.handle ?? row?.outside)?.({ params: {}, query: {}, ...call }));
  } catch (thrown) {
    return `${thrownText(thrown)} ${shown((thrown as { details?: object }).details)}`;
  }
}

const NUMBERS = [
  ...[
    '0',
    '1',
    '007',
    '999',
    '1000',
    '1001',
    '9999',
    '10000',
    '123456789012345',
    '1234567890123456',
  ],
  ...['-1', '1.5', '', ' 1', '1 ', 'x', '1e3', '+1'],
];

test('CTRL-05: numbers in queries: are read as they are now', () => {
  const query = recordedQuery('CTRL-06', 'event');
  const lines = NUMBERS.flatMap((text) => [
    ...(['after', 'before', 'offset'] as const).map(
      (name) => `${name} [${text}]: ${saidBy(() => query.number({ [name]: text }, name))}`,
    ),
    `limit [${text}]: ${saidBy(() => query.limit({ limit: text }, 5))}`,
  ]);
  lines.push(String(query.number({}, 'after')), String(query.limit({}, 5)));
  for (const name of ['format', 'missing', 'preview', 'tolerated', 'none', 'toString'])
    lines.push(`${name}: ${shown(valuesOf(name))}`);
  expectRecorded('tables/query-numbers.txt', lines);
});

const EVENTS = [3, 2, 1].map((number) => ({
  ...{ number, at: NOW + number, type: number === 2 ? 'paymentSettled' : 'sessionEnded' },
  ...(number === 2 ? { paymentId: 'p' } : {}),
}));

test('CTRL-06: lists of events, and the wait for one: are as they are now', async () => {
  const waits: object[] = [];
  const log = (events: readonly object[]) => ({
    list: async () => events,
    async next({ matches, ...wait }: { matches: (event: never) => boolean }, after?: number) {
      waits.push({ ...wait, after });
      return events.find((event) => matches(event as never));
    },
  });
  const queries = [
    ...[{}, { type: 'sessionEnded' }, { type: 'none' }, { type: '' }, { paymentId: 'p' }],
    ...[{ paymentId: '' }, { paymentId: 'q' }, { after: '1' }, { after: '3' }, { after: 'x' }],
    ...[{ limit: '1' }, { limit: '0' }, { type: 'sessionEnded', after: '1', limit: '1' }],
    ...['PT1S', 'PT60S', 'PT1M', 'PT61S', 'P1D', 'x', '', 'PT0S', 'y'.repeat(50)].map(
      (timeout) => ({
        timeout,
      }),
    ),
  ];
  const lines: string[] = [];
  for (const events of [EVENTS, []])
    for (const query of queries)
      for (const id of ['getEvents', 'getNextEvent']) {
        const rows = eventOperations(log(events) as never);
        const said = await ask(rows, id, { bank: 'job-7', query, gone: undefined });
        lines.push(`${id} ${shown(query)} of ${events.length}: ${said} ${shown(waits.splice(0))}`);
      }
  expectRecorded('tables/events.txt', lines);
});

const MOMENTS = [
  ...[
    '2031-03-05T10:00:00Z',
    '2031-03-05T09:59:59.999Z',
    '2031-03-05T11:00:00+01:00',
    '1970-01-01T00:00:00Z',
  ],
  ...['1969-12-31T23:59:59Z', '9999-12-31T00:00:00Z', '9999-12-31T00:00:00.001Z', 'soon', ''],
];
const LENGTHS = [
  'PT0S',
  'PT61M',
  'P1D',
  'P1M',
  'P1Y',
  '-PT1S',
  '',
  'x',
  'P9999999D',
  'PT0.5S',
  'P1W',
];

test('CLOCK-01: moments and lengths of time: move the clock as they do now', async () => {
  const lines = MOMENTS.map((text) => `${text}: ${saidBy(() => instant(text, '/now'))}`);
  const moved: unknown[] = [];
  const rows = clockOperations({
    async moveClock(_: unknown, to: number, frozen: boolean) {
      moved.push([to - NOW, frozen]);
      return [{ at: to, type: 'sessionEnded', subject: 's' }];
    },
  } as never);
  const bodies = [
    ...MOMENTS.flatMap(
      (to) =>
        [
          ['advanceClock', { to }],
          ['putClock', { now: to }],
        ] as const,
    ),
    ...LENGTHS.map((by) => ['advanceClock', { by }] as const),
    ...[{}, { by: 'P1D', to: MOMENTS[0] }, { by: 'x', to: 'y' }].map(
      (body) => ['advanceClock', body] as const,
    ),
    ...[{}, { frozen: true }, { frozen: false }, { now: MOMENTS[0], frozen: true }].map(
      (body) => ['putClock', body] as const,
    ),
  ];
  for (const [id, body] of bodies)
    lines.push(
      `${id} ${shown(body)}: ${await ask(rows, id, { bank: bankOf(), body })} ${shown(moved.splice(0))}`,
    );
  lines.push(await ask(rows, 'getClock', { bank: bankOf() }));
  expectRecorded('tables/clock.txt', lines);
});

test('CTRL-07: levels of rules: are set and shown as they are now', async () => {
  const bank = bankOf();
  const lines: string[] = [];
  const note = async (id: string, call: object) =>
    lines.push(`${id} ${shown(call)}: ${await ask(ruleControlOperations, id, { bank, ...call })}`);
  const list = { query: { tolerated: 'true' } };
  const all = await ask(ruleControlOperations, 'getRules', { bank });
  lines.push(`of all rules ${all.split('sentence').length - 1}`);
  await note('getRules', list);
  for (const id of ['SIG-02', 'SIG-05', 'ACC-01', 'X-1', 'sig-02', '']) {
    await note('getRule', { params: { id } });
    for (const level of ['off', 'warn', 'reject'])
      await note('putRule', { params: { id }, body: { level } });
  }
  await note('putRule', { body: { level: 'off' } });
  await note('getRule', {});
  for (const preset of ['strict', 'lenient', 'default'])
    for (const levels of [
      undefined,
      {},
      { 'SIG-05': 'warn' },
      { 'ACC-01': 'warn' },
      { 'a/b~': 'off' },
    ])
      await note('putRules', { body: levels === undefined ? { preset } : { preset, levels } });
  await note('getRules', list);
  expectRecorded(
    'tables/rule-levels.txt',
    lines.map((line) => line.slice(0, 3000)),
  );
});
