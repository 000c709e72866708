import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import {
  expectRefused,
  expectTaken,
  PERIODIC,
  periodicBody,
  SEPA,
  sepaBody,
  validator,
  withMember,
} from './bodies.ts';

interface Body {
  readonly name: string;
  readonly schema: string;
  readonly valid: JsonObject;
  readonly required: readonly string[];
  /** Members of text and their lengths; `undefined` where the interface states none. */
  readonly texts: Readonly<Record<string, number | undefined>>;
  readonly dates: readonly string[];
}

const ADDRESS_TEXTS = {
  '/creditorAddress/street': 70,
  '/creditorAddress/buildingNumber': undefined,
  '/creditorAddress/postalCode': undefined,
  '/creditorAddress/city': undefined,
  '/creditorAddress/townName': undefined,
};

const REQUIRED = [
  ...['', '/amount', '/currency'].map((member) => `/instructedAmount${member}`),
  ...['', '/currency'].map((member) => `/creditorAccount${member}`),
  ...['', '/currency'].map((member) => `/debtorAccount${member}`),
  ...['/creditorName', '/creditorAddress/country'],
];

const BODIES: readonly Body[] = [
  {
    name: 'sepa',
    schema: SEPA,
    valid: sepaBody,
    required: [
      ...REQUIRED,
      '/creditorAccount/iban',
      '/debtorAccount/iban',
      '/regulatoryReporting/code',
    ],
    texts: {
      ...ADDRESS_TEXTS,
      '/endToEndIdentification': 35,
      '/creditorName': 70,
      '/remittanceInformationUnstructured': 140,
      '/regulatoryReporting/code': 10,
      '/regulatoryReporting/text': 140,
    },
    dates: ['/requestedExecutionDate'],
  },
  {
    name: 'periodic',
    schema: PERIODIC,
    valid: periodicBody,
    required: [
      ...REQUIRED,
      '/remittanceInformationStructured/reference',
      '/startDate',
      '/frequency',
    ],
    texts: {
      ...ADDRESS_TEXTS,
      '/creditorName': 70,
      '/ultimateDebtor': 70,
      '/remittanceInformationUnstructured': 140,
      '/remittanceInformationStructured/reference': 35,
      '/remittanceInformationStructured/referenceType': 35,
      '/remittanceInformationStructured/referenceIssuer': 35,
    },
    dates: ['/startDate', '/endDate'],
  },
];

/** Needed because of another member (PAY-04, PAY-12): tests of their own. */
const TOGETHER = ['/creditorAccount/bban', '/monthsOfExecution'];

/** Every member of the body, objects and their members both. */
function pointersOf(value: Json | undefined, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value as JsonObject).flatMap(([name, member]) => [
    `${at}/${name}`,
    ...pointersOf(member, `${at}/${name}`),
  ]);
}

describe.each(BODIES)('$name body', ({ schema, valid, required, texts, dates }) => {
  // Without monthsOfExecution's own condition in the way of `frequency`.
  const plain = withMember(
    withMember(valid, '/monthsOfExecution', undefined),
    '/frequency',
    'Monthly',
  );
  const base = schema === PERIODIC ? plain : valid;

  test('PAY-02: with every member it passes', () => {
    expectTaken(schema, valid);
    expectTaken(schema, base);
  });

  test.each(required)('PAY-02: %s is required', (pointer) => {
    expectRefused(schema, withMember(base, pointer, undefined), `PAY-02 ${pointer}`, 'required');
  });

  test.each(pointersOf(valid).filter((pointer) => ![...required, ...TOGETHER].includes(pointer)))(
    'PAY-02: %s may be left out',
    (pointer) => expectTaken(schema, withMember(valid, pointer, undefined)),
  );

  test.each(pointersOf(valid))('PAY-02: %s must not be null', (pointer) => {
    const body = withMember(valid, pointer, null);
    expectRefused(schema, body, `PAY-02 ${pointer}`, /must be .*, not null/);
  });

  test.each(pointersOf(valid))('PAY-02: %s must not be of another type', (pointer) => {
    expectRefused(schema, withMember(valid, pointer, true), `PAY-02 ${pointer}`);
  });

  const objects = [
    '',
    ...'instructedAmount creditorAccount creditorAddress debtorAccount'.split(' '),
  ];
  test.each(objects)('PAY-02: "%s" takes no unknown member', (name) => {
    const pointer = name === '' ? '' : `/${name}`;
    const body = withMember(valid, `${pointer}/nick~name`, 'x');
    expectRefused(schema, body, `PAY-02 ${pointer}/nick~0name`, 'is not a member of');
  });

  const limited = Object.entries(texts).filter(([, length]) => length !== undefined);
  test.each(limited)(
    'PAY-02: %s takes %i characters, counted in code points',
    (pointer, length) => {
      const most = Number(length);
      expectTaken(schema, withMember(valid, pointer, 'ø'.repeat(most)));
      const body = withMember(valid, pointer, 'ø'.repeat(most + 1));
      expectRefused(schema, body, `PAY-02 ${pointer}`, `at most ${most} characters`);
    },
  );

  const endless = Object.keys(texts).filter((pointer) => texts[pointer] === undefined);
  test.each(endless)('PAY-02: %s takes any length', (pointer) => {
    expectTaken(schema, withMember(valid, pointer, 'x'.repeat(5_000)));
  });

  test.each(Object.keys(texts))('PAY-09: %s takes the Basic Multilingual Plane only', (pointer) => {
    expectTaken(schema, withMember(valid, pointer, 'Øæ€漢\uFFFD'));
    for (const character of ['\u{1F600}', '\u{10000}', '\u0000', '\n', '\u007F', '\u0085']) {
      expectRefused(schema, withMember(valid, pointer, `a${character}`), `PAY-09 ${pointer}`);
    }
  });

  test.each(dates)('PAY-07: %s is a date that exists', (pointer) => {
    expectTaken(schema, withMember(valid, pointer, '2028-02-29'));
    const wrong = '2026-02-29 2026-13-01 2026-1-1 01.12.2026 2026-12-01T00:00:00Z'.split(' ');
    for (const text of [...wrong, '']) {
      expectRefused(schema, withMember(valid, pointer, text), `PAY-02 ${pointer}`);
    }
  });

  test.each([
    ['/remittanceInformationUnstructured', ''],
    ...['no', 'NOR', 'XX', 'XK', '47', ''].map((code) => ['/creditorAddress/country', code]),
    ...['DNBANOK', 'dnbanokk', 'DNBANOKKXX', 'DNB1NOKK'].map((bic) => ['/creditorAgent', bic]),
  ])('PAY-02: %s does not take "%s"', (pointer = '', value) => {
    expectRefused(schema, withMember(valid, pointer, value), `PAY-02 ${pointer}`);
  });

  test.each(['/creditorAccount/currency', '/debtorAccount/currency'])(
    'PAY-02: %s is one of the list',
    (pointer) => {
      for (const code of ['nok', 'XXX', '']) {
        expectRefused(schema, withMember(valid, pointer, code), `PAY-03 ${pointer}`);
      }
    },
  );

  test.each([
    ['/creditorAgent', 'DEUTDEFF'],
    ['/creditorAgent', 'DEUTDEFF500'],
    ['/creditorAddress/country', 'SJ'],
  ])('PAY-02: %s takes %s', (pointer, value) => {
    expectTaken(schema, withMember(valid, pointer, value));
  });

  test.each([[], 'text', 12, null])('PAY-02: %j is no body', (body) => {
    expectRefused(schema, body as Json, 'PAY-02 ');
  });
});

test('PAY-02: one message each, in the order of the schema, unknown members last', () => {
  const body = { unknown: 1, frequency: 'Weekly', startDate: 'x', creditorName: null };
  expect(validator.errors(PERIODIC, body).map(({ path }) => path)).toEqual([
    '/instructedAmount',
    '/creditorName',
    '/creditorAccount',
    '/debtorAccount',
    '/startDate',
    '/unknown',
  ]);
});

test('PAY-02: several violations: at most 20 messages', () => {
  const members = Array.from({ length: 50 }, (_, i) => [`m${i}`, i] as const);
  const body = { ...sepaBody, ...Object.fromEntries(members) };
  expect(validator.errors(SEPA, body)).toHaveLength(20);
});

test('PAY-02: a text never exceeds 512 characters, a path stays short', () => {
  const [message] = validator.errors(SEPA, { ...sepaBody, ['/'.repeat(5000)]: 1 });
  expect(message?.text.length).toBeLessThanOrEqual(512);
  expect(message?.path?.length).toBeLessThanOrEqual(400);
});

test('PAY-02: what came is shown on one line, escaped and cut', () => {
  const [message] = validator.errors(SEPA, {
    ...sepaBody,
    requestedExecutionDate: 'a\n'.repeat(90),
  });
  expect(message?.text).toContain('a\\na');
  expect(message?.text.length).toBeLessThan(200);
});

test('PAY-02: an object or array larger than any of the interface is refused as a whole', () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`m${i}`, i]));
  expectRefused(SEPA, { ...sepaBody, creditorAddress: many }, 'PAY-02 /creditorAddress');
  const months = Array.from({ length: 1001 }, () => 1);
  const body = { ...periodicBody, monthsOfExecution: months };
  expectRefused(PERIODIC, body, 'PAY-02 /monthsOfExecution');
});
