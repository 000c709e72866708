// What a bank is told about a TPP: whether it is registered (TPP-05), and where to reach it (TPPD-01).
import { describe, expect, test } from '@jest/globals';
import { consentOf } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import { eachTest, testBank } from '../support/test-bank.ts';

const OWN = 'PSDNO-FSA-987654321';
const OTHER = 'PSDNO-FSA-123456789';

const house = await testBank();
const bank = eachTest(() => house.tenant());

const register = (registered: boolean, id = OWN) =>
  bank.control('PUT', `/_sandbox/tpps/${encodeURIComponent(id)}`, { registered });

const FORBIDDEN = { code: 'FORBIDDEN', path: 'TPP-Signature-Certificate', says: /not registered/ };

describe('TPP-05: a registration that is taken away', () => {
  test('TPP-05: every call is 403 until it is given back', async () => {
    const psu = await consentOf(bank);
    expect((await register(false)).body).toEqual({ organisationId: OWN, registered: false });
    expectRefusal(await psu.tpp.get('/v1/accounts'), FORBIDDEN);
    expectRefusal(await bank.tpp.get('/v1/sandbox/customers'), FORBIDDEN);
    expectRefusal(await bank.tpp.post('/v1/sandbox/initialize'), FORBIDDEN);
    expect((await register(true)).body).toEqual({ organisationId: OWN, registered: true });
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
  });

  test('TPP-05: the refusal says where this bank can give it back', async () => {
    await register(false);
    const says = new RegExp(`PUT ${new URL(bank.url).pathname}/_sandbox/tpps/`);
    expectRefusal(await bank.tpp.get('/v1/sandbox/customers'), { ...FORBIDDEN, says });
  });

  test('TPP-05: PSD in front may be left out', async () => {
    await register(false, 'NO-FSA-987654321');
    expectRefusal(await bank.tpp.get('/v1/sandbox/customers'), FORBIDDEN);
  });

  test('WEB-05: an id that is too long is refused', async () => {
    expect((await register(false, 'x'.repeat(300))).status).toBe(200);
    const answer = await register(false, 'x'.repeat(301));
    expectRefusal(answer, { code: 'FORMAT_ERROR', path: 'organisationId' });
    expect((await bank.control('GET', '/_sandbox/tpps')).body.tpps).toHaveLength(1);
  });

  test('TPP-05: another TPP and another bank are not concerned', async () => {
    await register(false);
    const other = await bank.newTpp({ organisationId: OTHER });
    expect((await other.get('/v1/sandbox/customers')).status).toBe(200);
    expect((await house.tenant().tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });

  test('TPP-05: comes after the signature and before the headers', async () => {
    await register(false);
    const unsigned = await bank.tpp.get('/v1/accounts', {
      before: (draft) => {
        draft.text = (text) => `${text} `;
      },
    });
    expectRefusal(unsigned, { code: 'BAD_REQUEST', path: 'Signature' });
    const role = await bank.newTpp({ roles: ['PSP_PI'] });
    expectRefusal(await role.get('/v1/accounts'), { ...FORBIDDEN, says: /role/ });
    const bare = await bank.tpp.with({ 'X-Request-ID': undefined }).get('/v1/accounts');
    expectRefusal(bare, FORBIDDEN);
    expectRefusal(await bank.tpp.post('/v1/payments/sepa-credit-transfers', '{'), FORBIDDEN);
  });

  test('TPP-05: is listed, and gone after a reset', async () => {
    expect((await bank.control('GET', '/_sandbox/tpps')).body).toEqual({ tpps: [] });
    await register(false);
    const listed = [{ organisationId: OWN, registered: false }];
    expect((await bank.control('GET', '/_sandbox/tpps')).body).toEqual({ tpps: listed });
    await bank.control('POST', '/_sandbox/reset');
    expect((await bank.tpp.get('/v1/sandbox/customers')).status).toBe(200);
  });

  test.each([
    ['no body', undefined, ''],
    ['no member', {}, '/registered'],
    ['a text', { registered: 'false' }, '/registered'],
    ['another member', { registered: true, until: 1 }, '/until'],
  ])('TPP-05: %s is refused', async (_, body, path) => {
    const answer = await bank.control('PUT', `/_sandbox/tpps/${OWN}`, body);
    expectRefusal(answer, { code: 'FORMAT_ERROR', path });
  });
});

describe('TPPD-01: contact information', () => {
  const put = (id: string, body: unknown, tpp = bank.tpp) =>
    tpp.send('PUT', `/v1/tpps/${id}/contact-information`, { body });
  const email = 'psd2-drift@tpp.example';

  test.each([OWN, 'NO-FSA-987654321'])('TPPD-01: as %s it is kept', async (id) => {
    const answer = await put(id, { email });
    expect([answer.status, answer.body]).toEqual([200, { email }]);
    const { body } = await bank.control('GET', '/_sandbox/tpps');
    expect(body.tpps).toEqual([{ organisationId: OWN, registered: true, email }]);
  });

  test("TPPD-01: another TPP's id is 403", async () => {
    expectRefusal(await put('NO-FSA-123456789', { email }), { code: 'FORBIDDEN', path: 'tppId' });
    expect((await bank.control('GET', '/_sandbox/tpps')).body).toEqual({ tpps: [] });
  });

  test('TPPD-01: any role will do, and a later address replaces an earlier one', async () => {
    const role = await bank.newTpp({ roles: ['PSP_IC'] });
    await put(OWN, { email }, role);
    await put(OWN, { email: 'new@tpp.example' }, role);
    const { body } = await bank.control('GET', '/_sandbox/tpps');
    expect(body.tpps[0].email).toBe('new@tpp.example');
  });

  test.each([
    ['no address', {}, '/email'],
    ['something else', { email: 'nobody' }, '/email'],
    ['no domain', { email: 'a@b' }, '/email'],
    ['65 characters', { email: `${'x'.repeat(65)}@tpp.example` }, '/email'],
    ['another member', { email: 'a@tpp.example', phone: '1' }, '/phone'],
  ])('TPPD-01: %s is refused', async (_, body, path) => {
    expectRefusal(await put(OWN, body), { code: 'FORMAT_ERROR', path });
  });
});
