// Readiness (CTRL-12): what recorded payments would meet on another date and under another profile, as
// JSON and as a page.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openPage } from '../support/console-form.ts';
import { wordsOf } from '../support/html.ts';
import type { Answer } from '../support/http.ts';
import { type Body, openScene } from '../support/payment-scene.ts';
import {
  BULK,
  DOMESTIC,
  domesticEntry,
  domesticFrom,
  PRODUCT_CASES,
  repeatable,
} from '../support/product-scene.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const SEPA = '/v1/payments/sepa-credit-transfers';
const BEFORE = '2026-08-01T10:00:00+02:00';
const PATH = '/_sandbox/readiness';
const PRODUCTION = `${PATH}?at=2026-11-15&profile=production`;
const NO_ADDRESS = { creditorAddress: undefined };

const house = await testBank();
const scene = eachTest(() => openScene(house, { now: BEFORE }));

async function ask(path = PRODUCTION): Promise<Answer> {
  const answer = await scene.bank.control('GET', path);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text });
  return answer;
}

/** As a browser sees it. */
const look = () => openPage(scene.bank.url, PRODUCTION.slice(1));

/** Whatever the bank says to it. */
const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
  scene.post(repeatable(path), body, { headers });
const paySepa = (change: Body = {}, headers: Record<string, string> = {}) =>
  post(SEPA, scene.sepa(change), headers);

const verdictsOf = (report: Answer['body']): readonly (readonly string[])[] =>
  report.payments.map((row: Body) => [row['today'], row['then']]);

describe('what is reported', () => {
  test('CTRL-12: nothing yet', async () => {
    const { body } = await ask();
    expect(body).toMatchObject({
      summary: 'No payment is recorded that could be checked for 15 November 2026',
      at: '2026-11-15',
      profile: 'production',
      today: '2026-08-01',
      accepted: 0,
      refused: 0,
      refusedToday: 0,
      warned: 0,
      payments: [],
      notChecked: [],
      refusedFor: [],
      warnedFor: [],
      dates: [
        { at: '2026-08-13', profile: 'sandbox' },
        { at: '2026-11-15', profile: 'production' },
      ],
    });
  });

  test('CTRL-12: one that is accepted with a warning today and refused then', async () => {
    const made = await paySepa(NO_ADDRESS, { 'X-Request-ID': 'today-only' });
    expect(made.status).toBe(201);
    const { body } = await ask();
    expect(body.summary).toBe('The one payment would be refused on 15 November 2026');
    expect(verdictsOf(body)).toEqual([['accepted', 'refused']]);
    const [{ then: _, ...row }] = body.payments;
    expect([row]).toEqual([
      {
        requestId: 'today-only',
        id: expect.stringMatching(/^x\d+$/),
        product: 'sepa-credit-transfers',
        service: 'payments',
        creditorName: 'Anna Schmidt',
        transfers: 1,
        answered: 201,
        today: 'accepted',
        messages: [
          {
            rule: 'PAY-10',
            code: 'FORMAT_ERROR',
            path: '/creditorAddress',
            text: expect.stringContaining('required'),
          },
        ],
        warnings: [],
      },
    ]);
    expect([body.accepted, body.refused, body.refusedToday, body.warned]).toEqual([0, 1, 0, 0]);
  });

  test('CTRL-12: what it says is what the bank does when the day has come', async () => {
    const bodies = [NO_ADDRESS, {}, { creditorAddress: { city: 'Berlin', country: 'DE' } }];
    for (const change of bodies) await paySepa(change);
    const { body } = await ask(`${PATH}?at=2026-08-13`);
    const said = body.payments.map(({ then }: { then: string }) => then).reverse();
    expect(said).toEqual(['refused', 'accepted', 'accepted']);
    await scene.setClock('2026-08-13T10:00:00+02:00');
    // The session has run out by then; a create needs none.
    const done = await Promise.all(bodies.map((change) => paySepa(change)));
    expect(done.map(({ status }) => (status === 201 ? 'accepted' : 'refused'))).toEqual(said);
    const [row] = body.payments.slice(-1);
    expect(done[0]?.body.tppMessages.map(({ path }: { path: string }) => path)).toEqual(
      row.messages.map(({ path }: { path: string }) => path),
    );
    const city = body.payments[0];
    expect(done[2]?.body.tppMessages).toEqual(
      city.warnings.map((warning: object) => ({ category: 'WARNING', ...warning })),
    );
  });

  test('CTRL-12: newest first, counted, grouped by reason with the commonest first', async () => {
    await paySepa();
    for (const creditorName of ['Erste', 'Zweite']) await paySepa({ ...NO_ADDRESS, creditorName });
    await paySepa({ creditorAddress: { country: 'DE' }, creditorName: 'Dritte' });
    const { body } = await ask();
    expect(body.summary).toBe('3 of 4 payments would be refused on 15 November 2026');
    expect([body.accepted, body.refused]).toEqual([1, 3]);
    const names = body.payments.map(({ creditorName }: { creditorName: string }) => creditorName);
    expect(names).toEqual(['Dritte', 'Zweite', 'Erste', 'Anna Schmidt']);
    const groups = body.refusedFor.map(
      (group: { path: string; payments: readonly { creditorName: string }[] }) => [
        group.path,
        group.payments.map(({ creditorName }) => creditorName),
      ],
    );
    expect(groups).toEqual([
      ['/creditorAddress', ['Zweite', 'Erste']],
      ['/creditorAddress/townName', ['Dritte']],
    ]);
  });

  test('CTRL-12: a payment that is refused today counts, and says what it was answered', async () => {
    const usd = { instructedAmount: { amount: '1.00', currency: 'USD' } };
    expect((await paySepa(usd)).status).toBe(400);
    const { body } = await ask();
    expect(body.refusedToday).toBe(1);
    expect(verdictsOf(body)).toEqual([['refused', 'refused']]);
    expect(body.payments).toMatchObject([
      {
        answered: 400,
        messages: [{ rule: 'PAY-11', path: '/instructedAmount/currency' }],
      },
    ]);
  });

  test('CTRL-12: one refused for what only the books know is accepted by the rules', async () => {
    const elsewhere = { debtorAccount: { iban: 'NO9386011117947', currency: 'EUR' } };
    expectRefusal(await paySepa(elsewhere), { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
    const [row] = (await ask()).body.payments;
    expect([row.answered, row.today, row.then]).toEqual([400, 'accepted', 'accepted']);
  });

  test('CTRL-12: requests whose body never passed, and all others, are not in it', async () => {
    await paySepa({ creditorName: 'x'.repeat(71) });
    await scene.post(SEPA, scene.sepa(), {
      before: (draft) => draft.headers.delete('Date'),
    });
    const made = await scene.pay(SEPA, scene.sepa());
    await scene.post(`${made.body._links.self.href}/authorisations`);
    await scene.get(made);
    await scene.post('/v1/bank-offered-consents');
    const { body } = await ask();
    expect(body.payments).toHaveLength(1);
  });
});

describe('which payments', () => {
  test.each(PRODUCT_CASES)('CTRL-12: $name is checked', async (row) => {
    const start = row.name === 'periodic' ? { startDate: '2026-08-20' } : {};
    const made = await post(row.path, row.body(scene, start));
    expect(made.status).toBe(201);
    const { body } = await ask();
    const [, , service, segment = ''] = row.path.split('/');
    const product = segment.replace(/^norwegian-(?=cross-border)/, '');
    expect(verdictsOf(body)).toEqual([['accepted', 'accepted']]);
    expect(body.payments).toMatchObject([{ service, product, messages: [] }]);
  });

  test('CTRL-12: a bulk is one payment, and the same reason in it is one group', async () => {
    const city = { creditorAddress: { city: 'Oslo', country: 'NO' } };
    const payments = [domesticEntry(city), domesticEntry({ ...city, creditorName: 'Andre' })];
    const { debtorAccount } = domesticFrom(scene);
    await post(BULK, { paymentInformationId: 'B-1', debtorAccount, payments });
    const { body } = await ask();
    const [row] = body.payments;
    expect([row.transfers, row.warnings.map(({ path }: { path: string }) => path)]).toEqual([
      2,
      ['/payments/0/creditorAddress/city', '/payments/1/creditorAddress/city'],
    ]);
    expect(body.warnedFor).toMatchObject([
      { path: '/creditorAddress/city', payments: [{ transfers: 2 }] },
    ]);
    expect(body.warned).toBe(1);
  });

  test('CTRL-12: a body that was kept only in part is listed as not checked', async () => {
    const payments = Array.from({ length: 600 }, () => domesticEntry());
    const { debtorAccount } = domesticFrom(scene);
    const made = await post(BULK, { paymentInformationId: 'B-2', debtorAccount, payments });
    expect(made.status).toBe(201);
    const { body } = await ask();
    expect(body.payments).toEqual([]);
    expect(body.notChecked).toEqual([
      {
        requestId: expect.any(String),
        id: expect.any(String),
        service: 'bulk-payments',
        product: 'norwegian-domestic-credit-transfers',
        bytes: expect.any(Number),
      },
    ]);
  });

  test('CTRL-12: another bank has payments of its own', async () => {
    await paySepa();
    const other = house.tenant();
    expect((await other.control('GET', PRODUCTION)).body.payments).toEqual([]);
  });

  test('WEB-06: a national id is masked wherever it stands', async () => {
    const named = { 'X-Request-ID': 'r-13039319955' };
    await post(DOMESTIC, domesticFrom(scene, { creditorName: 'Jonas 13039319955' }), named);
    const answer = await ask();
    expect(answer.text).not.toContain('13039319955');
    const [payment] = answer.body.payments;
    expect([payment.creditorName, payment.requestId]).toEqual([
      'Jonas *********55',
      'r-*********55',
    ]);
  });
});

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
    const words = wordsOf((await look()).text);
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
});

describe('the page', () => {
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

  test('CTRL-12: is there with nothing recorded too', async () => {
    const { status, text } = await look();
    expect(status).toBe(200);
    expect(text).toContain('No payment is recorded');
  });
});
