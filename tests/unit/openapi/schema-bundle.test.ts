// The schemas of a document by themselves: how they refer to each other, what goes of their conditions, and which headers
// an operation takes, as it is written in tests/fixtures/tables/schema-bundles.txt. `npm run examples` records it again.
import { test } from '@jest/globals';
import { operationsOf } from '../../../server/composition/rooms.ts';
import { adaptedExample } from '../../../server/openapi/adapted-example.ts';
import {
  headerFormat,
  headerKey,
  headersOf,
  requiredOf,
} from '../../../server/openapi/header-parameters.ts';
import { createSchemaBundle } from '../../../server/openapi/schemas.ts';
import type { Json, JsonObject } from '../../../server/protocol/json.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { expectRecorded, saidBy } from '../../support/recorded.ts';

/** Parts of a condition, by their names. */
const parts = (names: string): JsonObject =>
  Object.fromEntries(names.split(' ').map((name, nth) => [name, { [name]: nth }]));
const CONDITION = parts('if then else');
const text = { type: 'string' };

/** By id; each is its own component. */
const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'a/plain.json': {
    $schema: 'x',
    $id: 'a/plain.json',
    title: 'Plain',
    type: 'object',
    default: null,
  },
  'a/refers.json': {
    title: 'Refers',
    properties: {
      one: { $ref: 'plain.json', description: 'd' },
      all: [{ $ref: '../b/other.json' }],
    },
  },
  'b/other.json': { title: 'Other', items: { $ref: 'back.json' }, $defs: { $ref: 7 } },
  'b/back.json': { title: 'Back', $ref: 'other.json' },
  'b/twice.json': { title: 'Plain' },
  'b/both.json': { title: 'Both', oneOf: [{ $ref: '../a/plain.json' }, { $ref: 'twice.json' }] },
  'c/whole.json': { title: 'Whole', ...text, ...CONDITION },
  'c/no-else.json': { title: 'NoElse', ...text, ...parts('if then') },
  'c/no-then.json': { title: 'NoThen', ...text, ...parts('if else') },
  'c/no-if.json': { title: 'NoIf', ...text, ...parts('then else') },
  'c/all.json': { title: 'All', allOf: [CONDITION, { d: 4 }] },
  'c/only.json': { title: 'Only', allOf: [CONDITION, CONDITION] },
  'c/none.json': { title: 'None', allOf: [] },
  'c/kept.json': { title: 'Kept', allOf: [{ d: 4 }, { $ref: '../a/plain.json' }] },
  'c/both.json': { title: 'BothKinds', ...CONDITION, allOf: [{ d: 4 }] },
  'c/inner.json': {
    title: 'Inner',
    properties: { p: { ...CONDITION, title: 'P' }, q: { allOf: 1 } },
  },
};

const VALUES = { a: 9, list: [1], none: null as unknown as Json };
const EXAMPLES: readonly Json[] = [
  ...[
    {},
    [],
    'a',
    null,
    { a: 1 },
    { b: { a: 1, c: [{ a: 2 }, 3] } },
    [[{ a: 1 }]],
    { list: 0, none: 5 },
  ],
];

test('WEB-01: the schemas and headers of a document: are made as they are now', () => {
  const lines: string[] = [];
  for (const conditions of [false, true])
    for (const id of Object.keys(SCHEMAS)) {
      const options = conditions ? { place: '#/$defs/', conditions } : {};
      const bundle = createSchemaBundle((one) => SCHEMAS[one] as JsonObject, options);
      const asked = saidBy(() => [bundle.ref(id), bundle.ref(id)]);
      lines.push(`# ${id} ${conditions}: ${asked}`, JSON.stringify(bundle.components()));
    }
  for (const example of EXAMPLES)
    lines.push(`${JSON.stringify(example)}: ${JSON.stringify(adaptedExample(example, VALUES))}`);
  const operations = operationsOf({} as never);
  const sets = [...new Set(operations.map(({ headers }) => headers))];
  for (const set of sets) {
    const operation = operations.find(({ headers }) => headers === set);
    if (operation === undefined) continue;
    lines.push(`${set}: ${JSON.stringify(requiredOf(set))}`);
    lines.push(headersOf(operation).map(headerKey).join(' '));
  }
  const { schema } = createValidator();
  for (const name of ['X-Request-ID', 'x-request-id', 'PSU-ID', 'Date', 'Digest', 'None'])
    lines.push(`${name}: ${headerFormat(name, schema)}`);
  expectRecorded('tables/schema-bundles.txt', lines);
});
