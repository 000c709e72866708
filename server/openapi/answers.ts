// The parts of an OpenAPI document that say what an operation answers: bodies with an example, headers, and
// every error code by its status.

import { readFileSync } from 'node:fs';
import type { Success } from '../bank/banks/operation.ts';
import { defined } from '../kernel/defined.ts';
import { memoize } from '../kernel/memoize.ts';
import { PROJECT_FOLDER } from '../kernel/project-folder.ts';
import { type ErrorCode, STATUS_OF_CODE } from '../protocol/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../protocol/json.ts';
import type { ErrorsOf } from './error-codes.ts';
import type { SchemaBundle } from './schemas.ts';

/** What the answers of an operation are made of. */
export interface Answering {
  readonly id: string;
  readonly successes: readonly Success[];
  readonly errors: ErrorsOf;
  /** Names of headers that every answer has, or may have. */
  readonly headers: readonly HeaderName[];
  /** Media types of an answer that is no JSON. */
  readonly produces?: readonly string[];
}

type HeaderName = keyof typeof HEADERS;

const text = (description: string): JsonObject => ({ description, schema: { type: 'string' } });

/** Headers of answers, with what they are for. */
const HEADERS = {
  'X-Request-ID': text('That of the request.'),
  'Sandbank-Findings': text('Rules of which the bank tolerated a form, comma-separated.'),
  'Sandbank-Verdict': text('Path in the request log that explains this refusal, or this finding.'),
  'Sandbank-Fault': text('Id of the fault that fired on this request.'),
  Location: text('Path of what was created.'),
  'Content-Language': text('Language of psuMessage, if the answer has one.'),
  'Retry-After': text('Seconds until the bank accepts this request again.'),
  'WWW-Authenticate': text(
    'Signature: requests are authenticated by their signature and the headers of the PSU.',
  ),
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Of every answer of the signed API. */
export const API_HEADERS: readonly HeaderName[] = [
  'X-Request-ID',
  'Sandbank-Findings',
  'Sandbank-Verdict',
  'Sandbank-Fault',
];

const REASONS: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted; an SCA decides.',
  204: 'Done; the answer has no body.',
};

/** A POST that answers with one of these starts an SCA, and creates nothing with an address. */
const WITHOUT_LOCATION: readonly (string | undefined)[] = [
  'responses/consent.json',
  'responses/start-authorisation.json',
];

export const examplesOf = (id: string): OperationExamples => readExamples().operations[id] ?? {};

/** What the example of a body relies on, by the member that does. */
const RELIES_ON: Readonly<Record<string, string>> = {
  debtorAccount:
    'In the example Jonas Bakkerud pays, 13039319955 of the starting set: send it with his PSU-ID.',
  startDate: 'The date in the example is far off, so that it is ahead by the clock of any bank.',
  paymentIds:
    'The id in the example is made up: send those of payments that Jonas Bakkerud created.',
  account:
    'In the example it is the EUR account of Thea Kristin Nygård, 20079518612 of the starting set: send it to the agreement of her company, Havbris Sjømat AS.',
};

/** What a bank of the starting set must be told so that it takes the example; absent if nothing. */
export function exampleNote(id: string): string | undefined {
  const { request } = examplesOf(id);
  if (!isJsonObject(request)) return undefined;
  const notes = Object.entries(RELIES_ON).filter(([name]) => name in request);
  return notes.length === 0 ? undefined : notes.map(([, note]) => note).join(' ');
}

export function answersOf(answering: Answering, bundle: SchemaBundle): JsonObject {
  const { id, successes, errors, headers, produces } = answering;
  const { answers = {} } = examplesOf(id);
  const done = successes.map((success) => {
    const names = [...headers, ...ownHeaders(success, headers)];
    const example = answers[success.status];
    const answer =
      produces === undefined ? jsonAnswer(success, example, bundle) : textAnswer(produces, example);
    return [success.status, answer, names] as const;
  });
  const refused = [...errors].map(([status, codes]) => {
    const names: HeaderName[] = [
      ...headers,
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 ? (['Retry-After'] as const) : []),
    ];
    return [status, errorAnswer(codes, bundle), names] as const;
  });
  return {
    ...Object.fromEntries(
      [...done, ...refused].map(([status, answer, names]) => [
        String(status),
        { ...answer, ...headerRefs(names) },
      ]),
    ),
    default: { $ref: '#/components/responses/Error' },
  };
}

function ownHeaders({ status, schema }: Success, shared: readonly HeaderName[]): HeaderName[] {
  if (shared.length === 0) return [];
  if (schema === 'responses/payment-status.json') return ['Content-Language'];
  if (status !== 201 || WITHOUT_LOCATION.includes(schema)) return [];
  return schema === 'responses/payment-initiation.json'
    ? ['Location', 'Content-Language']
    : ['Location'];
}

function headerRefs(names: readonly HeaderName[]): JsonObject {
  if (names.length === 0) return {};
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(refs) };
}

function jsonAnswer(
  { status, schema }: Success,
  example: Json | undefined,
  bundle: SchemaBundle,
): JsonObject {
  const description = REASONS[status] ?? 'Done.';
  if (schema === undefined) return { description };
  return { description, content: jsonContent(bundle.ref(schema), example) };
}

/** A certificate, for instance, as PEM or DER. */
function textAnswer(types: readonly string[], example: Json | undefined): JsonObject {
  const media = { schema: { type: 'string' }, ...defined({ example }) };
  return {
    description: 'Success.',
    content: Object.fromEntries(types.map((type) => [type, media])),
  };
}

export const jsonContent = (schema: JsonObject, example: Json | undefined): JsonObject => ({
  'application/json': { schema, ...defined({ example }) },
});

function errorAnswer(codes: readonly ErrorCode[], bundle: SchemaBundle): JsonObject {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.join(', '),
    content: {
      'application/json': {
        schema: bundle.ref('responses/error.json'),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** What the answers refer to. */
export function answerComponents(rows: readonly Answering[], bundle: SchemaBundle): JsonObject {
  const { errors } = readExamples();
  const codes = new Set(rows.flatMap((row) => [...row.errors.values()].flat()));
  const used = [...codes, 'SYSTEM_ERROR' as const];
  const isSigned = rows.some(({ headers }) => headers.length > 0);
  return {
    ...(isSigned ? { headers: HEADERS } : {}),
    examples: Object.fromEntries(
      used.flatMap((code) => {
        const value = errors[code];
        return value === undefined
          ? []
          : [[code, { summary: `${STATUS_OF_CODE[code]} ${code}`, value }]];
      }),
    ),
    responses: {
      Error: { ...errorAnswer(['SYSTEM_ERROR'], bundle), description: 'Any other refusal.' },
    },
  };
}

export interface Examples {
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationExamples>>;
  /** Refusals, by error code. */
  readonly errors: Readonly<Record<string, Json>>;
}

interface OperationExamples {
  readonly request?: Json;
  /** By status. */
  readonly answers?: Readonly<Record<string, Json>>;
}

const FILE = new URL('fixtures/api-examples.json', PROJECT_FOLDER);

const readExamples = memoize(() => JSON.parse(readFileSync(FILE, 'utf8')) as Examples);
