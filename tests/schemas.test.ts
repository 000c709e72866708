// schemas/ is the only place where a shape is said: every file is sound, used, and in the types.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../server/protocol/json.ts';
import { RULES } from '../server/protocol/rules.ts';
import { FORMATS } from '../server/validation/formats.ts';
import { createValidator, refsOf, resolveId } from '../server/validation/schemas.ts';

const ROOT = new URL('../../', import.meta.url);
const SCHEMAS = new URL('schemas/', ROOT);

/** Families that OpenAPI and the client's types use beyond the operations of today. */
const PUBLISHED = /^(?:requests|responses|control)\//;

const filesIn = (folder: URL, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith(ending));

const ids = filesIn(SCHEMAS, '.json');
const schemas = new Map(
  ids.map((id) => [id, JSON.parse(readFileSync(new URL(id, SCHEMAS), 'utf8')) as JsonObject]),
);

/** Every schema object inside the schema, with its pointer. */
function* objectsOf(value: Json | undefined, at = ''): Generator<readonly [string, JsonObject]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as JsonObject];
  for (const [name, member] of Object.entries(value))
    yield* objectsOf(member as Json, `${at}/${name}`);
}

describe('schemas', () => {
  const validator = createValidator();
  const meta = new Ajv2020({ strict: false });

  test.each(ids)(
    '%s is a valid schema, compiles in strict mode, and is named by its path',
    (id) => {
      const schema = schemas.get(id) as JsonObject;
      expect(schema['$id']).toBe(id);
      expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(meta.validateSchema(schema)).toBe(true);
      expect(validator.violations(id, Symbol('no JSON'))).not.toEqual([]);
    },
  );

  test.each(ids)('%s: objects are closed, text has a format, rules and formats exist', (id) => {
    const rules: readonly string[] = RULES.map((rule) => rule.id);
    for (const [at, schema] of objectsOf(schemas.get(id))) {
      const where = `${id}#${at}`;
      if (schema['type'] === 'object')
        expect([where, 'additionalProperties' in schema]).toEqual([where, true]);
      const rule = schema['x-rule'];
      if (typeof rule === 'string') expect(rules).toContain(rule);
      const format = schema['format'];
      if (typeof format === 'string') expect(Object.keys(FORMATS)).toContain(format);
    }
  });

  const taken = ids.filter((id) => /^requests\//.test(id));
  test.each(taken)('PAY-09: every text that %s takes has a format, a pattern or a list', (id) => {
    const seen = new Set<string>();
    const visit = (at: string): void => {
      if (seen.has(at)) return;
      seen.add(at);
      for (const [pointer, schema] of objectsOf(schemas.get(at))) {
        if (schema['type'] !== 'string' || at === 'types/identifier.json') continue;
        const bounded = ['format', 'pattern', 'enum'].some((keyword) => keyword in schema);
        expect([`${at}#${pointer}`, bounded]).toEqual([`${at}#${pointer}`, true]);
      }
      for (const ref of refsOf(schemas.get(at))) visit(resolveId(ref, at));
    };
    visit(id);
  });

  test('titles are unique: they name the types', () => {
    const titles = [...schemas.values()].map((schema) => schema['title']);
    expect(new Set(titles).size).toBe(ids.length);
  });

  test('every $ref leads to a file, and every file is used', () => {
    const referred = ids.flatMap((id) => refsOf(schemas.get(id)).map((ref) => resolveId(ref, id)));
    expect(referred.filter((id) => !schemas.has(id))).toEqual([]);
    const server = new URL('server/', ROOT);
    const sources = filesIn(server, '.ts').map((file) =>
      readFileSync(new URL(file, server), 'utf8'),
    );
    const unused = ids.filter(
      (id) =>
        !PUBLISHED.test(id) &&
        !referred.includes(id) &&
        !sources.some((source) => source.includes(`'${id}'`)),
    );
    expect(unused).toEqual([]);
  });

  test('the generated types are those of the schemas', async () => {
    const script = fileURLToPath(new URL('scripts/generate-types.mjs', ROOT));
    await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toMatchObject(
      { stderr: '' },
    );
  });
});
