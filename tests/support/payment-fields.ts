// The tables of interface.md for the two payment bodies, member by member, as a TPP reads them.
import type { Body } from './payment-scene.ts';

export interface Field {
  /** JSON pointer. */
  readonly at: string;
  readonly required?: boolean;
  /** At most so many characters. */
  readonly max?: number;
  /** Values that fit. */
  readonly good?: readonly unknown[];
  /** Values of the right type that do not. */
  readonly bad?: readonly unknown[];
  /** Text without a limit that interface.md states. */
  readonly unlimited?: boolean;
}

const AMOUNT: readonly Field[] = [
  { at: '/instructedAmount', required: true },
  {
    at: '/instructedAmount/amount',
    required: true,
    good: ['1', '0.01', '1.5', '007.00', '9'.repeat(16), `${'9'.repeat(16)}.99`],
    bad: [
      ...['', '0', '0.00', '-1.00', '+1.00', '1e3', ' 1.00', '1.00 ', '1,00', '1.', '.5', '0x10'],
      ...['1.005', '1.000', `${'9'.repeat(17)}.99`, '1'.repeat(19), '1_000', '١'],
    ],
  },
  {
    at: '/instructedAmount/currency',
    required: true,
    bad: ['', 'eur', 'EU', 'EURO', 'ZZZ', 'BTC', '978'],
  },
];

const ADDRESS: readonly Field[] = [
  { at: '/creditorAddress' },
  { at: '/creditorAddress/street', max: 70 },
  { at: '/creditorAddress/buildingNumber', unlimited: true },
  { at: '/creditorAddress/postalCode', unlimited: true },
  { at: '/creditorAddress/city', unlimited: true },
  { at: '/creditorAddress/townName', unlimited: true },
  {
    at: '/creditorAddress/country',
    required: true,
    good: ['AF', 'ZW', 'SJ'],
    bad: ['', 'de', 'DEU', 'XK', 'UK', '47'],
  },
];

const SHARED: readonly Field[] = [
  ...AMOUNT,
  ...ADDRESS,
  { at: '/creditorName', required: true, max: 70 },
  { at: '/creditorAgent', good: ['DEUTDEFF', 'DEUTDEFF500'], bad: ['', 'DEUTDEF', 'deutdeff'] },
  { at: '/creditorAccount', required: true },
  { at: '/creditorAccount/currency', required: true, bad: ['', 'nok', 'XXX'] },
  { at: '/debtorAccount', required: true },
  { at: '/debtorAccount/currency', required: true, bad: ['', 'nok', 'XXX'] },
  { at: '/remittanceInformationUnstructured', max: 140, good: ['x'], bad: [''] },
];

const DATES = {
  bad: ['', '2026-02-29', '2026-06-31', '2026-13-01', '10.06.2026', '2026-6-10', '2026-06-10Z'],
};

/** Account numbers that are none: check digits, length, modulus 11, nonsense, over 34 characters. */
const BAD_IBANS = [
  ...['', 'DE89370400440532013001', 'DE8937040044053201300', 'NO9386011117948'],
  ...[
    'NO2386011117946',
    'NO9486011117947',
    'XX12345678901234',
    '86011117947',
    `DE${'8'.repeat(33)}`,
  ],
];
const GOOD_IBANS = [
  ...['DE89 3704 0044 0532 0130 00', 'NO93 8601 1117 947', 'MT84MALT011000012345MTLCAST001S'],
];

export const SEPA_FIELDS: readonly Field[] = [
  ...SHARED,
  { at: '/endToEndIdentification', max: 35 },
  { at: '/creditorAccount/iban', required: true, good: GOOD_IBANS, bad: BAD_IBANS },
  { at: '/debtorAccount/iban', required: true, bad: BAD_IBANS },
  { at: '/requestedExecutionDate', good: ['2026-06-10', '2026-12-31'], ...DATES },
];

/** What it does not share with the other one. */
export const PERIODIC_OWN: readonly Field[] = [
  { at: '/creditorAccount/iban', good: ['NO93 8601 1117 947'], bad: BAD_IBANS },
  { at: '/creditorAccount/bban', bad: ['', '86011117946', '8601111794', '8601.11.17947'] },
  { at: '/ultimateDebtor', max: 70 },
  {
    at: '/purposeCode',
    good: [
      ...['INVS', 'SALA', 'IDCP', 'CASH', 'CORT', 'INTC', 'PENS', 'SSBE', 'SUPP', 'TAXS', 'TREA'],
      ...['VATX', 'LOAN', 'OTHR'],
    ],
    bad: ['', 'sala', 'SALARY', 'RENT'],
  },
  { at: '/startDate', required: true, good: ['2026-06-10', '2028-02-29'], ...DATES },
  { at: '/endDate', good: ['2028-12-31'], ...DATES },
  { at: '/executionRule', good: ['following', 'preceeding'], bad: ['', 'preceding', 'Following'] },
  {
    at: '/frequency',
    required: true,
    good: [
      ...['Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths', 'Quarterly'],
      ...['SemiAnnual', 'Annual'],
    ],
    bad: ['', 'monthly', 'Yearly', 'BiWeekly'],
  },
  {
    at: '/dayOfExecution',
    good: ['1', '01', '9', '31'],
    bad: ['', '0', '00', '32', '99', '001', '1a', '-1', ' 1'],
  },
];

export const PERIODIC_FIELDS: readonly Field[] = [...SHARED, ...PERIODIC_OWN];

/** The body with that member set, or taken away by `undefined`. */
export function withMember(body: Body, pointer: string, value: unknown): Body {
  const [name = '', ...rest] = pointer.slice(1).split('/');
  const inner =
    rest.length === 0 ? value : withMember(body[name] as Body, `/${rest.join('/')}`, value);
  const { [name]: _, ...others } = body;
  return inner === undefined ? others : { ...body, [name]: inner };
}
