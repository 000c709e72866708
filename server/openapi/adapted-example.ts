// A recorded example with other values, so that a bank of today takes it.
import { isJsonObject, type Json, type JsonObject } from '../protocol/json.ts';

/** @param values by member name; they replace what the example has under these names, at any depth */
export function adaptedExample(example: Json, values: JsonObject): Json {
  if (Array.isArray(example)) return example.map((item: Json) => adaptedExample(item, values));
  if (!isJsonObject(example)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      values[name] ?? adaptedExample(value as Json, values),
    ]),
  );
}
