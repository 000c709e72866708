// Readiness (CTRL-12): by which rules recorded payments are judged, and the page that shows it.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { wordsOf } from '../support/html.ts';
import { type Answer, send } from '../support/http.ts';
import { type Body, openScene, type Scene } from '../support/payment-scene.ts';
import { repeatable } from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';

const SEPA = '/v1/payments/sepa-credit-transfers';
const BEFORE = '2026-08-01T10:00:00+02:00';
const PATH = '/_sandbox/readiness';
const PRODUCTION = `${PATH}?at=2026-11-15&profile=production`;
const NO_ADDRESS = { creditorAddress: undefined };

let scene: Scene;
const house = await testBank();
beforeEach(async () => {
  scene = await openScene(house, { now: BEFORE });
});

async function ask(path = PRODUCTION): Promise<Answer> {
  const answer = await scene.bank.control('GET', path);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text });
  return answer;
}

/** Whatever the bank says to it. */
const paySepa = (change: Body = {}, headers: Record<string, string> = {}) =>
  scene.psu.tpp.post(repeatable(SEPA), scene.sepa(change), { headers });

describe('which rules', () => {
  const thens = async (path: string) =>
    (await ask(path)).body.payments.map((row: Body) => row['then']);

  test('CTRL-12: of the date and the profile that are asked about', async () => {
    await paySepa(NO_ADDRESS);
    expect(await thens(`${PATH}?at=2026-08-12&profile=sandbox`)).toEqual(['accepted']);
    expect(await thens(`${PATH}?at=2026-08-13&profile=sandbox`)).toEqual(['refused']);
    expect(await thens(`${PATH}?at=2026-08-13&profile=production`)).toEqual(['accepted']);
    expect(await thens(`${PATH}?at=2026-11-15&profile=production`)).toEqual(['refused']);
  });

  test('CTRL-12: unasked, the bank’s today and its own profile', async () => {
    await paySepa(NO_ADDRESS);
    const { body } = await ask(PATH);
    expect([body.at, body.profile, body.refused]).toEqual(['2026-08-01', 'sandbox', 0]);
    expect(body.warnedFor).toMatchObject([{ path: '/creditorAddress' }]);
    await scene.setClock('2026-08-13T00:00:00+02:00');
    const later = (await ask(PATH)).body;
    expect([later.at, later.refused, later.refusedToday]).toEqual(['2026-08-13', 1, 1]);
  });

  test('CTRL-12: a payment that asked for the fix is held to it', async () => {
    const headers = { 'x-accept-fix': 'Structured-Addresses' };
    expect((await paySepa(NO_ADDRESS, headers)).status).toBe(400);
    const [row] = (await ask(`${PATH}?at=2026-08-02`)).body.payments;
    expect([row.today, row.then]).toEqual(['refused', 'refused']);
  });

  test('CTRL-12: the fixes tell what changes for reads as well', async () => {
    await scene.setClock('2024-10-15T10:00:00+02:00');
    await scene.bank.tpp.get('/v1/accounts', { headers: { 'x-accept-fix': 'longer-names' } });
    const { body } = await ask(`${PATH}?at=2024-11-13&profile=production`);
    const rows = body.fixes.map((fix: Body) => [
      fix['name'],
      fix['since'],
      fix['defaultNow'],
      fix['defaultThen'],
    ]);
    expect(rows).toEqual([
      ['amount-as-string', '2020-08-01', true, true],
      ['longer-names', '2024-10-01', true, true],
      ['cash-account-type-iso', '2024-11-13', false, true],
      ['cardaccount-switch-originalamount-and-transactionamount', '2024-11-13', false, true],
      ['structured-addresses', '2026-11-15', false, false],
    ]);
    for (const { effect } of body.fixes) expect(effect).toMatch(/\.$/);
  });

  test('CTRL-12: a fix is in force today by the own profile, and then by the one asked about', async () => {
    await scene.setClock('2026-08-13T10:00:00+02:00');
    const { body } = await ask();
    expect([body.ownProfile, body.profile]).toEqual(['sandbox', 'production']);
    expect(body.fixes.at(-1)).toMatchObject({
      since: '2026-11-15',
      ownSince: '2026-08-13',
      defaultNow: true,
      defaultThen: true,
    });
    const url = scene.bank.url + PRODUCTION;
    const page = await send({ method: 'GET', url, headers: [['Accept', 'text/html']] });
    const words = wordsOf(page.text);
    expect(words).toMatch(/In production from 2026-11-15 ?: in force then/);
    expect(words).toMatch(/rules of the public sandbox, from 2026-08-13 ?: in force today/);
    expect(words).toContain(`Readiness of bank ${new URL(scene.bank.url).pathname.split('/')[2]}`);
  });

  test('CTRL-12: whether some request has asked for a fix', async () => {
    const tpp = scene.psu.tpp.with({ 'x-accept-fix': 'longer-names' });
    await tpp.get('/v1/accounts');
    const unsigned = { 'x-accept-fix': 'structured-addresses' };
    await tpp.get('/v1/accounts', {
      headers: unsigned,
      before: (draft) => draft.headers.delete('Date'),
    });
    const { body } = await ask();
    const asked = body.fixes.filter((fix: Body) => fix['askedNow']).map((fix: Body) => fix['name']);
    expect(asked).toEqual(['longer-names']);
  });

  test.each([
    ['at=2026-02-30', 'at'],
    ['at=tomorrow', 'at'],
    ['at=', 'at'],
    ['at=2026-11-15T00:00:00Z', 'at'],
    ['profile=live', 'profile'],
    ['date=2026-11-15&profile=production', 'date'],
    ['at=2026-11-15&profil=production', 'profil'],
    ['profile=', 'profile'],
  ])('CTRL-12: ?%s is refused', async (query, path) => {
    const answer = await scene.bank.control('GET', `${PATH}?${query}`);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path });
  });
});

describe('the page', () => {
  const look = () =>
    send({ method: 'GET', url: scene.bank.url + PRODUCTION, headers: [['Accept', 'text/html']] });

  test('CTRL-12: says the headline, the reasons and the request ids', async () => {
    await paySepa(
      { ...NO_ADDRESS, creditorName: 'Bäckerei <b>Huber</b>' },
      { 'X-Request-ID': 'r-1' },
    );
    await paySepa({ creditorAddress: { city: 'Wien', country: 'AT' } }, { 'X-Request-ID': 'r-2' });
    const { status, headers, text } = await look();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>1 of 2 payments would be refused on 15 November 2026</h1>');
    expect(text).toContain('creditorAddress with townName and country is required and absent.');
    expect(text).toContain('city is deprecated: send townName.');
    expect(text).toMatch(/<a href="requests\/x\d+"><code>r-1<\/code><\/a>/);
    expect(text).toContain('r-2');
    expect(text).toContain('Bäckerei &lt;b&gt;Huber&lt;/b&gt;');
  });

  test('WEB-01: has no script and may not be framed', async () => {
    await paySepa(NO_ADDRESS);
    const { headers, text } = await look();
    expect(text).not.toMatch(/<script|\son\w+=|style=/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/);
  });

  test('CTRL-12: is there with nothing recorded too', async () => {
    const { status, text } = await look();
    expect(status).toBe(200);
    expect(text).toContain('No payment is recorded');
  });
});
