// The interface as an OpenAPI 3.1 document, from the very rows that requests are routed by. Pure.
import type { Operation, QueryParameter, Success } from '../../bank/banks/operation.ts';
import { defined } from '../../kernel/defined.ts';
import { STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { RULES } from '../../protocol/rules.ts';
import { headerFormat, headerKey, headerRows, headersOf, requiredOf } from './header-parameters.ts';
import { createSchemaBundle, type SchemaBundle } from './schemas.ts';

/** The release of the interface that this bank behaves like. */
export const SIMULATED_RELEASE = '1.23.7';

export interface DocumentOptions {
  readonly operations: readonly Operation[];
  /** Reads a schema of schemas/ by its id. */
  readonly schema: (id: string) => JsonObject;
  /** Of the package. */
  readonly version: string;
}

/** The document. Throws when two schemas share a title, or an operation cites a rule that is not there. */
export function openapiDocument({ operations, schema, version }: DocumentOptions): JsonObject {
  const bundle = createSchemaBundle(schema);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = operationObject(operation, bundle);
    paths[operation.path] = item;
  }
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbank',
      version,
      'x-simulated-release': SIMULATED_RELEASE,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'The default bank' },
      {
        url: '/banks/{bank}',
        description: 'Another bank of the same process (BANK-01)',
        variables: { bank: { default: 'acme' } },
      },
    ],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      parameters: headerParameters(operations, { schema, bundle }),
      responses: errorResponses(bundle),
      schemas: bundle.components(),
    },
  };
}

const INTRODUCTION = `A PSD2 bank simulator. Every request is signed, see the header Signature.
Rules have ids; /docs lists them. Responses repeat X-Request-ID. Sandbank-Findings names the rules of
which the bank tolerated a form. A 401 may have the link scaRedirect: open it in a browser.`;

function operationObject(operation: Operation, bundle: SchemaBundle): JsonObject {
  const { body } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [operation.tag],
    ...defined({ deprecated: operation.deprecated }),
    'x-rules': [...operation.rules],
    'x-role': operation.role,
    parameters: [
      ...pathParameters(operation),
      ...Object.entries(operation.query ?? {}).map((entry) => queryParameter(entry, bundle)),
      ...headersOf(operation).map((use) => ({
        $ref: `#/components/parameters/${headerKey(use)}`,
      })),
    ],
    ...defined({ requestBody: body && requestBody(body, bundle) }),
    responses: {
      ...successResponses(operation, bundle),
      ...Object.fromEntries(
        errorStatuses(operation).map((status) => [
          String(status),
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function descriptionOf({ rules, role, headers }: Operation): string {
  const sentences = rules.map((id) => {
    const rule = RULES.find((row) => row.id === id);
    if (rule === undefined) throw new Error(`There is no rule ${id}`);
    return `- **${id}** ${rule.sentence}`;
  });
  const needs = role === 'none' ? [] : [`The certificate's role: ${roleText(role)}.`];
  const oneOf = requiredOf(headers).oneOf.map((names) => `One of ${names.join(', ')} is required.`);
  return [sentences.join('\n'), ...needs, ...oneOf].join('\n\n');
}

export const roleText = (role: Operation['role']): string =>
  role === 'either' ? 'PSP_AI or PSP_PI' : role;

function pathParameters({ path }: Operation): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: String(name),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameter(
  [name, { required = false, schema, description }]: [string, QueryParameter],
  bundle: SchemaBundle,
): JsonObject {
  return {
    name,
    in: 'query',
    required,
    description,
    schema: schema === undefined ? { type: 'string' } : bundle.ref(schema),
  };
}

function headerParameters(
  operations: readonly Operation[],
  { schema, bundle }: { schema: DocumentOptions['schema']; bundle: SchemaBundle },
): JsonObject {
  const used = new Map(operations.flatMap(headersOf).map((use) => [headerKey(use), use]));
  return Object.fromEntries(
    [...used].map(([key, { name, required }]) => {
      const format = headerFormat(name, schema);
      const parameter = {
        name,
        in: 'header',
        required,
        description: headerRows().find((row) => row.name === name)?.description,
        schema: format === undefined ? { type: 'string' } : bundle.ref(format),
      };
      return [key, parameter];
    }),
  );
}

function requestBody(body: NonNullable<Operation['body']>, bundle: SchemaBundle): JsonObject {
  if (body === 'ignored') {
    const description = 'Any, or none: the bank ignores it, but checks its Digest (HDR-06).';
    return { required: false, description, content: { '*/*': {} } };
  }
  const content = { 'application/json': { schema: bundle.ref(body.schema) } };
  return { required: body.optional !== true, content };
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; an SCA decides.',
  204: 'Deleted.',
};

function successResponses(operation: Operation, bundle: SchemaBundle): JsonObject {
  return Object.fromEntries(
    successesOf(operation).map(({ status, schema }) => {
      const content = schema && { 'application/json': { schema: bundle.ref(schema) } };
      return [String(status), { description: REASONS[status] ?? 'Done.', ...defined({ content }) }];
    }),
  );
}

/** Every success of an operation. */
export const successesOf = ({ success, otherSuccess }: Operation): readonly Success[] =>
  otherSuccess === undefined ? [success] : [success, otherSuccess];

/** Which errors are an operation's own business; any other may come as well. */
export function errorStatuses(operation: Operation): readonly number[] {
  const { headers, method, path, body, rules } = operation;
  const named = path.includes('{');
  const changes = method !== 'GET' && (named || typeof body === 'object');
  return [
    400,
    ...(headers === 'sandbox' ? [] : [401]),
    403,
    ...(named ? [404] : []),
    ...(changes ? [409] : []),
    ...(rules.includes('ACC-06') ? [429] : []),
  ];
}

function errorResponses(bundle: SchemaBundle): JsonObject {
  const schema = bundle.ref('responses/error.json');
  const response = (description: string): JsonObject => ({
    description,
    content: { 'application/json': { schema } },
  });
  const codes = Object.entries(STATUS_OF_CODE);
  const statuses = [...new Set(codes.map(([, status]) => status))];
  const byStatus = statuses.map((status) => {
    const own = codes.flatMap(([code, its]) => (its === status ? [code] : []));
    return [`Error${status}`, response(own.join(', '))] as const;
  });
  return { ...Object.fromEntries(byStatus), Error: response('Any other refusal.') };
}
