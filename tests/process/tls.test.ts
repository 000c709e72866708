// The TLS port: its versions, its certificate and how that is renewed (TLS-01).
import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterAll, expect, test } from '@jest/globals';
import { createSandbank } from '../../server/sandbank.ts';
import { control, psuHeaders } from '../support/bank.ts';
import { filesIn, testFolder } from '../support/test-folder.ts';
import { openTlsBank, run } from '../support/tls-bank.ts';
import { Tpp } from '../support/tpp.ts';
import { closeServer, listen, portOf } from '../support/tpp-server.ts';

const DAY = 24 * 3_600_000;
const folder = testFolder();
const file = filesIn(folder);

const bank = await openTlsBank({ control: { allowedHosts: ['Bank.example', '[fd00::8]'] } });
afterAll(() => bank.close());
const { port } = new URL(bank.httpsUrl);
const ca = file('ca.pem', bank.ca);

/** The certificate that a new connection gets. */
async function shown({ httpsUrl }: Pick<typeof bank, 'httpsUrl'>): Promise<X509Certificate> {
  const { hostname, port } = new URL(httpsUrl);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  if (certificate === undefined) throw new Error('no certificate');
  return certificate;
}

test.each([
  ['-tls1_1', 1, /alert protocol version/],
  ['-tls1_2', 0, /Verify return code: 0 \(ok\)/],
  ['-tls1_3', 0, /Verify return code: 0 \(ok\)/],
])('TLS-01: the TLS port: openssl s_client %s ends with %i', async (version, code, says) => {
  const ended = await run(
    'openssl',
    ...['s_client', '-connect', `127.0.0.1:${port}`, '-CAfile', ca, '-verify_return_error'],
    // Else the client itself would refuse the old version.
    ...[version, '-cipher', 'ALL:@SECLEVEL=0'],
  );
  expect(ended.code).toBe(code);
  expect(ended.output).toMatch(says);
});

test.each(['127.0.0.1', 'localhost'])(
  'TLS-01: the TLS port: curl --cacert trusts %s',
  async (host) => {
    const url = `https://${host}:${port}/health`;
    const resolve = ['--resolve', `localhost:${port}:127.0.0.1`];
    const answered = await run('curl', '-sS', '--cacert', ca, ...resolve, url);
    expect(answered).toEqual({ code: 0, output: '{"status":"up"}' });
    expect((await run('curl', '-sS', ...resolve, url)).code).toBe(1);
  },
);

test('TLS-01: the certificate is for every name of the bank, and for no other', async () => {
  const certificate = await shown(bank);
  for (const name of ['localhost', 'bank.example']) {
    expect(certificate.checkHost(name)).toBe(name);
  }
  for (const address of ['127.0.0.1', '::1', 'fd00::8']) {
    expect(certificate.checkIP(address)).toBe(address);
  }
  expect(certificate.checkHost('evil.example')).toBeUndefined();
  const behindProxy = await openTlsBank({ publicUrl: 'https://proxy.example:9/x' });
  expect((await shown(behindProxy)).checkHost('proxy.example')).toBe('proxy.example');
  await behindProxy.close();
});

test('TLS-01: new connections get a new certificate before the old one ends, and back in time too', async () => {
  const own = await openTlsBank({});
  const first = await shown(own);
  expect((await shown(own)).serialNumber).toBe(first.serialNumber);
  const end = Date.parse(first.validTo) - Date.now();
  own.moveClock(end - DAY);
  const next = await shown(own);
  expect(next.serialNumber).not.toBe(first.serialNumber);
  expect(Date.parse(next.validTo)).toBeGreaterThan(Date.parse(first.validTo));
  expect(next.checkIssued(first)).toBe(false);
  own.moveClock(0);
  expect(Date.parse((await shown(own)).validFrom)).toBeLessThan(Date.now());
  await own.close();
});

test('TLS-01: links have the scheme that the request came by', async () => {
  const tpp = new Tpp(bank.httpsUrl, await bank.issue({}), psuHeaders());
  const secure = await tpp.get('/v1/accounts', { tls: { ca: bank.ca } });
  expect(secure.body._links.scaRedirect.href).toMatch(
    new RegExp(`^https://127\\.0\\.0\\.1:${port}/sca/`),
  );
  const plain = await tpp.at(bank.url).get('/v1/accounts');
  expect(plain.body._links.scaRedirect.href.startsWith(`${bank.url}/sca/`)).toBe(true);
  const { body } = await control(bank.url, 'GET', '/_sandbox/requests?limit=2');
  const views = await Promise.all(
    body.requests.map(({ id }: { id: string }) =>
      control(bank.url, 'GET', `/_sandbox/requests/${id}`),
    ),
  );
  const origins = views.map((view) => /(https?):\/\/127/.exec(view.body.curl)?.[1]);
  expect(origins).toEqual(['http', 'https']);
});

test('WEB-03: a whole address in the request line has the scheme of the connection', async () => {
  const statusOf = async (scheme: string) => {
    const path = `${scheme}://127.0.0.1:${port}/health`;
    const url = `https://127.0.0.1:${port}`;
    const target = ['--request-target', path];
    const { output } = await run('curl', '-sS', '--cacert', ca, '-D', '-', ...target, url);
    return output.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  };
  expect([await statusOf('https'), await statusOf('http')]).toEqual(['200', '403']);
});

test('TLS-01: the TLS port: plain HTTP to this port is told so', async () => {
  const { status, body } = await control(`http://127.0.0.1:${port}`, 'GET', '/health');
  expect(status).toBe(400);
  expect(body.tppMessages[0].text).toMatch(/this port is TLS: use https:/);
  expect((await shown(bank)).checkHost('localhost')).toBe('localhost');
});

test('TLS-01: a port in use is refused, and the other port is closed again', async () => {
  const taken = await listen(() => undefined);
  await expect(createSandbank({ httpsPort: portOf(taken) })).rejects.toThrow(/EADDRINUSE/);
  await closeServer(taken);
});

test('SET-01: client certificates need the TLS port', async () => {
  await expect(createSandbank({ mtls: 'require' })).rejects.toThrow(/^mtls: require needs/);
});
