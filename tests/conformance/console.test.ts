// `{b}/console` over HTTP: who may use it, what its forms do, and what it says when they are refused.
import { describe, expect, test } from '@jest/globals';
import { openPage, postForm } from '../support/console-form.ts';
import { type HeaderList, send } from '../support/http.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = house.tenant();
const HTML = ['Accept', 'text/html'] as const;
const FORM = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

const get = (path: string, headers: HeaderList = []) =>
  send({ method: 'GET', url: `${bank.url}/console${path}`, headers });
const act = (path: string, fields: Readonly<Record<string, string>>, headers: HeaderList = []) =>
  send({
    method: 'POST',
    url: `${bank.url}/console${path}`,
    headers: [FORM, ...headers],
    body: String(new URLSearchParams(fields)),
  });

describe('WEB-03: what protects the console', () => {
  test.each(['https://evil.example', 'null'])(
    'WEB-03: a form of %s changes nothing',
    async (origin) => {
      const before = (await bank.control('GET', '/_sandbox/faults')).body;
      const fields = { operation: 'createFault', '/effect/reset flag': 'true' };
      expect((await act('/faults', fields, [['Origin', origin]])).status).toBe(403);
      expect((await bank.control('GET', '/_sandbox/faults')).body).toEqual(before);
    },
  );

  test('WEB-03: another Host is refused', async () => {
    expect((await get('', [['Host', 'evil.example']])).status).toBe(403);
  });
});

test.each(['requests', 'figures', 'coverage', 'readiness'])(
  'CTRL-05: /console/%s leads to the report, with the same query',
  async (name) => {
    const { status, headers } = await get(`/${name}?q=status%3A404`);
    expect(status).toBe(302);
    expect(new URL(String(headers['location']), bank.url).href).toBe(
      `${bank.url}/_sandbox/${name}?q=status%3A404`,
    );
  },
);

test.each([
  ['en', 'nb'],
  ['nb', 'en'],
])(
  'WEB-01: the language %s stays once it was chosen, and the page leads to %s',
  async (language, other) => {
    const chosen = await get(`?lang=${language}`, [HTML]);
    const [cookie = ''] = [chosen.headers['set-cookie']].flat();
    expect(cookie).toMatch(new RegExp(`^sandbank_lang=${language}; Path=/;`));
    const accepts = ['Accept-Language', other] as const;
    const { headers, text } = await get('', [
      HTML,
      accepts,
      ['Cookie', cookie.split(';')[0] as string],
    ]);
    expect(headers['content-language']).toBe(language);
    expect(text).toContain(`href="?lang=${other}" hreflang="${other}"`);
  },
);

test('WEB-01: who or what has no name is shown by its id, so that there is something to click', async () => {
  const number = '15479801026';
  const debtorAccount = { iban: 'NO1499995049097', currency: 'NOK' };
  const account = {
    customerNumber: number,
    accountName: 'Konto',
    bban: '99995049097',
    currency: 'NOK',
  };
  const request = {
    debtorAccount,
    creditorName: ' ',
    creditorAccount: { iban: 'NO1499992324852', currency: 'NOK' },
    instructedAmount: { amount: '1.00', currency: 'NOK' },
  };
  const product = 'payments/norwegian-domestic-credit-transfers';
  const payment = { product, tpp: 'PSDNO-FSA-987654321', psu: number, request };
  const customers = [{ customerNumber: number, customerName: ' ' }];
  const seed = { customers, accounts: [account], payments: [payment] };
  const added = await bank.control('POST', '/_sandbox/seed', seed);
  expect([added.status, added.text]).toEqual([200, expect.any(String)]);
  for (const page of ['/people', '/payments']) {
    const { text } = await get(page, [HTML]);
    expect(text).toMatch(/<a [^>]*><bdi>[^<\s]/);
    expect(text).not.toMatch(/<a [^>]*><bdi>\s*<\/bdi><\/a>/);
  }
});

describe('WEB-03: forms of the console', () => {
  test.each([
    ['two million fields', 'a=1&'.repeat(2_000_000)],
    ['two million fields of other names', Array.from({ length: 2e6 }, (_, i) => i).join('&')],
  ])('WEB-03: a form of %s is refused on a page that says why', async (_, body) => {
    const url = `${bank.url}/console/seeds`;
    const { status, text } = await send({ method: 'POST', url, headers: [FORM, HTML], body });
    expect(status).toBe(413);
    expect(text).toContain('more than 1000 fields');
    expect(text).toContain('</html>');
  });

  test('WEB-03: a form larger than any body is refused, but on the page that takes a document', async () => {
    const long = 'x'.repeat(1024 * 1024);
    const small = await act('/faults', { operation: 'createFault', '/match/path text': long });
    expect([small.status, small.text]).toEqual([413, expect.stringContaining('larger than')]);
    const seed = await act('/seeds', { operation: 'reset', ' raw': `customers: ${long}` });
    expect(seed.status).toBe(400);
    // One of 8 MiB, percent-encoded, and what stands around it.
    const large = await act('/seeds', { operation: 'reset', ' raw': 'x'.repeat(33_554_432) });
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('33554432')]);
  });

  test('WEB-03: a command that no shell could start takes a long document from a file', async () => {
    const { text } = await act('/seeds', { operation: 'reset', ' raw': "'".repeat(1_000_000) });
    expect(text).toContain('--data-binary @FILE');
    expect(text.length).toBeLessThan(6_000_000);
  });

  test('WEB-03: tens of thousands of header lines are merged at once', async () => {
    const lines = (name: string) =>
      Array.from({ length: 40_000 }, (_, i) => `${name}${i}:1`).join('\n');
    const { status } = await act('/send', {
      operation: 'getAccounts',
      'was operation': 'getUser',
      headers: lines('a'),
      'was headers': lines('b'),
      fill: '1',
    });
    expect(status).toBe(200);
    // Comparing each with each takes longer on any machine.
  }, 10_000);

  test('WEB-03: a field deeper than any body may be is refused', async () => {
    const { status, text } = await act('/faults', {
      operation: 'createFault',
      [`${'/a'.repeat(200_000)} text`]: '1',
    });
    expect(status).toBe(400);
    expect(text).toContain('</html>');
  });

  test('WEB-03: a form does what its curl does, and shows it', async () => {
    const fields = {
      operation: 'createFault',
      '/effect/status number': '503',
      '/times number': '2',
    };
    const { status, text } = await act('/faults', fields);
    expect(status).toBe(200);
    expect(text).toContain('curl -X POST');
    expect(text).toContain('&#34;effect&#34;:{&#34;status&#34;:503}');
    const { faults } = (await bank.control('GET', '/_sandbox/faults')).body;
    expect(faults).toEqual([expect.objectContaining({ effect: { status: 503 }, times: 2 })]);
    await bank.control('DELETE', '/_sandbox/faults');
  });

  test.each([
    '/__proto__/x text',
    '/constructor/prototype/x text',
    '/now/__proto__/x text',
    '{__proto__} text',
  ])('WEB-03: a field named %s changes nothing in any bank', async (name) => {
    await act('/clock', { operation: 'putClock', [name]: 'x' });
    const after = await house.tenant().control('PUT', '/_sandbox/clock', { frozen: false });
    expect(after.status).toBe(200);
    expect(({} as Readonly<Record<string, unknown>>)['x']).toBeUndefined();
  });

  test('ERR-01: a field inside of one that is a text, and a form without its fields, are no faults of the bank', async () => {
    const fields = { operation: 'putClock', '/now text': 'x', '/now/x text': 'y' };
    const inside = await act('/clock', fields);
    expect([inside.status, inside.text]).toEqual([400, expect.stringContaining('/now/x')]);
    expect((await act('/send', { operation: 'getAccounts' })).status).toBe(400);
    const operation = 'createSepaCreditTransfer';
    const again = { operation, body: '{}', 'was operation': operation, 'was body': 'null' };
    expect((await act('/send', { ...again, fill: '1' })).status).toBe(200);
  });

  test.each([
    [
      'a value that the bank refuses',
      '/clock',
      { operation: 'advanceClock', '/by text': 'soon' },
      400,
      'Write a duration',
    ],
    [
      'a moment that is none',
      '/clock',
      { operation: 'putClock', '/now text': 'soon' },
      400,
      'Write a moment',
    ],
    [
      'a number that is none',
      '/faults',
      { operation: 'createFault', '/times number': 'x' },
      400,
      'This must be a number',
    ],
    ['no operation', '/clock', { operation: 'none' }, 400, 'no operation'],
    ['an operation that only reads', '/clock', { operation: 'getClock' }, 400, 'no operation'],
    [
      'an id that is not there',
      '/consents',
      { operation: 'revokeConsent', '{id} text': 'x' },
      404,
      'no consent',
    ],
  ])('WEB-03: %s is said on the page', async (_, path, fields, status, words) => {
    const answer = await act(path, fields);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
  });

  test.each([
    ['a path outside the API', { path: '/_sandbox/clock' }, 'Write a path of the signed API'],
    ['a header without a colon', { headers: 'nonsense' }, 'this line has no colon'],
    ['a header without a name', { headers: ': x' }, 'this line has no colon: : x'],
    ['a header that HTTP cannot carry', { headers: 'X-A: \u0001' }, 'cannot be sent'],
    ['a body with GET', { body: '{}' }, 'cannot be sent'],
  ])('WEB-03: %s is said on the page, and the form stays as it was', async (_, change, words) => {
    const wish = { method: 'GET', path: '/v1/user', headers: '', body: '', person: '', ...change };
    const { status, text } = await act('/send', wish);
    expect(status).toBe(400);
    expect(text).toContain(words);
    expect(text).toContain(`name="path" value="${wish.path}"`);
  });

  test('SIG-01: a signed request is sent, for nobody and for a person', async () => {
    const wish = { method: 'GET', path: '/v1/accounts', headers: '', body: '' };
    const nobody = await act('/send', { ...wish, person: '' });
    expect(nobody.text).toMatch(/Answer <span[^>]*>401<.*\/console\/sca">It waits for an SCA/s);
    const person = await act('/send', { ...wish, person: '13039319955' });
    expect(person.text).toMatch(/Answer <span[^>]*>200</);
    expect(person.text).toMatch(/PSU-ID: .*content-type: application\/json/s);
    await bank.control('POST', '/_sandbox/reset');
    expect((await act('/send', { ...wish, person: '13039319955' })).text).toMatch(/>200</);
  });

  test('SIG-15: a pasted request is explained, and what cannot be read says why', async () => {
    // The log masks the body, so its Digest is not judged.
    const refused = await bank.tpp.post('/v1/signing-baskets', '"13039319955"', {
      before: (draft) => {
        draft.text = (text) => text.replaceAll('\n', '\r\n');
      },
    });
    const { body: record } = await bank.control(
      'GET',
      `/_sandbox/requests/${refused.headers['x-request-id']}`,
    );
    const raw = 'GET /v1/accounts HTTP/1.1\r\nHost: bank.example\r\n\r\n';
    const unsigned = await act('/explain', { capture: raw });
    expect([unsigned.status, unsigned.text.includes('must be signed')]).toEqual([200, true]);
    expect(unsigned.text).not.toContain('--cert');
    expect(unsigned.text).toContain('in the field Certificate (PEM)');
    const logged = await act('/explain', {
      capture: JSON.stringify(record),
      certificate: bank.tpp.credentials.certificateBase64,
    });
    expect([logged.status, logged.text.includes('<span class="tag">not judged')]).toEqual([
      200,
      true,
    ]);
    const unreadable = await act('/explain', { capture: '<script>' });
    expect([unreadable.status, unreadable.text.includes('&lt;script&gt;</textarea>')]).toEqual([
      400,
      true,
    ]);
  });

  test('CTRL-11: a seed from the form begins the bank, and a mistake in it names its line', async () => {
    const own = house.tenant();
    const begin = (seed: string) =>
      postForm(`${own.url}/console`, 'seeds', { operation: 'reset', ' raw': seed });
    const wrong = await begin('customers:\n  - customerNumber: 1\n');
    expect([wrong.status, /line 2/i.test(wrong.text)]).toEqual([400, true]);
    const right = await begin('customers: []\n');
    expect(right.status).toBe(200);
    const people = await openPage(`${own.url}/console`, 'people');
    expect(people.text).not.toContain('13039319955');
  });

  test('WEB-03: what is not there is a page with the way back', async () => {
    for (const path of ['/nothing', '/payments/none', '/accounts/none']) {
      const { status, text } = await get(path);
      expect([status, text.includes('/console"')]).toEqual([404, true]);
    }
  });

  test('BANK-01: looking at a bank does not begin it', async () => {
    const other = house.tenant();
    expect((await openPage(other.url, 'console')).status).toBe(200);
  });
});

describe('WEB-01: browsers get pages', () => {
  test('WEB-01: a bank by name has a home, and an address that leads nowhere is a page', async () => {
    const home = await openPage(bank.url, '');
    expect([home.status, home.text.includes(`${bank.url}/v1`)]).toEqual([200, true]);
    const nothing = await openPage(bank.url, 'nothing');
    const type = nothing.headers['content-type'];
    expect([nothing.status, type]).toEqual([404, 'text/html; charset=utf-8']);
    const json = await send({ method: 'GET', url: `${bank.url}/nothing`, headers: [] });
    expect(json.body.tppMessages[0].code).toBe('NOT_FOUND');
  });
});
