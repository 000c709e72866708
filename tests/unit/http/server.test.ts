// A listening socket (server/http/server.ts): what it hands over, what it refuses by itself, and how it ends.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectByTls, type TLSSocket } from 'node:tls';
import { afterEach, expect, test } from '@jest/globals';
import { LeanRequest } from '../../../server/http/lean-request.ts';
import { listen, mountable } from '../../../server/http/server.ts';
import { deferred } from '../../support/deferred.ts';
import { closeServer, portOf } from '../../support/tpp-server.ts';
import { memoryIssuer } from '../signing/support.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Options = Partial<Parameters<typeof listen>[1]>;
type Listening = Awaited<ReturnType<typeof listen>>;

const opened: Listening[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of opened.splice(0)) await server.close();
});

async function open(handler: Handler, options: Options = {}): Promise<Listening> {
  const server = await listen(handler, { port: 0, host: '127.0.0.1', ...options });
  opened.push(server);
  return server;
}

/** What comes back until the connection ends, or as far as the pattern. */
async function answerTo(port: number, text: string | Buffer, until = /^\b$/): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  let said = '';
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.write(text);
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    said += part;
    if (until.test(said)) break;
  }
  return said;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

test('CTRL-01: every request is handed over, with a mark; also one without Host, or with 3,000 headers', async () => {
  const seen: unknown[] = [];
  const { port } = await open((request, response) => {
    const own = request as LeanRequest;
    seen.push([own instanceof LeanRequest && own.isHandedOver, request.rawHeaders.length / 2]);
    response.end('here');
  });
  for (const headers of ['', 'Host: x\r\n', 'a:b\r\n'.repeat(3000)]) {
    const said = await answerTo(port, `GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    expect(said).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*here\r\n0\r\n\r\n$|^HTTP\/1\.1 200 OK\r\n[\s\S]*here$/,
    );
  }
  expect(seen).toEqual([
    [true, 1],
    [true, 2],
    [true, 3001],
  ]);
  const kept = await answerTo(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', /here/);
  expect(kept).toMatch(/\r\nKeep-Alive: timeout=30\r\n/);
});

test('CTRL-01: headers may have 32 KiB', async () => {
  const { port } = await open((_, response) => void response.end('here'));
  const withHeaders = (length: number) =>
    answerTo(port, `GET / HTTP/1.1\r\na: ${'x'.repeat(length)}\r\nConnection: close\r\n\r\n`);
  expect(await withHeaders(32_500)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await withHeaders(33_500)).toMatch(
    /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[\s\S]*larger than 32768 bytes/,
  );
});

test('CTRL-01: what is expected of the server is for the handler to say', async () => {
  const seen: unknown[] = [];
  const { port } = await open((request, response) => {
    const { asksToSend } = request as { asksToSend?: true };
    seen.push([request.headers.expect, asksToSend, (request as LeanRequest).isHandedOver]);
    response.end('here');
  });
  for (const expected of ['', 'Expect: 100-continue\r\n', 'Expect: something\r\n']) {
    const said = await answerTo(port, GET.replace('\r\n\r\n', `\r\n${expected}\r\n`));
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  }
  expect(seen).toEqual([
    [undefined, undefined, true],
    ['100-continue', true, true],
    ['something', undefined, true],
  ]);
});

/** What is no request, and whether it comes at the beginning or behind a whole one. */
const NOISE = 'noise that is no HTTP\r\n\r\n';
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, own]) => own);

test('CTRL-01: what is no HTTP is refused once, in the form of the bank, and its connection ends', async () => {
  const { port } = await open((_, response) => void response.end('here'));
  const said = await answerTo(port, NOISE + NOISE + NOISE);
  expect(statuses(said)).toEqual(['400']);
  const [head = '', body = ''] = said.split('\r\n\r\n');
  expect(head).toMatch(/^Connection: close$/im);
  expect(JSON.parse(body).tppMessages).toEqual([
    expect.objectContaining({ category: 'ERROR', code: 'BAD_REQUEST' }),
  ]);
});

test('CTRL-01: behind a whole request it is refused after the answer, however late that is', async () => {
  const late = deferred<ServerResponse>();
  const { port } = await open((_, response) => late.resolve(response));
  const all = answerTo(port, `GET / HTTP/1.1\r\nHost: x\r\n\r\n${NOISE}${NOISE}`);
  const response = await late.promise;
  // The noise has arrived with the request.
  await new Promise((done) => setTimeout(done, 30));
  response.end('here');
  const said = await all;
  expect(statuses(said)).toEqual(['200', '400']);
  // One that is answered already.
  const quick = await open((_, own) => void own.end('here'));
  const socket = connect(quick.port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [first] = await once(socket, 'data');
  socket.write(NOISE);
  const [second] = await once(socket, 'data');
  expect(statuses(`${first}${second}`)).toEqual(['200', '400']);
});

test('CTRL-01: in a body that is not whole it is refused at once, as there is no answer to wait for', async () => {
  const { port } = await open(() => undefined);
  const said = await answerTo(
    port,
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n',
  );
  expect(statuses(said)).toEqual(['400']);
});

test('CTRL-01: an answer that closes the connection is the last word on it', async () => {
  const late = deferred<ServerResponse>();
  const { port } = await open((_, response) => late.resolve(response));
  const all = answerTo(port, GET + NOISE);
  const response = await late.promise;
  await new Promise((done) => setTimeout(done, 30));
  response.end('here');
  expect(statuses(await all)).toEqual(['200']);
});

test('CTRL-01: a client that leaves in the middle is no error, and the next one is answered', async () => {
  const { port } = await open((_, response) => void response.end('here'));
  for (const text of [
    'GET / HT',
    NOISE,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1',
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  expect(statuses(await answerTo(port, GET))).toEqual(['200']);
});

test('DUR-05: closing answers what is there, ends what is idle, takes nothing new, and may be called again', async () => {
  const asked = deferred<ServerResponse>();
  const server = await open(({ url }, response) => {
    if (url === '/quick') response.end('quick');
    else asked.resolve(response);
  });
  const idle = connect(server.port, '127.0.0.1');
  idle.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(idle, 'data');
  const answer = answerTo(server.port, GET);
  const response = await asked.promise;
  const closing = server.close();
  expect(server.close()).toBe(closing);
  let isClosed = false;
  void closing.then(() => {
    isClosed = true;
  });
  await once(idle.resume(), 'close');
  const [error] = await once(connect(server.port, '127.0.0.1'), 'error');
  expect([error, isClosed]).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' }), false]);
  response.end('here');
  expect(await answer).toMatch(/here/);
  await closing;
  expect(isClosed).toBe(true);
});

test('DUR-05: neither a connection that has sent nothing nor one that was answered meanwhile is waited for', async () => {
  const asked: ServerResponse[] = [];
  const both = deferred();
  const server = await open((_, response) => {
    if (asked.push(response) === 2) both.resolve();
  });
  const [silent, answered, other] = [1, 2, 3].map(() => connect(server.port, '127.0.0.1'));
  for (const socket of [answered, other]) socket?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await both.promise;
  const closing = server.close();
  await once(silent?.resume() as Socket, 'close');
  const [first, second] = asked;
  first?.end('here');
  const ended = [answered, other].map((socket) => once(socket?.resume() as Socket, 'close'));
  await Promise.race(ended);
  expect(second?.socket?.destroyed).toBe(false);
  second?.end('here');
  await Promise.all([...ended, closing]);
});

test('DUR-05: what is not answered in time is cut', async () => {
  const asked = deferred();
  const server = await open(() => asked.resolve());
  const answer = answerTo(server.port, GET);
  await asked.promise;
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeGreaterThan(2_500);
  expect(await answer).toBe('');
});

const issuer = memoryIssuer();
await issuer.restore();
const identities = await Promise.all([issuer.server(['localhost']), issuer.server(['localhost'])]);
const [ofFirst, ofSecond] = identities.map((identity) => identity());

async function byTls(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectByTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  sockets.push(socket);
  await once(socket, 'secureConnect');
  return socket;
}
const serialOf = (socket: TLSSocket) => socket.getPeerCertificate().serialNumber;

test('TLS-01: each connection has the identity of its time, and an old one stays as it is', async () => {
  let current = ofFirst;
  let asked = 0;
  const tls = {
    identity: () => {
      asked += 1;
      return current as NonNullable<typeof current>;
    },
    requestsCertificate: false,
    onRefused: () => undefined,
  };
  const { port } = await open((_, response) => void response.end('here'), { tls });
  const [first, again] = [await byTls(port), await byTls(port)];
  current = ofSecond;
  const [second, last] = [await byTls(port), await byTls(port)];
  expect(serialOf(first)).toBe(serialOf(again));
  expect(serialOf(second)).toBe(serialOf(last));
  expect(serialOf(second)).not.toBe(serialOf(first));
  expect(asked).toBe(5);
  for (const socket of [first, second]) {
    socket.write(GET);
    const [said] = await once(socket, 'data');
    expect(String(said)).toMatch(/^HTTP\/1\.1 200 OK/);
  }
});

test.each([
  [false, true],
  [true, false],
])(
  'TLS-02: where a certificate is asked for (%j), there is a session to resume: %j',
  async (requestsCertificate, isResumable) => {
    const tls = {
      identity: () => ofFirst as NonNullable<typeof ofFirst>,
      requestsCertificate,
      onRefused: () => undefined,
    };
    const { port } = await open((_, response) => void response.end('here'), { tls });
    const socket = connectByTls({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.2',
    });
    sockets.push(socket);
    await once(socket, 'secureConnect');
    expect(socket.getTLSTicket() !== undefined).toBe(isResumable);
  },
);

test('TLS-01: TLS 1.2 and 1.3 and no older; plain HTTP there is refused in plain HTTP', async () => {
  const refused: string[] = [];
  const tls = {
    identity: () => ofFirst as NonNullable<typeof ofFirst>,
    requestsCertificate: false,
    onRefused: ({ reason = '' }: { reason?: string }) => void refused.push(reason),
  };
  const { port } = await open((_, response) => void response.end('here'), { tls });
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await byTls(port, { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
  }
  const ciphers = 'DEFAULT:@SECLEVEL=0';
  await expect(
    byTls(port, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/PROTOCOL_VERSION/) });
  expect(refused).toEqual([expect.stringMatching(/protocol/)]);
  const said = await answerTo(port, GET);
  expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"tppMessages"/);
});

const ofTls = () => ({
  identity: () => ofFirst as NonNullable<typeof ofFirst>,
  requestsCertificate: false,
  onRefused: () => undefined,
});

test.each([false, true])(
  'CTRL-01: a client that has sent its end gets its answer; where nothing moves for 90 s, it goes (by TLS: %j)',
  async (isTls) => {
    const asked = deferred<[IncomingMessage, ServerResponse]>();
    const { port } = await open(
      (request, response) => asked.resolve([request, response]),
      isTls ? { tls: ofTls() } : {},
    );
    const where = { port, host: '127.0.0.1', allowHalfOpen: true };
    const client = isTls ? connectByTls({ ...where, rejectUnauthorized: false }) : connect(where);
    sockets.push(client);
    await once(client, isTls ? 'secureConnect' : 'connect');
    client.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [{ socket }, response] = await asked.promise;
    if (!socket.readableEnded) await once(socket, 'end');
    expect(socket.timeout).toBe(90_000);
    response.write('here');
    expect(statuses(String(await once(client, 'data')))).toEqual(['200']);
    socket.emit('timeout');
    expect(socket.destroyed).toBe(true);
    await once(client, 'close');
  },
);

test('the application that another server mounts says nothing of what it is made of', async () => {
  const door: Handler = (request, response) => void response.end(`here, at ${request.url}`);
  const server = createServer(mountable(door as never));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/path?query`);
  expect([await answer.text(), answer.headers.get('x-powered-by')]).toEqual([
    'here, at /path?query',
    null,
  ]);
  await closeServer(server);
});
