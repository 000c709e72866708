// Who may use the control API: the token (CTRL-10), Host and Origin (WEB-03).
import { connect } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from '../../server/composition/config.ts';
import { control } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { runBank, startBank } from '../support/control-process.ts';
import { type Answer, type HeaderList, send } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { type Credentials, Tpp } from '../support/tpp.ts';

/** One request per operation, and one to nowhere. */
const READS = [
  ['GET', '/_sandbox/clock'],
  ['GET', '/_sandbox/sca-policy'],
] as const;
const WRITES = [
  ['PUT', '/_sandbox/clock', '{"frozen":false}'],
  ['POST', '/_sandbox/clock/advance', '{"by":"PT0S"}'],
  ['PUT', '/_sandbox/sca-policy', '{"mode":"page"}'],
  ['POST', '/_sandbox/certificates', '{}'],
  ['POST', '/_sandbox/reset', ''],
] as const;
const ALL: readonly (readonly [string, string, string?])[] = [...READS, ...WRITES];

const JSON_BODY: HeaderList = [['Content-Type', 'application/json']];
const ask = (
  url: string,
  [method, path, body]: readonly [string, string, string?],
  headers: HeaderList = [],
): Promise<Answer> =>
  send({
    method,
    url: url + path,
    headers: body ? [...JSON_BODY, ...headers] : headers,
    ...(body ? { body } : {}),
  });

const token = 'correct horse battery staple';
const bearer = (value: string): HeaderList => [['Authorization', value]];
const guarded = await openSandbank({ control: { token, allowedHosts: [] } });
afterAll(() => guarded.close());
const asked = ['POST', '/_sandbox/certificates', '{}'] as const;
const credentials: Credentials = (await ask(guarded.url, asked, bearer(`Bearer ${token}`))).body;

/** Those of the document, each with whatever it is about; a TLS library fetches the open ones (TLS-01, TPP-06). */
const { paths } = (await ask(guarded.url, ['GET', '/_sandbox/openapi.json'])).body;
const EVERY = Object.entries<Record<string, { security?: unknown }>>(paths)
  .flatMap(([path, item]) => Object.entries(item).map((one) => [path, ...one] as const))
  .map(([path, method, { security }]) => ({
    isOpen: security !== undefined,
    row: [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x')] as const,
  }))
  .concat({ isOpen: false, row: ['GET', '/_sandbox/nowhere'] });

const wrong: readonly (readonly [string, HeaderList])[] = [
  ['without one', []],
  ['with another', bearer('Bearer correct horse battery stable')],
  ['in another scheme', bearer(`Basic ${Buffer.from(`x:${token}`).toString('base64')}`)],
  ['without a scheme', bearer(token)],
];
test.each(wrong)('CTRL-10: %s every operation is 403 FORBIDDEN', async (_, headers) => {
  expect(EVERY.length).toBeGreaterThan(40);
  for (const { isOpen, row } of EVERY) {
    for (const url of [guarded.url, `${guarded.url}/banks/other`]) {
      const answer = await ask(url, row, headers);
      if (isOpen) expect([row, answer.status]).toEqual([row, 200]);
      else expectRefusal(answer, { code: 'FORBIDDEN', path: 'Authorization' });
      expect(answer.text).not.toContain(token);
    }
  }
});

test('CTRL-10: with it every operation answers, whatever the case of Bearer', async () => {
  for (const row of ALL) {
    const answer = await ask(guarded.url, row, bearer(`Bearer ${token}`));
    expect([row, answer.status]).toEqual([row, row[1].endsWith('certificates') ? 201 : 200]);
  }
  for (const scheme of ['bearer', 'BEARER']) {
    expect((await ask(guarded.url, READS[0], bearer(`${scheme} ${token}`))).status).toBe(200);
  }
});

test('CTRL-10: the signed interface, the pages and /health ask for none', async () => {
  const tpp = new Tpp(guarded.url, credentials);
  expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
  expect((await send({ method: 'GET', url: `${guarded.url}/health` })).status).toBe(200);
  expect((await send({ method: 'GET', url: `${guarded.url}/` })).status).toBe(200);
  expect((await send({ method: 'GET', url: `${guarded.url}/sca/unknown` })).status).toBe(404);
});

const memory = { SANDBANK_DATA: 'memory', PORT: '0', SANDBANK_LOG: 'warn' };

test('CTRL-10: without token it refuses to start and says what to set', async () => {
  const ended = await runBank({ ...memory, HOST: '0.0.0.0' });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('SANDBANK_CONTROL_TOKEN');
  expect(ended.stderr).toContain('SANDBANK_CONTROL=open');
});

test('CTRL-10: every HOST but a loopback one needs a token or the word', () => {
  for (const HOST of '0.0.0.0 :: 192.0.2.1 bank.example 127.example localhost.example'.split(' ')) {
    expect(() => readConfig({ HOST })).toThrow('SANDBANK_CONTROL_TOKEN');
    expect(readConfig({ HOST, SANDBANK_CONTROL_TOKEN: 'x' }).host).toBe(HOST);
    expect(readConfig({ HOST, SANDBANK_CONTROL: 'open' }).host).toBe(HOST);
  }
  for (const HOST of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) {
    expect(readConfig({ HOST }).host).toBe(HOST);
  }
});

test('CTRL-10: it starts with a token, which is then asked for', async () => {
  const bank = await startBank({ ...memory, HOST: '0.0.0.0', SANDBANK_CONTROL_TOKEN: 'sesame' });
  try {
    const refused = await control(bank.url, 'GET', '/_sandbox/clock');
    expectRefusal(refused, { code: 'FORBIDDEN', path: 'Authorization' });
    const allowed = await ask(bank.url, READS[0], [['Authorization', 'Bearer sesame']]);
    expect(allowed.status).toBe(200);
  } finally {
    await bank.end('SIGTERM');
  }
});

const bank = await openSandbank({ control: { allowedHosts: ['Bank.example'] } });
const { port } = new URL(bank.url);
afterAll(() => bank.close());

const hosts = ['127.0.0.1', 'LOCALHOST', '[::1]', 'BANK.example'];
test.each(hosts)('WEB-03: Host %s may, with a port or without', async (host) => {
  for (const Host of [host, `${host}:${port}`, `${host}:9`]) {
    expect((await ask(bank.url, READS[0], [['Host', Host]])).status).toBe(200);
  }
});

const others = 'evil.example:8080 localhost.evil.example evil-localhost 127.0.0.2 0.0.0.0 [::2]';
test.each(others.split(' '))(
  'WEB-03: Host and Origin: Host %s may nothing: 403 FORBIDDEN',
  async (host) => {
    for (const row of [...ALL, ['GET', '/_sandbox/nowhere'] as const]) {
      const answer = await ask(bank.url, row, [['Host', host]]);
      expectRefusal(answer, { code: 'FORBIDDEN', path: 'Host' });
    }
  },
);

test('WEB-03: no Host at all, as in HTTP/1.0, is 403', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    let seen = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.end('GET /_sandbox/clock HTTP/1.0\r\n\r\n');
    });
    socket.setEncoding('utf8').on('data', (chunk) => {
      seen += chunk;
    });
    socket.on('error', reject).on('end', () => resolve(seen));
  });
  expect(text).toMatch(/^HTTP\/1\.1 403 /);
  expect(text).toContain('FORBIDDEN');
});

test.each(WRITES)('WEB-03: %s %s may its own Origin, and no other', async (...row) => {
  const near = `http://127.0.0.1:${port}.evil.example`;
  for (const origin of ['', 'null', 'http://127.0.0.1', `http://localhost:${port}`, near]) {
    const answer = await ask(bank.url, row, [['Origin', origin]]);
    expectRefusal(answer, { code: 'FORBIDDEN', path: 'Origin' });
  }
  const own = await ask(bank.url, row, [['Origin', `http://127.0.0.1:${port}`]]);
  expect(own.status).toBeLessThan(300);
});

test('WEB-03: https is another origin, but where a proxy speaks TLS', async () => {
  const row = WRITES[0];
  const ours: [string, string] = ['Origin', `https://127.0.0.1:${port}`];
  expectRefusal(await ask(bank.url, row, [ours]), { code: 'FORBIDDEN', path: 'Origin' });
  const forwarded = await ask(bank.url, row, [ours, ['X-Forwarded-Proto', 'https']]);
  expect(forwarded.status).toBeLessThan(300);
  const named: [string, string][] = [
    ['Host', 'bank.example'],
    ['Origin', 'https://bank.example'],
  ];
  expect((await ask(bank.url, row, named)).status).toBeLessThan(300);
});

test.each(READS)('WEB-03: any Origin may %s %s, and none is let to read it', async (...row) => {
  const answer = await ask(bank.url, row, [['Origin', 'https://evil.example']]);
  expect(answer.status).toBe(200);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('WEB-03: the signed interface takes any Host', async () => {
  const { body } = await control(bank.url, 'POST', '/_sandbox/certificates');
  const tpp = new Tpp(bank.url, body).with({ Host: 'proxy.example' });
  expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
});
