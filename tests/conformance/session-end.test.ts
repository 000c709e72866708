// When a TPP session that was begun again ends (SES-03): by its last SCA, once.
import { beforeEach, describe, expect, test } from '@jest/globals';
import { freeze } from '../support/account-reads.ts';
import { completeSca, consentOf, PERSONS, type Psu } from '../support/bank.ts';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { BankEvent } from '../support/payment-scene.ts';
import { eachBank } from '../support/test-bank.ts';

const bank = await eachBank();
beforeEach(() => freeze(bank));

/** How many sessions ended on the way. */
async function endsWithin(by: string): Promise<number> {
  const { body } = await bank.control('POST', '/_sandbox/clock/advance', { by });
  const events: readonly BankEvent[] = body.events;
  return events.filter(({ type }) => type === 'sessionEnded').length;
}

async function again({ tpp }: Psu, wanted = {}): Promise<void> {
  await completeSca(bank, await tpp.post('/v1/bank-offered-consents'), wanted);
}

describe('SES-03: a session begun again under the same id', () => {
  test('SES-03: its old end passes without a word; it ends an hour after the last SCA', async () => {
    const psu = await consentOf(bank);
    expect(await endsWithin('PT40M')).toBe(0);
    await again(psu);
    expect(await endsWithin('PT59M59S')).toBe(0);
    expect((await psu.tpp.get('/v1/accounts')).status).toBe(200);
    expect(await endsWithin('PT1S')).toBe(1);
    expectRefusal(await psu.tpp.get('/v1/accounts'), { code: 'SCA_EXPIRED' });
    expect(await endsWithin('P2D')).toBe(0);
  });

  test('SES-03: an SCA that is aborted restarts nothing', async () => {
    const psu = await consentOf(bank);
    expect(await endsWithin('PT40M')).toBe(0);
    await again(psu, { outcome: 'cancel' });
    expect(await endsWithin('PT20M')).toBe(1);
    expectRefusal(await psu.tpp.get('/v1/accounts'), { code: 'SCA_EXPIRED' });
  });

  test('SES-03: it takes the context of the last SCA', async () => {
    const psu = await consentOf(bank, PERSONS.odd);
    const contextNow = async () => (await psu.tpp.get('/v1/user')).body.context;
    for (const context of ['CORPORATE', 'PRIVATE']) {
      const asked = await psu.tpp.with({ 'PSU-ID': undefined }).post('/v1/bank-offered-consents');
      await completeSca(bank, asked, { nationalId: PERSONS.odd, context });
      expect(await contextNow()).toBe(context);
    }
  });
});

test('SES-02, SES-03: a session that ran out is still known when the next has begun', async () => {
  const before = await consentOf(bank);
  expect(await endsWithin('PT1H')).toBe(1);
  await consentOf(bank);
  expectRefusal(await before.tpp.get('/v1/accounts'), { code: 'SCA_EXPIRED' });
});

test('SES-03: a session whose place another has taken is dead at once, and its end is none any more', async () => {
  await consentOf(bank);
  expect(await endsWithin('PT40M')).toBe(0);
  const fresh = await consentOf(bank);
  expect(await endsWithin('PT59M59S')).toBe(0);
  expect((await fresh.tpp.get('/v1/accounts')).status).toBe(200);
  expect(await endsWithin('PT1S')).toBe(1);
});
