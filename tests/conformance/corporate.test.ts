// Corporate context end to end (HDR-10, SBX-06): the same person in both contexts, engagements with
// VIEW and REGISTER, what ends with an engagement, and one person who acts for two companies (AGR-01, SCA-08).
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  accountPath,
  advance,
  type CorporatePsu,
  corporateConsentOf,
  freeze,
  type Shown,
} from '../support/account-reads.ts';
import { completeSca, consentOf, flowIdOf, PERSONS, psuHeaders } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { askPayment } from '../support/control-bank.ts';
import { identify, openPage } from '../support/sca-browser.ts';
import { addCompany, COMPANY, corporateIdsOf } from '../support/second-company.ts';
import { eachTest, testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const FIRST = 'Nordlys Snekkerverksted AS';

const house = await testBank();
const bank = eachTest(() => house.tenant());
beforeEach(() => freeze(bank));

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
  test('HDR-10, BANK-01: 12085592767 sees in each what belongs to it', async () => {
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
    const elsewhere = await corporateConsentOf(house.tenant(), PERSONS.odd);
    expect(elsewhere.psuCorporateId).not.toBe(corporate.psuCorporateId);
  });

  test('HDR-10: PSU-Context CORPORATE leaves the company alone to choose', async () => {
    const headers = { ...psuHeaders(), 'PSU-Context': 'CORPORATE' };
    const asked = await bank.tpp.with(headers).post('/v1/bank-offered-consents');
    const page = await identify(await openPage(asked), PERSONS.odd);
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

test('HDR-10: a corporate user without the id, with consent and nothing of their own, is 400 and not another SCA', async () => {
  const mari = await corporateConsentOf(bank, PERSONS.mari);
  const bare = absent(mari).with({ 'PSU-Corporate-ID': undefined, 'TPP-Session-ID': undefined });
  expectRefusal(await bare.get('/v1/accounts'), {
    code: 'HTTP_HEADER_REQUIRED',
    path: 'PSU-Corporate-ID',
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
    const page = await openPage(asked);
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

describe.each([
  ['one owner', PERSONS.mari],
  ['two owners', PERSONS.thea],
])('two companies of %s', (_, owner) => {
  const second = eachTest(() => addCompany(bank.tpp, owner, PERSONS.odd));
  const ids = eachTest(async () => corporateIdsOf((await consentOf(bank, PERSONS.odd)).tpp));
  const oddFor = (company: string): Promise<CorporatePsu> =>
    corporateConsentOf(bank, PERSONS.odd, bank.tpp, { psuCorporateId: ids[company] });

  test('AGR-01: both are listed, each by its own number and its own PSU-Corporate-ID', async () => {
    const { tpp } = await consentOf(bank, PERSONS.odd);
    const { agreements } = (await tpp.get('/v1/agreements')).body;
    expect(agreements).toEqual([
      expect.objectContaining({ name: COMPANY, organisationNumber: second.organisationNumber }),
      expect.objectContaining({ name: FIRST, organisationNumber: '972184780' }),
    ]);
    expect(ids[COMPANY]).not.toBe(ids[FIRST]);
    for (const company of [COMPANY, FIRST]) {
      expect((await oddFor(company)).psuCorporateId).toBe(ids[company]);
    }
  });

  test('AGR-01, SBX-06: the owner who is not engaged in the second acts for the first alone', async () => {
    const { tpp } = await corporateConsentOf(bank, owner);
    expect(Object.keys(await corporateIdsOf(tpp))).toHaveLength(1);
    expect(await corporateIdsOf(tpp)).not.toHaveProperty([COMPANY]);
    expect(await ibansOf(tpp)).toHaveLength(2);
    expect(await ibansOf(tpp)).not.toContain(second.iban);
  });

  test('SCA-08: CORPORATE without psuCorporateId is 400, and the link lives', async () => {
    const asked = await bank.tpp.with(psuHeaders()).post('/v1/bank-offered-consents');
    const complete = (wanted: object) =>
      bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, {
        nationalId: PERSONS.odd,
        context: 'CORPORATE',
        ...wanted,
      });
    const ambiguous = await complete({});
    expectRefusal(ambiguous, { code: 'BAD_REQUEST', path: '/psuCorporateId', says: /several/ });
    const named = await complete({ psuCorporateId: ids[COMPANY] });
    expect(named.status).toBe(200);
    expect(named.body.redirect).toContain(`psu-corporate-id=${ids[COMPANY]}`);
  });

  test('SCA-07: the page says that the TPP has chosen CORPORATE, if it has', async () => {
    const fixed = 'has already chosen this';
    for (const context of [undefined, 'CORPORATE']) {
      const tpp = bank.tpp.with({ ...psuHeaders(), 'PSU-Context': context });
      const page = await openPage(await tpp.post('/v1/bank-offered-consents'));
      const chooser = await identify(page, PERSONS.odd);
      expect(chooser.choices).toHaveLength(context === undefined ? 3 : 2);
      expect(chooser.answer.text.includes(fixed)).toBe(context !== undefined);
    }
  });

  test('SBX-06: what is shared of one company is not of the other', async () => {
    const first = await oddFor(FIRST);
    const path = await accountPath(first);
    expect(await ibansOf(first.tpp)).toHaveLength(2);
    const unshared = absent(first).with({
      'PSU-Corporate-ID': ids[COMPANY],
      'TPP-Session-ID': undefined,
    });
    const denied = { code: 'CONSENT_INVALID' };
    expectRefusal(await unshared.get('/v1/accounts'), denied);
    const other = await oddFor(COMPANY);
    for (const tpp of [other.tpp, absent(other)]) {
      expect(await ibansOf(tpp)).toEqual([second.iban]);
      expectRefusal(await tpp.get(path), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    expect(await ibansOf(absent(first))).toHaveLength(2);
    const mixed = other.tpp.with({ 'PSU-Corporate-ID': ids[FIRST] });
    expectRefusal(await mixed.get('/v1/accounts'), { code: 'FORBIDDEN' });
  });

  test('SBX-06: one that is deleted leaves the other as it was', async () => {
    const other = await oddFor(COMPANY);
    const first = await oddFor(FIRST);
    const path = `/v1/sandbox/agreements/${second.agreementId}`;
    expect((await bank.tpp.send('DELETE', path)).status).toBe(204);
    expect(await corporateIdsOf(first.tpp)).toEqual({ [FIRST]: ids[FIRST] });
    expect(await ibansOf(first.tpp)).toHaveLength(2);
    expectRefusal(await absent(other).get('/v1/accounts'), { code: 'FORBIDDEN' });
    // Its account stays with the owner, who may put it under another one.
    const made = await bank.tpp.post('/v1/sandbox/agreements', { owner, name: 'Arving AS' });
    const engagement = { customer: PERSONS.odd, account: { iban: second.iban }, roles: ['VIEW'] };
    const engagements = `/v1/sandbox/agreements/${made.body.agreementId}/engagements`;
    expect((await bank.tpp.post(engagements, engagement)).status).toBe(201);
  });

  test('SBX-06: with one that is deleted end the sessions in which somebody acts for it', async () => {
    const sessions = async () =>
      (await bank.control('GET', `/_sandbox/people/${PERSONS.odd}`)).body.sessions.map(
        ({ sessionId }: { sessionId: string }) => sessionId,
      );
    const { sessionId } = await oddFor(COMPANY);
    expect(await sessions()).toEqual([sessionId]);
    await bank.tpp.send('DELETE', `/v1/sandbox/agreements/${second.agreementId}`);
    expect(await sessions()).toEqual([]);
  });
});
