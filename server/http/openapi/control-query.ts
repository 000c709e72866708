// The query parameters of the control API: one row per name.
import { BANK_EVENT_TYPES } from '../../bank/banks/bank-tx.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { PROFILES } from '../../protocol/profile.ts';

interface ControlParameter {
  readonly description: string;
  readonly required?: boolean;
  /** By default text. */
  readonly schema?: JsonObject;
}

const number: JsonObject = { type: 'integer', minimum: 0 };
const flag: JsonObject = { type: 'string', enum: ['true', 'false'] };

export const CONTROL_QUERY: Readonly<Record<string, ControlParameter>> = {
  after: { description: 'Only entries with a higher number.', schema: number },
  before: { description: 'Only entries with a lower number.', schema: number },
  limit: {
    description: 'How many entries at most.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  timeout: {
    description: 'How long to wait: an ISO 8601 duration of at most a minute. Default PT10S.',
  },
  status: { description: 'A status such as 401, or a class of them such as 4xx.' },
  code: { description: 'An error code such as CONSENT_INVALID.' },
  warning: { description: 'An error code that stands in a warning.' },
  rule: { description: 'The id of a rule that refused, or that has a finding.' },
  finding: { description: 'The id of a rule that has a finding.' },
  method: { description: 'A method such as GET.' },
  path: { description: 'The beginning of a path such as /v1/accounts, without query.' },
  operation: { description: 'An operation id such as getAccounts.' },
  tpp: { description: 'An organisation id such as PSDNO-FSA-987654321.' },
  requestId: { description: 'An X-Request-ID.' },
  scaFlow: { description: 'The last part of a scaRedirect link.' },
  mistake: { description: 'The name of a mistake in a signature, such as crlf.' },
  q: {
    description:
      'Text in the address, the X-Request-ID, the name of the TPP or the reason of the refusal.',
  },
  since: { description: 'A date-time such as 2026-11-03T09:05:07Z.' },
  state: { description: 'The value of the parameter state in the redirect.' },
  type: {
    description: 'What happened.',
    schema: { type: 'string', enum: [...BANK_EVENT_TYPES] },
  },
  paymentId: { description: 'The id of a payment.' },
  from: { description: 'The name of a snapshot.', required: true },
  to: { description: 'The name of a snapshot. Default: the bank as it is now.' },
  bank: { description: 'The name of the bank that has the snapshot. Default: this one.' },
  tolerated: { description: 'Only rules with tolerated forms.', schema: flag },
  at: { description: 'A date such as 2026-11-15. Default: the date of the bank.' },
  profile: { description: `${PROFILES.join(' or ')}. Default: the profile of the bank.` },
  format: {
    description: 'The form of the report.',
    schema: { type: 'string', enum: ['json', 'junit', 'html'] },
  },
  missing: { description: 'List only what is not covered.', schema: flag },
};
