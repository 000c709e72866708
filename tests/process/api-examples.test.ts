// The examples of the OpenAPI documents are what the bank answers. `npm run examples` records them again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { send } from '../support/http.ts';
import { START } from '../support/payment-scene.ts';
import { recordExamples } from '../support/record-examples.ts';
import { schemaErrors } from '../support/sandbanks.ts';
import { schemaIds } from '../support/schema-ids.ts';
import { ROOT } from '../support/source-tree.ts';
import { testBank } from '../support/test-bank.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents and examples of every shape
type Node = any;

const TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

const FILE = join(ROOT, 'fixtures', 'api-examples.json');

// The bank and this client live on the same day, so that the starting set never differs.
jest.useFakeTimers({ now: Date.parse(START), doNotFake: [...TIMERS] });
const house = await testBank({ wallClock: { at: Date.parse(START) } });
const read = async (path: string): Promise<Node> =>
  (await send({ method: 'GET', url: house.url + path })).body;
const documents = [await read('/openapi.json'), await read('/_sandbox/openapi.json')];
const described: readonly (readonly [key: string, operation: Node])[] = documents.flatMap(
  ({ paths }) =>
    Object.entries(paths as Node).flatMap(([path, item]) =>
      Object.entries(item as Node).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
);
const ids = new Map(described.map(([key, { operationId }]) => [key, operationId as string]));
const recorded: Node = await recordExamples(house, ids);
if (process.env['RECORD_EXAMPLES'] !== undefined) writeFileSync(FILE, printed(recorded));
const stored: Node = JSON.parse(readFileSync(FILE, 'utf8'));

/** One line for each operation and code. */
function printed(examples: Node): string {
  const parts = ['operations', 'errors'].map((part) => {
    const lines = Object.keys(examples[part])
      .sort()
      .map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(examples[part][key])}`);
    return `  "${part}": {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}

/** The names of all members outside lists, and the kinds of their values: lists can be in any order. */
function shapeOf(value: Node): Node {
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, shapeOf(value[name])]));
}

test('fixtures/api-examples.json: has what the bank answers now: after a change run npm run examples', () => {
  expect(shapeOf(stored)).toEqual(shapeOf(recorded));
});

test('fixtures/api-examples.json: has no key and no certificate', () => {
  expect(readFileSync(FILE, 'utf8')).not.toMatch(/-----BEGIN/);
});

/** Every body of a document that has a schema, with its examples. */
const bodies = described.flatMap(([key, { requestBody, responses }]) => {
  const answers = Object.entries(responses as Node).map(([status, answer]) => [
    `${key} ${status}`,
    (answer as Node).content,
  ]);
  return [[`${key} request`, requestBody?.content], ...answers]
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => ({ name, media: Object.values(content)[0] as Node }));
});

test('every request and every answer of the documents has an example', () => {
  expect(bodies.length).toBeGreaterThan(500);
  const bare = bodies.filter(
    ({ media: { example, examples } }) =>
      example === undefined && Object.keys(examples ?? {}).length === 0,
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

test('every example fits its schema', async () => {
  const files = documents.flatMap(({ components }) => Object.keys(components.schemas));
  expect(files.filter((title) => !schemaIds.has(title))).toEqual([]);
  const problems: string[] = [];
  for (const { name, media } of bodies) {
    const title = media.schema.$ref?.split('/').at(-1);
    if (title === undefined || media.example === undefined) continue;
    const errors = await schemaErrors(schemaIds.get(title) ?? '', media.example);
    problems.push(...errors.map(({ text, path }) => `${name}: ${path} ${text}`));
  }
  for (const value of Object.values(stored.errors)) {
    const errors = await schemaErrors('responses/error.json', value);
    problems.push(...errors.map(({ text }) => text));
  }
  expect(problems).toEqual([]);
});
