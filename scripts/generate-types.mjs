// Writes server/protocol/generated/schemas.ts: the TypeScript types of the bodies and stored rows that the bank reads. `npm
// run generate` writes it; with --check it writes nothing and exits 1 if the file is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const SCHEMAS = new URL('../schemas/', import.meta.url);
const OUTPUT = new URL('../server/protocol/generated/schemas.ts', import.meta.url);
const BANNER =
  '// Generated from schemas/ by npm run generate: change the schemas, not this file.\n';

/** Families that bodies are of. Headers and query parameters are text in every call. */
const BODIES = /^(?:requests|control)\//;
/** How a table says the schema of a member (`server/storage/table.ts`). */
const MEMBER = '\\b(?:json|code)\\(';
const OPERATIONS = new URL('../server/', import.meta.url);

/** Keywords that do not affect a type. */
const CONDITIONS = ['$schema', '$id', 'allOf', 'if', 'then', 'else', 'minItems', 'maxItems'];

/** Longer lists of codes become `string`, because a union of 249 countries helps nobody. */
const LONGEST_UNION = 40;

/** Every schema by its id, in the order of the ids. */
export function readSchemas() {
  const files = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json'))
    .sort();
  return new Map(
    files.map((file) => [file, JSON.parse(readFileSync(new URL(file, SCHEMAS), 'utf8'))]),
  );
}

/** The ids of schemas that operations name as bodies (with a status before it, it is an answer), and tables of members. */
function bodyIds(schemas) {
  const sources = readdirSync(OPERATIONS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), OPERATIONS), 'utf8'));
  const names = (id) =>
    new RegExp(
      BODIES.test(id) ? `(?<!status: \\d+, )schema: '${id}'|${MEMBER}'${id}'` : `${MEMBER}'${id}'`,
    );
  return [...schemas.keys()].filter((id) => sources.some((source) => names(id).test(source)));
}

/** The text of the generated file. */
export async function generate() {
  const schemas = readSchemas();
  const definitions = {};
  for (const [id, schema] of schemas) {
    if (schema.title in definitions) throw new Error(`${id}: another schema has its title`);
    definitions[schema.title] = typed(schema, id, schemas);
  }
  const bodies = bodyIds(schemas);
  const map = {
    title: 'SchemaTypes',
    description: 'The type of a body, by the id of its schema.',
    type: 'object',
    required: bodies,
    properties: Object.fromEntries(
      bodies.map((id) => [id, { $ref: `#/definitions/${schemas.get(id).title}` }]),
    ),
    definitions,
  };
  const text = await compile(map, 'SchemaTypes', {
    bannerComment: '',
    additionalProperties: false,
    style: { singleQuote: true, printWidth: 100 },
  });
  return BANNER + readonly(text);
}

/** The schema as a type needs it: references inside one document, no conditions. */
function typed(value, id, schemas) {
  if (Array.isArray(value)) return value.map((item) => typed(item, id, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if (value.if !== undefined && value.then !== undefined && value.else !== undefined) {
    const { if: _, then: one, else: other, ...rest } = value;
    return typed({ ...rest, anyOf: [other, one] }, id, schemas);
  }
  const kept = Object.entries(value).filter(([key, member]) => !isCondition(key, member));
  const result = Object.fromEntries(kept.map(([key, member]) => [key, typed(member, id, schemas)]));
  if (typeof value.$ref === 'string') {
    const target = schemas.get(new URL(value.$ref, `schema:///${id}`).pathname.slice(1));
    // Text with a format is text; a type name would only hide that.
    if (isText(target)) return { type: 'string', description: value.description };
    result.$ref = `#/definitions/${target.title}`;
    // A description next to a reference would copy the type.
    if (value.$id === undefined) return { $ref: result.$ref };
    delete result.description;
  }
  if (Array.isArray(value.enum) && value.enum.length > LONGEST_UNION) delete result.enum;
  return result;
}

function isText({ type, enum: codes = [] }) {
  return type === 'string' && (codes.length === 0 || codes.length > LONGEST_UNION);
}

function isCondition(key, member) {
  if (CONDITIONS.includes(key) || key.startsWith('x-')) return true;
  return key === 'anyOf' && member.every((branch) => Object.keys(branch).join() === 'required');
}

/** Bodies are immutable JSON values. A type, unlike an interface, is assignable to any JSON object. */
function readonly(text) {
  return text
    .replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */')
    .replaceAll(/^export interface (\w+) \{$([\s\S]*?)^\}$/gm, 'export type $1 = {$2};')
    .replaceAll(
      /^( +)((?:[A-Za-z_$][\w$]*|"[^"]+"|'[^']+')\??:\s|\[k: string\]:)/gm,
      '$1readonly $2',
    )
    .replaceAll(/((?:\b[A-Za-z_]\w*|\([^()]*\)))\[\]/g, 'readonly $1[]');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await generate();
  if (!process.argv.includes('--check')) writeFileSync(OUTPUT, text);
  else if (readFileSync(OUTPUT, 'utf8') !== text) {
    console.error('server/protocol/generated/schemas.ts is stale: run npm run generate.');
    process.exitCode = 1;
  }
}
