// Valid bodies to change one thing in, and what the validator says of the change.
import { expect } from '@jest/globals';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { createValidator } from '../../../server/validation/schemas.ts';

const created = createValidator();

export const validator = {
  ...created,
  errors: (schema: string, value: unknown) =>
    created.violations(schema, value).map(({ message }) => message),
  isValid: (schema: string, value: unknown) => created.violations(schema, value).length === 0,
};

export const SEPA = 'requests/sepa-credit-transfer.json';
export const PERIODIC = 'requests/periodic-norwegian-domestic-credit-transfer.json';

const address = {
  street: 'Storgata',
  buildingNumber: '1 B',
  postalCode: '0155',
  city: 'Oslo',
  townName: 'Oslo',
  country: 'NO',
};

export const sepaBody = {
  endToEndIdentification: 'E2E-1',
  instructedAmount: { amount: '12.50', currency: 'EUR' },
  creditorName: 'Blåbær & Sønn',
  creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
  creditorAddress: address,
  creditorAgent: 'COBADEFFXXX',
  debtorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
  remittanceInformationUnstructured: 'Invoice 1',
  requestedExecutionDate: '2026-12-01',
  regulatoryReporting: { code: '14', text: 'Goods' },
} satisfies JsonObject;

export const periodicBody = {
  instructedAmount: { amount: '100', currency: 'NOK' },
  creditorName: 'Utleier AS',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: address,
  creditorAgent: 'DNBANOKK',
  debtorAccount: { bban: '86011117947', iban: 'NO93 8601 1117 947', currency: 'NOK' },
  ultimateDebtor: 'Kari Nordmann',
  remittanceInformationUnstructured: 'Husleie',
  remittanceInformationStructured: { reference: '1234' },
  remittanceInformationStructuredArray: [
    { reference: '1234', referenceType: 'SCOR', referenceIssuer: 'x' },
  ],
  purposeCode: 'OTHR',
  startDate: '2026-12-01',
  executionRule: 'preceeding',
  endDate: '2027-12-01',
  frequency: 'MonthlyVariable',
  monthsOfExecution: [1, 12],
  dayOfExecution: '31',
} satisfies JsonObject;

/** The body with the member at the pointer set to that value, or taken away when `undefined`. */
export function withMember(body: Json, pointer: string, value: Json | undefined): Json {
  const [name = '', ...rest] = pointer.split('/').slice(1);
  const object = body as JsonObject;
  if (rest.length > 0) {
    return { ...object, [name]: withMember(object[name] as Json, `/${rest.join('/')}`, value) };
  }
  const { [name]: _old, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

/** What `work` throws; fails when it does not throw an ApiError. */
export function refusalOf(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** `400 FORMAT_ERROR HDR-05 PSU-ID`: status, code, rule and path of that. */
export function verdictOf(work: () => unknown): string {
  const { status, code, rule, details } = refusalOf(work);
  return [status, code, rule, details.path].join(' ');
}

export const expectTaken = (schema: string, body: Json): void =>
  expect(validator.errors(schema, body)).toEqual([]);

/** Refused with one message, by that rule and path (`PAY-02 /amount`), in these words. */
export function expectRefused(
  schema: string,
  body: Json,
  ruleAndPath: string,
  ...words: readonly (string | RegExp)[]
): void {
  const error = refusalOf(() => validator.body(schema, body));
  const { status, code, rule, details, message } = error;
  expect([status, code, `${rule} ${details.path}`]).toEqual([400, 'FORMAT_ERROR', ruleAndPath]);
  expect(error.messages()).toHaveLength(1);
  for (const word of words) expect(message).toMatch(word);
}
