// Validates values against schemas/ (JSON Schema 2020-12). Files are read and compiled at first use,
// each once per validator; a refusal carries one tppMessage per violation.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { defined } from '../kernel/defined.ts';
import { memoize } from '../kernel/memoize.ts';
import { PROJECT_FOLDER } from '../kernel/project-folder.ts';
import { ApiError, errorMessage } from '../protocol/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../protocol/json.ts';
import { FORMATS } from './formats.ts';
import { nameOf, pointerOf } from './json-pointer.ts';
import { ANY_ROWS, boundedItems, NOTES, ownKeywords, type RowIds } from './keywords.ts';
import { messagesOf, type Violation } from './messages.ts';

export type Validator = ReturnType<typeof createValidator>;

/** The schema ids are paths in it. */
const SCHEMAS = new URL('schemas/', PROJECT_FOLDER);

/** @param own schemas that are in no file, by their ids */
export function createValidator(own: ReadonlyMap<string, JsonObject> = new Map()) {
  const ajv = memoize(createAjv);
  /** The schema as it is written, `$ref`s and all. Throws when there is no such file. */
  const schema = memoize(
    (id: string) =>
      own.get(id) ?? (JSON.parse(readFileSync(new URL(id, SCHEMAS), 'utf8')) as JsonObject),
  );

  /** The names of an object schema's members. */
  const members = memoize((id: string) => Object.keys(schema(id)['properties'] ?? {}));

  const load = (id: string): void => {
    if (ajv().schemas[id] !== undefined) return;
    ajv().addSchema(schema(id), id);
    for (const ref of refsOf(schema(id))) load(resolveId(ref, id));
  };

  const compiled = memoize((id: string): ValidateFunction => {
    load(id);
    return ajv().getSchema(id) as ValidateFunction;
  });

  /**
   * At most 20 violations with the rule that each breaks; empty when valid.
   * @param rows those that `x-row` looks for ids in; without them, any id will do
   */
  const violations = (
    id: string,
    value: unknown,
    rows: RowIds = ANY_ROWS,
  ): readonly Violation[] => {
    const tooMuch = oversized(value, schema(id)['x-large'] === true ? Infinity : MAX_ITEMS);
    if (tooMuch !== undefined) return [tooMuch];
    const validate = compiled(id);
    if (validate.call(rows, value)) return [];
    return messagesOf((validate.errors ?? []) as readonly ErrorObject[], schema(id));
  };

  return {
    schema,
    members,
    violations,
    /** Passes a body that its schema accepts. Throws ApiError FORMAT_ERROR, naming the rule (PAY-02 …). */
    body: (id: string, value: Json) => throwFirst(violations(id, value)),
  };
}

/** One ApiError of all the violations, the first one leading. */
export function throwFirst(violations: readonly Violation[]): void {
  const [first, ...others] = violations;
  if (first === undefined) return;
  const { code, text, path } = first.message;
  throw new ApiError(first.rule, code, text, {
    ...defined({ path, expected: first.expected }),
    more: others.map((violation) => violation.message),
  });
}

// Loading ajv takes some 20 ms, which no start needs to wait for; `import()` could not be waited for here.
const require = createRequire(import.meta.url);

function createAjv(): Ajv2020 {
  const library = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new library.Ajv2020({
    strict: true,
    // Conditions name members that the object around them defines.
    strictRequired: false,
    allErrors: true,
    passContext: true,
    verbose: true,
    allowUnionTypes: true,
    // tests/schemas.test.ts checks the schemas against the meta-schema; a start needs not.
    validateSchema: false,
  });
  ajv.addVocabulary([...NOTES]);
  for (const keyword of ownKeywords()) ajv.addKeyword(keyword);
  ajv.removeKeyword('items').addKeyword(boundedItems(library));
  for (const [name, problem] of Object.entries(FORMATS)) {
    ajv.addFormat(name, { type: 'string', validate: (text) => problem(text) === undefined });
  }
  return ajv;
}

/** Every `$ref` in the schema, wherever it stands. */
export function refsOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => refsOf(item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : refsOf(member),
  );
}

/** `../types/date.json` seen from `requests/x.json` → `types/date.json`. */
export function resolveId(ref: string, from: string): string {
  return new URL(ref, `schema:///${from}`).pathname.slice(1);
}

/** The longest array of the interface is 1000 (bulk, sandbox transactions); no object has 200 members, a seed's too. */
const MAX_ITEMS = 1000;
const MAX_MEMBERS = 200;

/** The first array or object that is larger than any of the interface's. */
function oversized(value: unknown, items: number, path: string[] = []): Violation | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members: Readonly<Record<string, unknown>> = value as never;
  const names = Object.keys(members);
  const size = names.length;
  const [what, most] = Array.isArray(value) ? ['entries', items] : ['members', MAX_MEMBERS];
  if (size > most) {
    const text = `${nameOf(path)} must have at most ${most} ${what}; it has ${size}.`;
    const message = errorMessage('FORMAT_ERROR', text, pointerOf(path));
    return { rule: 'PAY-02', expected: `at most ${most} ${what}`, message };
  }
  for (const name of names) {
    path.push(name);
    const found = oversized(members[name], items, path);
    if (found !== undefined) return found;
    path.pop();
  }
  return undefined;
}
