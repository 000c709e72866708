// What the PSU and the bank decide behind the TPP's back (CONS-10, CONS-11), and what renews the 180 days
// in which accounts are read without the PSU (CONS-07).
import { describe, expect, test } from '@jest/globals';
import { absent, accountPath, corporateConsentOf, freeze } from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS, type Psu, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { openPage as openConsolePage } from '../support/console-form.ts';
import { accountOf, answered, askPayment, removeCustomer } from '../support/control-bank.ts';
import type { Answer } from '../support/http.ts';
import { openScene, payerOf, SEPA } from '../support/payment-scene.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { addCompany, COMPANY, corporateIdsOf } from '../support/second-company.ts';
import { eachTest, testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const house = await testBank();
const bank = eachTest(() => house.tenant());

interface Consent {
  readonly id: string;
  readonly tpp: string;
  readonly psuId: string;
  readonly context: string;
  readonly psuCorporateId?: string;
  readonly accounts: readonly string[];
  readonly status: string;
  readonly lastSca?: string;
  readonly validUntil?: string;
}

async function consents(of: TestBank = bank): Promise<readonly Consent[]> {
  const { status, body } = await of.control('GET', '/_sandbox/consents');
  expect(status).toBe(200);
  expect(await schemaErrors('control/consents.json', body)).toEqual([]);
  return body.consents;
}

const revoke = (id: string | undefined) => bank.control('DELETE', `/_sandbox/consents/${id}`);

/** Moves the clock; the events of that type on the way. */
async function eventsWithin(by: string, type = 'consentExpired') {
  const { body } = answered(await bank.control('POST', '/_sandbox/clock/advance', { by }), 200);
  const events: readonly { readonly type: string }[] = body.events;
  return events.filter((event) => event.type === type);
}

describe('CONS-07: the end of a consent is an event', () => {
  test('CONS-07: 180 days after its last SCA, once, with whose it is', async () => {
    await freeze(bank);
    const psu = await consentOf(bank);
    expect(await eventsWithin('P90D')).toEqual([]);
    await completeSca(bank, await psu.tpp.get('/v1/accounts'), {});
    expect(await eventsWithin('P180D')).toEqual([]);
    const [event, ...more] = await eventsWithin('PT1S');
    const [consent] = await consents();
    expect(consent?.status).toBe('expired');
    const { id, tpp } = consent ?? {};
    expect(event).toMatchObject({ consent: id, tpp, person: 'Jonas Bakkerud' });
    expect(more).toEqual([]);
    expect(await eventsWithin('P400D')).toEqual([]);
  });

  test('CONS-07: not of one that was revoked, is empty, or had expired before', async () => {
    const tpp = 'PSDNO-FSA-987654321';
    const given = { psu: PERSONS.jonas, tpp };
    for (const consent of [
      { ...given, status: 'revoked' },
      { ...given, accounts: [] },
      { ...given, lastSca: 'today-181d' },
    ]) {
      const seed = { extends: 'starting-set', consents: [consent] };
      answered(await bank.control('POST', '/_sandbox/reset', seed), 200);
      await eventsWithin('P400D');
      const { events } = (await bank.control('GET', '/_sandbox/events')).body;
      expect(events).toEqual([]);
    }
    // 180 days are an hour more or less where they cross a change of the clocks: not today, whatever the hour is.
    const seed = { extends: 'starting-set', consents: [{ ...given, lastSca: 'today-178d' }] };
    answered(await bank.control('POST', '/_sandbox/reset', seed), 200);
    await revoke((await consents())[0]?.id);
    expect(await eventsWithin('P400D')).toEqual([]);
    answered(await bank.control('POST', '/_sandbox/reset', seed), 200);
    expect(await eventsWithin('P3D')).toHaveLength(1);
  });

  test('CONS-07: not of a person who is gone', async () => {
    await consentOf(bank);
    await removeCustomer(bank.tpp, PERSONS.jonas);
    expect(await eventsWithin('P400D')).toEqual([]);
  });
});

describe('CONS-10: consents at the bank', () => {
  test('CONS-10: are listed by TPP, PSU and context, with what is shared', async () => {
    expect(await consents()).toEqual([]);
    const psu = await consentOf(bank, PERSONS.odd);
    const corporate = await corporateConsentOf(bank, PERSONS.odd);
    const listed = await consents();
    const { psuId } = psu;
    const tpp = listed[0]?.tpp;
    expect(tpp).toMatch(/^PSD/);
    expect(listed).toHaveLength(2);
    const one = listed.find(({ context }) => context === 'PRIVATE');
    expect(one).toMatchObject({ tpp, psuId, context: 'PRIVATE', status: 'valid' });
    expect(one?.accounts.map((number) => number.slice(0, 2))).toEqual(['NO', 'NO', '54']);
    expect(one).not.toHaveProperty('psuCorporateId');
    const { psuCorporateId } = corporate;
    expect(listed.find(({ context }) => context === 'CORPORATE')).toMatchObject({
      tpp,
      psuId,
      psuCorporateId,
      accounts: [expect.stringMatching(/^NO/), expect.stringMatching(/^NO/)],
      status: 'valid',
    });
    expect(await consents(house.tenant())).toEqual([]);
  });

  test('CONS-10, CONS-08: revoked, the next call is 403 CONSENT_UNKNOWN', async () => {
    const psu = await consentOf(bank);
    const path = await accountPath(psu);
    const [{ id } = { id: '' }] = await consents();
    const revoked = await revoke(id);
    expect([revoked.status, revoked.text]).toEqual([204, '']);
    for (const tpp of [psu.tpp, absent(psu)]) {
      for (const rest of ['/v1/accounts', path, `${path}/balances`, '/v1/card-accounts']) {
        const answer = await tpp.get(rest);
        expectRefusal(answer, { code: 'CONSENT_UNKNOWN' });
        expect(answer.body._links).toBeUndefined();
      }
    }
    expect((await consents()).map(({ status }) => status)).toEqual(['revoked']);
    expect((await psu.tpp.get('/v1/user')).status).toBe(200);
  });

  test('CONS-10: a new consent makes it valid again', async () => {
    const psu = await consentOf(bank);
    const [before] = await consents();
    await revoke(before?.id);
    const asked = await psu.tpp.post('/v1/bank-offered-consents');
    expect(asked.status).toBe(201);
    await completeSca(bank, asked, {});
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    const { lastSca, validUntil } = (await consents())[0] ?? {};
    expect(await consents()).toEqual([{ ...before, lastSca, validUntil }]);
  });

  test('CONS-10: another SCA than that of a consent does not', async () => {
    const psu = await consentOf(bank);
    await revoke((await consents())[0]?.id);
    const again = await psu.tpp.with({ 'TPP-Session-ID': 'another' }).get('/v1/user');
    await completeSca(bank, again, {});
    const later = await psu.tpp.with({ 'TPP-Session-ID': 'another' }).get('/v1/accounts');
    expectRefusal(later, { code: 'CONSENT_UNKNOWN' });
  });

  test('CONS-10: what other TPPs and contexts may see stays', async () => {
    const other = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const theirs = await consentOf(bank, PERSONS.odd, other);
    const corporate = await corporateConsentOf(bank, PERSONS.odd);
    const psu = await consentOf(bank, PERSONS.odd);
    const own = (await consents()).find(
      ({ context, tpp }) => context === 'PRIVATE' && tpp !== 'PSDNO-FSA-123456789',
    );
    await revoke(own?.id);
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(403);
    expect((await theirs.tpp.get('/v1/accounts')).status).toBe(200);
    expect((await absent(corporate).get('/v1/accounts')).status).toBe(200);
  });

  test('CONS-10: unknown is 404, revoked twice is the same as once', async () => {
    await consentOf(bank);
    expectRefusal(await revoke('none'), { status: 404, code: 'RESOURCE_UNKNOWN' });
    const [{ id } = { id: '' }] = await consents();
    expect((await revoke(id)).status).toBe(204);
    expect((await revoke(id)).status).toBe(204);
  });
});

describe('CONS-07, CONS-10: what a consent is', () => {
  const STARTED = '2026-06-10T10:00:00.000Z';
  const ENDS = '2026-12-07T10:00:00.000Z';
  const shown = { valid: 'Valid until', expired: 'Expired' };

  /** What the API answers, what the control API says and what the console shows, the PSU being absent. */
  async function seen(psu: Psu) {
    const { status, body } = await absent(psu).get('/v1/accounts');
    const [consent] = await consents();
    const { text } = await openConsolePage(`${bank.url}/console`, 'consents?lang=en');
    const [, tag] = /<span class="tag">([^<]+)<\/span><\/h2>/.exec(text) ?? [];
    const [, label, until] =
      /<dt>(Valid until|Expired)<\/dt><dd[^>]*><time datetime="([^"]+)"/.exec(text) ?? [];
    const api = status === 200 ? 'valid' : body.tppMessages[0].code;
    return { api, control: consent?.status, tag, label, until, lastSca: consent?.lastSca };
  }
  const truth = (status: keyof typeof shown) => ({
    api: status === 'valid' ? status : 'CONSENT_EXPIRED',
    ...{ control: status, tag: status, label: shown[status], until: ENDS, lastSca: STARTED },
  });

  test('CONS-07, CONS-10: API, control API and console say the same after every clock move', async () => {
    await bank.control('PUT', '/_sandbox/clock', { now: STARTED, frozen: true });
    const psu = await consentOf(bank);
    expect(await seen(psu)).toEqual(truth('valid'));
    for (const [by, status] of [
      ['P90D', 'valid'],
      // The last moment of the 180 days, and the one after it.
      ['P90D', 'valid'],
      ['PT1S', 'expired'],
      ['P1D', 'expired'],
      ['P19D', 'expired'],
    ] as const) {
      answered(await bank.control('POST', '/_sandbox/clock/advance', { by }), 200);
      expect(await seen(psu)).toEqual(truth(status));
    }
    await completeSca(bank, await absent(psu).get('/v1/accounts'), {});
    const renewed = await seen(psu);
    expect(renewed).toMatchObject({ api: 'valid', control: 'valid', tag: 'valid' });
    expect(renewed.lastSca).toBe((await bank.control('GET', '/_sandbox/clock')).body.now);
  });

  test.each([
    ['13867510049', 'CONSENT_INVALID', 'empty', 'no accounts', undefined],
    ['15877610028', 'CONSENT_EXPIRED', 'expired', 'expired', 'Expired'],
    ['17887710007', 'CONSENT_UNKNOWN', 'revoked', 'revoked', undefined],
  ])('MAGIC-01, CONS-10: of test user %s: %s, %s', async (nationalId, api, control, tag, label) => {
    expect(await seen(await consentOf(bank, nationalId))).toMatchObject({ api, control, tag });
    const { text } = await openConsolePage(`${bank.url}/console`, 'consents?lang=en');
    expect(/<dt>(Valid until|Expired)</.exec(text)?.[1]).toBe(label);
  });
});

describe('SBX-04: an account or card that is deleted', () => {
  interface Shared {
    /** Of the sandbox. */
    readonly path: string;
    /** As the SCA and the list of consents name it. */
    readonly number: string;
  }
  const owner = { customerNumber: PERSONS.odd, currency: 'NOK' };
  const newAccount = async (): Promise<Shared> => {
    const body = { ...owner, accountName: 'Hyttekonto' };
    const made = answered(await bank.tpp.post('/v1/sandbox/accounts', body), 201).body;
    return { path: `/v1/sandbox/accounts/${made.mockAccountId}`, number: made.iban };
  };
  const newCard = async (): Promise<Shared> => {
    const body = { ...owner, creditLimit: { amount: '100.00', currency: 'NOK' } };
    const made = answered(await bank.tpp.post('/v1/sandbox/card-accounts', body), 201).body;
    const path = `/v1/sandbox/card-accounts/${made.mockCardAccountId}`;
    return { path, number: made.maskedPan };
  };
  const newCompany = async (): Promise<Shared> => {
    const made = await addCompany(bank.tpp, PERSONS.thea, PERSONS.odd);
    return { path: `/v1/sandbox/accounts/${made.mockAccountId}`, number: made.iban };
  };

  async function share(accounts?: readonly string[], psuCorporateId?: string): Promise<Tpp> {
    const context = psuCorporateId === undefined ? 'PRIVATE' : 'CORPORATE';
    const wanted = { context, accounts, psuCorporateId };
    const { tpp } = await consentOf(bank, PERSONS.odd, bank.tpp, wanted);
    return tpp.with({ 'PSU-Corporate-ID': psuCorporateId });
  }
  const remove = async ({ path }: Shared) => answered(await bank.tpp.send('DELETE', path), 204);

  test.each([
    ['an account', newAccount],
    ['a card', newCard],
    ['a company’s account', newCompany],
  ])('SBX-04: %s that alone was shared leaves a consent to nothing', async (_, make) => {
    const made = await make();
    const ofCompany = make === newCompany;
    const id = ofCompany ? (await corporateIdsOf(await share()))[COMPANY] : undefined;
    const tpp = await share([made.number], id);
    const list = make === newCard ? '/v1/card-accounts' : '/v1/accounts';
    expect((await tpp.get(list)).status).toBe(200);
    await remove(made);
    for (const seen of [tpp, tpp.with({ 'PSU-IP-Address': undefined })]) {
      expectRefusal(await seen.get(list), { status: 401, code: 'CONSENT_INVALID' });
    }
    const left = (await consents()).filter(({ psuCorporateId }) => psuCorporateId === id);
    expect(left.map(({ accounts }) => accounts)).toEqual([[]]);
  });

  test('SBX-04: of several the others stay shared', async () => {
    const before = await newAccount();
    const card = await newCard();
    const tpp = await share();
    const [all] = await consents();
    for (const made of [before, card]) await remove(made);
    const left = all?.accounts.filter((one) => one !== before.number && one !== card.number);
    expect(left).toHaveLength(3);
    expect((await consents())[0]?.accounts).toEqual(left);
    const { accounts } = (await tpp.get('/v1/accounts')).body;
    const { cardAccounts } = (await tpp.get('/v1/card-accounts')).body;
    expect([accounts.length, cardAccounts.length]).toEqual([2, 1]);
  });
});

describe('CONS-11: the payment permission of an account', () => {
  const permit = (id: string, body: unknown) =>
    bank.control('PUT', `/_sandbox/accounts/${id}/permissions`, body);

  test.each([
    ['mockAccountId', 'mockAccountId' as const],
    ['resourceId', 'resourceId' as const],
  ])('CONS-11: by %s: taken off and given back, and readable all the while', async (_, name) => {
    const psu = await consentOf(bank);
    const account = await accountOf(bank, PERSONS.jonas);
    const taken = await permit(account[name], { payments: false });
    expect([taken.status, taken.body]).toEqual([200, { payments: false }]);
    const refusal = { code: 'FORBIDDEN', path: '/debtorAccount' };
    expectRefusal(await askPayment(psu, account), refusal);
    const path = `/v1/accounts/${account.resourceId}`;
    for (const rest of ['', '/balances', '/transactions?bookingStatus=both']) {
      expect((await psu.tpp.get(path + rest)).status).toBe(200);
    }
    const { body } = await psu.tpp.get('/v1/accounts');
    const savings = body.accounts.find((one: { iban: string }) => one.iban !== account.iban);
    expect((await askPayment(psu, savings)).status).toBe(201);
    await permit(account[name], { payments: true });
    expect((await askPayment(psu, account)).status).toBe(201);
  });

  test('CONS-11: unknown accounts are 404, bodies that say something else 400', async () => {
    const { mockAccountId } = await accountOf(bank, PERSONS.jonas);
    for (const id of ['none', 'enc!!none']) {
      const answer = await permit(id, { payments: false });
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    expectRefusal(await permit(mockAccountId, {}), { code: 'FORMAT_ERROR', path: '/payments' });
    expectRefusal(await permit(mockAccountId, { payments: 'no' }), {
      code: 'FORMAT_ERROR',
      path: '/payments',
    });
  });
});

describe('CONS-07: any SCA of the person for the TPP renews', () => {
  const scene = eachTest(() => openScene(house));
  const read = (psu = scene.psu) => absent(psu).get('/v1/accounts');
  const EXPIRED = { code: 'CONSENT_EXPIRED' };
  const pay = () => scene.pay(SEPA, scene.sepa());
  const asks: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['a payment', pay],
    [
      'a signing basket',
      async () => {
        const { paymentId } = (await pay()).body;
        return scene.post('/v1/signing-baskets', { paymentIds: [paymentId] });
      },
    ],
    ['a session alone', () => scene.psu.tpp.get('/v1/user')],
  ];

  test.each(asks)('CONS-07: that of %s does', async (_, ask) => {
    await scene.advance('P100D');
    await scene.approve(await ask());
    await scene.advance('P180D');
    expect((await read()).status).toBe(200);
    await scene.advance('PT1S');
    expectRefusal(await read(), EXPIRED);
  });

  test('CONS-07: in another context too', async () => {
    const corporate = await corporateConsentOf(scene.bank, PERSONS.odd);
    await scene.advance('P100D');
    await consentOf(scene.bank, PERSONS.odd);
    await scene.advance('P180D');
    expect((await read(corporate)).status).toBe(200);
  });

  test('CONS-07: not one that failed, of another person, or for another TPP', async () => {
    await scene.advance('P100D');
    await completeSca(scene.bank, await pay(), { outcome: 'cancel' });
    await consentOf(scene.bank, PERSONS.odd);
    const second = await scene.bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    await payerOf(scene.bank, PERSONS.jonas, second);
    await scene.advance('P80D');
    expect((await read()).status).toBe(200);
    await scene.advance('PT1S');
    expectRefusal(await read(), EXPIRED);
  });
});
