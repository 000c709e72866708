// CTRL-05: a control row that waits hears when its client has gone away.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import express from 'express';
import type { Banks } from '../../../server/bank/banks/banks.ts';
import type { ControlOperation } from '../../../server/bank/banks/control-operation.ts';
import { controlHandler } from '../../../server/http/control/control.ts';
import { createPages } from '../../../server/http/pages/pages.ts';
import { requestOperations } from '../../../server/insight/inspector/request-control.ts';
import { REQUEST_LOG } from '../../../server/insight/inspector/request-log.ts';
import { Meters } from '../../../server/insight/metrics/meters.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { MemoryLog } from '../../../server/storage/engine/memory-log.ts';
import { createValidator } from '../../../server/validation/schemas.ts';

const log = new MemoryLog(REQUEST_LOG, Date.now);
const banks = {} as Banks;

const operations: readonly ControlOperation[] = requestOperations({
  log,
  banks,
  operations: [],
});
const handler = controlHandler({
  banks,
  operations,
  access: { allowedHosts: [] },
  validator: createValidator(),
  pages: createPages(new URL('../../../../', import.meta.url)),
  meters: new Meters(),
  log: SILENT,
  ids: createIds((size) => new Uint8Array(size)),
});
const server = createServer(express().use(handler));
await new Promise<void>((done) => server.listen(0, done));
afterAll(() => void server.close());

/** Until it is so; jest's own limit is the only one. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

test('CTRL-05: who has hung up is not waited for, and nothing is answered to them', async () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/_sandbox/requests/next?timeout=PT60S`;
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
