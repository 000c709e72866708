// The sockets themselves: when the ports open, clients that end their side first, and more clients than open files.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { afterAll, expect, test } from '@jest/globals';
import { openSockets } from '../../server/composition/open-sockets.ts';
import { listen } from '../../server/http/server.ts';
import { SILENT } from '../../server/kernel/log.ts';
import { control } from '../support/bank.ts';
import { startBank } from '../support/control-process.ts';
import { deferred } from '../support/deferred.ts';
import { nextPair } from '../support/key-stock.ts';
import { testFolder } from '../support/test-folder.ts';
import { openTlsBank } from '../support/tls-bank.ts';
import { freePort } from '../support/tpp-server.ts';

const bank = await openTlsBank({ data: testFolder(), makeKey: nextPair });
afterAll(() => bank.close());

test('CTRL-01: no port answers before all ports are open', async () => {
  const [port, httpsPort] = [await freePort(), await freePort()];
  let identify: (error: Error) => void = () => undefined;
  const identity = new Promise<never>((_, reject) => {
    identify = reject;
  });
  const issuer = { server: () => identity } as never;
  const opening = openSockets(() => undefined, {
    options: { port, httpsPort },
    issuer,
    log: SILENT,
  });
  for (const one of [port, httpsPort]) {
    const [error] = await once(connect(one, '127.0.0.1'), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  }
  identify(new Error('no certificate'));
  await expect(opening).rejects.toThrow('no certificate');
});

/** What its types do not know of TLS. */
const HALF_OPEN: object = { allowHalfOpen: true };

const { hostname: host, port } = new URL(bank.httpsUrl);
const open: Record<string, () => Socket> = {
  http: () => connect({ port: Number(new URL(bank.url).port), host, allowHalfOpen: true }),
  https: () => connectByTls({ port: Number(port), host, ca: bank.ca, ...HALF_OPEN }),
};

async function answered(scheme: string, request: string): Promise<string> {
  const socket = open[scheme]?.() as Socket;
  await once(socket, scheme === 'http' ? 'connect' : 'secureConnect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.end(request);
  await once(socket, 'close');
  return answer;
}

test.each(Object.keys(open))('CTRL-01: gets its answer by %s, and then the end', async (scheme) => {
  const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(await answered(scheme, health)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"status":"up"\}$/s);
  // What waits for the disk too, and several at once.
  const write = 'POST /_sandbox/reset HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  const answers = await answered(scheme, write + health);
  expect(answers.match(/HTTP\/1\.1 20\d /g)).toHaveLength(2);
});

test.each(Object.keys(open))(
  'CTRL-01: without a whole request, its connection by %s is closed',
  async (scheme) => {
    expect(await answered(scheme, '')).toBe('');
    expect(
      await answered(scheme, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1'),
    ).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  },
);

test('TLS-01: a client that leaves in the handshake leaves nothing behind', async () => {
  const refused: string[] = [];
  const tls = {
    identity: () => ({ key: '', cert: '' }) as never,
    requestsCertificate: false,
    onRefused: ({ message }: Error) => refused.push(message),
  };
  const server = await listen(() => undefined, { port: 0, host: '127.0.0.1', tls });
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  // The first bytes of a greeting.
  socket.end(Buffer.from([0x16, 3, 1, 1]));
  await once(socket.resume(), 'close');
  expect(refused).toHaveLength(1);
  await server.close();
});

test('CTRL-01: connections above the number are closed, and those below it are answered', async () => {
  let dropped = 0;
  const server = await listen((_, response) => void response.end('here'), {
    port: 0,
    host: '127.0.0.1',
    most: 2,
    onDropped: () => dropped++,
  });
  const open = () => connect(server.port, '127.0.0.1');
  const kept = [open(), open()];
  await Promise.all(kept.map((socket) => once(socket, 'connect')));
  const third = open();
  await once(third, 'close');
  expect(dropped).toBe(1);
  kept[0]?.destroy();
  const fetched = async () => (await control(`http://127.0.0.1:${server.port}`, 'GET', '/')).text;
  // Until the server has seen that one is gone.
  let text = '';
  while (text === '') text = await fetched().catch(() => '');
  expect(text).toBe('here');
  kept[1]?.destroy();
  await server.close();
});

const saysFiles = existsSync('/proc/self/limits');

(saysFiles ? test : test.skip)(
  'CTRL-01: more connections than open files allow are closed, which the log says once',
  async () => {
    const limited = await startBank({ SANDBANK_DATA: 'memory' }, [], 80);
    const closed = deferred();
    let count = 0;
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(new URL(limited.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      return socket.once('close', () => ++count === 16 && closed.resolve());
    });
    await closed.promise;
    for (const socket of sockets) socket.destroy();
    const { stdout } = await limited.end('SIGTERM');
    expect(stdout.match(/^.* open files .*$/gm)).toEqual([
      expect.stringContaining('"most":24,"files":80,'),
    ]);
  },
);
