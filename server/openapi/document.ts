// The signed API as an OpenAPI 3.1 document, from the very rows that requests are routed by. Pure.
import { type Operation, type QueryParameter, successesOf } from '../bank/banks/operation.ts';
import { defined } from '../kernel/defined.ts';
import type { JsonObject } from '../protocol/json.ts';
import { RULES } from '../protocol/rules.ts';
import {
  type Answering,
  API_HEADERS,
  answerComponents,
  answersOf,
  exampleNote,
  examplesOf,
  jsonContent,
} from './answers.ts';
import { apiErrors } from './error-codes.ts';
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

/**
 * The document, without servers. Throws when two schemas share a title, or an operation cites a rule that is
 * not there.
 */
export function openapiDocument({ operations, schema, version }: DocumentOptions): JsonObject {
  const bundle = createSchemaBundle(schema);
  const paths = pathsOf(operations, (operation) => operationObject(operation, bundle));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbank',
      version,
      'x-simulated-release': SIMULATED_RELEASE,
      description: INTRODUCTION,
      ...PUBLISHER,
    },
    security: [{ certificate: [], signature: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      ...defined({ description: TAGS[name] }),
    })),
    paths,
    components: {
      securitySchemes: securitySchemes(),
      parameters: headerParameters(operations, { schema, bundle }),
      ...answerComponents(operations.map(answering), bundle),
      schemas: bundle.components(),
    },
  };
}

/** Of every document. */
export const PUBLISHER = {
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  contact: { name: 'Sandbank' },
};

/** The path items of a document: every operation below its path and method. */
export function pathsOf<Row extends { readonly path: string; readonly method: string }>(
  rows: readonly Row[],
  describe: (row: Row) => JsonObject,
): Readonly<Record<string, JsonObject>> {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const row of rows) {
    const item = paths[row.path] ?? {};
    item[row.method.toLowerCase()] = describe(row);
    paths[row.path] = item;
  }
  return paths;
}

/**
 * Where the operations of a document are called.
 * @param origin `http://127.0.0.1:8080`
 * @param bank the one that was asked for its document; absent at the root
 */
export function serversOf(origin: string, bank: string | undefined): JsonObject {
  if (bank !== undefined) return { servers: [{ url: origin, description: `The bank ${bank}` }] };
  const other = {
    url: `${origin}/banks/{bank}`,
    description: 'Another bank of the same process (BANK-01)',
    variables: { bank: { default: 'acme' } },
  };
  return { servers: [{ url: origin, description: 'The default bank' }, other] };
}

const INTRODUCTION = `A PSD2 bank simulator. Every request is signed, see the security schemes.
Rules have ids; /docs lists them. Responses repeat X-Request-ID. Sandbank-Findings names the rules of
which the bank tolerated a form. A 401 may have the link scaRedirect: open it in a browser.
The control API for tests has a document of its own: /_sandbox/openapi.json.`;

const TAGS: Readonly<Record<string, string>> = {
  User: 'The PSU and the agreements that the PSU can use',
  Consents: 'Access to accounts, given by the PSU',
  Accounts: 'Accounts, balances and transactions',
  'Card accounts': 'Card accounts, balances and transactions',
  Payments: 'Payments, their approval and their cancellation',
  'Signing baskets': 'Several payments with one approval',
  TPPs: 'What the bank knows of the TPP',
  Sandbox: 'Mock customers and accounts, for tests',
};

const description = (name: string) => headerRows().find((row) => row.name === name)?.description;

/** A signing hook of the client fills them in for every request. */
const securitySchemes = () => ({
  certificate: {
    type: 'apiKey',
    in: 'header',
    name: 'TPP-Signature-Certificate',
    description: description('TPP-Signature-Certificate'),
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description: [
      description('Signature'),
      'With it go two headers that only the signature needs:',
      `- Date. ${description('Date')}`,
      `- Digest. ${description('Digest')}`,
    ].join('\n'),
  },
});

const answering = (operation: Operation): Answering => ({
  id: operation.id,
  successes: successesOf(operation),
  errors: apiErrors(operation),
  headers: API_HEADERS,
});

function operationObject(operation: Operation, bundle: SchemaBundle): JsonObject {
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
    ...defined({ requestBody: requestBody(operation, bundle) }),
    responses: answersOf(answering(operation), bundle),
  };
}

function descriptionOf({ rules, role, headers }: Operation): string {
  const needs = role === 'none' ? [] : [`The certificate's role: ${roleText(role)}.`];
  const oneOf = requiredOf(headers).oneOf.map((names) => `One of ${names.join(', ')} is required.`);
  return [rules.map(ruleText).join('\n'), ...needs, ...oneOf].join('\n\n');
}

/** `- **SIG-01** The rule's sentence.` Throws for an id that no rule has. */
export function ruleText(id: string): string {
  const rule = RULES.find((row) => row.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}`);
  return `- **${id}** ${rule.sentence}`;
}

export const roleText = (role: Operation['role']): string =>
  role === 'either' ? 'PSP_AI or PSP_PI' : role;

export function pathParameters({ path }: { readonly path: string }): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: String(name),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameter(
  [name, { required = false, schema, description: text }]: [string, QueryParameter],
  bundle: SchemaBundle,
): JsonObject {
  return {
    name,
    in: 'query',
    required,
    description: text,
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
        description: description(name),
        schema: format === undefined ? { type: 'string' } : bundle.ref(format),
      };
      return [key, parameter];
    }),
  );
}

function requestBody({ id, body }: Operation, bundle: SchemaBundle): JsonObject | undefined {
  if (body === undefined) return undefined;
  if (body === 'ignored') {
    const text = 'Any, or none: the bank ignores it, but checks its Digest (HDR-06).';
    return { required: false, description: text, content: jsonContent({}, {}) };
  }
  const content = jsonContent(bundle.ref(body.schema), examplesOf(id).request);
  const description = exampleNote(id);
  return { ...defined({ description }), required: true, content };
}
