// One person who acts for two companies (AGR-01, SBX-06, SCA-08): each is by itself, whoever owns it.
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  type CorporatePsu,
  corporateConsentOf,
  freeze,
  type Shown,
} from '../support/account-reads.ts';
import { consentOf, flowIdOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { addCompany, COMPANY, type Company, corporateIdsOf } from '../support/second-company.ts';
import { testBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const FIRST = 'Nordlys Snekkerverksted AS';

const house = await testBank();

async function accountsOf(tpp: Tpp): Promise<readonly Shown[]> {
  const { status, body } = await tpp.get('/v1/accounts');
  expect(status).toBe(200);
  return body.accounts;
}
const ibansOf = async (tpp: Tpp) => (await accountsOf(tpp)).map(({ iban }) => iban);

describe.each([
  ['one owner', PERSONS.mari],
  ['two owners', PERSONS.thea],
])('two companies of %s', (_, owner) => {
  let bank: TestBank;
  let second: Company;
  let ids: Readonly<Record<string, string>>;
  beforeEach(async () => {
    bank = house.tenant();
    await freeze(bank);
    second = await addCompany(bank.tpp, owner, PERSONS.odd);
    ids = await corporateIdsOf((await consentOf(bank, PERSONS.odd)).tpp);
  });
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

  test('SBX-06: what is shared of one company is not of the other', async () => {
    const first = await oddFor(FIRST);
    const [account] = await accountsOf(first.tpp);
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
      const crossed = await tpp.get(`/v1/accounts/${account?.resourceId}`);
      expectRefusal(crossed, { status: 404, code: 'RESOURCE_UNKNOWN' });
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
  });
});
