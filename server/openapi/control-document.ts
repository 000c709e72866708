// The control API as an OpenAPI 3.1 document of its own, from the rows that its requests are routed by. Pure.

import { BANK_EVENT_TYPES } from '../bank/banks/bank-tx.ts';
import { type ControlOperation, valuesOf } from '../bank/banks/control-operation.ts';
import { successesOf } from '../bank/banks/operation.ts';
import { DRAW_FORM } from '../bank/seeds/drawn-ids.ts';
import { defined } from '../kernel/defined.ts';
import type { JsonObject } from '../protocol/json.ts';
import { PROFILES } from '../protocol/profile.ts';
import { type Answering, answerComponents, answersOf, examplesOf, jsonContent } from './answers.ts';
import { type DocumentOptions, PUBLISHER, pathParameters, pathsOf, ruleText } from './document.ts';
import { controlErrors } from './error-codes.ts';
import { createSchemaBundle, type SchemaBundle } from './schemas.ts';

interface ControlDocumentOptions extends Omit<DocumentOptions, 'operations'> {
  readonly operations: readonly ControlOperation[];
}

/** The document, without servers. Throws when two schemas share a title, or a row cites no rule. */
export function controlDocument({ operations, schema, version }: ControlDocumentOptions) {
  const bundle = createSchemaBundle(schema);
  const paths = pathsOf(operations, (operation) => operationObject(operation, bundle));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbank control API',
      version,
      description: INTRODUCTION,
      ...PUBLISHER,
    },
    // A bank on loopback needs no token (CTRL-10).
    security: [{}, { controlToken: [] }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({
      name,
      description: `Operations below /_sandbox/${name}`,
    })),
    paths,
    components: {
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: ruleText('CTRL-10').slice(2),
        },
      },
      ...answerComponents(operations.map(answering), bundle),
      schemas: bundle.components(),
    },
  };
}

const INTRODUCTION = `What a test needs and a bank does not have: the clock, faults, SCA without a
browser, the request log, snapshots. Requests are not signed.`;

/** `/_sandbox/clock/advance` is of the tag `clock`. */
const tagOf = ({ path }: ControlOperation): string => path.split('/')[2] ?? '';

const answering = (operation: ControlOperation): Answering => ({
  id: operation.id,
  successes: successesOf(operation),
  errors: controlErrors(operation),
  headers: [],
  ...defined({ produces: operation.produces }),
});

function operationObject(operation: ControlOperation, bundle: SchemaBundle): JsonObject {
  const { id, summary, rule, query = [] } = operation;
  return {
    operationId: id,
    summary,
    description: ruleText(rule),
    tags: [tagOf(operation)],
    'x-rules': [rule],
    // No token, also where the others need one.
    ...(operation.open === true ? { security: [] } : {}),
    parameters: [...pathParameters(operation), ...query.map((name) => queryParameter(id, name))],
    ...defined({ requestBody: requestBody(operation, bundle) }),
    responses: answersOf(answering(operation), bundle),
  };
}

function queryParameter(id: string, name: string): JsonObject {
  const found = CONTROL_QUERY[name];
  if (found === undefined) throw new Error(`The parameter ${name} of ${id} has no description`);
  const values = valuesOf(name);
  const text = { type: 'string', ...(values && { enum: [...values] }) };
  const { required = false, description, schema = text } = found;
  return { name, in: 'query', required, description, schema };
}

function requestBody({ id, body, form }: ControlOperation, bundle: SchemaBundle) {
  if (form !== undefined) {
    const schema = {
      type: 'object',
      required: [form],
      properties: { [form]: { type: 'string' } },
    };
    const example = examplesOf(id).request;
    const content = { 'application/x-www-form-urlencoded': { schema, ...defined({ example }) } };
    return { required: true, content };
  }
  if (body === undefined) return undefined;
  const content = jsonContent(bundle.ref(body.schema), examplesOf(id).request);
  return { required: body.optional !== true, content };
}

interface ControlParameter {
  readonly description: string;
  readonly required?: boolean;
  /** By default text. */
  readonly schema?: JsonObject;
}

const number: JsonObject = { type: 'integer', minimum: 0 };

const CONTROL_QUERY: Readonly<Record<string, ControlParameter>> = {
  after: { description: 'Only entries with a higher number.', schema: number },
  before: { description: 'Only entries with a lower number.', schema: number },
  offset: { description: 'How many of them to leave out first.', schema: number },
  limit: {
    description: 'How many entries at most.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
  },
  timeout: {
    description: 'How long to wait: an ISO 8601 duration of at most a minute. Default PT10S.',
  },
  status: { description: 'A status such as 401, or a class of them such as 4xx.' },
  code: { description: 'An error code such as CONSENT_INVALID.' },
  warning: { description: 'An error code in a warning.' },
  rule: { description: 'The id of a rule that refused, or that has a finding.' },
  finding: { description: 'The id of a rule that has a finding.' },
  method: { description: 'A method such as GET.' },
  path: { description: 'The beginning of a path such as /v1/accounts, without query.' },
  operation: { description: 'An operation id such as getAccounts.' },
  tpp: { description: 'An organisation id such as PSDNO-FSA-987654321, or a part of a name.' },
  person: { description: 'A part of the name of a person, or their customerId.' },
  requestId: { description: 'An X-Request-ID.' },
  scaFlow: { description: 'The last part of a scaRedirect link.' },
  mistake: { description: 'The name of a mistake in a signature, such as crlf.' },
  q: {
    description:
      'Filters in one line, and text: status:4xx op:getAccounts person:"Kari Nordmann" -rule:SIG-10 crlf. Text is looked for in the address, the X-Request-ID, the operation, the names of TPP and person, and the reason of the refusal.',
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
  tolerated: { description: 'Only rules with tolerated forms.' },
  at: { description: 'A date such as 2026-11-15. Default: the date of the bank.' },
  profile: { description: `${PROFILES.join(' or ')}. Default: the profile of the bank.` },
  format: { description: 'The form of the report.' },
  draw: {
    description:
      'The `draw` of a preview: exactly what it has shown is added, once. If that is not possible any more, the answer is 409.',
    schema: { type: 'string', pattern: DRAW_FORM },
  },
  preview: { description: 'true: say what would change, and store nothing.' },
  missing: { description: 'List only what is not covered.' },
};
