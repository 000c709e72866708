// The redirect catcher over HTTP (CTRL-06): what arrives, how it is shown, listed, waited for and deleted.
import { describe, expect, test } from '@jest/globals';
import { completeSca, flowIdOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { elementsOf } from '../support/html.ts';
import { type Answer, type HeaderList, send } from '../support/http.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const BROWSER: HeaderList = [['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8']];

const catcher = (): string => `${bank.url}/_sandbox/redirects/catch`;
const arrive = (rest = '', headers: HeaderList = [], method = 'GET'): Promise<Answer> =>
  send({ method, url: catcher() + rest, headers });
const list = (query = '', at: TestBank = bank) => at.control('GET', `/_sandbox/redirects${query}`);
const next = (query: string) => bank.control('GET', `/_sandbox/redirects/next${query}`);
const numbers = ({ body }: Answer): number[] =>
  body.redirects.map(({ number }: { number: number }) => number);

/** A consent whose SCA ends at the catcher. */
const askConsent = (rest = '') =>
  bank.tpp
    .with({ ...psuHeaders('s1'), 'TPP-Redirect-URI': catcher() + rest })
    .post('/v1/bank-offered-consents');

/** Opens the scaRedirect link, and goes where it leads. */
async function follow(asked: Answer): Promise<Answer> {
  const { headers } = await send({ method: 'GET', url: asked.body._links.scaRedirect.href });
  return send({ method: 'GET', url: String(headers['location']) });
}

describe('what arrives', () => {
  test('CTRL-06: the redirect of an approved SCA, with the flow that it belongs to', async () => {
    const policy = { mode: 'auto', nationalId: PERSONS.jonas };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const asked = await askConsent('/deeper?state=42&own=a%20b');
    const arrived = await follow(asked);
    const { redirects, last } = (await list()).body;
    expect(redirects).toEqual([arrived.body]);
    expect([arrived.status, last]).toEqual([200, 1]);
    expect(arrived.body).toEqual({
      id: 'r1',
      number: 1,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      url: expect.stringContaining(`${catcher()}/deeper?state=42&own=a%20b&psu-id=`),
      query: {
        state: '42',
        own: 'a b',
        'psu-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'tpp-session-id': 's1',
        context: 'PRIVATE',
      },
      scaFlow: flowIdOf(asked),
    });
  });

  test('CTRL-06: of several SCAs that end with one address, it belongs to the newest', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', outcome: 'cancel' });
    for (let i = 0; i < 2; i++) {
      // Bank time goes on, so that one is newer.
      await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT1S' });
      const asked = await askConsent();
      const { body } = await follow(asked);
      expect(body.query).toMatchObject({ status: '401', code: 'SCA_INVALID' });
      expect(body.scaFlow).toBe(flowIdOf(asked));
    }
  });

  test('CTRL-06: an SCA without a browser is no arrival; to follow its redirect is one', async () => {
    const asked = await askConsent('?state=%C3%A6+%22%3C#part');
    await completeSca(bank, asked, { nationalId: PERSONS.jonas });
    expect(numbers(await list())).toEqual([]);
    // A second answer to the same flow: the redirect as text.
    const other = await askConsent('?state=a"b#part');
    const path = `/_sandbox/sca/${flowIdOf(other)}`;
    const { redirect } = (await bank.control('POST', path, { outcome: 'expire' })).body;
    const { href } = new URL(redirect);
    const { body } = await send({ method: 'GET', url: href.replace(/#.*/, '') });
    expect(body.query).toMatchObject({ state: 'a"b', code: 'SCA_EXPIRED' });
    expect(body.scaFlow).toBe(flowIdOf(other));
  });

  test('CTRL-06: any address below it, with any query; of an unknown flow nothing is said', async () => {
    for (const rest of ['', '/', '/a/b', '?', '?psu-id=1&psu-id=2', '?__proto__=x&%ff=%E0%A4%A']) {
      const { status, body } = await arrive(rest);
      expect([status, body.url]).toEqual([200, catcher() + rest]);
      expect(body).not.toHaveProperty('scaFlow');
    }
    const { body } = await list();
    expect(body.redirects[1].query).toEqual({ 'psu-id': '2' });
    expect(Object.entries(body.redirects[0].query)[0]).toEqual(['__proto__', 'x']);
  });

  test('CTRL-06: HEAD is answered as GET is, and stores nothing', async () => {
    const head = await arrive('?state=1', [], 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await list()).body).toEqual({ redirects: [], last: 0 });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'CTRL-06: %s is 405, and stores nothing',
    async (method) => {
      const answer = await arrive('', [], method);
      expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
      expect(answer.headers['allow']).toBe('GET, HEAD');
      expect((await list()).body.last).toBe(0);
    },
  );

  test('CTRL-06: WEB-05: an address of more than 8192 characters is refused', async () => {
    const { pathname } = new URL(catcher());
    const fitting = `?${'x'.repeat(8192 - pathname.length - 1)}`;
    expect((await arrive(fitting)).status).toBe(200);
    expectRefusal(await arrive(`${fitting}x`), { status: 400, code: 'BAD_REQUEST' });
    expect((await list()).body.last).toBe(1);
  });

  test('CTRL-06: WEB-05: a bank keeps 1000, and the oldest leaves', async () => {
    for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 101 }, () => arrive()));
    const kept = numbers(await list());
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, 1010, 11]);
  });
});

describe('the page', () => {
  test('CTRL-06: a browser gets it, with what arrived', async () => {
    const { status, headers, text } = await arrive('?state=4&psu-id=p-1', BROWSER);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['referrer-policy']).toBe('no-referrer');
    for (const shown of ['psu-id', 'p-1', 'The PSU approved']) {
      expect(text).toContain(shown);
    }
    expect(numbers(await list())).toEqual([1]);
  });

  /** The page that a browser gets at the end of an SCA. */
  async function pageAfter(asked: Answer): Promise<string> {
    const { headers } = await send({ method: 'GET', url: asked.body._links.scaRedirect.href });
    return (await send({ method: 'GET', url: String(headers['location']), headers: BROWSER })).text;
  }

  test('CTRL-06: after an SCA of the bank it says who is back, and the next request', async () => {
    const policy = { mode: 'auto', nationalId: PERSONS.jonas };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const asked = await askConsent("/deeper?own='");
    const page = await pageAfter(asked);
    expect(page).toContain('You are back as Jonas Bakkerud');
    expect(page).toContain('You have decided which accounts the TPP may read.');
    const { query } = (await list()).body.redirects[0];
    const { pathname } = new URL(`${bank.url}/v1/accounts`);
    expect(page).toContain(`GET ${pathname}\nPSU-ID: ${query['psu-id']}\nTPP-Session-ID: s1\n`);
    expect(page).toContain(`npx sandbank call GET ${bank.url}/v1/accounts \\\n`);
    // What it says to send is right.
    const headers = { 'PSU-ID': query['psu-id'], 'TPP-Session-ID': 's1' };
    const { status } = await bank.tpp.with({ ...psuHeaders(), ...headers }).get('/v1/accounts');
    expect(status).toBe(200);
  });

  test('CTRL-06: of an address that no SCA ended with, it names nobody and no next request', async () => {
    const { text } = await arrive('?psu-id=b108a1db-6221-8cef-9185-1d64a0f68e92', BROWSER);
    expect(text).not.toContain('You are back');
    expect(text).not.toContain('npx sandbank');
  });

  test('CTRL-06: after a cancelled SCA it says that nothing was approved', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', outcome: 'cancel' });
    const page = await pageAfter(await askConsent());
    for (const shown of ['The SCA failed', 'The PSU cancelled', 'Nothing was approved.']) {
      expect(page).toContain(shown);
    }
  });

  test('CTRL-06: of a failure it says what the code means, in Norwegian too', async () => {
    const failed = '?status=401&code=SCA_EXPIRED&message=Too%20old';
    expect((await arrive(failed, BROWSER)).text).toContain('The link was older than 15 minutes');
    const norwegian = await arrive(failed, [...BROWSER, ['Accept-Language', 'nb']]);
    expect(norwegian.headers['content-language']).toBe('nb');
    expect(norwegian.text).toContain('Lenken var eldre enn 15 minutter');
  });

  test('CTRL-06: WEB-01: nothing that arrives becomes markup', async () => {
    const evil = '"><script>alert(1)</script>';
    const query = `?${encodeURIComponent(evil)}=${encodeURIComponent(evil)}&code=${evil}`;
    const { text } = await arrive(query, BROWSER);
    expect(elementsOf(text).map(({ tag }) => tag)).not.toContain('script');
    expect(text).toContain('&#34;&gt;&lt;script&gt;alert(1)');
  });
});

describe('the list', () => {
  test('CTRL-06: is newest first, and of one bank alone', async () => {
    for (let i = 0; i < 3; i++) await arrive();
    expect(numbers(await list())).toEqual([3, 2, 1]);
    expect(numbers(await list('?limit=1'))).toEqual([3]);
    expect(numbers(await list('?after=1'))).toEqual([3, 2]);
    expect((await list('', house.tenant())).body).toEqual({ redirects: [], last: 0 });
  });

  test('CTRL-06: is filtered by state and by SCA flow', async () => {
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', outcome: 'cancel' });
    const asked = await askConsent('?state=1');
    await follow(asked);
    await arrive('?state=2');
    expect(numbers(await list('?state=2'))).toEqual([2]);
    expect(numbers(await list(`?scaFlow=${flowIdOf(asked)}`))).toEqual([1]);
    expect(numbers(await list(`?scaFlow=${flowIdOf(asked)}&state=2`))).toEqual([]);
  });

  test('CTRL-06: can be deleted, and the numbers go on', async () => {
    await arrive();
    expect((await bank.control('DELETE', '/_sandbox/redirects')).status).toBe(204);
    expect((await list()).body).toEqual({ redirects: [], last: 1 });
    await arrive();
    expect(numbers(await list())).toEqual([2]);
  });

  test.each(['reset', 'initialize'])('CTRL-06: is gone after %s', async (how) => {
    await arrive();
    if (how === 'reset') await bank.control('POST', '/_sandbox/reset');
    else await bank.tpp.post('/v1/sandbox/initialize');
    expect((await list()).body).toEqual({ redirects: [], last: 0 });
  });
});

describe('waiting', () => {
  test('CTRL-06: next answers the one that arrives', async () => {
    const waiting = next('?state=mine&timeout=PT30S');
    let answered = false;
    void waiting.then(() => {
      answered = true;
    });
    while (!answered) {
      await arrive('?state=other');
      await arrive('?state=mine');
    }
    const { status, body } = await waiting;
    expect([status, body.query]).toEqual([200, { state: 'mine' }]);
    expect((await list('?state=mine')).body.redirects).toContainEqual(body);
  });

  test('CTRL-06: with after, one that is there counts, the oldest first', async () => {
    for (const state of ['a', 'b', 'a', 'b']) await arrive(`?state=${state}`);
    expect((await next('?after=0')).body.number).toBe(1);
    expect((await next('?after=2&state=b')).body.number).toBe(4);
  });

  test('CTRL-06: if none arrives in time it is 404', async () => {
    await arrive('?state=1');
    for (const query of [
      'timeout=PT0S',
      'after=1&timeout=PT0.01S',
      'after=0&state=2&timeout=PT0S',
    ]) {
      const none = { status: 404, code: 'RESOURCE_UNKNOWN', says: /No redirect that matches/ };
      expectRefusal(await next(`?${query}`), none);
    }
  });
});
