// Structured addresses of SEPA and cross-border payments (PAY-10): by the bank's clock, its profile, or
// at once when asked for.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { type Body, openScene, type Scene } from '../support/payment-scene.ts';
import { PRODUCT_CASES, repeatable } from '../support/product-scene.ts';
import { testBank } from '../support/test-bank.ts';

const BEFORE = '2026-08-12T23:59:59+02:00';
const FROM = '2026-08-13T00:00:00+02:00';
const ASKED = { 'x-accept-fix': 'longer-names, structured-addresses' };
/** An IBAN whose bank is in no directory. */
const UNKNOWN = { creditorAccount: { iban: 'DE37700515400123456789', currency: 'EUR' } };

const [sepa, crossBorder] = PRODUCT_CASES.filter(({ domestic }) => !domestic);
if (sepa === undefined || crossBorder === undefined) throw new Error('no such product');

const GAPS: readonly (readonly [what: string, change: Body, path: string])[] = [
  ['an empty name', { creditorName: '' }, '/creditorName'],
  ['a blank name', { creditorName: '  ' }, '/creditorName'],
  ['no address', { creditorAddress: undefined }, '/creditorAddress'],
  ['no town', { creditorAddress: { country: 'DE' } }, '/creditorAddress/townName'],
  [
    'an empty town',
    { creditorAddress: { townName: ' ', country: 'DE' } },
    '/creditorAddress/townName',
  ],
];

let scene: Scene;

const house = await testBank();

describe.each([sepa, crossBorder])('PAY-10: $name', ({ path, body }) => {
  const send = (change: Body = {}, headers: Record<string, string> = {}) =>
    scene.post(path, body(scene, change), { headers });

  describe('before its date', () => {
    beforeEach(async () => {
      scene = await openScene(house, { now: BEFORE });
    });

    test.each(GAPS)('PAY-10: %s is accepted with a WARNING', async (_, change, pointer) => {
      const made = await send(change);
      expect(made.status).toBe(201);
      expect(made.body.tppMessages).toEqual([
        { category: 'WARNING', code: 'FORMAT_ERROR', path: pointer, text: expect.any(String) },
      ]);
    });

    test.each(GAPS)('PAY-10: %s is refused when asked for', async (_, change, pointer) => {
      expectRefusal(await send(change, ASKED), { code: 'FORMAT_ERROR', path: pointer });
    });

    test.each([
      [{ country: 'DE' }, 'absent'],
      [{ country: 'DE', townName: '' }, 'empty'],
    ])('PAY-10: the town of %j is said to be %s', async (creditorAddress, how) => {
      const says = new RegExp(`^creditorAddress\\.townName is required and ${how}\\.`);
      expectRefusal(await send({ creditorAddress }, ASKED), { code: 'FORMAT_ERROR', says });
    });

    test('PAY-10: with everything there is no warning', async () => {
      expect((await send()).body).not.toHaveProperty('tppMessages');
    });
  });

  describe('from its date', () => {
    beforeEach(async () => {
      scene = await openScene(house, { now: FROM });
    });

    test.each(GAPS)('PAY-10: %s is refused', async (_, change, pointer) => {
      expectRefusal(await send(change), { code: 'FORMAT_ERROR', path: pointer });
    });

    test('PAY-10: city will do for townName, with a WARNING', async () => {
      const made = await send({ creditorAddress: { city: 'Berlin', country: 'DE' } });
      expect(made.status).toBe(201);
      expect(made.body.tppMessages).toEqual([
        expect.objectContaining({ category: 'WARNING', path: '/creditorAddress/city' }),
      ]);
    });

    test('PAY-10: an address without country is refused as ever', async () => {
      const answer = await send({ creditorAddress: { townName: 'Berlin' } });
      expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/creditorAddress/country' });
    });
  });
});

describe('PAY-10: creditorAgent of a SEPA payment', () => {
  const send = (change: Body) => scene.post(sepa.path, sepa.body(scene, change));
  beforeEach(async () => {
    scene = await openScene(house, { now: FROM });
  });

  test('PAY-10: required where it cannot be inferred', async () => {
    expectRefusal(await send(UNKNOWN), { code: 'FORMAT_ERROR', path: '/creditorAgent' });
    const made = await send({ ...UNKNOWN, creditorAgent: 'INGDDEFFXXX' });
    expect(made.status).toBe(201);
  });

  test('PAY-10: several gaps are told together', async () => {
    const answer = await send({ ...UNKNOWN, creditorAddress: undefined });
    const paths = answer.body.tppMessages.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(['/creditorAddress', '/creditorAgent']);
  });

  test.each([
    ['a Norwegian account', 'NO9386011117947'],
    ['an IBAN with spaces', 'DE89 3704 0044 0532 0130 00'],
    ['a usual test IBAN', 'FR1420041010050500013M02606'],
  ])('PAY-10: %s needs none', async (_, iban) => {
    expect((await send({ creditorAccount: { iban, currency: 'EUR' } })).status).toBe(201);
  });

  test('PAY-10: eight characters are a BIC too, nine are not', async () => {
    expect((await send({ ...UNKNOWN, creditorAgent: 'INGDDEFF' })).status).toBe(201);
    const answer = await send({ ...UNKNOWN, creditorAgent: 'INGDDEFFX' });
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: '/creditorAgent' });
  });
});

describe('PAY-10: domestic payments', () => {
  const domestic = PRODUCT_CASES.filter((row) => row.domestic);

  test.each(domestic)('PAY-10: $name needs no address, and warns of city', async (row) => {
    scene = await openScene(house, { now: FROM });
    const start = row.name === 'periodic' ? { startDate: '2026-08-20' } : {};
    const plain = await scene.post(row.path, row.body(scene, start), { headers: ASKED });
    expect(plain.status).toBe(201);
    expect(plain.body).not.toHaveProperty('tppMessages');
    const creditorAddress = { city: 'Bodø', country: 'NO' };
    const sent = row.body(scene, { ...start, creditorAddress });
    const made = await scene.pay(repeatable(row.path), sent);
    expect(made.body.tppMessages).toEqual([
      expect.objectContaining({
        category: 'WARNING',
        path: `${row.prefix}/creditorAddress/city`,
      }),
    ]);
  });
});
