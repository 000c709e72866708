// The control API as an OpenAPI 3.1 document of its own, from the rows that its requests are routed by. Pure.
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import { successesOf } from '../../bank/banks/operation.ts';
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { type Answering, answerComponents, answersOf, examplesOf, jsonContent } from './answers.ts';
import { CONTROL_QUERY } from './control-query.ts';
import { type DocumentOptions, PUBLISHER, pathParameters, pathsOf, ruleText } from './document.ts';
import { controlErrors } from './error-codes.ts';
import { createSchemaBundle, type SchemaBundle } from './schemas.ts';

export interface ControlDocumentOptions extends Omit<DocumentOptions, 'operations'> {
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
  const { required = false, description, schema = { type: 'string' } } = found;
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
