// Health (CTRL-01), reset without a signature (CTRL-03), and what every control operation has in common.
import { describe, expect, test } from '@jest/globals';
import { completeSca, consentOf, PERSONS } from '../support/bank.ts';
import { expectError, expectRefusal } from '../support/conformance-refusal.ts';
import { wholeBank } from '../support/control-bank.ts';
import { send } from '../support/http.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

describe('health', () => {
  const origin = () => new URL(house.url).origin;

  test('CTRL-01: 200 when the bank answers, and never cached', async () => {
    const answer = await send({ method: 'GET', url: `${origin()}/health` });
    expect([answer.status, answer.body]).toEqual([200, { status: 'up' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('CTRL-01: it is the house’s, not a bank’s', async () => {
    expect((await send({ method: 'GET', url: `${bank.url}/health` })).status).toBe(404);
  });

  test('CTRL-01: HEAD is answered without a body', async () => {
    const answer = await send({ method: 'HEAD', url: `${origin()}/health` });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describe('reset', () => {
  const reset = (body?: unknown) => bank.control('POST', '/_sandbox/reset', body);

  test('CTRL-03: answers as initialize does, and gives the same bank', async () => {
    const initialized = await bank.tpp.post('/v1/sandbox/initialize');
    const fresh = await wholeBank(bank);
    const { body } = await bank.tpp.get('/v1/sandbox/customers');
    await bank.tpp.send('DELETE', `/v1/sandbox/customers/${body.customers[0].customerId}`);
    const answer = await reset();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(initialized.body);
    expect(await wholeBank(bank)).toEqual(fresh);
  });

  test('CTRL-03: takes consents, clock and policy along', async () => {
    const psu = await consentOf(bank);
    await bank.control('PUT', '/_sandbox/clock', { now: '2040-01-01T00:00:00Z', frozen: true });
    await bank.control('PUT', '/_sandbox/sca-policy', { mode: 'auto', nationalId: PERSONS.jonas });
    await reset();
    expect((await bank.control('GET', '/_sandbox/clock')).body.frozen).toBe(false);
    expect((await bank.control('GET', '/_sandbox/sca-policy')).body.mode).toBe('page');
    expectRefusal(await psu.tpp.get('/v1/accounts'), { code: 'PSU_CREDENTIALS_INVALID' });
    expect((await consentOf(bank)).psuId).toBe(psu.psuId);
  });
});

describe('the control API', () => {
  test.each([
    ['DELETE', '/_sandbox/clock', 'GET, HEAD, PUT'],
    ['OPTIONS', '/_sandbox/clock', 'GET, HEAD, PUT'],
    ['GET', '/_sandbox/clock/advance', 'POST'],
    ['PUT', '/_sandbox/certificates', 'GET, HEAD, POST'],
    ['GET', '/_sandbox/reset', 'POST'],
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/openapi.json', 'GET, HEAD'],
    ['PUT', '/sca/unknown', 'GET, HEAD, POST'],
  ])('ERR-01: %s %s is 405 with Allow: %s', async (method, path, allow) => {
    const answer = await bank.control(method, path);
    expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
    expect(answer.headers['allow']).toBe(allow);
  });

  test.each([
    ['PUT', '/console', 'GET, HEAD, POST'],
    ['DELETE', '/console/clock', 'GET, HEAD, POST'],
    ['POST', '/console/live', 'GET, HEAD'],
  ])('ERR-01: the page of %s %s says 405 with Allow: %s', async (method, path, allow) => {
    const answer = await bank.control(method, path);
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
  });

  test.each(['/health', '/docs', '/docs/signing', '/llms.txt', '/schemas/seed.json'])(
    'ERR-01: POST %s is 405 with Allow: GET, HEAD',
    async (path) => {
      const answer = await send({ method: 'POST', url: new URL(path, bank.url).href });
      expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
      expect(answer.headers['allow']).toBe('GET, HEAD');
    },
  );

  test('ERR-01: no operation takes a query parameter that it does not know', async () => {
    await bank.tpp.get('/v1/sandbox/customers');
    for (const [method, path, known] of [
      ['GET', 'clock'],
      ['PUT', 'clock'],
      ['POST', 'clock/advance'],
      ['GET', 'sca-policy'],
      ['PUT', 'sca-policy'],
      ['POST', 'sca/nothing'],
      ['GET', 'consents'],
      ['DELETE', 'consents/nothing'],
      ['PUT', 'accounts/nothing/permissions'],
      ['GET', 'tpps'],
      ['PUT', 'tpps/PSDNO-FSA-1'],
      ['GET', 'rules', 'tolerated=true&'],
      ['PUT', 'rules'],
      ['GET', 'rules/SIG-05'],
      ['PUT', 'rules/SIG-05'],
      ['POST', 'certificates'],
      ['GET', 'certificates/bank'],
      ['POST', 'reset'],
      ['GET', 'requests', 'status=2xx&'],
      ['DELETE', 'requests'],
      ['GET', 'requests/next', 'timeout=PT0S&'],
      ['GET', 'requests/x1'],
      ['GET', 'redirects', 'state=1&'],
      ['DELETE', 'redirects'],
      ['GET', 'redirects/next', 'timeout=PT0S&'],
      ['GET', 'events', 'type=paymentDue&'],
      ['GET', 'events/next', 'timeout=PT0S&'],
      ['GET', 'coverage', 'missing=true&'],
      ['DELETE', 'coverage'],
      ['GET', 'readiness', 'profile=production&'],
    ] as const) {
      const answer = await bank.control(method, `/_sandbox/${path}?${known ?? ''}date=1`);
      expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'date', says: /^There is no query/ });
    }
  });

  test.each(['nothing', 'Status', '__proto__', 'constructor', '%00', 'x'.repeat(5000)])(
    'ERR-01: an unknown query parameter %p is named, in printable characters',
    async (name) => {
      const [message] = expectError(await bank.control('GET', `/_sandbox/requests?${name}=1`));
      expect(message?.path).toMatch(/^[ -~…]{1,80}$/);
      expect(message?.text).toContain('limit');
    },
  );

  test.each([
    ['requests', 'status=abc', 'status'],
    ['requests', 'code=NOTHING', 'code'],
    ['requests', 'lang=nb', 'lang'],
    ['requests', 'rule=SIG-99', 'rule'],
    ['requests', 'finding=x', 'finding'],
    ['requests', 'path=accounts', 'path'],
    ['requests', 'path=', 'path'],
    ['requests', 'mistake=nothing', 'mistake'],
    ['requests', 'since=2026-02-30T00:00:00Z', 'since'],
    ['requests', 'since=%2B012026-11-03T09:05:07Z', 'since'],
    ['requests', 'after=-1', 'after'],
    ['requests', 'limit=1001', 'limit'],
    ['requests', 'operation=nope', 'operation'],
    ['requests', 'method=FOO', 'method'],
    ['requests', 'warning=x', 'warning'],
    ['requests', 'timeout=PT1S', 'timeout'],
    ['requests', 'status=400&status=401', 'status'],
    ['requests/next', 'timeout=10', 'timeout'],
    ['requests/next', 'timeout=PT61S', 'timeout'],
    ['requests/next', 'after=x', 'after'],
    ['requests/next', 'status=x', 'status'],
    ['requests/next', 'limit=1', 'limit'],
    ['redirects', 'limit=0', 'limit'],
    ['redirects', 'limit=1001', 'limit'],
    ['redirects', 'after=-1', 'after'],
    ['redirects', 'state=', 'state'],
    ['redirects', 'scaFlow=', 'scaFlow'],
    ['redirects', 'timeout=PT1S', 'timeout'],
    ['redirects/next', 'timeout=10', 'timeout'],
    ['redirects/next', 'after=x', 'after'],
    ['redirects/next', 'limit=1', 'limit'],
    ['events', 'type=nothing', 'type'],
    ['events', 'paymentId=', 'paymentId'],
    ['events', 'limit=0', 'limit'],
    ['events', 'timeout=PT1S', 'timeout'],
    ['events/next', 'type=PaymentSettled', 'type'],
    ['events/next', 'timeout=PT2M', 'timeout'],
    ['events/next', 'after=x', 'after'],
    ['coverage', 'format=xml', 'format'],
    ['coverage', 'missing=yes', 'missing'],
    ['coverage', 'section=rules', 'section'],
    ['readiness', 'at=2026-02-30', 'at'],
    ['readiness', 'at=tomorrow', 'at'],
    ['readiness', 'at=2026-11-15T00:00:00Z', 'at'],
    ['readiness', 'profile=live', 'profile'],
    ['readiness', 'at=2026-11-15&profil=production', 'profil'],
    ['rules', 'tolerated=yes', 'tolerated'],
    ['rules', 'tolerated=', 'tolerated'],
    ['rules', 'tolerated=True', 'tolerated'],
  ])('CTRL-05, CTRL-06, CTRL-07, CTRL-08, CTRL-12: %s?%s is refused and named', async (...row) => {
    const [path, query, name] = row;
    const answer = await house.control('GET', `/_sandbox/${path}?${query}`);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: name });
  });

  test('CTRL-05: deleting the requests of some status deletes none', async () => {
    await bank.tpp.get('/v1/sandbox/customers');
    const answer = await bank.control('DELETE', '/_sandbox/requests?status=5xx');
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'status' });
    expect((await bank.control('GET', '/_sandbox/requests')).body.total).toBe(1);
  });

  test('ERR-01: HEAD is answered wherever GET is, without a body', async () => {
    for (const path of ['clock', 'rules', 'requests', 'coverage', 'readiness']) {
      for (const accept of ['application/json', 'text/html']) {
        const url = `${bank.url}/_sandbox/${path}`;
        const headers = [['Accept', accept]] as const;
        const [head, get] = await Promise.all([
          send({ method: 'HEAD', url, headers }),
          send({ method: 'GET', url, headers }),
        ]);
        expect([head.status, head.text]).toEqual([200, '']);
        expect(head.headers['content-type']).toBe(get.headers['content-type']);
      }
    }
    const missing = await send({ method: 'HEAD', url: `${bank.url}/_sandbox/requests/x9` });
    expect([missing.status, missing.text]).toEqual([404, '']);
  });

  test('CLOCK-01: while the clock of a bank moves far, the others are answered', async () => {
    const psu = await consentOf(bank);
    const [account] = (await psu.tpp.get('/v1/accounts')).body.accounts;
    const order = {
      instructedAmount: { amount: '1.00', currency: 'NOK' },
      creditorName: 'Daglig Brød AS',
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      debtorAccount: { iban: account.iban, currency: 'NOK' },
      startDate: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      frequency: 'Daily',
    };
    const path = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
    const headers = { 'x-accept-fix': 'amount-as-string' };
    const made = await psu.tpp.post(path, order, { headers });
    await completeSca(bank, made, { nationalId: PERSONS.jonas });
    let moving = true;
    let answered = 0;
    const others = (async () => {
      while (moving) {
        expect((await house.control('GET', '/_sandbox/clock')).status).toBe(200);
        answered++;
      }
    })();
    const far = await bank.control('POST', '/_sandbox/clock/advance', { by: 'P1500D' });
    moving = false;
    await others;
    expect(far.body.events.length).toBeGreaterThan(2_000);
    expect(answered).toBeGreaterThan(5);
  });
});
