// Accounts of one consent whose last SCAs lie at different times (CONS-07). Whatever an SCA renews, it renews
// whole consents, so this cannot be brought about from outside. And which PSU is asked for PSU-Corporate-ID (HDR-10).

import { beforeEach, describe, expect, test } from '@jest/globals';
import { checkCorporateUser, needAccess } from '../../../server/bank/accounts/access.ts';
import { resourceIdOf } from '../../../server/bank/accounts/account-ids.ts';
import { consentIdOf } from '../../../server/bank/accounts/consent-store.ts';
import { type ConsentRow, consents } from '../../../server/bank/accounts/tables.ts';
import { customers, psus } from '../../../server/bank/customers/tables.ts';
import { putSession } from '../../../server/bank/sca/sessions.ts';
import { DAY } from '../../../server/kernel/clock.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import { type MapTx, mapTx } from '../../support/map-tx.ts';
import { callOf, TPP } from './call.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const KARI = { customerId: 'kari', context: 'PRIVATE' } as const;
const PSU_ID = '00000000-0000-4000-8000-000000000001';
const headers = { psuId: PSU_ID, tppRedirectUri: 'https://tpp.example/cb' };

let tx: MapTx;
beforeEach(() => {
  tx = mapTx();
  const person = { number: '13039319955', type: 'PRIVATE', name: 'Kari', createdAt: 0 } as const;
  tx.put(customers, { id: KARI.customerId, ...person });
  tx.put(psus, { id: PSU_ID, tppId: TPP.id, customerId: KARI.customerId });
});

/** By account, how many days ago its last SCA was. */
function consent(days: Readonly<Record<string, number>>): void {
  const accounts = Object.entries(days).map(([accountId, ago]): ConsentRow['accounts'][number] => ({
    accountId,
    lastScaAt: NOW - ago * DAY,
  }));
  const id = consentIdOf(TPP.id, KARI);
  tx.put(consents, { ...KARI, id, tppId: TPP.id, status: 'valid', accounts, createdAt: 0 });
}

/** The accounts that may be read, or status and code of the refusal. */
async function readable(account?: string, more: object = {}): Promise<unknown> {
  const id = account && resourceIdOf('default', TPP.id, account);
  const call = callOf(tx, NOW, { headers: { ...headers, ...more } });
  try {
    const { accounts } = await needAccess(call, id);
    return accounts.map(({ accountId }) => accountId);
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal;
    return [refusal.status, refusal.code];
  }
}

describe('CONS-07: one stale account among fresh ones', () => {
  beforeEach(() => consent({ fresh: 1, stale: 181, edge: 180 }));

  test('CONS-07: the list leaves out that one alone', async () => {
    expect(await readable()).toEqual(['fresh', 'edge']);
  });

  test.each([
    ['stale', [401, 'CONSENT_EXPIRED']],
    ['fresh', ['fresh']],
    ['edge', ['edge']],
  ])('CONS-07: reading the %s one: %j', async (account, answer) => {
    expect(await readable(account)).toEqual(answer);
  });

  test('CONS-07: who is present reads the stale one too', async () => {
    const tppSessionId = 'own';
    const { bank } = callOf(tx, NOW);
    putSession(bank, { ...KARI, tppId: TPP.id, tppSessionId });
    const present = { tppSessionId, psuIpAddress: '192.0.2.1' };
    expect(await readable(undefined, present)).toEqual(['fresh', 'stale', 'edge']);
    expect(await readable('stale', present)).toEqual(['stale']);
  });

  test('CONS-07: with none that is fresh the list is CONSENT_EXPIRED', async () => {
    consent({ stale: 181, older: 400 });
    expect(await readable()).toEqual([401, 'CONSENT_EXPIRED']);
  });
});

test.each<[string, readonly ConsentRow['context'][], boolean]>([
  ['none, so that an SCA is what is missing', [], false],
  ['one as a private person', ['PRIVATE'], false],
  ['one for a company', ['CORPORATE'], true],
  ['both', ['CORPORATE', 'PRIVATE'], false],
])(
  'HDR-10: a PSU without an account, whose consents are %s: %j',
  async (_, contexts, isRefused) => {
    const { customerId } = KARI;
    const row = { customerId, tppId: TPP.id, status: 'valid', accounts: [], createdAt: 0 } as const;
    for (const context of contexts) tx.put(consents, { ...row, id: context, context });
    const checked = checkCorporateUser(callOf(tx, NOW), { customerId, psuId: PSU_ID });
    const code = await checked.catch((refusal: ApiError) => refusal.code);
    expect(code).toBe(isRefused ? 'HTTP_HEADER_REQUIRED' : undefined);
  },
);
