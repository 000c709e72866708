// The bodies of the two payments, member by member, through the wire. What is refused leaves nothing.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../support/conformance-refusal.ts';
import type { Answer } from '../support/http.ts';
import {
  type Field,
  PERIODIC_FIELDS,
  PERIODIC_OWN,
  SEPA_FIELDS,
  withMember,
} from '../support/payment-fields.ts';
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

async function expectAccepted(path: string, body: unknown): Promise<Answer> {
  const answer = await scene.psu.tpp.post(path, body);
  expect({ body, text: answer.text, status: answer.status }).toMatchObject({ status: 201 });
  made += 1;
  return answer;
}

async function expectRefused(path: string, body: unknown, pointer: string): Promise<Answer> {
  const answer = await scene.psu.tpp.post(path, body);
  expectRefusal(answer, { code: 'FORMAT_ERROR', path: pointer });
  const paths = answer.body.tppMessages.map((message: { path: string }) => message.path);
  expect(new Set(paths)).toEqual(new Set([pointer]));
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

interface Product {
  readonly path: string;
  readonly fields: readonly Field[];
  /** Of which each value is tried: of the second product what is not in the first. */
  readonly tried: readonly Field[];
  /** A body with every member. */
  readonly whole: () => Body;
}

const PRODUCTS: readonly Product[] = [
  {
    path: `${SEPA}?allowLogicalDuplicate=true`,
    fields: SEPA_FIELDS,
    tried: SEPA_FIELDS,
    whole: () =>
      scene.sepa({
        endToEndIdentification: 'E2E-1',
        creditorAddress: ADDRESS,
        creditorAgent: 'DEUTDEFF',
        requestedExecutionDate: '2026-06-11',
      }),
  },
  {
    path: PERIODIC,
    fields: PERIODIC_FIELDS,
    tried: PERIODIC_OWN,
    whole: () =>
      scene.periodic({
        creditorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
        creditorAddress: ADDRESS,
        creditorAgent: 'DEUTDEFF',
        ultimateDebtor: 'Kari Nordmann',
        remittanceInformationUnstructured: 'Husleie',
        purposeCode: 'OTHR',
        endDate: '2028-06-11',
        executionRule: 'preceeding',
        dayOfExecution: '15',
      }),
  },
];

describe.each(PRODUCTS)('$path', ({ path, fields, tried, whole }) => {
  const send = (body: unknown): Promise<Answer> => scene.psu.tpp.post(path, body);
  const accepted = (body: unknown) => expectAccepted(path, body);
  const refused = (body: unknown, pointer: string) => expectRefused(path, body, pointer);

  test('PAY-02: with every member it is 201, and the details have them all', async () => {
    const answer = await accepted(whole());
    expect((await scene.get(answer)).body).toMatchObject(whole());
  });

  test.each(fields)('PAY-02: $at: absent, null, of another type', async ({ at, required }) => {
    const absent = withMember(whole(), at, undefined);
    if (required === true) await refused(absent, at);
    else await accepted(absent);
    await refused(withMember(whole(), at, null), at);
    await refused(withMember(whole(), at, true), at);
  });

  test.each(tried.filter(({ max }) => max !== undefined))(
    'PAY-02: $at: at most $max characters, counted in code points',
    async ({ at, max = 0 }) => {
      await accepted(withMember(whole(), at, 'ø'.repeat(max)));
      await refused(withMember(whole(), at, 'ø'.repeat(max + 1)), at);
    },
  );

  test.each(tried.filter(({ max, unlimited }) => max !== undefined || unlimited === true))(
    'PAY-09: $at: no character outside the Basic Multilingual Plane, no control character',
    async ({ at, max = 300 }) => {
      const most = 'a'.repeat(max - 1);
      await accepted(withMember(whole(), at, `${most.slice(6)}Åß漢ﾞ\uFFFD`));
      // Of the greatest length in code points, one over it in UTF-16: only the character is wrong.
      const emoji = await refused(withMember(whole(), at, `${most}\u{1F600}`), at);
      expect(emoji.body.tppMessages[0].text).toContain('U+1F600');
      for (const control of ['\u0000', '\n', '\u007F']) {
        await refused(withMember(whole(), at, `a${control}`), at);
      }
    },
  );

  test.each(tried.filter(({ good, bad }) => (good ?? bad) !== undefined))(
    'PAY-02: $at: which values it takes',
    async ({ at, good = [], bad = [] }) => {
      for (const value of good) await accepted(withMember(whole(), at, value));
      for (const value of bad) await refused(withMember(whole(), at, value), at);
    },
  );

  test.each(['', '/instructedAmount', '/creditorAccount', '/debtorAccount', '/creditorAddress'])(
    'PAY-02: "%s" takes no unknown member',
    async (parent) => {
      for (const name of ['x', 'Amount', 'constructor']) {
        const pointer = `${parent}/${name}`;
        await refused(withMember(whole(), pointer, 'x'), pointer);
      }
    },
  );

  test('PAY-02: a body that is no object, and none at all', async () => {
    for (const body of ['[]', '"text"', 'null', '12']) await refused(body, '');
    const none = await send(undefined);
    expect([none.status, none.body.tppMessages[0].code]).toEqual([400, 'HTTP_HEADER_REQUIRED']);
  });

  test('PAY-02: several violations: one message each', async () => {
    const { creditorName: _, ...rest } = whole();
    const wrong = {
      ...rest,
      instructedAmount: { amount: '-1', currency: 'eur' },
      creditorAddress: { country: 'XX', street: 'x'.repeat(71) },
      remittanceInformationUnstructured: '',
      nonsense: 1,
    };
    const answer = await send(wrong);
    const messages: { path: string; code: string }[] = answer.body.tppMessages;
    expect(answer.status).toBe(400);
    expect(messages.map((message) => message.path).sort()).toEqual([
      '/creditorAddress/country',
      '/creditorAddress/street',
      '/creditorName',
      '/instructedAmount/amount',
      '/instructedAmount/currency',
      '/nonsense',
      '/remittanceInformationUnstructured',
    ]);
    expect(new Set(messages.map((message) => message.code))).toEqual(new Set(['FORMAT_ERROR']));
  });

  test('PAY-02: at most 20 messages', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, i]));
    const answer = await send({ ...whole(), ...many });
    expect(answer.status).toBe(400);
    expect(answer.body.tppMessages).toHaveLength(20);
  });

  test('PAY-03: fraction digits are those of the currency', async () => {
    // Refused either way: as an amount, or because the product is in another currency.
    const cases = [
      ['JPY', '1.0', '/instructedAmount/amount'],
      ['JPY', '1', '/instructedAmount/currency'],
      ['BHD', '1.2345', '/instructedAmount/amount'],
      ['BHD', '1.234', '/instructedAmount/currency'],
      ['SLL', '1.234', '/instructedAmount/amount'],
      ['SLL', '1.23', '/instructedAmount/currency'],
    ] as const;
    for (const [currency, amount, pointer] of cases) {
      await refused({ ...whole(), instructedAmount: { amount, currency } }, pointer);
    }
  });

  test.each([
    ['1', '1.00'],
    ['12.5', '12.50'],
    ['007.00', '7.00'],
    ['9999999999999999.99', '9999999999999999.99'],
    ['1000000000000000.01', '1000000000000000.01'],
  ])('PAY-03: %s is answered as %s', async (sent, answered) => {
    const answer = await accepted(withMember(whole(), '/instructedAmount/amount', sent));
    expect((await scene.get(answer)).body.instructedAmount.amount).toBe(answered);
  });

  test('PAY-03: a number is not decimal text', async () => {
    await refused(
      withMember(whole(), '/instructedAmount/amount', 12.5),
      '/instructedAmount/amount',
    );
  });
});

describe('account references of a periodic payment', () => {
  const refused = (change: Body, pointer: string) =>
    expectRefused(PERIODIC, scene.periodic(change), pointer);

  test('PAY-04: bban alone will do', async () => {
    const bban = (number: string) => ({ bban: number, currency: 'NOK' });
    const both = { creditorAccount: bban('86011117947'), debtorAccount: bban(scene.nok.bban) };
    const answer = await expectAccepted(PERIODIC, scene.periodic(both));
    expect((await scene.get(answer)).body).toMatchObject(both);
  });

  test.each(['creditorAccount', 'debtorAccount'])(
    'PAY-04: %s needs one of the two',
    async (name) => {
      const answer = await refused({ [name]: { currency: 'NOK' } }, `/${name}`);
      expect(answer.body.tppMessages[0].text).toContain('iban or bban');
    },
  );

  test('PAY-04: iban and bban that disagree', async () => {
    const creditorAccount = { iban: 'NO9386011117947', bban: '99996896389', currency: 'NOK' };
    await refused({ creditorAccount }, '/creditorAccount/bban');
  });
});

describe('monthsOfExecution', () => {
  const POINTER = '/monthsOfExecution';
  const variable = (monthsOfExecution: unknown) =>
    scene.periodic({ frequency: 'MonthlyVariable', monthsOfExecution });

  test('PAY-12: required with MonthlyVariable, refused with any other frequency', async () => {
    await expectRefused(PERIODIC, variable(undefined), POINTER);
    await expectRefused(PERIODIC, scene.periodic({ monthsOfExecution: [1, 7] }), POINTER);
  });

  test.each([[[12]], [[1, 12]], [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]], [[7, 1]]])(
    'PAY-12: %j is accepted and answered so',
    async (months) => {
      const answer = await expectAccepted(PERIODIC, variable(months));
      expect((await scene.get(answer)).body.monthsOfExecution).toEqual(months);
    },
  );

  test.each([
    [[], ''],
    [[1, 1], ''],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ''],
    [[0], '/0'],
    [[1, 13], '/1'],
    [[1.5], '/0'],
    [['1'], '/0'],
    [[null], '/0'],
    ['1,2', ''],
  ])('PAY-12: %j is FORMAT_ERROR', async (months, entry) => {
    await expectRefused(PERIODIC, variable(months), POINTER + entry);
  });

  test('PAY-12: 7 and 7.0 are one month', async () => {
    const body = JSON.stringify(variable(['M'])).replace('"M"', '7,7.0');
    await expectRefused(PERIODIC, body, POINTER);
  });
});
