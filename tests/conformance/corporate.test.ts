// Corporate context end to end (HDR-10, SBX-06): the same person in both contexts, engagements with
// VIEW and REGISTER, and what ends with an engagement.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  accountPath,
  advance,
  corporateConsentOf,
  freeze,
  type Shown,
} from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { askPayment } from '../support/control-bank.ts';
import { identify, openPage, post, redirectOf } from '../support/sca-browser.ts';
import { testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

let bank: TestBank;

const house = await testBank();
beforeEach(async () => {
  bank = house.tenant();
  await freeze(bank);
});

async function ibansOf(tpp: Tpp): Promise<readonly string[]> {
  const { status, body } = await tpp.get('/v1/accounts');
  expect(status).toBe(200);
  return body.accounts.map(({ iban }: Shown) => iban).sort();
}

interface Engagement {
  readonly engagementId: string;
  readonly customer: string;
  readonly account: { readonly iban: string };
  readonly _links: { readonly self: { readonly href: string } };
}

async function engagementsOf(nationalId: string): Promise<readonly Engagement[]> {
  const { body } = await bank.tpp.get('/v1/sandbox/agreements');
  const all: Engagement[] = body.agreements.flatMap(
    (one: { engagements: Engagement[] }) => one.engagements,
  );
  return all.filter(({ customer }) => customer === nationalId);
}

async function endEngagement({ _links }: Engagement): Promise<void> {
  expect((await bank.tpp.send('DELETE', _links.self.href)).status).toBe(204);
}

describe('HDR-10: one person in both contexts', () => {
  test('HDR-10: 12085592767 sees in each what belongs to it', async () => {
    const corporate = await corporateConsentOf(bank, PERSONS.odd);
    const companys = await ibansOf(corporate.tpp);
    const own = await consentOf(bank, PERSONS.odd);
    const privates = await ibansOf(own.tpp);
    expect([companys.length, privates.length]).toEqual([2, 2]);
    expect(companys.filter((iban) => privates.includes(iban))).toEqual([]);
    expect(own.psuId).toBe(corporate.psuId);
    const mari = await corporateConsentOf(bank, PERSONS.mari);
    expect(await ibansOf(mari.tpp)).toEqual(companys);
    expect([mari.psuCorporateId, mari.psuId === own.psuId]).toEqual([
      corporate.psuCorporateId,
      false,
    ]);
  });

  test('HDR-10: the page offers both, and the redirect tells the one that was chosen', async () => {
    const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    const page = await identify(await openPage(asked.body._links.scaRedirect.href), PERSONS.odd);
    expect([page.step, page.choices.length]).toEqual(['context', 2]);
    expect(page.answer.text).toContain('Nordlys Snekkerverksted AS');
    const agreement = page.choices.find((choice) => choice !== 'PRIVATE') ?? '';
    const chosen = await post(page, [
      ['do', 'context'],
      ['choice', agreement],
    ]);
    expect([chosen.step, chosen.accounts.length]).toEqual(['approve', 2]);
    const approved = await post(chosen, [
      ['do', 'approve'],
      ...chosen.accounts.map((id) => ['account', id] as const),
    ]);
    const back = redirectOf(approved).searchParams;
    expect(back.get('context')).toBe('CORPORATE');
    expect(back.get('psu-corporate-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('HDR-10: PSU-Context CORPORATE leaves the company alone to choose', async () => {
    const headers = { ...psuHeaders(), 'PSU-Context': 'CORPORATE' };
    const asked = await bank.tpp.with(headers).post('/v1/bank-offered-consents');
    const page = await identify(await openPage(asked.body._links.scaRedirect.href), PERSONS.odd);
    expect([page.step, page.accounts.length]).toEqual(['approve', 2]);
  });

  test('HDR-10: later calls need PSU-Corporate-ID, balances and transactions too', async () => {
    const { tpp } = await corporateConsentOf(bank, PERSONS.odd);
    const { body } = await tpp.get('/v1/accounts');
    const path = `/v1/accounts/${body.accounts[0].resourceId}`;
    const without = tpp.with({ 'PSU-Corporate-ID': undefined });
    const wrong = tpp.with({ 'PSU-Corporate-ID': randomUUID() });
    for (const rest of ['', '/balances', '/transactions?bookingStatus=both']) {
      expect((await tpp.get(path + rest)).status).toBe(200);
      expectRefusal(await without.get(path + rest), {
        code: 'HTTP_HEADER_REQUIRED',
        path: 'PSU-Corporate-ID',
        says: /GET \/v1\/user/,
      });
      expectRefusal(await wrong.get(path + rest), { code: 'FORBIDDEN' });
    }
  });

  test('HDR-10: consent in one context is none in the other', async () => {
    const corporate = await corporateConsentOf(bank, PERSONS.odd);
    const privately = corporate.tpp.with({
      'PSU-Corporate-ID': undefined,
      'PSU-IP-Address': undefined,
      'TPP-Session-ID': undefined,
    });
    expectRefusal(await privately.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
    const path = await accountPath(corporate);
    const own = await consentOf(bank, PERSONS.odd);
    expectRefusal(await own.tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
  });
});

describe('HDR-10: the PSU absent', () => {
  test('HDR-10: PSU-Corporate-ID says which accounts are meant', async () => {
    const corporate = await corporateConsentOf(bank, PERSONS.odd);
    const companys = await ibansOf(corporate.tpp);
    const own = await consentOf(bank, PERSONS.odd);
    const privates = await ibansOf(own.tpp);
    await advance(bank, 'P30D');
    expect(await ibansOf(absent(corporate))).toEqual(companys);
    expect(await ibansOf(absent(own))).toEqual(privates);
  });

  test('HDR-10: an id that was never issued is 403; of a company not consented to, 401', async () => {
    const odd = await consentOf(bank, PERSONS.odd);
    const thea = await corporateConsentOf(bank, PERSONS.thea);
    const as = (id: string) => absent(odd).with({ 'PSU-Corporate-ID': id }).get('/v1/accounts');
    expectRefusal(await as(randomUUID()), { code: 'FORBIDDEN', path: 'PSU-Corporate-ID' });
    const foreign = await as(thea.psuCorporateId);
    expectRefusal(foreign, { code: 'CONSENT_INVALID' });
    expect(foreign.body._links.scaRedirect.href).toContain('/sca/');
  });
});

describe('HDR-10: a corporate user without the id', () => {
  test('HDR-10: with consent, and nothing of their own, is 400 and not another SCA', async () => {
    const mari = await corporateConsentOf(bank, PERSONS.mari);
    const bare = absent(mari).with({ 'PSU-Corporate-ID': undefined, 'TPP-Session-ID': undefined });
    expectRefusal(await bare.get('/v1/accounts'), {
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-Corporate-ID',
    });
  });
});

describe('SBX-06: engagements', () => {
  test('SBX-06: VIEW and REGISTER are both needed before an account can be shared', async () => {
    const [, ...rest] = await engagementsOf(PERSONS.mari);
    const engaged = await engagementsOf(PERSONS.mari);
    const [first] = engaged;
    if (first === undefined) throw new Error('nobody is engaged');
    const path = first._links.self.href.replace(/\/[^/]+$/, '');
    const engage = async (roles: readonly string[]) => {
      const body = { customer: PERSONS.jonas, account: first.account, roles };
      const made = await bank.tpp.post(path, body);
      expect(made.status).toBe(201);
      return made.body as Engagement;
    };
    for (const roles of [['VIEW'], ['REGISTER']]) {
      const engagement = await engage(roles);
      const { tpp } = await corporateConsentOf(bank, PERSONS.jonas);
      expectRefusal(await tpp.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
      await endEngagement(engagement);
    }
    await engage(['VIEW', 'REGISTER']);
    const { tpp } = await corporateConsentOf(bank, PERSONS.jonas);
    expect(await ibansOf(tpp)).toEqual([first.account.iban]);
    expect(rest).toHaveLength(1);
  });

  test('SBX-06: ending one takes its account out of what was shared, at once', async () => {
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    const mari = await corporateConsentOf(bank, PERSONS.mari);
    const own = await consentOf(
      bank,
      PERSONS.odd,
      await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' }),
    );
    const [first, second] = await engagementsOf(PERSONS.odd);
    if (first === undefined || second === undefined) throw new Error('not engaged twice');
    const { body } = await odd.tpp.get('/v1/accounts');
    const gone = body.accounts.find(({ iban }: Shown) => iban === first.account.iban);
    await endEngagement(first);
    expect(await ibansOf(odd.tpp)).toEqual([second.account.iban]);
    for (const tpp of [odd.tpp, absent(odd)]) {
      const answer = await tpp.get(`/v1/accounts/${gone.resourceId}/balances`);
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    expect(await ibansOf(mari.tpp)).toHaveLength(2);
    expect(await ibansOf(own.tpp)).toHaveLength(2);
  });

  test('SBX-06: with the last one the company goes from the page and from the agreements', async () => {
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    for (const engagement of await engagementsOf(PERSONS.odd)) await endEngagement(engagement);
    expectRefusal(await odd.tpp.get('/v1/accounts'), { code: 'CONSENT_INVALID' });
    expectRefusal(await absent(odd).get('/v1/accounts'), { code: 'CONSENT_INVALID' });
    expect((await odd.tpp.get('/v1/agreements')).body).toEqual({ agreements: [] });
    const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    const page = await openPage(asked.body._links.scaRedirect.href);
    const next = await identify(page, PERSONS.odd);
    expect(next.step).toBe('approve');
    const own = await consentOf(bank, PERSONS.odd);
    expect(await ibansOf(own.tpp)).toHaveLength(2);
  });

  test('SBX-06: engaged again, it takes a new consent', async () => {
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    const [first] = await engagementsOf(PERSONS.odd);
    if (first === undefined) throw new Error('not engaged');
    await endEngagement(first);
    const path = first._links.self.href.replace(/\/[^/]+$/, '');
    const { customer, account } = first;
    const again = { customer, account, roles: ['REGISTER', 'VIEW'] };
    expect((await bank.tpp.post(path, again)).status).toBe(201);
    expect(await ibansOf(odd.tpp)).toHaveLength(1);
    const asked = await odd.tpp.post('/v1/bank-offered-consents');
    await completeSca(bank, asked, { context: 'CORPORATE' });
    expect(await ibansOf(odd.tpp)).toHaveLength(2);
  });

  test('SBX-06, PAY-06: no payments from the account any more either', async () => {
    const odd = await corporateConsentOf(bank, PERSONS.odd);
    const { body } = await odd.tpp.get('/v1/accounts');
    const nok = body.accounts.find(({ currency }: Shown) => currency === 'NOK');
    expect((await askPayment(odd, nok)).status).toBe(201);
    for (const engagement of await engagementsOf(PERSONS.odd)) {
      if (engagement.account.iban === nok.iban) await endEngagement(engagement);
    }
    expectRefusal(await askPayment(odd, nok), { code: 'RESOURCE_UNKNOWN', path: '/debtorAccount' });
  });
});
