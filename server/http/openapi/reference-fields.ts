// The members of a body as a flat list for people, from its JSON Schema.
import type { Json, JsonObject } from '../../protocol/json.ts';
import { resolveId } from '../../validation/schemas.ts';

export interface Field {
  /** `instructedAmount.amount`, `payments[].creditorName`. */
  readonly name: string;
  /** `text`, `number`, one of the values it can have. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Of the values that a member can have. */
const MOST_VALUES = 8;

/** Members of members of members are said by the example. */
const DEEPEST = 2;

/** @param schema reads a schema by its id */
export function fieldsOf(schema: (id: string) => JsonObject, id: string): readonly Field[] {
  return fieldsIn({ schema, node: schema(id), from: id, path: '', depth: 0 });
}

interface Place {
  readonly schema: (id: string) => JsonObject;
  readonly node: JsonObject;
  /** Id of the schema that the node stands in. */
  readonly from: string;
  readonly path: string;
  readonly depth: number;
}

function fieldsIn(place: Place): readonly Field[] {
  const { node, path, depth } = followed(place);
  if (isObject(node['items'])) {
    return fieldsIn({ ...followed(place), node: node['items'], path: `${path}[]` });
  }
  if (!isObject(node['properties']) || depth > DEEPEST) return [];
  const required: readonly Json[] = Array.isArray(node['required']) ? node['required'] : [];
  return Object.entries(node['properties']).flatMap(([name, member]) => {
    if (!isObject(member)) return [];
    const inner = followed({
      ...followed(place),
      node: member,
      path: path === '' ? name : `${path}.${name}`,
      depth: depth + 1,
    });
    const field: Field = {
      name: inner.path,
      type: typeOf(inner.node),
      required: required.includes(name),
      description: String(member['description'] ?? inner.node['description'] ?? ''),
    };
    return [field, ...fieldsIn(inner)];
  });
}

/** The place that the node's `$ref` names, if it has one. */
function followed(place: Place): Place {
  const { $ref } = place.node;
  if (typeof $ref !== 'string') return place;
  const from = resolveId($ref, place.from);
  return followed({ ...place, node: place.schema(from), from });
}

function typeOf(node: JsonObject): string {
  const { type, enum: values, format, items } = node;
  if (Array.isArray(values)) {
    const first = values.slice(0, MOST_VALUES).map(String).join(', ');
    return values.length > MOST_VALUES ? `${first} …` : first;
  }
  if (isObject(items) || type === 'array') return 'list';
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  const plain = name.replaceAll('string', 'text');
  return typeof format === 'string' ? `${plain} (${format})` : plain;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
