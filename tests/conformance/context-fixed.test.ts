// In which context an SCA begins that a read asks for (SES-02, CONS-05, CONS-07, CONS-08): that of the request, so that
// the same request, sent again, never answers another context's accounts.
import { beforeEach, expect, test } from '@jest/globals';
import {
  absent,
  advance,
  type CorporatePsu,
  corporateConsentOf,
  freeze,
  type Shown,
} from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { identify, openPage } from '../support/sca-browser.ts';
import { eachBank } from '../support/test-bank.ts';
import type { Tpp } from '../support/tpp.ts';

const bank = await eachBank();
let odd: CorporatePsu;
beforeEach(async () => {
  await freeze(bank);
  odd = await corporateConsentOf(bank, PERSONS.odd);
});

const ibansOf = ({ body }: Answer) => body.accounts.map(({ iban }: Shown) => iban).sort();

/** Refused with that code, and after an SCA that names no context, answered. */
async function renewed(tpp: Tpp, code: string, path = '/v1/accounts'): Promise<Answer> {
  const asked = await tpp.get(path);
  expectRefusal(asked, { code });
  await completeSca(bank, asked, {});
  return tpp.get(path);
}

test('SES-02: a CORPORATE session that ran out is renewed for the same company', async () => {
  const before = await odd.tpp.get('/v1/accounts');
  await advance(bank, 'PT61M');
  const page = await openPage(await odd.tpp.get('/v1/accounts'));
  expect((await identify(page, '')).step).toBe('approve');
  expect(ibansOf(await renewed(odd.tpp, 'SCA_EXPIRED'))).toEqual(ibansOf(before));
  await advance(bank, 'PT61M');
  const bare = odd.tpp.with({ 'PSU-Corporate-ID': undefined });
  const user = await renewed(bare, 'SCA_EXPIRED', '/v1/user');
  expect(user.body.psuCorporateId).toBe(odd.psuCorporateId);
});

test('SES-02: one that was PRIVATE is open to both contexts', async () => {
  const own = await consentOf(bank, PERSONS.odd);
  await advance(bank, 'PT61M');
  const page = await identify(await openPage(await own.tpp.get('/v1/accounts')), '');
  expect([page.step, page.choices.length]).toEqual(['context', 2]);
});

test('SES-02, SCA-07: PSU-Context PRIVATE goes before the session that ran out', async () => {
  const companys = ibansOf(await odd.tpp.get('/v1/accounts'));
  await advance(bank, 'PT61M');
  const privates = ibansOf(
    await renewed(odd.tpp.with({ 'PSU-Context': 'PRIVATE' }), 'SCA_EXPIRED'),
  );
  expect(privates).toHaveLength(2);
  expect(privates).not.toEqual(companys);
});

test('CONS-07, CONS-08, ACC-07: PSU-Corporate-ID names the company of the SCA', async () => {
  const companys = ibansOf(await odd.tpp.get('/v1/accounts'));
  const path = `/v1/accounts/${(await odd.tpp.get('/v1/accounts')).body.accounts[0].resourceId}`;
  const old = await absent(odd).get(`${path}/transactions?bookingStatus=both&dateFrom=2020-01-01`);
  expectRefusal(old, { code: 'CONSENT_INVALID' });
  expect((await completeSca(bank, old, {})).get('psu-corporate-id')).toBe(odd.psuCorporateId);
  await advance(bank, 'P181D');
  expect(ibansOf(await renewed(absent(odd), 'CONSENT_EXPIRED'))).toEqual(companys);
  const other = await consentOf(
    bank,
    PERSONS.odd,
    await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' }),
  );
  const { agreements } = (await other.tpp.get('/v1/agreements')).body;
  const named = absent(other).with({ 'PSU-Corporate-ID': agreements[0].psuCorporateId });
  expect(ibansOf(await renewed(named, 'CONSENT_INVALID'))).toEqual(companys);
});

test('CONS-08: a company that has nothing to share leaves the context open', async () => {
  const { agreements } = (await bank.tpp.get('/v1/sandbox/agreements')).body;
  for (const { engagements } of agreements) {
    for (const { customer, _links } of engagements) {
      if (customer === PERSONS.odd) await bank.tpp.send('DELETE', _links.self.href);
    }
  }
  const page = await openPage(await absent(odd).get('/v1/accounts'));
  expect((await identify(page, '')).step).toBe('approve');
});

test("CONS-05: another PSU-Context than the session's leads to that context", async () => {
  const own = await consentOf(bank, PERSONS.odd);
  const asked = await own.tpp.with({ 'PSU-Context': 'PRIVATE' }).get('/v1/accounts');
  expect(asked.status).toBe(200);
  const stated = own.tpp.with({
    'PSU-Context': 'CORPORATE',
    'PSU-Corporate-ID': odd.psuCorporateId,
  });
  expectRefusal(await stated.get('/v1/accounts'), { code: 'CONSENT_INVALID', path: 'PSU-Context' });
  expect(ibansOf(await renewed(stated, 'CONSENT_INVALID'))).toHaveLength(2);
  const back = stated.with({ 'PSU-Context': 'PRIVATE' });
  expect(ibansOf(await renewed(back, 'CONSENT_INVALID'))).toEqual(ibansOf(asked));
});

test('CONS-05, CONS-06: and of several companies to that of PSU-Corporate-ID', async () => {
  const owner = '15479801026';
  const added = await bank.control('POST', '/_sandbox/seed', {
    customers: [{ customerNumber: owner, customerName: 'Fjord AS', customerType: 'CORPORATE' }],
    agreements: [{ owner, engagements: [{ customer: PERSONS.odd, roles: ['VIEW', 'REGISTER'] }] }],
    accounts: [{ customerNumber: owner, accountName: 'Drift', currency: 'NOK' }],
  });
  expect(added.status).toBe(200);
  const own = await consentOf(bank, PERSONS.odd);
  const stated = own.tpp.with({ 'PSU-Context': 'CORPORATE' });
  const open = await identify(await openPage(await stated.get('/v1/user')), '');
  expect([open.step, open.choices.length]).toEqual(['context', 2]);
  const named = stated.with({ 'PSU-Corporate-ID': odd.psuCorporateId });
  const page = await identify(await openPage(await named.get('/v1/accounts')), '');
  expect(page.step).toBe('approve');
});

test('HDR-10: the PSU absent, PSU-Context PRIVATE goes before PSU-Corporate-ID', async () => {
  const own = await consentOf(bank, PERSONS.odd);
  const stated = { 'PSU-Context': 'PRIVATE', 'PSU-Corporate-ID': odd.psuCorporateId };
  const privates = await own.tpp.get('/v1/accounts');
  expect(ibansOf(await absent(own).with(stated).get('/v1/accounts'))).toEqual(ibansOf(privates));
});

const SESSIONS: readonly [string, (before: Tpp) => Promise<Tpp>][] = [
  ['a new TPP-Session-ID', async (before) => before.with({ 'TPP-Session-ID': 'new' })],
  [
    'a session that a PRIVATE one has replaced',
    async (before) => {
      await consentOf(bank, PERSONS.odd);
      return before;
    },
  ],
];

test.each(SESSIONS)(
  'CONS-06, SCA-07: with %s, PSU-Corporate-ID names the company',
  async (_, of) => {
    const companys = ibansOf(await odd.tpp.get('/v1/accounts'));
    const tpp = await of(odd.tpp);
    const page = await openPage(await tpp.get('/v1/accounts'));
    expect((await identify(page, '')).step).toBe('approve');
    expect(ibansOf(await renewed(tpp, 'CONSENT_INVALID'))).toEqual(companys);
  },
);

test('CONS-06, SCA-07: so it does in whatever else asks for an SCA of the person', async () => {
  const of = (id: string) => odd.tpp.with({ 'TPP-Session-ID': id });
  const asked = [
    await of('1').get('/v1/user'),
    await of('2').get('/v1/agreements'),
    await of('3').post('/v1/bank-offered-consents'),
    await of('4').post('/v1/consents'),
    await of('5').with({ 'PSU-ID': undefined, 'X-PSU-IDENTITY': PERSONS.odd }).get('/v1/accounts'),
  ];
  for (const answer of asked) {
    const back = await completeSca(bank, answer, {});
    expect(back.get('psu-corporate-id')).toBe(odd.psuCorporateId);
  }
});

test('CONS-06, SCA-07: PSU-Context PRIVATE, a PRIVATE session or an unknown id leave the company out', async () => {
  const own = await consentOf(bank, PERSONS.odd);
  const id = { 'PSU-Corporate-ID': odd.psuCorporateId };
  const fresh = own.tpp.with({ ...id, 'TPP-Session-ID': 'new' });
  const asked = [
    await fresh.with({ 'PSU-Context': 'PRIVATE' }).get('/v1/accounts'),
    await own.tpp.with(id).post('/v1/bank-offered-consents'),
    await fresh.with({ 'PSU-Corporate-ID': own.psuId }).get('/v1/accounts'),
  ];
  for (const answer of asked) {
    const back = await completeSca(bank, answer, { context: 'PRIVATE' });
    expect([back.get('psu-id'), back.get('psu-corporate-id')]).toEqual([own.psuId, null]);
  }
});
