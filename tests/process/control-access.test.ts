// Who may use the control API: the token (CTRL-10), Host and Origin (WEB-03).
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../server/config.ts';
import { control } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { runBank, startBank } from '../support/control-process.ts';
import { type Answer, type HeaderList, send } from '../support/http.ts';
import { type OpenSandbank, openSandbank } from '../support/sandbanks.ts';
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

/** Without the one that costs a key. */
const CHEAP = ALL.filter(([, path]) => !path.endsWith('certificates'));

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

describe('the token', () => {
  const token = 'correct horse battery staple';
  let bank: OpenSandbank;
  let credentials: Credentials;
  const bearer = (value: string): HeaderList => [['Authorization', value]];

  beforeAll(async () => {
    bank = await openSandbank({ control: { token, allowedHosts: [] } });
    const made = await ask(
      bank.url,
      ['POST', '/_sandbox/certificates', '{}'],
      bearer(`Bearer ${token}`),
    );
    credentials = made.body;
  });
  afterAll(() => bank.close());

  const wrong: readonly (readonly [string, HeaderList])[] = [
    ['without one', []],
    ['with another', bearer('Bearer correct horse battery stable')],
    ['with a part of it', bearer(`Bearer ${token.slice(0, -1)}`)],
    ['with an empty one', bearer('Bearer ')],
    ['in another scheme', bearer(`Basic ${Buffer.from(`x:${token}`).toString('base64')}`)],
    ['without a scheme', bearer(token)],
  ];
  test.each(wrong)('CTRL-10: %s every operation is 403 FORBIDDEN', async (_, headers) => {
    const rows = [...ALL, ['GET', '/_sandbox/nowhere'], ['POST', '/_sandbox/sca/x', '{}']] as const;
    for (const row of rows) {
      for (const url of [bank.url, `${bank.url}/banks/other`]) {
        const answer = await ask(url, row, headers);
        expectRefusal(answer, { code: 'FORBIDDEN', path: 'Authorization' });
        expect(answer.text).not.toContain(token);
      }
    }
  });

  test('CTRL-10: with it every operation answers, whatever the case of Bearer', async () => {
    for (const row of ALL) {
      const answer = await ask(bank.url, row, bearer(`Bearer ${token}`));
      expect([row, answer.status]).toEqual([row, row[1].endsWith('certificates') ? 201 : 200]);
    }
    for (const scheme of ['bearer', 'BEARER']) {
      expect((await ask(bank.url, READS[0], bearer(`${scheme} ${token}`))).status).toBe(200);
    }
  });

  test('CTRL-10: the signed interface, the pages and /health ask for none', async () => {
    const tpp = new Tpp(bank.url, credentials);
    expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
    expect((await send({ method: 'GET', url: `${bank.url}/health` })).status).toBe(200);
    expect((await send({ method: 'GET', url: `${bank.url}/` })).status).toBe(200);
    expect((await send({ method: 'GET', url: `${bank.url}/sca/unknown` })).status).toBe(404);
  });
});

describe('an address that is not loopback', () => {
  const memory = { SANDBANK_DATA: 'memory', PORT: '0', SANDBANK_LOG: 'warn' };

  test('CTRL-10: without token it refuses to start and says what to set', async () => {
    const ended = await runBank({ ...memory, HOST: '0.0.0.0' });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('SANDBANK_CONTROL_TOKEN');
    expect(ended.stderr).toContain('SANDBANK_CONTROL=open');
  });

  test.each(['0.0.0.0', '::', '192.0.2.1', 'bank.example', '127.example', 'localhost.example'])(
    'CTRL-10: HOST=%s needs a token or the word',
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow('SANDBANK_CONTROL_TOKEN');
      expect(readConfig({ HOST, SANDBANK_CONTROL_TOKEN: 'x' }).host).toBe(HOST);
      expect(readConfig({ HOST, SANDBANK_CONTROL: 'open' }).host).toBe(HOST);
    },
  );

  test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])(
    'CTRL-10: HOST=%s is loopback and needs neither',
    (HOST) => {
      expect(readConfig({ HOST }).host).toBe(HOST);
    },
  );

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

  test('CTRL-10: it starts with SANDBANK_CONTROL=open, and asks for none', async () => {
    const bank = await startBank({ ...memory, HOST: '0.0.0.0', SANDBANK_CONTROL: 'open' });
    try {
      expect((await control(bank.url, 'GET', '/_sandbox/clock')).status).toBe(200);
    } finally {
      await bank.end('SIGTERM');
    }
  });
});

describe('Host and Origin', () => {
  let bank: OpenSandbank;
  let port: string;
  beforeAll(async () => {
    bank = await openSandbank({ control: { allowedHosts: ['Bank.example'] } });
    port = new URL(bank.url).port;
  });
  afterAll(() => bank.close());

  const hosts: readonly string[] = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '[::1]',
    'bank.example',
    'BANK.example',
  ];
  test.each(hosts)('WEB-03: Host %s may, with a port or without', async (host) => {
    for (const Host of [host, `${host}:${port}`, `${host}:9`]) {
      for (const row of CHEAP) {
        expect((await ask(bank.url, row, [['Host', Host]])).status).toBeLessThan(300);
      }
    }
  });

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil-localhost',
    '127.0.0.2',
    '0.0.0.0',
    '2130706433',
    '[::2]',
  ])('WEB-03: Host "%s" may nothing: 403 FORBIDDEN', async (host) => {
    for (const row of [...ALL, ['GET', '/_sandbox/nowhere'] as const]) {
      const answer = await ask(bank.url, row, [['Host', host]]);
      expectRefusal(answer, { code: 'FORBIDDEN', path: 'Host' });
    }
  });

  test.each(['', 'localhost@evil.example', 'localhost/x'])(
    'WEB-03: Host "%s" names no host at all: 400 or 403',
    async (host) => {
      for (const row of ALL) {
        const answer = await ask(bank.url, row, [['Host', host]]);
        expect([400, 403]).toContain(answer.status);
        expect(answer.body.tppMessages[0].path).toBe('Host');
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

  test.each(WRITES)('WEB-03: a foreign or null Origin may not %s %s', async (...row) => {
    const foreign = [
      'null',
      'https://evil.example',
      'http://127.0.0.1',
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}.evil.example`,
      'nonsense',
    ];
    for (const origin of foreign) {
      const answer = await ask(bank.url, row, [['Origin', origin]]);
      expectRefusal(answer, { code: 'FORBIDDEN', path: 'Origin' });
    }
  });

  test.each(WRITES)('WEB-03: the bank’s own Origin may %s %s', async (...row) => {
    const own = await ask(bank.url, row, [['Origin', `http://127.0.0.1:${port}`]]);
    expect(own.status).toBeLessThan(300);
  });

  test.each(READS)(
    'WEB-03: a foreign Origin may %s %s, and no header lets it read the answer',
    async (...row) => {
      const answer = await ask(bank.url, row, [['Origin', 'https://evil.example']]);
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('WEB-03: what was refused changed nothing', async () => {
    const before = await control(bank.url, 'PUT', '/_sandbox/clock', { frozen: true });
    const refused = await ask(
      bank.url,
      ['PUT', '/_sandbox/clock', '{"now":"2031-01-01T00:00:00Z"}'],
      [['Origin', 'null']],
    );
    expect(refused.status).toBe(403);
    expect((await control(bank.url, 'GET', '/_sandbox/clock')).body.now).toBe(before.body.now);
  });

  test('WEB-03: the signed interface takes any Host', async () => {
    const { body } = await control(bank.url, 'POST', '/_sandbox/certificates');
    const tpp = new Tpp(bank.url, body).with({ Host: 'proxy.example' });
    expect((await tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });
});
