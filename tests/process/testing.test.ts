// `sandbank/testing`, as a test file of a TPP uses it. scripts/check-package.mjs tries it in other runners.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import { testControl } from '../../client/test-control.ts';
import { createSandbank } from '../../client/testing.ts';
import { keyStock } from '../support/key-stock.ts';
import { ROOT } from '../support/source-tree.ts';

const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers';

const bank = await createSandbank({ makeKey: keyStock() });
afterAll(() => bank.close());
const tpp = await bank.tpp();
beforeEach(() => bank.reset());

test('a person logs in, reads and pays; the clock settles the payment', async () => {
  const jonas = await tpp.login('jonas');
  const { status, headers, body } = await jonas.get('/v1/accounts?withBalance=true');
  expect(status).toBe(200);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const payment = await jonas.post(PAYMENTS, {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Huseier Hansen',
    creditorAccount: { bban: '86011117947', currency: 'NOK' },
    debtorAccount: { iban: body.accounts[0].iban, currency: 'NOK' },
  });
  expect(payment.status).toBe(201);
  const back = await jonas.approve(payment);
  expect(back.get('status')).not.toBe('error');
  const { events } = await bank.clock.advance('PT1M');
  expect(events.map(({ type }) => type)).toContain('paymentSettled');
  const after = await jonas.get(`${PAYMENTS}/${payment.body.paymentId}/status`);
  expect(after.body.transactionStatus).toBe('ACSC');
});

test('a refusal is an answer; an operation of the control API that is refused rejects', async () => {
  const { status, body } = await tpp.get('/v1/accounts');
  expect([status, body.tppMessages[0].code]).toEqual([401, 'CONSENT_INVALID']);
  await expect(tpp.login('00000000000')).rejects.toThrow('400');
  await expect(tpp.approve({ status, headers: new Headers(), body: {} })).rejects.toThrow(
    'There is no scaRedirect link in this answer: 401 {}',
  );
  const nothing = undefined as unknown as Parameters<typeof tpp.approve>[0];
  await expect(tpp.approve(nothing)).rejects.toThrow('link in this answer: undefined');
  await expect(tpp.get('v1/accounts')).rejects.toThrow('A path begins with a slash');
  await expect(bank.control('GET', '/nothing')).rejects.toThrow('404');
});

test('roles are those of the certificate; headers go with every request', async () => {
  const payer = await bank.tpp({ roles: ['PSP_PI'], headers: { 'X-Request-ID': 'not one' } });
  const { body } = await payer.get('/v1/accounts');
  expect(body.tppMessages[0].code).toBe('FORBIDDEN');
  const { request } = await bank.nextRequest({ status: '403' });
  expect(request.headers).toContainEqual(['X-Request-ID', 'not one']);
});

test('nextRequest returns each request once, and waits for the next', async () => {
  await tpp.get('/v1/accounts');
  await tpp.get('/v1/card-accounts');
  const path = '/v1/';
  const first = await bank.nextRequest({ path, operation: 'getAccounts' });
  expect(first.codes).toEqual(['CONSENT_INVALID']);
  expect((await bank.nextRequest({ path })).operation).toBe('getCardAccounts');
  const [later] = await Promise.all([bank.nextRequest({ path }), tpp.get('/v1/user')]);
  expect(later.operation).toBe('getUser');
});

test('absent: the same person without session and address; `undefined` takes a header away', async () => {
  const jonas = await tpp.login('jonas');
  expect((await jonas.absent.get('/v1/accounts')).status).toBe(200);
  const { request } = await bank.nextRequest({ operation: 'getAccounts' });
  const names = request.headers.map(([name]) => name);
  expect(names).toContain('PSU-ID');
  expect(names.filter((name) => /session|ip-addr/i.test(name ?? ''))).toEqual([]);
  const without = await jonas.get('/v1/accounts', { headers: { 'TPP-Redirect-URI': undefined } });
  expect(without.body.tppMessages[0].path).toBe('TPP-Redirect-URI');
});

test('the recipes: an expired consent, too many reads while absent, a lost answer', async () => {
  const page = readFileSync(join(ROOT, 'docs', 'testing.md'), 'utf8');
  const [, recipes = ''] = /\n## Recipes\n(.*?)\n## /s.exec(page) ?? [];
  const blocks = [...recipes.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
  const promised = blocks.flatMap((code) =>
    [...code.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, text]) => text),
  );
  expect(promised).toEqual(['401 CONSENT_EXPIRED', '429', 'fetch failed', '409']);
  const printed: string[] = [];
  const log = { log: (...values: unknown[]) => printed.push(values.join(' ')) };
  for (const code of blocks) {
    const run = new Function('bank', 'tpp', 'console', `return (async () => {${code}})()`);
    await run(bank, tpp, log);
  }
  expect(printed).toEqual(promised);
});

test('restore returns to a snapshot', async () => {
  await bank.snapshot('empty');
  const odd = await tpp.login('odd');
  await bank.snapshot();
  expect((await odd.get('/v1/accounts')).status).toBe(200);
  await bank.restore('empty');
  expect((await odd.get('/v1/accounts')).status).toBe(401);
  await bank.restore();
  expect((await odd.get('/v1/accounts')).status).toBe(200);
});

test('a fault fires as often as it says', async () => {
  const mari = await tpp.login('mari', { context: 'CORPORATE' });
  const id = await bank.fault({ match: { path: '/v1/user' }, effect: { status: 503 }, times: 1 });
  const { status, headers } = await mari.get('/v1/user');
  expect([status, headers.get('sandbank-fault')]).toEqual([503, id]);
  expect((await mari.get('/v1/user')).status).toBe(200);
});

test('the clock can be set and frozen', async () => {
  const { now, frozen } = await bank.clock.set(new Date('2026-11-15T09:00:00Z'), { frozen: true });
  expect([now, frozen]).toEqual(['2026-11-15T09:00:00.000Z', true]);
});

test('put and delete are signed too', async () => {
  const own = await bank.tpp({ organisationId: 'PSDNO-FSA-987654321' });
  const path = '/v1/tpps/NO-FSA-987654321/contact-information';
  expect((await own.put(path, { email: 'openbanking@tpp.example' })).status).toBe(200);
  const gone = await own.delete(`${PAYMENTS}/6c875382-8963-4617-a931-738c9b8bae7f`);
  expect(gone.status).toBe(401);
});

test('the control API is sent JSON that says so, and a token only where there is one', async () => {
  const sent: unknown[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    sent.push(init?.headers);
    return new Response();
  });
  for (const token of [undefined, 'secret']) {
    await testControl(bank.url, token).control('PUT', '/faults', {});
  }
  fetched.mockRestore();
  const json = { 'Content-Type': 'application/json' };
  expect(sent).toEqual([json, { ...json, Authorization: 'Bearer secret' }]);
});

test('a bank with a control token has the token in its kit', async () => {
  const guarded = await createSandbank({
    makeKey: keyStock(),
    control: { token: 'secret', allowedHosts: [] },
  });
  try {
    expect((await guarded.clock.advance('PT1S')).frozen).toBe(false);
  } finally {
    await guarded.close();
  }
});

test.each(['sandbank', 'sandbank/testing', 'sandbank/client', 'sandbank/explain'])(
  'require and import give the same names: %s',
  (name) => {
    const run = (...args: readonly string[]): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return stdout;
    };
    const required = run('-p', `Object.keys(require('${name}')).sort().join()`);
    const script = `console.log(Object.keys(await import('${name}')).sort().join())`;
    expect(required).toBe(run('--input-type=module', '-e', script));
    expect(required.trim()).not.toBe('');
  },
);

test('CTRL-05: a request of the log as a test: it holds at a new bank', async () => {
  const jonas = await tpp.login('jonas');
  const { last } = await bank.control('GET', '/requests?limit=1');
  await jonas.get('/v1/accounts?withBalance=true');
  await jonas.absent.get('/v1/accounts/none');
  await jonas.post(PAYMENTS, { instructedAmount: { amount: '1,5', currency: 'NOK' } });
  const { requests } = await bank.control('GET', `/requests?after=${last}&q=person:jonas`);
  expect(requests).toHaveLength(3);
  for (const { id } of requests) {
    const { test: written } = await bank.control('GET', `/requests/${id}`);
    await bank.reset();
    let ran: Promise<void> | undefined;
    const take = (_: string, run: () => Promise<void>) => {
      ran = run();
    };
    new Function('test', 'expect', 'bank', written)(take, expect, bank);
    await expect(ran).resolves.toBeUndefined();
  }
});
