// CTRL-05: what a control row does for clients that want no page, or have gone away.

import { EventEmitter, once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Banks } from '../../../server/bank/banks/banks.ts';
import type { ControlOperation } from '../../../server/bank/banks/control-operation.ts';
import type { Call } from '../../../server/http/call.ts';
import { liveRow } from '../../../server/http/console/console.ts';
import { consoleMenu } from '../../../server/http/console/navigation.ts';
import { controlApi } from '../../../server/http/control/control.ts';
import { goneOf } from '../../../server/http/gone.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import type { Area } from '../../../server/http/row.ts';
import { requestOperations } from '../../../server/insight/inspector/request-control.ts';
import { REQUEST_LOG } from '../../../server/insight/inspector/request-log.ts';
import { Meters } from '../../../server/insight/metrics/meters.ts';
import { MemoryLog } from '../../../server/storage/engine/memory-log.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { connectTo } from '../../support/conformance-raw.ts';
import { listeningDoor } from '../../support/door.ts';
import { ROOT_URL } from '../../support/source-tree.ts';
import { until } from '../../support/until.ts';
import { seenRequest } from './sample-request.ts';

const log = new MemoryLog(REQUEST_LOG, Date.now);
let named = 0;
const banks = {
  names: async () => {
    named++;
    return ['default'];
  },
} as unknown as Banks;

const operations: readonly ControlOperation[] = requestOperations({
  log,
  banks,
  operations: [],
});
const area = controlApi({
  banks,
  operations,
  access: { allowedHosts: [] },
  validator: createValidator(),
  pages: createPages(ROOT_URL, consoleMenu),
  meters: new Meters(),
});
const live: Area = { root: '/console', access: 'control', rows: [liveRow(log)] };
const server = await listeningDoor([area, live]);
afterAll(() => server.close());

test('CTRL-05: the banks are listed for a page, which links to them, and not for JSON', async () => {
  const url = `${server.url}/_sandbox/requests`;
  const statusFor = async (accept: string) => (await fetch(url, { headers: { accept } })).status;
  expect([await statusFor('application/json'), named]).toEqual([200, 0]);
  expect([await statusFor('text/html'), named]).toEqual([200, 1]);
});

test('CTRL-05: the stream of a connection that is closed ends, and those behind it never begin', async () => {
  const client = connectTo(server.url);
  client.write('GET /console/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(20));
  await until(() => log.waits === 1);
  client.destroy();
  await until(() => log.waits === 0);
  // A stream that goes on would wait again.
  await new Promise((resolve) => setImmediate(resolve));
  expect(log.waits).toBe(0);
});

test.each([
  ['has ended its side of the connection', { readableEnded: true }, {}, true],
  ['has closed the connection', { destroyed: true }, {}, true],
  ['had its connection cut', {}, { destroyed: true }, true],
  ['waits', {}, {}, false],
])('CTRL-05: a client that %s when somebody asks', (_, socket, response, isGone) => {
  const req = { socket: Object.assign(new EventEmitter(), socket) };
  const asked = Object.assign(new EventEmitter(), response, { req });
  expect(goneOf(asked as unknown as ServerResponse).aborted).toBe(isGone);
});

test.each(['end', 'close'])(
  'CTRL-05: a client that waits is gone at the %s, and is listened to no longer',
  (event) => {
    const socket = new EventEmitter();
    const asked = Object.assign(new EventEmitter(), { req: { socket } });
    const gone = goneOf(asked as unknown as ServerResponse);
    expect(gone.aborted).toBe(false);
    (event === 'end' ? socket : asked).emit(event);
    expect(gone.aborted).toBe(true);
    asked.emit('close');
    expect(socket.listenerCount('end')).toBe(0);
  },
);

test('CTRL-05: a live stream tells the newest number after each request, and ends with the bank', async () => {
  const own = new MemoryLog(REQUEST_LOG, Date.now);
  const told: string[] = [];
  const send = (text: string) => {
    told.push(text);
    if (told.length === 3) return own.stop();
    setImmediate(() => own.append('default', (number) => seenRequest({ number })));
  };
  const { stream } = await liveRow(own).handle({ bank: 'default' } as Call);
  await stream?.write({ send, gone: new AbortController().signal });
  expect(told).toEqual(['retry: 1000\n\n', 'data: 1\n\n', 'data: 2\n\n']);
});

test.each([
  ['waits, is shown that the stream is alive', false, ['retry: 1000\n\n', ':\n\n']],
  ['has gone meanwhile, is sent nothing', true, ['retry: 1000\n\n']],
])('CTRL-05: after 15 s without a request a client that %s', async (_, leaves, expected) => {
  let time = 0;
  const waits = [15_000, 0];
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
  const gone = new AbortController();
  const quiet = {
    last: () => 0,
    async next() {
      const wait = waits.shift();
      time += wait ?? 0;
      if (leaves || wait === undefined) gone.abort();
      return undefined;
    },
  };
  const told: string[] = [];
  const { stream } = await liveRow(quiet).handle({ bank: 'default' } as Call);
  await stream?.write({ send: (text) => void told.push(text), gone: gone.signal });
  clock.mockRestore();
  expect(told).toEqual(expected);
});

test('CTRL-05: who has hung up is not waited for, and nothing is answered to them', async () => {
  const url = `${server.url}/_sandbox/requests/next?timeout=PT60S`;
  const clients = [request(url, { agent: false }), request(url, { agent: false })] as const;
  for (const client of clients) client.on('error', () => undefined).end();
  await until(() => log.waits === 2);
  clients[0].destroy();
  await until(() => log.waits === 1);
  const answered = once(clients[1], 'response');
  log.stop();
  const [response] = await answered;
  expect(response.statusCode).toBe(404);
  response.resume();
});
