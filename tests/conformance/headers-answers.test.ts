// What every answer looks like: type, encoding, echo, language; and refusals of paths and methods.
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { header } from '../support/conformance-changes.ts';
import { expectError, expectRefusal, type Refusal } from '../support/conformance-refusal.ts';
import { openScene, ROUTE_NAMES, SEPA, testScene } from '../support/conformance-scene.ts';
import { type Answer, send } from '../support/http.ts';

const scene = await testScene();
const tpp = scene.psu.tpp;

const JSON_TYPE = 'application/json;charset=utf-8';

/** Paths below the bank, asked with nothing signed: that a path is wrong is told before. */
function ask(method: string, path: string): Promise<Answer> {
  return send({ method, url: scene.bank.url + path });
}

describe('answers', () => {
  test.each(ROUTE_NAMES)('HDR-07: type, echo and no caching on the route %s', async (route) => {
    const id = `id/${randomUUID()}`;
    // A bank of its own: initialize ends the session.
    const fresh = await openScene(scene.bank);
    const answer = await fresh.send(route, { headers: { 'X-Request-ID': id } });
    expect(answer.status).toBe(fresh.routes[route].status);
    expect(answer.headers).toMatchObject({
      'content-type': JSON_TYPE,
      'x-request-id': id,
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(answer.text)),
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });

  test('HDR-07: a refusal echoes X-Request-ID too', async () => {
    const id = randomUUID();
    const answer = await tpp.get('/v1/accounts', {
      headers: { 'X-Request-ID': id, Date: 'yesterday' },
    });
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'Date' });
    expect(answer.headers['x-request-id']).toBe(id);
  });

  test('HDR-07: what is no X-Request-ID is not echoed', async () => {
    const answer = await tpp.get('/v1/accounts', { headers: { 'X-Request-ID': 'two words' } });
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'X-Request-ID' });
    expect(answer.headers['x-request-id']).toBeUndefined();
  });

  const packed = (path: string, acceptEncoding: string) =>
    scene.bank.tpp.with({ 'Accept-Encoding': acceptEncoding }).get(path);

  test.each(['gzip', 'br, gzip;q=0.5', '*'])(
    'HDR-07: gzip for Accept-Encoding %s',
    async (asked) => {
      const answer = await packed('/v1/sandbox/customers?includeAccounts=true', asked);
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(answer.headers['vary']).toContain('Accept-Encoding');
      expect(JSON.parse(gunzipSync(answer.bytes).toString('utf8')).customers).toHaveLength(4);
    },
  );

  test('HDR-07: gzip for a short answer too', async () => {
    const answer = await packed('/v1/accounts', 'gzip');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(answer.bytes).toString('utf8')).tppMessages).toHaveLength(1);
  });

  test.each(['identity', 'gzip;q=0', 'br'])(
    'HDR-07: plain for Accept-Encoding %s',
    async (asked) => {
      const answer = await packed('/v1/sandbox/customers?includeAccounts=true', asked);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(answer.bytes.toString('utf8')).customers).toHaveLength(4);
    },
  );
});

test.each([
  ['no, en;q=0.5', 'nb'],
  ['en-GB', 'en'],
  ['de', 'en'],
])(
  'HDR-07: for Accept-Language %s psuMessage is in %s, and Content-Language says so',
  async (asked, said) => {
    const fresh = await openScene(scene.bank);
    const answer = await fresh.send('pay', {
      ...header('Accept-Language', asked),
      path: SEPA,
      headers: { 'PSU-ID': undefined, 'PSU-Context': 'PRIVATE' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.psuMessage).toMatch(
      said === 'nb' ? /[æøå]|ikke|betaling/i : /payment|bank/i,
    );
    expect(answer.headers['content-language']).toBe(said);
  },
);

const NOWHERE: Refusal = { code: 'NOT_FOUND' };

describe('ERR-01: paths', () => {
  const similar = '/v1 /v1/ /v1/account /v1/Accounts /v1/accounts/ /V1/accounts /v1//accounts';
  const odd =
    '/v1/accounts//balances /v1/accounts/1/2/3/4 /v1/constructor /v1/__proto__ /v2/accounts';
  const encoded =
    '/v1/%61ccounts /v1/accounts%2F1 /v1/accounts/%ff/balances /v1/accounts/%/balances';
  test.each(`${similar} ${odd} ${encoded}`.split(' '))(
    'ERR-01: %s is 404 NOT_FOUND',
    async (path) => {
      expectRefusal(await ask('GET', path), NOWHERE);
    },
  );

  test('ERR-01: a long path is told in short', async () => {
    const answer = await ask('GET', `/v1/${'x'.repeat(8000)}`);
    expectRefusal(answer, NOWHERE);
    expect(answer.text.length).toBeLessThan(700);
  });
});

describe('ERR-01: methods', () => {
  test.each([
    ['POST', '/v1/accounts', 'GET'],
    ['DELETE', '/v1/accounts', 'GET'],
    ['PATCH', '/v1/accounts', 'GET'],
    ['PUT', '/v1/accounts', 'GET'],
    ['HEAD', '/v1/accounts', 'GET'],
    ['OPTIONS', '/v1/accounts', 'GET'],
    ['TRACE', '/v1/accounts', 'GET'],
    ['PROPFIND', '/v1/accounts', 'GET'],
    ['GET', SEPA, 'POST'],
    ['GET', '/v1/bank-offered-consents', 'POST'],
    ['PUT', '/v1/sandbox/customers', 'GET, POST'],
    ['GET', '/v1/sandbox/initialize', 'POST'],
    ['POST', `${SEPA}/1`, 'DELETE, GET'],
  ])('ERR-01: %s %s is 405 with Allow: %s', async (method, path, allowed) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(405);
    const allow = String(answer.headers['allow']).split(', ').sort().join(', ');
    expect(allow).toBe(allowed);
    // HEAD has no body to look at.
    if (method !== 'HEAD') expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
  });

  test('ERR-01: a method that HTTP does not know is refused', async () => {
    const answer = await ask('BREW', '/v1/accounts').catch((error: Error) => error.message);
    if (typeof answer !== 'string') expectError(answer);
  });
});

describe('ERR-01: queries', () => {
  test.each([
    ['withBalance=maybe', 'FORMAT_ERROR', 'withBalance'],
    ['withBalance=%zz', 'FORMAT_ERROR', 'withBalance'],
  ])('ERR-01: ?%s is refused', async (query, code, path) => {
    expectRefusal(await tpp.get(`/v1/accounts?${query}`), { code, path });
  });

  test.each(['other=1', '__proto__=1', '&&=&', '%00=1'])(
    'ERR-01: the unknown parameter ?%s is ignored, with a finding',
    async (query) => {
      const answer = await tpp.get(`/v1/accounts?${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['sandbank-findings']).toBe('ERR-01');
    },
  );

  test('ERR-01: a finding is told on a refusal too', async () => {
    const answer = await tpp.get('/v1/accounts/unknown?other=1');
    expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    expect(answer.headers['sandbank-findings']).toBe('ERR-01');
  });
});
