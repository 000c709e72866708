// GET /v1/user and /v1/users (USER-01), GET /v1/agreements (AGR-01) over HTTP.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { advance, corporateConsentOf, freeze } from '../support/account-reads.ts';
import {
  completeSca,
  consentOf,
  PERSONS,
  psuHeaders,
  type TestBank,
  UUID,
} from '../support/bank.ts';
import { expectRefusal, type Refusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { eachBank } from '../support/test-bank.ts';

const bank = await eachBank();
beforeEach(() => freeze(bank));

function needsSca(answer: Answer, refusal: Partial<Refusal> = {}): void {
  expectRefusal(answer, { code: 'CONSENT_INVALID', ...refusal });
  expect(answer.body._links.scaRedirect).toEqual({
    href: expect.stringContaining('/sca/'),
    verbs: ['GET'],
  });
}

describe.each(['/v1/user', '/v1/users'])('USER-01: %s', (path) => {
  test('USER-01: without PSU-ID it starts an SCA, after which it answers', async () => {
    const headers = psuHeaders();
    const asked = await bank.tpp.with(headers).get(path);
    needsSca(asked, { path: 'PSU-ID' });
    const back = await completeSca(bank, asked, { nationalId: PERSONS.jonas });
    const psuId = back.get('psu-id') ?? '';
    const answer = await bank.tpp.with({ ...headers, 'PSU-ID': psuId }).get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ psuId, context: 'PRIVATE' });
  });

  test('USER-01: that SCA shares no account', async () => {
    const headers = psuHeaders();
    const asked = await bank.tpp.with(headers).get(path);
    const back = await completeSca(bank, asked, { nationalId: PERSONS.jonas });
    const tpp = bank.tpp.with({ ...headers, 'PSU-ID': back.get('psu-id') ?? '' });
    needsSca(await tpp.get('/v1/accounts'));
  });

  test('USER-01: without a session, and with one that ran out', async () => {
    const psu = await consentOf(bank);
    needsSca(await psu.tpp.with({ 'TPP-Session-ID': randomUUID() }).get(path), {
      path: 'TPP-Session-ID',
    });
    expect((await psu.tpp.with({ 'PSU-IP-Address': undefined }).get(path)).status).toBe(200);
    await advance(bank, 'PT1H');
    needsSca(await psu.tpp.get(path), { code: 'SCA_EXPIRED', path: 'TPP-Session-ID' });
    const later = psu.tpp.with({ 'PSU-IP-Address': undefined });
    needsSca(await later.get(path), { code: 'SCA_EXPIRED' });
  });

  test("USER-01: with another PSU-Context than the session's it leads to that context", async () => {
    const psu = await consentOf(bank, PERSONS.odd);
    expect((await psu.tpp.with({ 'PSU-Context': 'PRIVATE' }).get(path)).status).toBe(200);
    const corporate = psu.tpp.with({ 'PSU-Context': 'CORPORATE' });
    const asked = await corporate.get(path);
    needsSca(asked, { path: 'PSU-Context' });
    const back = await completeSca(bank, asked, {});
    expect([back.get('psu-id'), back.get('context')]).toEqual([psu.psuId, 'CORPORATE']);
    const psuCorporateId = back.get('psu-corporate-id');
    const { body } = await corporate.get(path);
    expect(body).toEqual({ psuId: psu.psuId, context: 'CORPORATE', psuCorporateId });
    needsSca(await psu.tpp.with({ 'PSU-Context': 'PRIVATE' }).get(path), { path: 'PSU-Context' });
  });

  test('USER-01: with X-PSU-IDENTITY alone it starts the SCA of that person', async () => {
    const headers = { ...psuHeaders(), 'X-PSU-IDENTITY': PERSONS.jonas };
    const asked = await bank.tpp.with(headers).get(path);
    needsSca(asked, { path: 'PSU-ID' });
    const back = await completeSca(bank, asked, {});
    expect(back.get('psu-id')).toMatch(UUID);
  });

  test.each(['PSP_AI', 'PSP_PI'])('USER-01, TPP-03: %s is role enough', async (role) => {
    const tpp = await bank.newTpp({ roles: [role] });
    needsSca(await tpp.with(psuHeaders()).get(path));
  });

  test('HDR-10: USER-01 supplies the PSU-Corporate-ID and does not demand it', async () => {
    const { psuId, psuCorporateId, tpp } = await corporateConsentOf(bank, PERSONS.mari);
    const without = tpp.with({ 'PSU-Corporate-ID': undefined });
    const wanted = { psuId, context: 'CORPORATE', psuCorporateId };
    expect((await without.get(path)).body).toEqual(wanted);
    expect((await without.with({ 'PSU-Context': 'CORPORATE' }).get(path)).body).toEqual(wanted);
    expect((await tpp.get(path)).body).toEqual(wanted);
    const wrong = await tpp.with({ 'PSU-Corporate-ID': randomUUID() }).get(path);
    expectRefusal(wrong, { code: 'FORBIDDEN', path: 'PSU-Corporate-ID' });
  });
});

describe('AGR-01: GET /v1/agreements', () => {
  test('AGR-01: the companies of the PSU, whatever the context of the session', async () => {
    const psu = await consentOf(bank, PERSONS.odd);
    const { status, body } = await psu.tpp.get('/v1/agreements');
    expect(status).toBe(200);
    expect(body).toEqual({
      agreements: [
        {
          psuCorporateId: expect.stringMatching(UUID),
          name: 'Nordlys Snekkerverksted AS',
          organisationNumber: '972184780',
          _links: { accounts: { href: '/v1/accounts', verbs: ['GET'] } },
        },
      ],
    });
    const corporate = await corporateConsentOf(bank, PERSONS.odd);
    expect(body.agreements[0].psuCorporateId).toBe(corporate.psuCorporateId);
    const without = corporate.tpp.with({ 'PSU-Corporate-ID': undefined });
    expect((await without.get('/v1/agreements')).body).toEqual(body);
  });

  test('AGR-01: several companies by name', async () => {
    const owner = '15479801026';
    // In the order of their engagements.
    const names = ['Elv AS', 'Fjord AS', 'Dal AS'];
    const engaged = { customer: PERSONS.odd, roles: ['VIEW', 'REGISTER'] };
    const seeded = await bank.control('POST', '/_sandbox/seed', {
      customers: [{ customerNumber: owner, customerName: 'Eier AS', customerType: 'CORPORATE' }],
      agreements: names.map((name, at) => ({
        ...{ owner, name, agreementId: `agreement-${at}` },
        engagements: [{ ...engaged, engagementId: `engagement-${at}` }],
      })),
      accounts: names.map((accountName, at) => ({
        ...{ customerNumber: owner, accountName, currency: 'NOK' },
        agreement: `agreement-${at}`,
      })),
    });
    expect(seeded.status).toBe(200);
    const { tpp } = await consentOf(bank, PERSONS.odd);
    const { agreements } = (await tpp.get('/v1/agreements')).body;
    const sorted = ['Dal AS', 'Elv AS', 'Fjord AS', 'Nordlys Snekkerverksted AS'];
    expect(agreements.map(({ name }: { name: string }) => name)).toEqual(sorted);
  });

  test('AGR-01: none for whom nobody has engaged', async () => {
    const psu = await consentOf(bank);
    expect((await psu.tpp.get('/v1/agreements')).body).toEqual({ agreements: [] });
  });

  test('AGR-01: another TPP is given other ids', async () => {
    const idOf = async (psu: { tpp: TestBank['tpp'] }) =>
      (await psu.tpp.get('/v1/agreements')).body.agreements[0].psuCorporateId;
    const other = await bank.newTpp({ organisationId: 'PSDNO-FSA-123456789' });
    const theirs = await idOf(await consentOf(bank, PERSONS.odd, other));
    expect(await idOf(await consentOf(bank, PERSONS.odd))).not.toBe(theirs);
  });

  test('AGR-01: without PSU-ID or a session it starts an SCA', async () => {
    needsSca(await bank.tpp.with(psuHeaders()).get('/v1/agreements'), { path: 'PSU-ID' });
    const psu = await consentOf(bank, PERSONS.odd);
    await advance(bank, 'PT1H');
    needsSca(await psu.tpp.get('/v1/agreements'), { code: 'SCA_EXPIRED' });
  });
});
