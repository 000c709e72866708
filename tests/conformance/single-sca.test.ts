// Payments created without PSU-ID: by PSU-Context alone (single SCA) and by X-PSU-IDENTITY.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PERSONS, psuHeaders, REDIRECT } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { accountOf } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { created, KINDS, payerOf, refOf, SEPA, selfOf } from '../support/payment-scene.ts';
import { approve, identify, openPage, redirectOf } from '../support/sca-browser.ts';
import { eachScene, eachTest } from '../support/test-bank.ts';

const STRANGER = '01010750160';

/** Without PSU-ID, with PSU-Context PRIVATE. */

const scene = await eachScene();
const pisp = eachTest(() => scene.tpp.with({ ...psuHeaders(), 'PSU-Context': 'PRIVATE' }));

/** As one that reads later: no PSU-ID and no context. */
const reader = () => pisp.with({ 'PSU-Context': undefined });
const statusOf = async (made: Answer): Promise<string> =>
  (await reader().get(`${selfOf(made)}/status`)).body.transactionStatus;

test('PAY-08: once approved it is the payment of that person, which nobody else repeats', async () => {
  const made = await created(pisp, SEPA, scene.sepa());
  await scene.approve(made, { nationalId: PERSONS.jonas });
  const again = await scene.post(SEPA, scene.sepa());
  expectRefusal(again, { code: 'CONFLICT', path: 'allowLogicalDuplicate' });
});

describe.each(KINDS)('PAY-20: %s', (path, kind) => {
  test('PAY-20: 201; the link identifies the person and approves in one go', async () => {
    const made = await created(pisp, path, scene[kind]());
    expect(made.body.transactionStatus).toBe('RCVD');
    const page = await identify(await openPage(made), PERSONS.jonas);
    expect(page.step).toBe('approve');
    expect(page.answer.text).toContain(kind === 'sepa' ? 'Anna Schmidt' : 'Huseier Hansen');
    const back = redirectOf(await approve(page));
    expect(back.href.startsWith(REDIRECT)).toBe(true);
    expect(back.searchParams.get('psu-id')).toBe(scene.psu.psuId);
    expect(back.searchParams.get('tpp-session-id')).toBe(pisp.defaults['TPP-Session-ID']);
    expect(back.searchParams.get('context')).toBe('PRIVATE');
    expect(await statusOf(made)).toBe(kind === 'sepa' ? 'PDNG' : 'ACTC');
  });

  test("PAY-20: of another's account: PAYMENT_FAILED, the payment stays RCVD, no session", async () => {
    const made = await created(pisp, path, scene[kind]());
    let asked = made;
    // None of them is a failed SCA (MOVE-01).
    for (let times = 0; times < 3; times += 1) {
      const back = await scene.approve(asked, { nationalId: PERSONS.odd });
      expect(back.get('code')).toBe('PAYMENT_FAILED');
      expect(back.get('psu-id')).toBeNull();
      expect(await statusOf(made)).toBe('RCVD');
      asked = await reader().post(`${selfOf(made)}/authorisations`);
    }
    await scene.approve(asked, { nationalId: PERSONS.jonas });
    expect(await statusOf(made)).not.toBe('RCVD');
  });

  test('PAY-20: of an account that is nobody’s here, the same', async () => {
    const currency = kind === 'sepa' ? 'EUR' : 'NOK';
    const debtorAccount = { iban: 'NO9386011117947', currency };
    const made = await created(pisp, path, scene[kind]({ debtorAccount }));
    const back = await scene.approve(made, { nationalId: PERSONS.jonas });
    expect(back.get('code')).toBe('PAYMENT_FAILED');
    expect(await statusOf(made)).toBe('RCVD');
  });

  test('HDR-04: it is read, listed, authorised and deleted by id and TPP, without PSU-ID', async () => {
    const made = await created(pisp, path, scene[kind]());
    const self = selfOf(made);
    expect((await reader().get(self)).body.transactionStatus).toBe('RCVD');
    expect((await reader().get(`${self}/status`)).status).toBe(200);
    expect((await reader().get(`${self}/authorisations`)).body.authorisationIds).toHaveLength(1);
    expect((await reader().post(`${self}/authorisations`)).status).toBe(201);
    expect((await reader().send('DELETE', self)).status).toBe(204);
    expect(await statusOf(made)).toBe('CANC');
  });

  test('PAY-18: another TPP does not see it, by no means', async () => {
    const made = await created(pisp, path, scene[kind]());
    const second = await scene.bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const theirs = await payerOf(scene.bank, PERSONS.jonas, second);
    for (const part of ['', '/status', '/authorisations']) {
      const plain = await second.with(reader().defaults).get(selfOf(made) + part);
      expect(plain.status).toBe(401);
      const known = await theirs.tpp.get(selfOf(made) + part);
      expectRefusal(known, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });
});

describe('PAY-20: who and where', () => {
  test('PAY-20: the same without context and without PSU-ID is no payment', async () => {
    const answer = await reader().post(SEPA, scene.sepa(), {
      headers: { 'x-accept-fix': 'amount-as-string' },
    });
    expectRefusal(answer, { code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' });
    expect(await scene.advance('PT16M')).toEqual([]);
  });

  test('PAY-20: once approved it is that person’s: their PSU-ID serves it, another’s does not', async () => {
    const made = await created(pisp, SEPA, scene.sepa());
    const odd = await payerOf(scene.bank, PERSONS.odd, scene.tpp);
    await scene.approve(made, { nationalId: PERSONS.jonas });
    expect((await scene.get(made)).status).toBe(200);
    expectRefusal(await odd.tpp.get(selfOf(made)), { status: 404, code: 'RESOURCE_UNKNOWN' });
  });

  test('PAY-20: CORPORATE: the company’s account, by someone engaged in it', async () => {
    const eur = await accountOf(scene.bank, PERSONS.mari, 'EUR');
    const company = pisp.with({ 'PSU-Context': 'CORPORATE' });
    const made = await created(
      company,
      SEPA,
      scene.sepa({ debtorAccount: { iban: eur.iban, currency: 'EUR' } }),
    );
    const back = await scene.approve(made, { nationalId: PERSONS.mari });
    expect(back.get('context')).toBe('CORPORATE');
    expect(back.get('psu-corporate-id')).not.toBeNull();
    expect(await statusOf(made)).toBe('PDNG');
  });

  test('PAY-06, PAY-20, CONS-11: currency and permission of the account are checked at approval', async () => {
    const debtorAccount = { iban: scene.nok.iban, currency: 'EUR' };
    const permissions = `/_sandbox/accounts/${scene.eur.id}/permissions`;
    await scene.bank.control('PUT', permissions, { payments: false });
    for (const change of [{ debtorAccount }, {}]) {
      const made = await created(pisp, SEPA, scene.sepa(change));
      const back = await scene.approve(made, { nationalId: PERSONS.jonas });
      expect(back.get('code')).toBe('PAYMENT_FAILED');
      expect(await statusOf(made)).toBe('RCVD');
    }
  });

  test('PAY-20: three strangers at one link count as one failed SCA', async () => {
    const made = await created(pisp, SEPA, scene.sepa());
    let page = await openPage(made);
    for (let times = 0; times < 3; times += 1) page = await identify(page, STRANGER);
    expect(redirectOf(page).searchParams.get('code')).toBe('PSU_CREDENTIALS_INVALID');
    expect(await statusOf(made)).toBe('RCVD');
    for (let times = 0; times < 2; times += 1) {
      const link = await reader().post(`${selfOf(made)}/authorisations`);
      await scene.approve(link, { outcome: 'cancel' });
    }
    expect(await statusOf(made)).toBe('RJCT');
  });

  test('MOVE-02: it holds and settles like any other', async () => {
    const made = await created(pisp, SEPA, scene.sepa());
    await scene.approve(made, { nationalId: PERSONS.jonas });
    expect(await scene.balances(scene.eur)).toMatchObject({ expected: '899.50' });
    await scene.advance('PT2S');
    expect(await statusOf(made)).toBe('ACSC');
    expect(await scene.balances(scene.eur)).toMatchObject({ closingBooked: '899.50' });
  });

  test('SES-04: its SCA begins a session for account information too', async () => {
    const made = await created(pisp, SEPA, scene.sepa());
    const back = await scene.approve(made, { nationalId: PERSONS.jonas });
    const aisp = reader().with({ 'PSU-ID': back.get('psu-id') ?? '' });
    expect((await aisp.get('/v1/accounts')).status).toBe(200);
  });

  test('PAY-20, SES-06: between own accounts it still needs its SCA', async () => {
    const own = refOf(await scene.newAccount({ currency: 'EUR' }));
    const made = await created(pisp, SEPA, scene.sepa({ creditorAccount: own }));
    expect(made.body.transactionStatus).toBe('RCVD');
  });
});

describe('HDR-04: X-PSU-IDENTITY', () => {
  const identified = () =>
    scene.tpp.with({ ...psuHeaders(randomUUID()), 'X-PSU-IDENTITY': PERSONS.jonas });

  test('HDR-04: stands for the PSU before any SCA, and the page is pre-filled', async () => {
    const made = await created(identified(), SEPA, scene.sepa());
    const page = await openPage(made);
    expect(page.answer.text).toContain('*********55');
    const back = redirectOf(await approve(await identify(page, PERSONS.odd))).searchParams;
    expect(back.get('psu-id')).toBe(scene.psu.psuId);
    expect(await scene.statusOf(made)).toBe('PDNG');
  });

  test('PAY-06, HDR-04: the account is checked at once, for the person is known', async () => {
    const theirs = await scene.newAccount({ currency: 'EUR', customerNumber: PERSONS.odd });
    const body = scene.sepa({ debtorAccount: refOf(theirs) });
    const answer = await identified().post(SEPA, body, {
      headers: { 'x-accept-fix': 'amount-as-string' },
    });
    expectRefusal(answer, { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
  });

  test('CONS-04, HDR-04: a person unknown to the bank is 401 without a link', async () => {
    const stranger = identified().with({ 'X-PSU-IDENTITY': STRANGER });
    const answer = await stranger.post(SEPA, scene.sepa(), {
      headers: { 'x-accept-fix': 'amount-as-string' },
    });
    expectRefusal(answer, { code: 'PSU_CREDENTIALS_INVALID', path: 'X-PSU-IDENTITY' });
    expect(answer.body._links).toBeUndefined();
  });

  test('HDR-04: status, DELETE and authorisations need no PSU-ID; another person sees nothing', async () => {
    const made = await created(identified(), SEPA, scene.sepa());
    const nobody = identified().with({ 'X-PSU-IDENTITY': undefined });
    expect((await nobody.get(`${selfOf(made)}/status`)).status).toBe(200);
    expect((await nobody.get(`${selfOf(made)}/authorisations`)).status).toBe(200);
    const odd = identified().with({ 'X-PSU-IDENTITY': PERSONS.odd });
    expectRefusal(await odd.get(selfOf(made)), { status: 404, code: 'RESOURCE_UNKNOWN' });
    expect((await nobody.send('DELETE', selfOf(made))).status).toBe(204);
  });

  test('HDR-04: a payment made with PSU-ID asks for it', async () => {
    const made = await scene.pay(SEPA, scene.sepa());
    for (const tpp of [identified(), identified().with({ 'X-PSU-IDENTITY': undefined })]) {
      const answer = await tpp.get(`${selfOf(made)}/status`);
      expectRefusal(answer, { code: 'CONSENT_INVALID', path: 'PSU-ID' });
      expect(answer.body._links.scaRedirect).toBeDefined();
    }
  });
});
