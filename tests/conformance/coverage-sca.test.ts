// How SCAs ended (CTRL-08), counted as a PSU walks them, without a browser and by the clock.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { completeSca, flowIdOf, PERSONS, psuHeaders, type TestBank } from '../support/bank.ts';
import { coverageOf, coveredIn, itemOf } from '../support/coverage.ts';
import { type Answer, send } from '../support/http.ts';
import { openScene, SEPA } from '../support/payment-scene.ts';
import { identify, openPage } from '../support/sca-browser.ts';
import { testBank } from '../support/test-bank.ts';

let bank: TestBank;

const house = await testBank();
beforeEach(() => {
  bank = house.tenant();
});

const hrefOf = ({ body }: Answer): string => body._links.scaRedirect.href;

describe('CTRL-08: SCA', () => {
  const ask = (headers = {}): Promise<Answer> =>
    bank.tpp.with({ ...psuHeaders(), ...headers }).post('/v1/bank-offered-consents');
  const nationalId = PERSONS.jonas;

  const outcomes = [
    ['approve', 'approved', {}],
    ['cancel', 'cancelled', { SCA_INVALID: 1 }],
    ['wrong-id', 'unknown-person', { PSU_CREDENTIALS_INVALID: 1 }],
    ['expire', 'expired', { SCA_EXPIRED: 1 }],
    ['error', 'error', { SYSTEM_ERROR: 1 }],
  ] as const;

  test.each(outcomes)('ended without a browser with %s is %s', async (outcome, ending, codes) => {
    await completeSca(bank, await ask(), { nationalId, outcome });
    const report = await coverageOf(bank);
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ [ending]: 1 });
    expect(coveredIn(report, 'error-codes')).toEqual(codes);
  });

  test('answered by the link itself counts as well', async () => {
    const policy = { mode: 'auto', nationalId, outcome: 'cancel' };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const { body } = await ask();
    await openPage(body._links.scaRedirect.href);
    expect(coveredIn(await coverageOf(bank), 'sca-outcomes')).toEqual({ cancelled: 1 });
  });

  test('HEAD ends no flow, so it counts for nothing', async () => {
    const policy = { mode: 'auto', nationalId, outcome: 'cancel' };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const { body } = await ask();
    await send({ method: 'HEAD', url: body._links.scaRedirect.href });
    expect(coveredIn(await coverageOf(bank), 'sca-outcomes')).toEqual({});
  });

  test('of a person without the context that was asked for', async () => {
    const asked = await ask({ 'PSU-Context': 'CORPORATE' });
    await identify(await openPage(asked.body._links.scaRedirect.href), nationalId);
    const report = await coverageOf(bank);
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ 'context-refused': 1 });
    expect(coveredIn(report, 'error-codes')).toEqual({ SCA_INVALID: 1 });
  });

  test('SCA-07: without a browser too, by completion and by the policy', async () => {
    const headers = { 'PSU-Context': 'CORPORATE' };
    const back = await completeSca(bank, await ask(headers), { nationalId });
    expect(back.get('code')).toBe('SCA_INVALID');
    const policy = { mode: 'auto', nationalId, context: 'PRIVATE' };
    await bank.control('PUT', '/_sandbox/sca-policy', policy);
    const { answer } = await openPage(hrefOf(await ask(headers)));
    expect(new URL(String(answer.headers['location'])).searchParams.get('code')).toBe(
      'SCA_INVALID',
    );
    expect(coveredIn(await coverageOf(bank), 'sca-outcomes')).toEqual({ 'context-refused': 2 });
  });

  test('SCA-08: a completion that names another context than the request is refused', async () => {
    const asked = await ask({ 'PSU-Context': 'CORPORATE' });
    const wrong = { nationalId, context: 'PRIVATE' };
    const refused = await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, wrong);
    expect([refused.status, refused.body.tppMessages[0].path]).toEqual([400, '/context']);
    expect((await openPage(hrefOf(asked))).step).toBe('identify');
  });

  test('that the bank refuses after the approval', async () => {
    const scene = await openScene(house);
    const { 'PSU-ID': _, ...single } = scene.psu.tpp.defaults;
    const made = await bank.tpp
      .at(scene.bank.url)
      .with({ ...single, 'PSU-Context': 'PRIVATE' })
      .post(SEPA, scene.sepa());
    await completeSca(scene.bank, made, { nationalId: PERSONS.odd });
    const report = await coverageOf(scene.bank);
    expect(coveredIn(report, 'sca-outcomes')).toEqual({ approved: 1, 'approval-refused': 1 });
    expect(itemOf(report, 'error-codes', 'PAYMENT_FAILED')?.count).toBe(1);
  });

  test('that ran out by the clock counts once, when it is opened later too', async () => {
    const asked = await ask();
    await bank.control('POST', '/_sandbox/clock/advance', { by: 'PT16M' });
    const before = await coverageOf(bank);
    expect(coveredIn(before, 'sca-outcomes')).toEqual({ expired: 1 });
    // Nobody has been told the code yet.
    expect(coveredIn(before, 'error-codes')).toEqual({});
    await openPage(asked.body._links.scaRedirect.href);
    await bank.control('POST', `/_sandbox/sca/${flowIdOf(asked)}`, { nationalId });
    const after = await coverageOf(bank);
    expect(coveredIn(after, 'sca-outcomes')).toEqual({ expired: 1 });
    expect(coveredIn(after, 'error-codes')).toEqual({ SCA_EXPIRED: 1 });
  });
});
