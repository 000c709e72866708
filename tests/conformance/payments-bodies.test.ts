// The bodies of the two payments through the wire: what is refused leaves nothing, what is taken is answered.
// Each member and its values are in tests/unit/validation/.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import { type Body, openScene, PERIODIC, SEPA, START } from '../support/payment-scene.ts';
import { testBank } from '../support/test-bank.ts';

const house = await testBank();
const scene = await openScene(house);
// The session's end is an event too.
await scene.advance('PT2H');
await scene.setClock(START);

/** How many payments the test has made. */
let made = 0;
beforeEach(() => {
  made = 0;
});
// Every payment's link runs out: one more or less of them, and a refused request left something.
afterEach(async () => {
  const events = await scene.advance('PT16M');
  await scene.setClock(START);
  expect(events.map(({ type }) => type)).toEqual(Array(made).fill('scaLinkExpired'));
});

const send = (path: string, body: unknown): Promise<Answer> => scene.post(path, body);

async function expectAccepted(path: string, body: unknown): Promise<Body> {
  const answer = await send(path, body);
  expect({ body, text: answer.text, status: answer.status }).toMatchObject({ status: 201 });
  made += 1;
  return (await scene.get(answer)).body;
}

async function expectRefused(path: string, body: unknown, pointer: string): Promise<Answer> {
  const answer = await send(path, body);
  expectRefusal(answer, { code: 'FORMAT_ERROR', path: pointer });
  return answer;
}

const ADDRESS = {
  street: 'Hauptstraße',
  buildingNumber: '7b',
  postalCode: '10115',
  city: 'Berlin',
  townName: 'Berlin',
  country: 'DE',
};

/** Bodies with every member. */
const PRODUCTS: readonly (readonly [path: string, whole: () => Body])[] = [
  [
    `${SEPA}?allowLogicalDuplicate=true`,
    () =>
      scene.sepa({
        endToEndIdentification: 'E2E-1',
        creditorAddress: ADDRESS,
        creditorAgent: 'DEUTDEFF',
        requestedExecutionDate: '2026-06-11',
        remittanceInformationUnstructured: 'ø'.repeat(140),
      }),
  ],
  [
    PERIODIC,
    () =>
      scene.periodic({
        creditorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
        creditorAddress: ADDRESS,
        creditorAgent: 'DEUTDEFF',
        ultimateDebtor: 'Kari Nordmann',
        remittanceInformationUnstructured: 'Husleie',
        purposeCode: 'OTHR',
        frequency: 'MonthlyVariable',
        monthsOfExecution: [7, 1],
        endDate: '2028-06-11',
        executionRule: 'preceeding',
        dayOfExecution: '15',
      }),
  ],
];

describe.each(PRODUCTS)('%s', (path, whole) => {
  test('PAY-02: with every member it is 201, and the details have them all', async () => {
    expect(await expectAccepted(path, whole())).toMatchObject(whole());
  });

  test('PAY-02: no body at all', async () => {
    expectRefusal(await send(path, undefined), { code: 'HTTP_HEADER_REQUIRED' });
  });

  test('PAY-03: a currency that is not in the list is said to be that, and no more', async () => {
    const instructedAmount = { amount: '1.00', currency: 'XXX' };
    const answer = await send(path, { ...whole(), instructedAmount });
    const paths = answer.body.tppMessages.map((message: { path: string }) => message.path);
    expect(paths).toEqual(['/instructedAmount/currency']);
  });

  test('PAY-02, PAY-03, PAY-04, PAY-09: several violations: one message each', async () => {
    const { creditorName: _, ...rest } = whole();
    const answer = await send(path, {
      ...rest,
      instructedAmount: { amount: '-1', currency: 'eur' },
      creditorAddress: { country: 'XX', street: 'x'.repeat(71) },
      debtorAccount: { iban: 'NO9386011117948', currency: 'NOK' },
      remittanceInformationUnstructured: 'emoji \u{1F600}',
      nonsense: 1,
    });
    const messages: { path: string; code: string }[] = answer.body.tppMessages;
    expect(answer.status).toBe(400);
    expect(messages.map((message) => message.path).sort()).toEqual([
      '/creditorAddress/country',
      '/creditorAddress/street',
      '/creditorName',
      '/debtorAccount/iban',
      '/instructedAmount/amount',
      '/instructedAmount/currency',
      '/nonsense',
      '/remittanceInformationUnstructured',
    ]);
    expect(new Set(messages.map((message) => message.code))).toEqual(new Set(['FORMAT_ERROR']));
  });
});

test('PAY-04: of a periodic payment’s accounts bban alone will do, and neither will not', async () => {
  const bban = (number: string) => ({ bban: number, currency: 'NOK' });
  const both = { creditorAccount: bban('86011117947'), debtorAccount: bban(scene.nok.bban) };
  expect(await expectAccepted(PERIODIC, scene.periodic(both))).toMatchObject(both);
  const neither = scene.periodic({ debtorAccount: { currency: 'NOK' } });
  await expectRefused(PERIODIC, neither, '/debtorAccount');
});

test.each([
  ['MonthlyVariable', undefined, ''],
  ['Monthly', [1, 7], ''],
  ['MonthlyVariable', [1, 13], '/1'],
])('PAY-12: with %s, months %j are FORMAT_ERROR', async (frequency, monthsOfExecution, entry) => {
  const body = scene.periodic({ frequency, monthsOfExecution });
  await expectRefused(PERIODIC, body, `/monthsOfExecution${entry}`);
});
