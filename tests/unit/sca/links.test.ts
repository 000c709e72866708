// Links that are not there, whom the first page suggests, and when an SCA is used up (SCA-02, SCA-05, SES-07).
import { expect, test } from '@jest/globals';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { customers, psus } from '../../../server/bank/customers/tables.ts';
import { appPage, linkPage, type PageRequest } from '../../../server/bank/sca/flow-pages.ts';
import { completeSca } from '../../../server/bank/sca/headless-sca.ts';
import { personHints } from '../../../server/bank/sca/pages.ts';
import type { ScaDeps } from '../../../server/bank/sca/purpose.ts';
import { type ScaPolicy, useUpSca, writeScaPolicy } from '../../../server/bank/sca/sca-policy.ts';
import { putSession } from '../../../server/bank/sca/sessions.ts';
import { ScaNeeded } from '../../../server/bank/sca/start-flow.ts';
import { sessions } from '../../../server/bank/sca/tables.ts';
import { mapTx } from '../../support/map-tx.ts';
import { callOf, TPP } from '../accounts/call.ts';
import { refusedWith } from '../seeds/filled.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const deps = {
  magic: { mishaps: () => [{ nationalId: '03', name: 'M', note: '' }] },
  holdings: async () => ({ accounts: 1, cards: 0 }),
} as unknown as ScaDeps;
const person = (id: string, number: string) =>
  ({ id, number, type: 'PRIVATE', name: 'N', createdAt: 0 }) as never;
const KARI = person('kari', '1');
const bankOf = (): BankTx => callOf(mapTx(), NOW).bank;

test('SCA-05: a link that is not there is 404, on its page, in the app and without a browser', async () => {
  const frame = { language: 'en', bankName: 'Bank', address: 'http://b/sca/none' } as const;
  const request: PageRequest = { bank: bankOf(), deps, id: 'none', frame };
  const form = new URLSearchParams('do=cancel&token=t');
  const notFound = { kind: 'end', status: 404, step: 'not-found' };
  for (const page of [linkPage, appPage]) {
    expect(await page.open(request)).toEqual(notFound);
    expect(await page.submit(request, form)).toEqual(notFound);
    expect(await page.fail(request, 'r')).toBeUndefined();
  }
  const completed = await completeSca(request, 'none', {}).catch(refusedWith);
  expect(completed).toBe(
    '! SCA-05 404 SCA_NOT_FOUND undefined: There is no SCA flow with that id.',
  );
});

test('SCA-02: the first page suggests eight persons at most, and none with whom something goes wrong', async () => {
  const bank = bankOf();
  for (let nth = 0; nth < 12; nth++) {
    const number = String(nth).padStart(2, '0');
    bank.tx.put(customers, person(number, number));
  }
  const shown = (await personHints(bank, 'en', deps)).map(({ nationalId }) => nationalId);
  expect(shown).toEqual(['00', '01', '02', '04', '05', '06', '07', '08']);
});

test.each<[ScaPolicy['demand'], boolean, ended: boolean]>([
  ['always', true, true],
  ['always', false, false],
  ['never', true, false],
  [undefined, true, false],
])(
  'SES-07: with the demand %s a call with the PSU present (%s) uses up the SCA: %s',
  async (demand, isPresent, ended) => {
    const tx = mapTx();
    const headers = {
      psuId: 'p',
      tppSessionId: 's',
      ...(isPresent ? { psuIpAddress: '::1' } : {}),
    };
    const call = callOf(tx, NOW, { headers });
    tx.put(customers, KARI);
    tx.put(psus, { id: 'p', tppId: TPP.id, customerId: 'kari' });
    const session = {
      tppId: TPP.id,
      customerId: 'kari',
      tppSessionId: 's',
      context: 'PRIVATE',
    } as const;
    const { id, endsAt } = putSession(call.bank, session);
    writeScaPolicy(tx, { mode: 'page', ...(demand === undefined ? {} : { demand }) });
    await useUpSca({ ...call, bank: { ...call.bank, now: NOW + 5 } });
    expect((await tx.get(sessions, id))?.endsAt).toBe(ended ? NOW + 5 : endsAt);
  },
);

test('SES-07: a call of nobody, or without a session, uses nothing up', async () => {
  const tx = mapTx();
  writeScaPolicy(tx, { mode: 'page', demand: 'always' });
  tx.put(customers, KARI);
  const before = tx.dump();
  for (const more of [{}, { psuIdentity: '1' }])
    await useUpSca(callOf(tx, NOW, { headers: { psuIpAddress: '::1', ...more } }));
  expect(tx.dump()).toBe(before);
});

test('SCA-01: a refusal that an SCA lifts says so, unless there is better advice', () => {
  const plain = new ScaNeeded('CONS-05', 'CONSENT_INVALID', 'Why.');
  expect([plain.name, plain.message, plain.fixed, plain.details.path]).toEqual([
    ...['ScaNeeded', 'Why. Send the PSU to the scaRedirect link.', {}, undefined],
  ]);
  const why = { advice: 'Do it.', path: 'PSU-ID', fixed: { customerId: 'kari' } };
  const advised = new ScaNeeded('CONS-05', 'CONSENT_INVALID', 'Why.', why);
  expect([advised.message, advised.fixed, advised.details.path]).toEqual([
    ...['Why. Do it.', { customerId: 'kari' }, 'PSU-ID'],
  ]);
});
