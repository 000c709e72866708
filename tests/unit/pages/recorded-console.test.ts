// What the console makes of forms and of a person's days, by themselves, as it is written in tests/fixtures/pages/. `npm run
// examples` records it again.
import { test } from '@jest/globals';
import { actionView, commandLine } from '../../../server/http/console/action-view.ts';
import type { Action } from '../../../server/http/console/console-page.ts';
import { filledForm, presetForm } from '../../../server/http/console/filled-form.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { timelineOf } from '../../../server/http/console/person-timeline.ts';
import { createResultStore } from '../../../server/http/console/run-form.ts';
import { expectRecorded } from '../../support/recorded.ts';

const tried = (make: () => unknown): string => {
  try {
    return JSON.stringify(make()) ?? 'undefined';
  } catch (thrown) {
    const { message, path } = thrown as { message: string; path?: string };
    return `${message} ${JSON.stringify(thrown)} ${path ?? ''}`;
  }
};

const FORMS: readonly string[] = [
  ...[
    '',
    'x=1',
    '/a text=1',
    '/a=1',
    '/a number=1',
    '/a number=1e3',
    '/a number=x',
    '/a number=Infinity',
    '/a number= ',
  ],
  ...[
    '/a flag=true',
    '/a flag=false',
    '/a flag=x',
    '/a json={"b":[1]}',
    '/a json={',
    '/a list=1&/a list=2',
    '/a list=',
    '/a none=1',
  ],
  ...[
    '/a text=1&/a text=2',
    '/a text=&/a text=2',
    '{id} text=1',
    'x=1&?q text=2',
    '{id} number=1',
    ' raw=x&/a text=1',
    ' raw=',
  ],
  ...[
    '/a/b text=1&/a/c text=2',
    '/a/0 text=1',
    '/a/1 text=1',
    '/a/0/b text=1&/a/1/b text=2',
    '/a/10 text=1',
    '/a/x text=1&/a/0 text=2',
  ],
  ...[
    '/a/0 text=1&/a/x text=2',
    '/a text=1&/a/b text=2',
    '/a number=1&/a/0 text=2',
    '/__proto__ text=1',
    '/a/__proto__/b text=1',
  ],
  ...[
    '/constructor text=1',
    '/toString/a text=1',
    '/a//b text=1',
    '/ text=1',
    `${'/a'.repeat(64)} text=1`,
    `${'/a'.repeat(65)} text=1`,
  ],
  ...[`/${'b'.repeat(90)}${'/a'.repeat(65)} text=1`, `/${'b'.repeat(90)} number=x`],
];

const ACTION: Action = {
  operation: 'putX',
  label: 'l',
  fields: [
    { at: '{id}', value: '1' },
    { at: '/a', label: 'a', value: 'x' },
    {
      at: '/l',
      kind: 'list',
      label: 'b',
      options: ['p', 'q', { value: 'r', label: '' }],
      value: 'p r',
    },
    { at: '/o', label: 'c', options: [{ value: '', label: 'none' }, 'v'] },
    { at: '?q', kind: 'number', label: 'd' },
    { at: '/n', label: 'e', options: ['first', 'second'], value: 'second' },
  ],
};
const ROWS = [
  { id: 'putX', method: 'PUT', path: '/_sandbox/x/{id}' },
  { id: 'putSnapshot', method: 'PUT', path: '/_sandbox/snapshots/{name}' },
  { id: 'advanceClock', method: 'POST', path: '/_sandbox/clock/advance' },
] as never;
const SENT = [
  ...[
    ['operation', 'putX'],
    ['{id} text', '1'],
    ['/a text', 'y'],
    ['/l list', 'q'],
    ['/l list', 'r'],
  ],
  ...[
    ['/o text', 'v'],
    ['?q number', 'z'],
    ['/n text', 'first'],
  ],
] as const;

test('WEB-03: what a form becomes, and what a button shows: is what the bank answers now', () => {
  const lines = FORMS.map(
    (form) => `${form.slice(0, 60)} → ${tried(() => filledForm(new URLSearchParams(form)))}`,
  );
  lines.push(
    '# buttons',
    JSON.stringify(presetForm(ACTION)),
    JSON.stringify(presetForm({ operation: 'x', label: 'y' })),
  );
  const here = { operations: ROWS, baseUrl: 'http://127.0.0.1:8080', needsToken: false };
  const there = { operations: ROWS, baseUrl: 'https://b.example/banks/acme', needsToken: true };
  for (const frame of [here, there])
    for (const action of [
      ACTION,
      { ...ACTION, undo: true },
      { operation: 'advanceClock', label: 'l', undo: true, fields: [{ at: '/by', value: 'P1D' }] },
    ])
      lines.push(JSON.stringify(actionView(action, frame)));
  const fields = (sent: readonly (readonly [string, string])[]) =>
    JSON.stringify(actionView(ACTION, here, sent).fields.map(({ name, value }) => [name, value]));
  lines.push(fields(SENT as never));
  for (const [nth] of SENT.entries()) lines.push(fields(SENT.toSpliced(nth, 1) as never));
  lines.push(fields(SENT.map(([name, text]) => [name, name === '{id} text' ? '2' : text])));
  lines.push(tried(() => actionView({ operation: 'none', label: 'x' }, here)));
  for (const url of [
    'http://127.0.0.1:8080',
    'http://127.0.0.1:8080/banks/a',
    'https://b/banks/c',
    'https://b',
  ])
    lines.push(commandLine(['a', undefined, "it's", ''], url));
  const store = createResultStore<object>(() => 'id');
  const large = { text: 'x'.repeat(16 * 1024 * 1024) };
  lines.push(
    tried(() => [
      store.store('/p', { a: 1 }),
      store.find('/p', 'id'),
      store.find('/q', 'id'),
      store.find('/p', undefined),
      store.store('/p', large),
    ]),
  );
  expectRecorded('pages/console-forms.txt', lines);
});

const NOW = Date.parse('2031-03-05T10:00:00Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const DAY = 1440;
const link = (status: string, minutes: number) => ({
  tpp: 't',
  purpose: 'access',
  status,
  created: at(minutes),
  ends: at(minutes + 15),
});
const PERSON = {
  scaLinks: ['waiting', 'expired', 'approved', 'failed'].map((status, nth) =>
    link(status, -nth - 1),
  ),
  sessions: [
    { tpp: 't', status: 'living', started: at(-30), ends: at(30) },
    { tpp: 't', status: 'ended', started: at(-90), ends: at(-30) },
  ],
  consents: [
    { tpp: 't', status: 'valid', lastSca: at(-10 * DAY), validUntil: at(170 * DAY) },
    { tpp: 'u', status: 'expired', lastSca: at(-200 * DAY), validUntil: at(-20 * DAY) },
    { tpp: 'v', status: 'revoked', lastSca: at(5 * DAY), validUntil: at(185 * DAY) },
    { tpp: 'w', status: 'none' },
    { tpp: 'x', status: 'valid', validUntil: at(1) },
    { tpp: 'y', status: 'valid', lastSca: at(0) },
  ],
  limits: [
    { tpp: 't', account: 'a', what: 'balances', used: 2, most: 4, next: at(0.5) },
    // In a millisecond.
    { tpp: 't', account: 'b', what: 'balances', used: 4, most: 4, next: at(1 / 60_000) },
  ],
  payments: [
    { tpp: 't', paymentId: 'p', status: 'RCVD', created: at(-1), due: at(1) },
    { tpp: 't', paymentId: 'q', status: 'ACSC', created: at(0) },
  ],
};

test('CTRL-14: the days of a person, and the menu: is what the bank answers now', () => {
  const { now, ahead, behind } = timelineOf(PERSON as never, NOW);
  const lines = [
    now,
    ...ahead.map((one) => JSON.stringify(one)),
    '# behind',
    ...behind.map((one) => JSON.stringify(one)),
  ];
  const many = {
    ...PERSON,
    sessions: Array.from({ length: 60 }, (_, nth) => ({
      tpp: 't',
      status: 'living',
      started: at(-nth - 1),
      ends: at(nth + 1),
    })),
  };
  const shown = timelineOf(many as never, NOW);
  lines.push(
    JSON.stringify([
      shown.ahead.length,
      shown.behind.length,
      shown.ahead.at(-1)?.at,
      shown.behind.at(-1)?.at,
    ]),
  );
  const language = { text: (key: string) => key } as never;
  const places = [
    { mount: '', bank: 'default', current: '' },
    { mount: '/m', bank: 'b', current: 'clock', banks: ['a', 'b', 'c'] },
    {
      mount: '',
      bank: 'z',
      current: 'coverage',
      banks: Array.from({ length: 30 }, (_, nth) => `b${nth}`),
    },
    { mount: '', bank: 'default' },
  ];
  for (const place of places) {
    const { banks, groups, label } = consoleMenu(place as never, language);
    lines.push(`# ${JSON.stringify(place).slice(0, 80)} ${label} ${JSON.stringify(banks)}`);
    for (const group of groups)
      lines.push(
        `${group.label}: ${group.pages.map((one) => `${one.label} ${one.href}${one.current ? ' *' : ''}`).join(' | ')}`,
      );
  }
  expectRecorded('pages/person-days.txt', lines);
});
