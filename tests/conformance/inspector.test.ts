// The inspector over HTTP (CTRL-05): what is listed, found, filtered, waited for and forgotten.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { consentOf, createHeaders, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { newPayment, SEPA } from '../support/control-bank.ts';
import { type Answer, send } from '../support/http.ts';
import { eachTest, testBank } from '../support/test-bank.ts';
import type { TppRequest } from '../support/tpp.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const requests = (query = '', at: TestBank = bank) =>
  at.control('GET', `/_sandbox/requests${query}`);
const one = (id: string, at: TestBank = bank) =>
  at.control('GET', `/_sandbox/requests/${encodeURIComponent(id)}`);
const next = (query: string) => bank.control('GET', `/_sandbox/requests/next${query}`);

const CRLF: TppRequest = {
  before: (draft) => {
    draft.text = (text) => text.replaceAll('\n', '\r\n');
  },
};
const id = (requestId: string): TppRequest => ({ headers: { 'X-Request-ID': requestId } });

/** `GET r-2 200`, newest first. */
const seen = ({ body }: Answer): string[] =>
  body.requests.map(
    (entry: { method: string; requestId: string; status: number }) =>
      `${entry.method} ${entry.requestId} ${entry.status}`,
  );

interface Step {
  readonly check: string;
  readonly outcome: string;
}

const refusedStep = (body: { verdict: readonly Step[] }) =>
  body.verdict.find(({ outcome }) => outcome === 'refused');

// Only so much is explained to one TPP in a second.
const TPP = 'PSDNO-FSA-111111111';
const tpp = await house.newTpp({ organisationId: TPP });
const other = await house.newTpp({ organisationId: 'PSDNO-FSA-222222222' });

/** An accepted read, a signature over CRLF, and a call without the PSU. */
async function threeRequests(at: TestBank = bank): Promise<void> {
  const asking = tpp.at(at.url);
  await asking.get('/v1/sandbox/customers', id('r-1'));
  await asking.get('/v1/accounts?withBalance=true', { ...CRLF, ...id('r-2') });
  await asking.with(psuHeaders()).post('/v1/bank-offered-consents', undefined, id('r-3'));
}

describe('CTRL-05: the list', () => {
  test('CTRL-05: of a bank that nobody has called is empty, and begins no bank', async () => {
    expect((await requests()).body).toEqual({ requests: [], last: 0, total: 0 });
  });

  test('CTRL-05: has every request, newest first, with its verdict', async () => {
    await threeRequests();
    const { status, body } = await requests();
    expect([status, body.last]).toEqual([200, 3]);
    expect(seen({ body } as Answer)).toEqual(['POST r-3 201', 'GET r-2 400', 'GET r-1 200']);
    const [, refused, accepted] = body.requests;
    expect(refused).toMatchObject({
      id: 'x2',
      number: 2,
      target: `${new URL(bank.url).pathname}/v1/accounts?withBalance=true`,
      operation: 'getAccounts',
      codes: ['BAD_REQUEST'],
      rules: ['SIG-10'],
      findings: [],
      explanation: { mistakes: ['crlf'] },
    });
    expect(refused.tpp).toBeUndefined();
    expect(Date.parse(refused.at)).toBeLessThanOrEqual(Date.now());
    expect(refused.took.total).toBeGreaterThan(0);
    expect(refusedStep(refused)).toMatchObject({ check: 'signature', rule: 'SIG-10' });
    expect(accepted.tpp).toEqual({ id: TPP, name: expect.any(String) });
    expect(accepted.verdict.map(({ outcome }: Step) => outcome)).not.toContain('refused');
    expect(accepted.verdict.find(({ check }: Step) => check === 'trust').outcome).toBe('skipped');
  });

  test('CTRL-05: what the control API and the pages are asked is not in it', async () => {
    await bank.control('GET', '/_sandbox/clock');
    await send({ method: 'GET', url: `${bank.url}/sca/nothing` });
    expect((await requests()).body.requests).toEqual([]);
  });

  test('CTRL-05: limit takes the newest, after what came later', async () => {
    await threeRequests();
    expect(seen(await requests('?limit=2'))).toEqual(['POST r-3 201', 'GET r-2 400']);
    expect(seen(await requests('?after=1'))).toEqual(['POST r-3 201', 'GET r-2 400']);
    const none = await requests('?after=3');
    expect(none.body).toEqual({ requests: [], last: 3, total: 0 });
  });

  const three = house.tenant();
  beforeAll(() => threeRequests(three));

  test.each([
    ['status=400', ['r-2']],
    ['status=2xx', ['r-3', 'r-1']],
    ['code=BAD_REQUEST', ['r-2']],
    ['rule=SIG-10', ['r-2']],
    ['method=post', ['r-3']],
    ['path=/v1/sandbox', ['r-1']],
    ['path=/', ['r-3', 'r-2', 'r-1']],
    [`path=${new URL(three.url).pathname}/v1/acc`, ['r-2']],
    ['operation=getAccounts', ['r-2']],
    [`tpp=${TPP}`, ['r-3', 'r-1']],
    ['requestId=r-3', ['r-3']],
    [`tpp=${TPP.slice(3)}`, ['r-3', 'r-1']],
    ['requestId=r', []],
    ['scaFlow=none', []],
    ['mistake=crlf', ['r-2']],
    ['mistake=trailing-newline', []],
    ['since=2100-01-01T00:00:00Z', []],
    ['since=2026-01-01T00:00:00%2B01:00&method=GET', ['r-2', 'r-1']],
    // A plus sign that was not written as %2B.
    ['since=2026-01-01T00:00+01:00&method=GET', ['r-2', 'r-1']],
    ['status=2xx&method=GET', ['r-1']],
    ['finding=ERR-01', []],
    ['q=status:2xx+method:GET', ['r-1']],
    ['q=op:getAccounts+rule:SIG-10', ['r-2']],
    ['q=-op:getAccounts+-method:post', ['r-1']],
    ['q=CRLF+accounts', ['r-2']],
    ['q=%22withBalance=true%22', ['r-2']],
    ['q=%22status:400%22', []],
    ['q=https://nowhere', []],
    ['q=tpp:example', ['r-3', 'r-1']],
    ['q=', ['r-3', 'r-2', 'r-1']],
    ['q=method:GET&status=400', ['r-2']],
    ['offset=1', ['r-2', 'r-1']],
    ['before=3&offset=1&limit=5', ['r-1']],
    ['offset=7', []],
  ])('CTRL-05: only %s', async (query, expected) => {
    const { body } = await requests(`?${query}`, three);
    const found = body.requests.map(({ requestId }: { requestId: string }) => requestId);
    expect(found).toEqual(expected);
  });

  test.each([
    ['stauts:400', 'There is no filter stauts; there are status, code,'],
    ['status:', 'After status: write a status such as 401'],
    ['op:getNothing', 'After op: write an operation id such as getAccounts.'],
    ['-rule:SIG-99', "After rule: write a rule's id such as SIG-10."],
  ])('CTRL-05: the filter line %s is refused, and says why', async (line, text) => {
    const answer = await requests(`?q=${encodeURIComponent(line)}`, three);
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: 'q' });
    expect(answer.body.tppMessages[0].text).toContain(text);
  });

  test('CTRL-05: a request says whom it is about, and is found by the name and the customerId', async () => {
    const psu = await consentOf(bank);
    await psu.tpp.get('/v1/accounts');
    await bank.tpp.with(psuHeaders()).get('/v1/accounts');
    const [, { person, operation }] = (await requests()).body.requests;
    expect([person.name, operation]).toEqual(['Jonas Bakkerud', 'getAccounts']);
    for (const query of [
      `person=${person.id}`,
      'person=bakkerud',
      'q=person:%22jonas+bakkerud%22',
    ]) {
      expect((await requests(`?${query}`)).body.total).toBe(1);
    }
    expect((await requests('?q=-person:jonas')).body.total).toBe(2);
    await psu.tpp.get('/v1/accounts?withBalance=maybe');
    const [refused] = (await requests()).body.requests;
    expect([refused.status, refused.person]).toEqual([400, person]);
  });

  test('CTRL-05: findings are told and filtered by', async () => {
    await bank.tpp.get('/v1/sandbox/customers?unknown=1', id('r-1'));
    const { body } = await requests('?finding=ERR-01');
    expect(body.requests[0].findings).toEqual([
      { rule: 'ERR-01', text: expect.stringContaining('unknown') },
    ]);
    expect(body.requests[0].rules).toEqual(['ERR-01']);
    expect((await requests('?rule=ERR-01')).body.total).toBe(1);
  });

  test('CTRL-05: deleting it forgets this bank alone; a reset does not', async () => {
    const other = house.tenant();
    await threeRequests();
    await other.tpp.get('/v1/sandbox/customers', id('o-1'));
    await bank.control('POST', '/_sandbox/reset');
    await bank.tpp.post('/v1/sandbox/initialize', undefined, id('r-4'));
    expect((await requests()).body.requests).toHaveLength(4);
    expect((await bank.control('DELETE', '/_sandbox/requests')).status).toBe(204);
    expect((await requests()).body).toEqual({ requests: [], last: 0, total: 0 });
    expect(seen(await requests('', other))).toEqual(['GET o-1 200']);
    await bank.tpp.get('/v1/sandbox/customers', id('r-5'));
    expect((await requests()).body.last).toBe(5);
  });
});

describe('CTRL-05: one request', () => {
  test('CTRL-05, FIND-01: a refusal names the address of its verdict, and so does a finding', async () => {
    const refused = await bank.tpp.get('/v1/accounts', CRLF);
    const verdict = String(refused.headers['sandbank-verdict']);
    expect(verdict).toBe(`${new URL(bank.url).pathname}/_sandbox/requests/x1`);
    const view = await send({ method: 'GET', url: new URL(bank.url).origin + verdict });
    expect(view.status).toBe(200);
    expect(view.body.verdict.find(({ outcome }: Step) => outcome === 'refused').text).toBe(
      refused.body.tppMessages[0].text,
    );
    const found = await bank.tpp.get('/v1/sandbox/customers?withBalnce=true');
    expect([found.status, found.headers['sandbank-findings']]).toEqual([200, 'ERR-01']);
    const address = String(found.headers['sandbank-verdict']);
    expect(address).toBe(`${new URL(bank.url).pathname}/_sandbox/requests/x2`);
    const why = await send({ method: 'GET', url: new URL(bank.url).origin + address });
    expect(why.body.findings).toEqual([
      { rule: 'ERR-01', text: expect.stringContaining('withBalnce') },
    ]);
    const accepted = await bank.tpp.get('/v1/sandbox/customers');
    expect(accepted.headers['sandbank-verdict']).toBeUndefined();
  });

  test('CTRL-05: the latest of an X-Request-ID, each by its own id', async () => {
    await bank.tpp.get('/v1/sandbox/customers', id('twice'));
    await bank.tpp.get('/v1/accounts', { ...CRLF, ...id('twice') });
    expect((await one('twice')).body).toMatchObject({ number: 2, status: 400 });
    expect((await one('x1')).body).toMatchObject({ requestId: 'twice', status: 200 });
  });

  test.each(['a/b c?d#e%', 'x', "it's", '..'])(
    'CTRL-05: an X-Request-ID %s is found',
    async (name) => {
      const sent = name.replaceAll(' ', '_');
      await bank.tpp.get('/v1/sandbox/customers', id(sent));
      expect((await one(sent)).body.requestId).toBe(sent);
    },
  );

  test.each(['nothing', 'x99', '__proto__', 'constructor', 'x'.repeat(3000)])(
    'CTRL-05: %s is unknown',
    async (name) => {
      await bank.tpp.get('/v1/sandbox/customers');
      const answer = await one(name);
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
      const shown = name.length > 100 ? `${name.slice(0, 99)}…` : name;
      expect(answer.body.tppMessages[0].text).toContain(` no request ${shown};`);
    },
  );

  test('CTRL-05: another bank’s requests are unknown, by either id', async () => {
    const other = house.tenant();
    await other.tpp.get('/v1/sandbox/customers', id('theirs'));
    for (const name of ['theirs', 'x1']) {
      expectRefusal(await one(name), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    await bank.tpp.get('/v1/sandbox/customers', id('mine'));
    expect((await one('x1')).body.requestId).toBe('mine');
    expect((await one('x1', other)).body.requestId).toBe('theirs');
  });

  test('CTRL-05: the two strings, what tells them apart, and the certificate', async () => {
    await tpp.at(bank.url).get('/v1/accounts', { ...CRLF, ...id('r') });
    const { body } = await one('r');
    const { keyId } = tpp.credentials;
    expect(body.signature).toMatchObject({
      header: { keyId, algorithm: 'rsa-sha256', headers: 'date x-request-id' },
      expectedKeyId: keyId,
      certificate: {
        ...{ serial: /SN=(\w+)/.exec(keyId)?.[1], issuer: /CA=(.*)/.exec(keyId)?.[1] },
        ...{ subject: expect.stringContaining(TPP), organisationId: TPP },
        ...{ roles: ['PSP_AI', 'PSP_PI'], keyType: 'rsa', keyBits: 2048 },
        ...{ notBefore: expect.stringMatching(/Z$/), notAfter: expect.stringMatching(/Z$/) },
      },
      bankString: [
        { text: expect.stringMatching(/^date: .* GMT$/), end: 'LF' },
        { text: 'x-request-id: r', end: '' },
      ],
      signedString: [
        { text: expect.stringMatching(/^date: .* GMT\\r$/), end: 'LF' },
        { text: 'x-request-id: r', end: '' },
      ],
    });
    const ops = body.signature.diff.map(({ op }: { op: string }) => op);
    expect(ops).toEqual(['same', 'removed', 'same', 'same']);
  });

  test('CTRL-05: of the answer, all headers that the bank set', async () => {
    const answer = await bank.tpp.get('/v1/sandbox/customers?unknown=1', id('a'));
    const refused = await bank.tpp.get('/v1/accounts', { ...CRLF, ...id('b') });
    for (const [requestId, { headers }, added] of [
      ['a', answer, 'Sandbank-Findings'],
      ['b', refused, 'Sandbank-Verdict'],
    ] as const) {
      const told: readonly (readonly [string, string])[] = (await one(requestId)).body.answer
        .headers;
      const names = told.map(([name]) => name);
      expect(names).toEqual(
        expect.arrayContaining(['Cache-Control', 'Content-Type', 'Content-Length', added]),
      );
      for (const [name, value] of told) expect(headers[name.toLowerCase()]).toBe(value);
      // These the HTTP server adds; Date only where the bank has no other clock.
      const own = (name: string) => !/^(date|connection)$/.test(name);
      const shown = names.map((name) => name.toLowerCase()).filter(own);
      expect(shown.sort()).toEqual(Object.keys(headers).filter(own).sort());
    }
  });

  test('CTRL-05, CTRL-08: a warning of a payment that was taken is no error', async () => {
    await bank.control('PUT', '/_sandbox/clock', { now: '2026-08-01T10:00:00+02:00' });
    const psu = await consentOf(bank);
    await newPayment(psu, { creditorAddress: undefined });
    const { body } = await requests('?warning=FORMAT_ERROR');
    expect(body.requests).toMatchObject([{ status: 201, codes: [], warnings: ['FORMAT_ERROR'] }]);
    expect((await requests('?code=FORMAT_ERROR')).body.requests).toEqual([]);
    const { answer } = (await one(body.requests[0].id)).body;
    expect(answer.messages).toMatchObject([{ category: 'WARNING', path: '/creditorAddress' }]);
    const coverage = (await bank.control('GET', '/_sandbox/coverage')).body;
    const codes = coverage.sections.find(({ name }: { name: string }) => name === 'error-codes');
    const item = codes.items.find((row: { id: string }) => row.id === 'FORMAT_ERROR');
    expect(item.count).toBe(0);
  });

  test('CTRL-05: body and headers as they came, a header in UTF-8 too', async () => {
    const psu = await consentOf(bank);
    const name = Buffer.from('Kåre Ås').toString('latin1');
    const payment = '{"creditorName":"Blåbær AS",  "x":1}\n';
    await psu.tpp.post(SEPA, payment, {
      headers: { ...createHeaders, 'PSU-Name': name, ...id('p').headers },
    });
    const { body } = await one('p');
    expect(body.request.headers).toContainEqual(['PSU-Name', 'Kåre Ås']);
    expect(body.request.headers).toContainEqual(['x-accept-fix', 'amount-as-string']);
    expect([body.request.body, body.request.bodyLength]).toEqual([payment, 39]);
    expect(refusedStep(body)).toMatchObject({ check: 'body' });
    expect(body.answer.status).toBe(400);
    expect(JSON.parse(body.answer.body).tppMessages[0].text).toBe(body.answer.messages[0].text);
    expect(body.tppSessionId).toBe(psu.sessionId);
  });

  test('CTRL-05: the SCA flow that it began, as far as it has come', async () => {
    const asked = await bank.tpp.with(psuHeaders()).get('/v1/accounts', id('s'));
    expect(asked.status).toBe(401);
    const before = (await one('s')).body;
    const flow = asked.body._links.scaRedirect.href.split('/').at(-1);
    expect(before.scaFlow).toEqual({
      id: flow,
      purpose: 'access',
      scaStatus: 'started',
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      link: `${new URL(bank.url).pathname}/sca/${flow}`,
    });
    expect(refusedStep(before)).toMatchObject({ check: 'operation', rule: 'CONS-01' });
    await bank.control('POST', `/_sandbox/sca/${flow}`, { nationalId: '13039319955' });
    const after = (await one('s')).body.scaFlow;
    expect(after.scaStatus).toBe('finalised');
    expect(after.redirect).toMatch(/^https:\/\/tpp\.example\/cb\?state=…&psu-id=[\w-]+&/);
    expect(after.redirect).not.toContain('state=xyz');
    expect((await requests(`?scaFlow=${flow}`)).body.requests[0].scaFlow).toBe(flow);
    await bank.control('POST', '/_sandbox/reset');
    expect((await one('s')).body.scaFlow).toEqual({
      id: flow,
      link: `${new URL(bank.url).pathname}/sca/${flow}`,
    });
  });

  test.each([
    ['an unsigned one', 'GET', '/v1/accounts', 'certificate', 'SIG-01', 400],
    ['a path that is none', 'GET', '/v1/nothing', 'path and method', 'ERR-01', 404],
    ['a method that is none', 'PATCH', '/v1/accounts', 'path and method', 'ERR-01', 405],
  ])('CTRL-05: %s is there as well', async (_, method, path, check, rule, status) => {
    const url = `${bank.url}${path}`;
    const answer = await send({ method, url, headers: [['X-Request-ID', 'u']] });
    expect(answer.status).toBe(status);
    const { body } = await one('u');
    expect(body).toMatchObject({ method, status, rules: [rule] });
    expect(refusedStep(body)).toMatchObject({ check, rule });
    expect(body.signature).toBeUndefined();
    expect(body.curl).toContain(`-X ${method} ${url}`);
  });

  test('CTRL-05: of a body that is too large its length is known', async () => {
    const url = `${bank.url}${SEPA}`;
    const headers = [['X-Request-ID', 'big']] as const;
    const size = 1024 * 1024 + 1;
    const answer = await send({ method: 'POST', url, headers, body: Buffer.alloc(size, ' ') });
    expect(answer.status).toBe(413);
    const { body } = await one('big');
    expect(refusedStep(body)).toMatchObject({ check: 'size', rule: 'HDR-06' });
    expect(body.request.bodyLength).toBe(size);
    expect(body.curlNote).toContain(String(size));
  });

  test('CTRL-05: of a long body the beginning is kept', async () => {
    const text = `{"x":"${'å'.repeat(50_000)}"}`;
    await bank.tpp.post(SEPA, text, id('long'));
    const { body } = await one('long');
    expect(body.request.bodyLength).toBe(Buffer.byteLength(text));
    expect(text.startsWith(body.request.body)).toBe(true);
    expect(Buffer.byteLength(body.request.body)).toBe(65_536);
  });
});

describe('CTRL-05: waiting for the next', () => {
  test('CTRL-05: the next that fits is told whole, as soon as it has come', async () => {
    const asking = other.at(bank.url);
    await asking.get('/v1/accounts', { ...CRLF, ...id('before') });
    const waiting = next('?status=4xx&timeout=PT30S');
    // Until the one that waits is there, what is sent may come too early: send until it has heard.
    let told: Answer | undefined;
    void waiting.then((answer) => {
      told = answer;
    });
    for (let i = 0; told === undefined; i++) {
      await asking.get('/v1/sandbox/customers', id(`ok-${i}`));
      await asking.get('/v1/accounts', { ...CRLF, ...id(`refused-${i}`) });
    }
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(body.requestId).toMatch(/^refused-/);
    expect(body.signature.bankString).toBeDefined();
  });

  test('CTRL-05: with after, one that is there already counts, the oldest first', async () => {
    await threeRequests();
    const walk = async (after: number) => (await next(`?after=${after}&timeout=PT0S`)).body.number;
    expect([await walk(0), await walk(1), await walk(2)]).toEqual([1, 2, 3]);
    for (const query of ['status=4xx', 'operation=getAccounts']) {
      expect((await next(`?after=0&${query}`)).body.requestId).toBe('r-2');
    }
  });

  test('CTRL-05: none in time is 404', async () => {
    await bank.tpp.get('/v1/sandbox/customers');
    for (const query of [
      '?timeout=PT0S',
      '?after=1&timeout=PT0.01S',
      '?after=0&status=5xx&timeout=PT0S',
    ]) {
      const answer = await next(query);
      expectRefusal(answer, {
        status: 404,
        code: 'RESOURCE_UNKNOWN',
        says: /No request that matches/,
      });
    }
  });

  test('CTRL-05: who waits does not keep the bank from others', async () => {
    const waiting = next('?requestId=the-end&timeout=PT30S');
    await bank.tpp.post('/v1/sandbox/initialize');
    await bank.control('POST', '/_sandbox/reset');
    expect((await bank.tpp.get('/v1/sandbox/customers')).status).toBe(200);
    let told = false;
    void waiting.then(() => {
      told = true;
    });
    while (!told) await bank.tpp.get('/v1/sandbox/customers', id('the-end'));
    expect((await waiting).body.requestId).toBe('the-end');
  });
});

test('WEB-06, HDR-05: a mistyped national id is shown nowhere, and what was expected is said', async () => {
  const mistyped = { 'X-PSU-IDENTITY': '13039319954' };
  await bank.tpp.with({ ...psuHeaders(), ...mistyped }).get('/v1/accounts', id('r-1'));
  const { text, body } = await one('r-1');
  expect(text).not.toContain('13039319954');
  expect(text).toContain('*********54');
  expect(refusedStep(body)).toMatchObject({
    expected: 'must be a national identity number or D-number with valid check digits',
  });
});
