// What the reference says of every operation, and of schemas of every form, as it is written in tests/fixtures/openapi/. `npm
// run examples` records it again.
import { test } from '@jest/globals';
import { controlOf, operationsOf } from '../../../server/composition/rooms.ts';
import { referencePage } from '../../../server/openapi/reference.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { expectRecorded } from '../../support/recorded.ts';

const operations = operationsOf({} as never);
const { schema } = createValidator();
const options = { version: '1.2.3', today: () => '2031-03-05', schema, operations } as never;
const ORIGIN = 'https://bank.example';

type Page = ReturnType<typeof referencePage>;
type Entry = Page['control'][0] | Page['sections'][0]['operations'][0];

const pageOf = (more: object): Page => referencePage(Object.assign({}, options, more), ORIGIN);

/** Long texts are as long as they are. */
const brief = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 200)}… ${text.length}` : text;

function linesOf({ fields, examples, ...rest }: Entry): readonly string[] {
  const { command, ...own } = rest;
  return [
    brief(JSON.stringify(own).replaceAll('"', '')),
    `  ${brief(command.replaceAll('\n', ' '))}`,
    ...fields.map(({ name, type, required }) => `  ${name}: ${type}${required ? ' !' : ''}`),
    ...examples.map(
      ({ label, note = '', text }) => `  ${label} ${note} ${text.split('\n').length} lines`,
    ),
  ];
}

/** Of products that differ in their path alone, one is enough. */
const isShown = ({ path }: { readonly path: string }): boolean =>
  !/(?:straks|cross-border|bulk-payments\/.*)\/\{/.test(path);

test('WEB-01: the reference: says of every operation what it says now', () => {
  const control = controlOf({ operations, magicPersons: {}, banks: {} } as never);
  const { sections, control: rows, ...rest } = pageOf({ control });
  const lines = [rest.version, rest.origin, rest.release, JSON.stringify(rest.headerSets)];
  lines.push(...rest.headers.map(({ name, description }) => `${name}: ${description}`));
  lines.push(`${rest.rules.length} rules, ${brief(JSON.stringify(rest.rules[0]))}`);
  for (const { tag, anchor, operations: own } of sections)
    lines.push(`# ${tag} ${anchor}`, ...own.filter(isShown).flatMap(linesOf));
  lines.push('# control', ...rows.flatMap(linesOf));
  expectRecorded('openapi/reference.txt', lines);
});

const text = { type: 'string' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ title: 'T', type: 'object', properties },
  ...more,
});

/** Bodies of a form each. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  none: { title: 'None' },
  list: { title: 'List', type: 'array', items: object({ a: text }, { required: ['a'] }) },
  'list of texts': { title: 'Texts', items: text },
  types: object({
    ...{ a: text, b: { type: 'number' }, c: {}, d: { type: ['string', 'null'] }, e: true },
    ...{ f: { type: 'string', format: 'date' }, g: { type: 'array' }, h: { items: text } },
    ...{ i: { enum: ['x', 'y'] }, j: { enum: [1, 2, 3, 4, 5, 6, 7, 8] }, k: { enum: [] } },
    ...{ l: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, m: { type: ['string', 'string'] }, n: [1] },
  }),
  required: object({ a: text, b: text }, { required: ['b', 'c'] }),
  'wrongly required': object({ a: text }, { required: 'a' }),
  deep: object({ a: object({ b: object({ c: object({ d: object({ e: text }) }) }) }) }),
  'lists in lists': object({
    a: { items: { items: object({ b: { items: object({ c: text }) } }) } },
  }),
  words: object({
    a: { $ref: 'words.json' },
    b: { $ref: 'words.json', description: 'Its own.' },
    c: { ...text, description: 'Plain.' },
    d: { $ref: 'again.json' },
  }),
  'words.json': { title: 'Words', ...text, description: 'Of the schema.' },
  'again.json': { title: 'Again', $ref: 'words.json', description: 'Not this.' },
};

test('WEB-01: the reference: names the members of bodies of every form as it does now', () => {
  const bodies = Object.keys(BODIES).map((name) => ({
    ...{ id: name, method: 'PUT', path: `/_sandbox/${name}`, summary: name, rule: 'CTRL-10' },
    body: { schema: name },
  }));
  const { control } = pageOf({
    operations: [],
    control: bodies,
    schema: (id: string) => BODIES[id],
  });
  const lines = control.flatMap(({ id, fields }) => [
    `# ${id}`,
    ...fields.map((one) => JSON.stringify(one)),
  ]);
  expectRecorded('openapi/reference-fields.txt', lines);
});
