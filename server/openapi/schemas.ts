// The schemas of schemas/ as components of one document: each once, named by its title, `$ref`s rewritten.
import type { Json, JsonObject } from '../protocol/json.ts';
import { resolveId } from '../validation/schemas.ts';

export type SchemaBundle = ReturnType<typeof createSchemaBundle>;

interface BundleOptions {
  /** Of the components in their document. */
  readonly place?: string;
  /**
   * Whether conditions (`if`) stay. Makers of clients have no types for them, and the rules say them in words;
   * editors check them.
   */
  readonly conditions?: boolean;
}

/** @param schema reads a schema by its id. Throws, from there on, for two schemas of one title. */
export function createSchemaBundle(
  schema: (id: string) => JsonObject,
  { place = '#/components/schemas/', conditions = false }: BundleOptions = {},
) {
  const ids = new Map<string, string>();
  const bundled = new Map<string, JsonObject>();

  /** `{"$ref": "#/components/schemas/Amount"}` for `types/amount.json`, which is then part of the bundle. */
  function ref(id: string): JsonObject {
    const name = String(schema(id)['title']);
    const known = ids.get(name);
    if (known !== undefined && known !== id) {
      throw new Error(`${id} and ${known} are both titled ${name}`);
    }
    if (known === undefined) {
      // Before what it refers to: a schema may refer back to itself.
      ids.set(name, id);
      const { $schema: _dialect, $id: _id, ...rest } = schema(id);
      bundled.set(name, rewritten(rest, id) as JsonObject);
    }
    return { $ref: `${place}${name}` };
  }

  function rewritten(value: Json | undefined, from: string): Json | undefined {
    if (Array.isArray(value)) return value.map((item: Json) => rewritten(item, from) as Json);
    if (typeof value !== 'object' || value === null) return value;
    const whole = value as JsonObject;
    const { $ref, ...others } = conditions ? whole : withoutConditions(whole);
    const members = Object.entries(others).map(([key, member]) => [key, rewritten(member, from)]);
    const target = typeof $ref === 'string' ? ref(resolveId($ref, from)) : {};
    return { ...target, ...Object.fromEntries(members) };
  }

  return {
    ref,
    /** What was referred to so far, and what that refers to, sorted by name. */
    components: (): JsonObject =>
      Object.fromEntries([...bundled].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** A body of one kind or another stays so; what holds only for some values of a body goes. */
function withoutConditions(schema: JsonObject): JsonObject {
  const { if: condition, then: one, else: other, allOf, ...rest } = schema;
  if (condition === undefined || one === undefined || other === undefined) {
    const isKept = Array.isArray(allOf) && allOf.some((part) => !('if' in part));
    return { ...rest, ...(isKept ? { allOf } : {}) };
  }
  return { ...rest, anyOf: [other, one] };
}
