import { describe, expect, test } from '@jest/globals';
import type { Json } from '../../../server/protocol/json.ts';
import { onlyRefusal, refusalOf, validator, withMember } from './bodies.ts';

interface Row {
  readonly schema: string;
  readonly rule: string;
  readonly valid: Json;
  /** Pointer, value that is refused there; `undefined` takes the member away. */
  readonly wrong: readonly (readonly [string, Json | undefined])[];
}

const NUMBER = '13039319955';

const ROWS: readonly Row[] = [
  {
    schema: 'requests/sandbox-customer.json',
    rule: 'SBX-03',
    valid: { customerNumber: NUMBER, customerType: 'PRIVATE', customerName: 'Kari' },
    wrong: [
      ['/customerNumber', undefined],
      ['/customerNumber', '13039319956'],
      ['/customerType', 'private'],
      ['/customerName', 'x'.repeat(71)],
      ['/accounts', []],
    ],
  },
  {
    schema: 'requests/sandbox-account.json',
    rule: 'SBX-04',
    valid: {
      customerNumber: NUMBER,
      accountName: 'Brukskonto',
      currency: 'NOK',
      product: 'x',
      cashAccountType: 'CACC',
      bban: '86011117947',
      creditLine: { amount: 0, currency: 'NOK' },
      balance: { amount: '-12.50', currency: 'NOK' },
      kid: 'required',
    },
    wrong: [
      ['/accountName', undefined],
      ['/currency', undefined],
      ['/cashAccountType', 'Current'],
      ['/bban', '86011117940'],
      ['/creditLine/amount', -1],
      ['/creditLine/amount', '-1'],
      ['/creditLine/amount', '1.234'],
      ['/balance/amount', '1,5'],
      ['/balance/amount', null],
      ['/kid', 'always'],
      ['/product', 'x'.repeat(36)],
    ],
  },
  {
    schema: 'requests/sandbox-card-account.json',
    rule: 'SBX-04',
    valid: {
      customerNumber: NUMBER,
      currency: 'NOK',
      creditLimit: { amount: 50000, currency: 'NOK' },
      maskedPan: '123456******1234',
    },
    wrong: [
      ['/currency', undefined],
      ['/creditLimit', undefined],
      ['/maskedPan', '1234567890121234'],
    ],
  },
  {
    schema: 'requests/sandbox-balances.json',
    rule: 'SBX-04',
    valid: {
      balances: [{ balanceType: 'expected', balanceAmount: { amount: '-1', currency: 'NOK' } }],
    },
    wrong: [
      ['/balances', []],
      ['/balances', undefined],
    ],
  },
  {
    schema: 'requests/sandbox-transaction.json',
    rule: 'SBX-05',
    valid: {
      transactionAmount: { amount: '-1', currency: 'NOK' },
      bookingDate: '2026-11-01',
      valueDate: '2026-11-01',
      pending: false,
      creditorAccount: { iban: 'NO9386011117947' },
      remittanceInformationUnstructuredArray: ['x'],
      additionalInformationProprietaryX: 'x',
    },
    wrong: [
      ['/bookingDate', '2026-02-30'],
      ['/pending', 'true'],
      ['/creditorAccount', {}],
      ['/creditorAccount/bban', '12345678903'],
      ['/additionalInformationProprietaryX', 1],
      ['/additionalInformationProprietary', 'x'],
      ['/transactionId', 'x'],
    ],
  },
  {
    schema: 'requests/sandbox-agreement.json',
    rule: 'SBX-06',
    valid: {
      owner: NUMBER,
      name: 'Firma AS',
      organisationNumber: '974760673',
      engagements: [
        { customer: NUMBER, account: { iban: 'NO9386011117947' }, roles: ['VIEW', 'REGISTER'] },
      ],
    },
    wrong: [
      ['/owner', undefined],
      ['/organisationNumber', '974760674'],
      ['/organisationNumber', '97476067'],
    ],
  },
  {
    schema: 'requests/sandbox-engagement.json',
    rule: 'SBX-06',
    valid: {
      customer: NUMBER,
      account: { iban: 'NO9386011117947' },
      roles: ['VIEW'],
      registerLimit: { amount: '1', currency: 'NOK' },
    },
    wrong: [
      ['/account/iban', 'NO9486011117947'],
      ['/roles', []],
      ['/roles', ['VIEW', 'VIEW']],
      ['/registerLimit/amount', '-1'],
    ],
  },
  {
    schema: 'requests/tpp-contact-information.json',
    rule: 'TPPD-01',
    valid: { email: 'psd2@tpp.example' },
    wrong: [
      ['/email', 'tpp.example'],
      ['/email', 'a@b'],
      ['/email', `${'x'.repeat(65)}@tpp.example`],
      ['/email', undefined],
    ],
  },
  {
    schema: 'control/clock-put.json',
    rule: 'CLOCK-01',
    valid: { now: '2026-11-21T08:00:00.5+01:00', frozen: true },
    wrong: [
      ['/now', '2026-11-21T08:00:00'],
      ['/now', '2026-02-30T08:00:00Z'],
      ['/now', '2026-11-21T24:00:00Z'],
      ['/now', '2026-11-21'],
      ['/frozen', 'true'],
    ],
  },
  {
    schema: 'control/clock-advance.json',
    rule: 'CLOCK-01',
    valid: { by: 'PT61M' },
    wrong: [
      ['/by', '61M'],
      ['/by', '-PT1M'],
      ['/by', 'P1M'],
      ['/to', 'tomorrow'],
    ],
  },
  {
    schema: 'control/sca-complete.json',
    rule: 'SCA-08',
    valid: { nationalId: NUMBER, outcome: 'approve', accounts: ['NO9386011117947'] },
    wrong: [
      ['/nationalId', '1'],
      ['/outcome', 'approved'],
      ['/context', 'both'],
      ['/accounts', []],
      ['/psuCorporateId', 'x'],
    ],
  },
  {
    schema: 'control/sca-policy.json',
    rule: 'SCA-08',
    valid: { mode: 'auto', nationalId: NUMBER, context: 'PRIVATE', outcome: 'approve' },
    wrong: [
      ['/mode', 'headless'],
      ['/demand', 'sometimes'],
    ],
  },
  {
    schema: 'control/certificate-request.json',
    rule: 'CTRL-02',
    valid: { roles: ['PSP_AI'], organisationId: 'PSDNO-FSA-987654321', name: 'TPP', validDays: 1 },
    wrong: [
      ['/roles', []],
      ['/variant', 'broken'],
      ['/validDays', 0],
      ['/validDays', 1.5],
      ['/name', 'x'.repeat(65)],
      ['/name', ''],
    ],
  },
];

describe.each(ROWS)('$rule $schema', ({ schema, rule, valid, wrong }) => {
  test(`${rule}: a valid body passes`, () => {
    expect(validator.errors(schema, valid)).toEqual([]);
  });

  test.each(wrong)(`${rule}: %s must not be %j`, (pointer, value) => {
    expect(onlyRefusal(schema, withMember(valid, pointer, value)).path).toBe(pointer);
  });

  test(`${rule}: an unknown member is refused by this rule`, () => {
    const refusal = onlyRefusal(schema, withMember(valid, '/surprise', 1));
    expect(refusal).toMatchObject({ path: '/surprise', rule });
  });
});

describe('many violations', () => {
  test('PAY-02: a body of 1000 wrong entries is answered with 20 messages', () => {
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`m${i}`, 0]));
    const entry = { ...unknown, transactionAmount: {}, creditorAccount: {}, debtorAccount: {} };
    const body = Array.from({ length: 1000 }, () => entry);
    const schema = 'requests/sandbox-transaction.json';
    expect(refusalOf(() => validator.body(schema, body)).messages()).toHaveLength(20);
  });
});
