// The ports of a bank (server/composition/open-sockets.ts): on which address, under which names, with and without TLS.
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { expect, test } from '@jest/globals';
import { mostConnections, openSockets } from '../../../server/composition/open-sockets.ts';
import { type Log, SILENT } from '../../../server/kernel/log.ts';
import { deferred } from '../../support/deferred.ts';
import { closeServer, listen, portOf } from '../../support/tpp-server.ts';
import { memoryIssuer } from '../signing/support.ts';

type Ground = Parameters<typeof openSockets>[1];

const issuer = memoryIssuer();
await issuer.restore();

/** What certificates were asked for, in the order in which they were. */
const named: (readonly string[])[] = [];
const watched: Ground['issuer'] = {
  ...issuer,
  server: (names) => {
    named.push(names);
    return issuer.server(names);
  },
};
const open = (options: Ground['options'], log: Log = SILENT) =>
  openSockets((_, response) => void response.end('here'), { options, issuer: watched, log });

/** The certificate's names for those options. */
async function namesOf(options: Ground['options']): Promise<string> {
  const sockets = await open({ httpsPort: 0, host: '127.0.0.1', ...options });
  await sockets.close();
  return (named.at(-1) ?? []).join(' ');
}

test.each<[Ground['options'], string]>([
  [{}, ''],
  [{ host: '127.0.0.1' }, ''],
  [{ host: 'localhost' }, ''],
  [{ host: '127.0.0.2' }, '127.0.0.2'],
  [{ control: {} }, ''],
  [
    { control: { allowedHosts: ['bank.example', 'LOCALHOST', 'Other.Example'] } },
    'bank.example other.example',
  ],
  [{ control: { allowedHosts: ['bank.example', 'BANK.example'] } }, 'bank.example'],
  [{ control: { allowedHosts: ['[::1]', '[2001:DB8::7]'] } }, '2001:db8::7'],
  [
    { control: { allowedHosts: ['blåbær.example', 'ØL.example'] } },
    'xn--blbr-roah.example xn--l-4ga.example',
  ],
  [{ control: { allowedHosts: ['a_b', 'a b', 'under\u2028line'] } }, 'a_b'],
  [{ publicUrl: 'https://Public.Example:9000/bank' }, 'public.example'],
  [{ publicUrl: 'http://[2001:db8::1]:9000' }, '2001:db8::1'],
  [
    { publicUrl: 'https://bank.example', control: { allowedHosts: ['bank.example', 'x'] } },
    'bank.example x',
  ],
])(
  'TLS-01: with %j the certificate has beside those of this machine: %s',
  async (options, others) => {
    expect(await namesOf(options)).toBe(['localhost 127.0.0.1 ::1', others].join(' ').trim());
  },
);

test.each([
  [undefined, '127.0.0.1', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.2'],
  ['0.0.0.0', '127.0.0.1', '127.0.0.2'],
  ['localhost', 'localhost', undefined],
])('CTRL-01: on the host %s, its addresses have %s', async (host, shown, also) => {
  const options = host === undefined ? {} : { host };
  const { addresses, close } = await open({ ...options, httpsPort: 0 });
  const { url, port, httpsUrl = '' } = addresses;
  expect([url, new URL(httpsUrl).hostname]).toEqual([`http://${shown}:${port}`, shown]);
  expect(Number(new URL(httpsUrl).port)).not.toBe(port);
  expect(await (await fetch(url)).text()).toBe('here');
  if (also !== undefined) expect((await fetch(`http://${also}:${port}`)).status).toBe(200);
  await close();
  for (const at of [url, httpsUrl]) await expect(fetch(at)).rejects.toThrow('fetch failed');
});

test('CTRL-01: without an HTTPS port there is one port and no certificate', async () => {
  const before = named.length;
  const { addresses, close } = await open({});
  await close();
  expect([Object.keys(addresses), named.length]).toEqual([['url', 'port'], before]);
});

test('CTRL-01: where the plain port is in use, none stays open', async () => {
  const taken = await listen(() => undefined);
  const free = await listen(() => undefined);
  const [port, httpsPort] = [portOf(taken), portOf(free)];
  await closeServer(free);
  await expect(open({ port, httpsPort })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  const [error] = await once(connect(httpsPort, '127.0.0.1'), 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  await expect(open({ httpsPort: port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  await closeServer(taken);
});

/** Whether the server asks its client for a certificate: only then is one sent. */
async function isAsked(mtls?: 'off' | 'request' | 'require'): Promise<boolean> {
  const { privateKey, certificate } = await issuer.issue({ type: 'QWAC' });
  const sent = deferred<boolean>();
  const options = mtls === undefined ? {} : { mtls };
  const sockets = await openSockets(
    ({ socket }, response) => {
      sent.resolve(
        'getPeerX509Certificate' in socket &&
          Boolean(
            (socket as never as { getPeerX509Certificate(): unknown }).getPeerX509Certificate(),
          ),
      );
      response.end();
    },
    { options: { httpsPort: 0, ...options }, issuer, log: SILENT },
  );
  const { hostname: host, port } = new URL(sockets.addresses.httpsUrl ?? '');
  const socket = connectByTls({
    ...{ host, port: Number(port), key: privateKey, cert: certificate, rejectUnauthorized: false },
  });
  socket.resume().end('GET / HTTP/1.0\r\n\r\n');
  const is = await sent.promise;
  await sockets.close();
  return is;
}

test('TLS-02: a certificate is asked for unless that is off', async () => {
  expect([await isAsked(), await isAsked('off')]).toEqual([false, false]);
  expect([await isAsked('request'), await isAsked('require')]).toEqual([true, true]);
});

test('TLS-01: a handshake that fails is logged, with the words of OpenSSL where it has some', async () => {
  const logged: unknown[] = [];
  const log = { ...SILENT, info: (...args: unknown[]) => void logged.push(args) };
  const { addresses, close } = await open({ httpsPort: 0 }, log);
  const { hostname, port } = new URL(addresses.httpsUrl ?? '');
  for (const bytes of [
    Buffer.from([0x16, 3, 1, 1]),
    Buffer.from('no greeting of TLS, but long enough\r\n\r\n'),
  ]) {
    const socket = connect(Number(port), hostname);
    socket
      .on('error', () => undefined)
      .resume()
      .end(bytes);
    await once(socket, 'close');
  }
  await close();
  expect(logged).toEqual([
    [{ reason: 'socket hang up' }, 'a TLS handshake failed'],
    [{ reason: expect.stringMatching(/^[a-z ]+$/) }, 'a TLS handshake failed'],
  ]);
});

test.each([
  // Fewer files than the bank needs itself.
  [10, 1, 1],
  [32, 2, 1],
  [34, 1, 1],
  [64, 1, 16],
  [64, 2, 8],
  [65, 1, 17],
  [480, 1, 224],
  [482, 1, 226],
  [1024, 1, 768],
  [1024, 2, 384],
  [1025, 2, 385],
  [1_048_576, 1, 1_048_320],
])('with %i open files and %i ports, each takes so many connections: %i', (files, ports, most) => {
  expect(mostConnections(files, ports)).toBe(most);
});
