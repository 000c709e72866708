// WEB-04: a browser is asked for the control token once and keeps it in a cookie.
import { afterAll, expect, test } from '@jest/globals';
import { type Answer, type HeaderList, send } from '../support/http.ts';
import { openSandbank } from '../support/sandbanks.ts';
import { sandbanksOfTest } from '../support/test-bank.ts';
import { openTlsBank } from '../support/tls-bank.ts';

const TOKEN = 'correct horse & battery ÆØÅ';
const PAGE = '/_sandbox/requests?status=4xx';
const HTML: HeaderList = [['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8']];
const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

const open = sandbanksOfTest();
const bank = await openSandbank({ control: { token: TOKEN, allowedHosts: [] } });
afterAll(() => bank.close());

const get = (path: string, headers: HeaderList): Promise<Answer> =>
  send({ method: 'GET', url: bank.url + path, headers });

function signIn(fields: Readonly<Record<string, string>>, headers: HeaderList = [], prefix = '') {
  return send({
    method: 'POST',
    url: `${bank.url}${prefix}/_sandbox/sign-in`,
    headers: [FORM, ...headers],
    body: new URLSearchParams(fields).toString(),
  });
}

const cookieOf = ({ headers }: Answer): string | undefined =>
  [headers['set-cookie']].flat()[0]?.split(';')[0];

test('WEB-04: a browser without the token gets the page, anyone else the refusal', async () => {
  const page = await get(PAGE, HTML);
  expect(page.status).toBe(403);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.text).toContain('type="password"');
  expect(page.text).toContain('value="/_sandbox/requests?status=4xx"');
  expect(page.text).not.toContain('battery');
  for (const headers of [[], [['Accept', 'application/json']], [['Accept', '*/*']]] as const) {
    const refused = await get(PAGE, headers);
    expect(refused.status).toBe(403);
    expect(refused.body.tppMessages[0]).toMatchObject({
      code: 'FORBIDDEN',
      path: 'Authorization',
    });
  }
});

test('WEB-04: the right token sets a cookie that no script reads, and leads back', async () => {
  const answer = await signIn({ token: TOKEN, next: PAGE });
  expect(answer.status).toBe(303);
  expect(answer.headers['location']).toBe(PAGE);
  const cookie = [answer.headers['set-cookie']].flat()[0] ?? '';
  expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const sent: HeaderList = [['Cookie', `other=1; ${cookieOf(answer)}`]];
  expect((await get(PAGE, [...HTML, ...sent])).status).toBe(200);
  expect((await get('/_sandbox/clock', sent)).status).toBe(200);
});

test('WEB-04: over TLS, or behind a proxy that speaks it, the cookie is sent over TLS alone', async () => {
  const control = { token: TOKEN, allowedHosts: [] };
  const tls = await openTlsBank({ control });
  const proxied = await open({ control, publicUrl: 'https://bank.example' });
  const asked = {
    method: 'POST',
    headers: [FORM],
    body: String(new URLSearchParams({ token: TOKEN })),
  };
  const answers = await Promise.all([
    send({ ...asked, url: `${tls.httpsUrl}/_sandbox/sign-in`, tls: tls.client() }),
    send({ ...asked, url: `${proxied.url}/_sandbox/sign-in` }),
    send({ ...asked, url: `${tls.url}/_sandbox/sign-in` }),
  ]);
  const isSecure = ({ headers }: Answer) => /; Secure$/.test(String(headers['set-cookie']));
  await tls.close();
  expect(answers.map(isSecure)).toEqual([true, true, false]);
});

test('WEB-04: another token gets the form again and no cookie', async () => {
  for (const token of ['', 'wrong', `${TOKEN}x`]) {
    const answer = await signIn({ token, next: PAGE });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toContain('not the control token');
  }
  const forged: HeaderList = [['Cookie', 'sandbank_control=d3Jvbmc']];
  expect((await get('/_sandbox/clock', forged)).status).toBe(403);
});

test.each([
  ['another host', '//evil.example/_sandbox/x'],
  ['another scheme', 'https://evil.example/_sandbox/x'],
  ['a backslash', '/_sandbox/\\evil.example'],
  ['a page outside the control API', '/v1/accounts'],
  ['nothing', ''],
])('WEB-04: the sign-in page: %s is no place to be sent back to', async (_what, next) => {
  const answer = await signIn({ token: TOKEN, next });
  expect(answer.status).toBe(303);
  expect(answer.headers['location']).toBe('/_sandbox/requests');
});

test('WEB-04: below a bank the form and the way back stay below it', async () => {
  const page = await get('/banks/acme/_sandbox/requests', HTML);
  expect(page.text).toContain('action="/banks/acme/_sandbox/sign-in"');
  const answer = await signIn({ token: TOKEN, next: '' }, [], '/banks/acme');
  expect(answer.headers['location']).toBe('/banks/acme/_sandbox/requests');
});

test('WEB-03: the cookie does not let a page of another origin write, nor another host in', async () => {
  const cookie = cookieOf(await signIn({ token: TOKEN, next: PAGE })) ?? '';
  const foreign = await send({
    method: 'POST',
    url: `${bank.url}/_sandbox/reset`,
    headers: [
      ['Cookie', cookie],
      ['Origin', 'http://localhost:3000'],
    ],
  });
  expect(foreign.status).toBe(403);
  expect(foreign.body.tppMessages[0].path).toBe('Origin');
  for (const origin of ['http://evil.example', 'null']) {
    const fromElsewhere = await signIn({ token: TOKEN, next: PAGE }, [['Origin', origin]]);
    expect([fromElsewhere.status, fromElsewhere.headers['set-cookie']]).toEqual([403, undefined]);
  }
  const rebound = await signIn({ token: TOKEN, next: PAGE }, [['Host', 'evil.example']]);
  expect(rebound.status).toBe(403);
  expect(rebound.headers['set-cookie']).toBeUndefined();
});

test('WEB-04: where no token is set, nothing is asked and no cookie is handed out', async () => {
  const { url } = await open();
  const page = await send({ method: 'GET', url: `${url}${PAGE}`, headers: HTML });
  expect(page.status).toBe(200);
  const answer = await send({
    method: 'POST',
    url: `${url}/_sandbox/sign-in`,
    headers: [FORM],
    body: 'token=x',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test.each(['日本', '\u0001', 'é', '\u007f', '😀'])(
  'WEB-04: a way back with %j in it leads there, percent-encoded',
  async (text) => {
    const answer = await signIn({ token: TOKEN, next: `/console?q=${text}` });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe(`/console?q=${encodeURIComponent(text)}`);
  },
);

test('SET-01: a program that sets the control token alone gets its pages', async () => {
  const { url } = await open({ control: { token: TOKEN } });
  const page = await send({ method: 'GET', url: `${url}/console/settings`, headers: HTML });
  expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
});
