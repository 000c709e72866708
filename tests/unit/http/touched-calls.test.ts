// A request as handlers see it, for every way in which it may come, and what is said, counted and logged of its answer, as
// it is written in tests/fixtures/tables/. `npm run examples` records it again.
import { test } from '@jest/globals';
import { Call } from '../../../server/http/call.ts';
import { explainRefusal, signedApi } from '../../../server/http/v1/v1.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { StoreWriteError } from '../../../server/storage/errors.ts';
import { expectRecorded, saidBy, shown, thrownText } from '../../support/recorded.ts';
import { touchedTexts } from '../../support/touched.ts';

const GETTERS = [
  ...['method', 'target', 'bank', 'ownBank', 'isNamed', 'mount', 'prefix', 'bankPath', 'url'],
  ...['origin', 'baseUrl', 'scheme', 'qwac', 'localAddress', 'path', 'query', 'started'],
] as const;

test('BANK-01: a request: is to handlers what it is now', () => {
  const lines: string[] = [];
  const came = [{}, { url: '/a?b=1', originalUrl: '/m/a?b=1', baseUrl: '/m', method: 'GET' }];
  const sockets = [{}, { encrypted: true, localAddress: '::1', localFamily: 'IPv6', localPort: 1 }];
  const frames = [
    ...[{}, { publicUrl: 'https://p.example' }, { publicUrl: 'https://p.example/q/' }],
    { readClientCertificate: () => 'certificate' },
  ];
  for (const bank of [undefined, '', 'acme', 'No Name'])
    for (const more of came)
      for (const socket of sockets)
        for (const frame of frames)
          for (const host of [[], ['Host', 'h:1']]) {
            const request = { socket, rawHeaders: ['A', 'b'], ...more };
            const destination = { bank, path: '/a', query: 'b=1&b=2&c=' };
            const headers = new RawHeaders(host);
            const arrived = { headers, destination, started: 7 };
            const call = new Call({ request, response: {} } as never, arrived, frame as never);
            const all = GETTERS.map((name) => `${name} ${saidBy(() => call[name])}`);
            const asked = ['b', 'c', 'd'].map((name) => call.asked(name));
            lines.push(`# ${shown([bank, more, socket, frame, host])}`);
            lines.push(...all, shown([asked, call.rawHeaders, saidBy(() => call.checkBank())]));
          }
  const said: string[] = [];
  const before = new Map<string, string>();
  for (const line of lines) {
    const [name = ''] = line.split(' ');
    if (line.startsWith('#') || before.get(name) !== line) said.push(line);
    before.set(name, line);
  }
  expectRecorded('tables/calls.txt', said);
});

const REFUSED = new ApiError('SIG-10', 'KID_INVALID', 'Not right.');
const TRACE = {
  ...{ facts: { request: { bank: 'b', method: 'GET', target: '/v1', path: '/v1', baseUrl: '' } } },
  ...{ entered: [], exercised: [], at: 1, why: {}, operation: { id: 'getA' }, verifiedAt: 4 },
  ...{
    findings: [{ rule: 'SIG-05' }, { rule: 'HDR-01' }, { rule: 'SIG-05' }],
    fault: { id: 'f1' },
  },
  signer: 'signer',
};

test('HDR-07: an answer of the signed API: is presented, counted and logged as it is now', async () => {
  const lines: string[] = [];
  const present = async (
    trace: object | undefined,
    more: object = {},
    given: object = {},
    target = '/v1/a?b=1',
  ) => {
    const done: string[] = [];
    const note =
      (name: string) =>
      (...said: readonly unknown[]) =>
        void done.push(`${name} ${shown(said)}`);
    const deps = {
      ...{
        ticks: () => 9.6,
        wallClock: () => 1_900_000_000_000,
        ownClock: true,
        log: { info: note('log') },
      },
      meters: {
        ...{ v1: { answered: note('answered') }, faultsFired: 0 },
        ...{ verification: { add: note('verified') }, transaction: { add: note('transacted') } },
      },
      signers: { know: note('knows') },
      recorder: {
        append: (bank: string, of: (number: number) => unknown) => note('recorded')(bank, of(17)),
      },
      ...more,
    };
    const headers = new RawHeaders('id' in given ? [] : ['X-Request-ID', 'r-1']);
    const call = {
      headers,
      trace,
      bank: 'b',
      method: 'GET',
      target,
      started: 2,
      prefix: '',
      rawHeaders: [],
      body: Buffer.alloc(0),
    };
    const area = signedApi(deps as never);
    const reply = { status: 400, rule: 'SIG-10', headers: { Own: '1' }, body: { a: 1 }, ...given };
    const thrown = 'thrown' in given ? given.thrown : REFUSED;
    const out = (await area.present?.(call as never, reply as never, thrown)) as {
      sent?: (content?: string, headers?: object) => unknown;
      seal?: unknown;
    };
    const { sent, seal, ...rest } = out;
    const sentHeaders = {};
    const answer = sent?.('text', sentHeaders);
    sent?.();
    lines.push(
      `# ${shown([trace && Object.keys(trace), Object.keys(more), given, target])}`.slice(0, 300),
    );
    lines.push(
      shown(rest),
      `${typeof seal} ${typeof answer} ${shown(sentHeaders)} ${deps.meters.faultsFired}`,
      ...done,
    );
  };
  await present(undefined);
  await present(TRACE);
  for (const name of ['signer', 'fault', 'verifiedAt', 'operation', 'findings', 'facts'])
    await present({
      ...TRACE,
      [name]: name === 'findings' ? [] : name === 'facts' ? {} : undefined,
    });
  await present(TRACE, { ownClock: false, recorder: undefined });
  await present(TRACE, {}, { id: undefined, status: 204, body: undefined });
  await present(TRACE, {}, { thrown: new StoreWriteError('full', 'not written' as never) });
  for (const target of [
    ...touchedTexts('/v1/13039319955?x').slice(0, 20),
    `/${'a'.repeat(298)}bc`,
    `/${'a'.repeat(300)}`,
  ])
    await present({ ...TRACE, facts: {} }, {}, { status: 200 }, target);
  const area = signedApi({} as never);
  lines.push(
    shown({
      ...area,
      explain: 0,
      present: 0,
      rows: area.rows.map((row) => ({ ...row, handle: 0 })),
    }),
  );
  expectRecorded('tables/presented.txt', lines);
});

test('SIG-15: a refusal: is explained, or says why not, as it is now', async () => {
  const lines: string[] = [];
  const explained = { sentence: 'Better.', readings: [] };
  const takes = [
    async () => explained,
    async () => undefined,
    () => Promise.reject(new Error('fault')),
  ];
  const thrown = ['SIG-10', 'SIG-12', 'SIG-05'].map(
    (rule) => new ApiError(rule as never, 'KID_INVALID', 'No.', { path: 'p' }),
  );
  for (const one of [...thrown, new Error('other'), undefined])
    for (const take of takes)
      for (const isWork of [true, false]) {
        const logged: string[] = [];
        const asked: unknown[] = [];
        let now = 0;
        const deps = {
          ...{ ticks: () => (now += 5), wallClock: () => 17, turns: { take }, facts: { a: 1 } },
          log: { error: (...said: unknown[]) => void logged.push(shown(said)) },
          earlier: (bank: string) => {
            asked.push(bank);
            return [bank];
          },
          explainer: async () => ({
            explain(
              incoming: object,
              refusal: Error,
              { earlier, ...about }: { earlier?: () => unknown },
            ) {
              asked.push(incoming, refusal.message, about, earlier?.(), earlier?.());
              return isWork ? 'work' : undefined;
            },
          }),
        };
        const said = await explainRefusal({ bank: 'b' } as never, one, deps as never).then(
          ({ thrown: told, ...rest }) => [
            told === one,
            told === undefined ? '' : thrownText(told),
            rest,
          ],
          thrownText,
        );
        lines.push(
          `${one && thrownText(one)} ${takes.indexOf(take)} ${isWork}: ${shown(said)} ${shown(asked)} ${logged}`,
        );
      }
  expectRecorded('tables/explained-refusals.txt', lines);
});
