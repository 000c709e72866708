import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { LeanRequest } from '../../../server/http/lean-request.ts';

/** What a handler sees of such a request: before somebody says that it is handed over, and after. */
async function seen(headers: Readonly<Record<string, string>>) {
  const found: IncomingHttpHeaders[] = [];
  const server = createServer(
    { IncomingMessage: LeanRequest, requireHostHeader: false },
    (request, response) => {
      found.push({ ...request.headers });
      request.isHandedOver = true;
      found.push({ ...request.headers });
      response.end();
    },
  );
  let asked = false;
  server.on('checkContinue', (request, response) => {
    asked = true;
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = sendRequest({ port, host: '127.0.0.1', headers, method: 'GET' }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  server.close();
  return { before: found[0], after: found[1], asked };
}

test('has the object of its headers for whoever asks once it is handed over', async () => {
  const { before, after } = await seen({ 'X-Request-ID': '1', Repeated: 'a' });
  expect(before).toEqual({});
  expect(after).toMatchObject({ 'x-request-id': '1', repeated: 'a', host: expect.any(String) });
});

test.each(['Expect', 'eXPECT'])(
  'shows Node a client that asks to send its body: %s',
  async (name) => {
    const { before, asked } = await seen({ [name]: '100-continue' });
    expect(asked).toBe(true);
    expect(before).toMatchObject({ expect: '100-continue' });
  },
);
