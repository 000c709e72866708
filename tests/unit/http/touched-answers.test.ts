// What the bank shows and records of values and texts with one small thing done to them, at each of their places in turn: how
// many different answers, and a hash of all.
import { expect, test } from '@jest/globals';
import { changedReply } from '../../../server/http/changed-reply.ts';
import { filledForm } from '../../../server/http/console/filled-form.ts';
import { healthArea } from '../../../server/http/health.ts';
import { pageLanguage } from '../../../server/http/pages/page-language.ts';
import { Trace, TraceLists } from '../../../server/http/trace.ts';
import { recordRequest } from '../../../server/http/v1/record-request.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded, saidBy, shown } from '../../support/recorded.ts';
import { answersTo, touchedTexts, touchedValues } from '../../support/touched.ts';

test('WEB-02: amounts, dates and numbers: are shown as they are now', () => {
  const texts = { 'a.b': 'A {x} and {y}', 'console.done': 'Done.' };
  const words = { did: { op: 'Did {x}.' }, frequency: { Monthly: 'Every month' }, empty: {} };
  const lines = (['en', 'nb'] as const).flatMap((language) => {
    const page = pageLanguage(language, texts, words);
    const amounts = [
      '12345.60 NOK',
      '-0.5',
      '1 234 567.8901 EUR',
      'Paid +-12345.60 NOK and 7 SEK.',
    ];
    const accounts = ['12345678903', 'NO9386011117947', 'NO93'.padEnd(34, 'X'), '974760673'];
    const dates = ['2026-11-03', '2026-11-03T09:05:07Z'];
    const times = [1000, 60_000, 3_600_000, 86_400_000].flatMap((unit) => [
      ...[unit - 1, unit, unit + 1, -unit, 1 - unit, 2 * unit - 1, 2 * unit],
    ]);
    const each = (say: (text: string) => unknown) => (text: string) =>
      answersTo(`${language} ${text}`, [text, ...touchedTexts(text)], (one) =>
        saidBy(() => say(one)),
      );
    return [
      ...amounts.map(each((one) => [page.amount(one), page.amounts(one)])),
      ...accounts.map(each((one) => [page.account(one), page.organisation(one)])),
      ...dates.map(each((one) => [page.date(one), page.minute(one), page.second(one)])),
      ...[0, ...times].map((time) => `${time}: ${page.distance(time)}`),
      ...[undefined, '', ' ', ' a '].map((name) => page.name(name, 'id')),
      ...['a.b', 'toString', 'none'].map((key) => saidBy(() => page.text(key, { x: 1, y: '{x}' }))),
      saidBy(() => page.text('a.b', { x: 1 })),
      saidBy(() => page.text('a.b')),
      ...['op', 'none', 'toString'].flatMap((one) => [
        saidBy(() => page.did({ operation: one, values: { x: 1 } })),
        saidBy(() => page.word('did', one, { x: 2 })),
        saidBy(() => page.frequency(one)),
      ]),
      ...['Monthly', 'Weekly'].map((one) => page.frequency(one)),
      saidBy(() => page.word('empty', 'x')),
      saidBy(() => page.word('none', 'x')),
    ];
  });
  expectRecorded('pages/touched-words.txt', lines);
});

test('FAULT-01: what a fault puts in the place of an answer: is what it is now', () => {
  const body = {
    a: { b: 1, list: [{ c: 2 }, 3, null] },
    _links: { self: { href: '/x' } },
    n: null,
  };
  const replies = [
    { status: 200, body },
    { status: 204 },
    { status: 200, html: 'x', body, json: {} },
  ];
  const effects = [
    { html: true },
    { extraMembers: true },
    { html: false },
    {},
    { html: true, extraMembers: true },
  ];
  expectRecorded(
    'tables/replies-of-faults.txt',
    replies.flatMap((reply) =>
      effects.map((effect) =>
        [shown(effect), shown(changedReply(reply as never, { effect } as never))].join(' → '),
      ),
    ),
  );
});

test('CTRL-01: a bank that cannot answer says that it is down, and its log why', async () => {
  const warned: unknown[] = [];
  const log = { warn: (...said: unknown[]) => void warned.push(said) };
  const fault = new Error('no disk');
  const area = healthArea({ ready: () => Promise.reject(fault), log: log as never });
  const [row] = area.rows;
  expect(await row?.handle({} as never)).toEqual({ status: 503, body: { status: 'down' } });
  expect(warned).toEqual([[{ err: fault }, 'not ready']]);
  const { root, access, rows } = healthArea({ ready: async () => undefined, log: log as never });
  expect(await rows[0]?.handle({} as never)).toEqual({ status: 200, body: { status: 'up' } });
  expect([root, access, rows.length, { ...rows[0], handle: 0 }]).toEqual([
    '/health',
    'open',
    1,
    { method: 'GET', path: '/health', access: 'open', once: true, handle: 0 },
  ]);
});

test('CTRL-05: what is recorded of an answer: is what it is now', () => {
  const reply = {
    status: 401,
    rule: 'CONS-01',
    body: {
      tppMessages: [
        { category: 'ERROR', code: 'A', text: 'a' },
        { category: 'WARNING', code: 'B', text: 'b' },
        { category: 'ERROR', code: 'A', text: 'c' },
      ],
      transactionStatus: 'RCVD',
      payments: [{ transactionStatus: 'ACSC' }, {}, { transactionStatus: 'RCVD' }],
      _links: { scaRedirect: { href: '/banks/b/sca/flow' } },
    },
  };
  const recorded = (given: object, { sends = true, entered = false } = {}) => {
    const trace = new Trace(new TraceLists());
    const headers = new RawHeaders(['Content-Length', '17', 'X-Request-ID', 'r']);
    if (entered) trace.enter('size');
    const call = {
      rawHeaders: ['A', 'b'],
      headers,
      body: Buffer.alloc(0),
      started: 1,
      prefix: '/banks/b',
    };
    const request = {
      bank: 'b',
      method: 'GET',
      target: '/banks/b/v1',
      path: '/v1',
      baseUrl: 'https://b',
    };
    const sent = { body: 'text', headers: { A: 'b' } };
    const seen: unknown[] = [];
    const answered = { call, request, trace, reply: given } as never;
    const recorder = {
      append: (_: string, of: (number: number) => unknown) => void seen.push(of(17)),
    };
    recordRequest(answered, sends ? sent : undefined, { recorder, ticks: () => 3 } as never);
    return [seen, sent.headers];
  };
  const all = [reply, ...touchedValues(reply)];
  expectRecorded('tables/recorded-requests.txt', [
    answersTo('answers', all, (one) => saidBy(() => recorded(one))),
    ...[399, 400, 200].map((status) => shown(recorded({ ...reply, status }))),
    shown(recorded(reply, { sends: false })),
    shown(recorded(reply, { entered: true })),
    shown(recorded({ status: 204 })),
  ]);
});

test('WEB-03: a form: becomes what it becomes now', () => {
  const form =
    '/a/b text=1&/a/c number=2&/l/0 text=x&/l/1 json={}&{id} text=i&?q text=v&/f flag=true&/m list=p&/m list=q';
  expectRecorded('pages/touched-form.txt', [
    answersTo('form', [form, ...touchedTexts(form)], (one) =>
      saidBy(() => filledForm(new URLSearchParams(one))),
    ),
  ]);
});
