// Whom a call is about, and which PSU-Corporate-ID goes with a session (CONS-02 … CONS-06, HDR-10).
import { expect, test } from '@jest/globals';
import { agreements, customers, psus } from '../../../server/bank/customers/tables.ts';
import { agreementOf, findAgreement, identifyPsu } from '../../../server/bank/sca/psu.ts';
import { psuCorporateIdOf } from '../../../server/bank/sca/psu-ids.ts';
import { putSession, SESSION_LENGTH } from '../../../server/bank/sca/sessions.ts';
import { mapTx } from '../../support/map-tx.ts';
import { callOf, TPP } from '../accounts/call.ts';
import { refusedWith } from '../seeds/filled.ts';

const NOW = Date.UTC(2026, 10, 21, 11);
const [MINE, OTHERS, KARI, OLA] = ['mine', 'others', '15479801026', '08417701045'] as const;
const tx = mapTx();
for (const [id, number] of [
  ['kari', KARI],
  ['ola', OLA],
] as const)
  tx.put(customers, { id, number, type: 'PRIVATE', name: id, createdAt: 0 } as never);
tx.put(psus, { id: MINE, tppId: TPP.id, customerId: 'kari' });
tx.put(psus, { id: OTHERS, tppId: 'another', customerId: 'kari' });
tx.put(psus, { id: 'gone', tppId: TPP.id, customerId: 'gone' });
for (const id of ['bakery', 'zoo'])
  tx.put(agreements, { id, customerId: 'as', name: id, organisationNumber: '1' });
const { bank } = callOf(tx, NOW);
const kari = { tppId: TPP.id, customerId: 'kari' };
putSession(bank, { ...kari, tppSessionId: 'own', context: 'PRIVATE' });
putSession(bank, { ...kari, tppSessionId: 'work', context: 'CORPORATE', agreementId: 'bakery' });

const idOf = (agreement: string) => psuCorporateIdOf('default', TPP.id, agreement);
const NO_ID =
  '! HDR-10 400 HTTP_HEADER_REQUIRED PSU-Corporate-ID: The session is in CORPORATE context: send PSU-Corporate-ID as well (GET /v1/user answers it).';
const OTHER_ID =
  '! CONS-06 403 FORBIDDEN PSU-Corporate-ID: PSU-Corporate-ID is not the one of this session.';

/** The customer, then the context of the session; or the refusal. */
async function known(headers: object, now = NOW, role = 'PSP_AI'): Promise<unknown> {
  try {
    const about: object[] = [];
    const call = callOf(tx, now, { headers });
    const isAbout = (person: object) => void about.push(person);
    const psu = await identifyPsu({ ...call, role: role as 'PSP_AI', isAbout });
    expect(about).toEqual(psu === undefined ? [] : [{ id: psu.customerId, name: psu.customerId }]);
    return psu && [psu.customerId, psu.psuId, psu.session?.context];
  } catch (thrown) {
    return refusedWith(thrown);
  }
}

const UNKNOWN =
  '! CONS-03 401 PSU_CREDENTIALS_INVALID PSU-ID: This bank does not know that PSU-ID for your TPP. It may be of another bank or another TPP, or from before a reset. Send the PSU to the scaRedirect link.';

test.each<[object, unknown]>([
  [{}, undefined],
  [{ psuId: MINE }, ['kari', MINE, undefined]],
  [{ psuId: OTHERS }, UNKNOWN],
  [{ psuId: 'none' }, UNKNOWN],
  [{ psuId: 'gone' }, UNKNOWN],
  [{ psuId: 'none', psuIdentity: KARI }, UNKNOWN],
  [{ psuIdentity: KARI }, ['kari', undefined, undefined]],
  [{ psuId: MINE, psuIdentity: KARI }, ['kari', MINE, undefined]],
  [
    { psuId: MINE, psuIdentity: OLA },
    '! CONS-02 400 BAD_REQUEST X-PSU-IDENTITY: PSU-ID and X-PSU-IDENTITY name different persons; send one of them.',
  ],
  [
    { psuIdentity: '01010750160' },
    '! CONS-04 401 PSU_CREDENTIALS_INVALID X-PSU-IDENTITY: X-PSU-IDENTITY is not the national identity number of a customer of this bank.',
  ],
])('CONS-02: %j is about %j', async (headers, whom) => {
  expect(await known(headers)).toEqual(whom);
});

const PRIVATE = ['kari', MINE, 'PRIVATE'];
const CORPORATE = ['kari', MINE, 'CORPORATE'];
const END = NOW + SESSION_LENGTH;

test.each<[string, string | undefined, number, string, unknown]>([
  ['own', undefined, NOW, 'PSP_AI', PRIVATE],
  ['own', 'zoo', NOW, 'PSP_AI', PRIVATE],
  ['none', 'zoo', NOW, 'PSP_AI', ['kari', MINE, undefined]],
  ['work', undefined, NOW, 'PSP_AI', NO_ID],
  ['work', undefined, NOW, 'PSP_PI', NO_ID],
  ['work', undefined, NOW, 'either', CORPORATE],
  ['work', 'bakery', NOW, 'PSP_AI', CORPORATE],
  ['work', 'zoo', NOW, 'PSP_AI', OTHER_ID],
  ['work', 'zoo', NOW, 'either', OTHER_ID],
  ['work', undefined, END - 1, 'PSP_AI', NO_ID],
  ['work', undefined, END, 'PSP_AI', CORPORATE],
  ['work', 'zoo', END, 'PSP_AI', CORPORATE],
])(
  'CONS-06: the session %s with the id of %s at %i for %s: %j',
  async (tppSessionId, agreement, now, role, whom) => {
    const psuCorporateId = agreement && idOf(agreement);
    expect(await known({ psuId: MINE, tppSessionId, psuCorporateId }, now, role)).toEqual(whom);
  },
);

test('CONS-06: a PSU-Corporate-ID is that of one agreement, for one TPP', async () => {
  const call = callOf(tx, NOW);
  expect(await findAgreement(call, idOf('zoo'))).toBe('zoo');
  expect(await agreementOf(call, idOf('bakery'))).toBe('bakery');
  const other = { ...call, tpp: { ...TPP, id: 'another' } };
  expect(await findAgreement(other, idOf('zoo'))).toBeUndefined();
  await expect(agreementOf(other, idOf('zoo'))).rejects.toThrow(
    'PSU-Corporate-ID is not one that this bank has issued to you.',
  );
});
