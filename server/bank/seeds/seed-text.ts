// A seed as text, YAML or JSON, and where each of its fields is.
import { JsonFaultError, parseJson, placeOf } from '../../kernel/json-parser.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { pointerOf, segmentsOf } from '../../validation/json-pointer.ts';
import { parseYaml, type SeedText } from './seed-yaml.ts';

/** Characters. A bank answers nobody while it reads a seed: a second for so much YAML, a tenth of it for JSON. */
const MOST_YAML = 2 * 1024 * 1024;

const JSON_RULES = { what: 'body', maxDepth: 64 } as const;

/** Throws ApiError CTRL-11 FORMAT_ERROR with line and column. */
export function parseSeedText(text: string): SeedText {
  // An object in YAML's short form may begin with a brace too, but not with a quoted name.
  if (/^\s*\{\s*["}]/.test(text)) return parseJsonSeed(text);
  if (text.length <= MOST_YAML) return parseYaml(text);
  const problem = `A seed in YAML has at most ${MOST_YAML} characters; this one has ${text.length}. Use generators, or write it as JSON.`;
  throw new ApiError('CTRL-11', 'FORMAT_ERROR', problem, { path: '' });
}

function parseJsonSeed(text: string): SeedText {
  const placeAt = (at: number): string => {
    const { line, column } = placeOf(text, at);
    return `Line ${line}, column ${column}: `;
  };
  try {
    const value = parseJson(text, JSON_RULES);
    const placesOf = (pointers: readonly string[]) =>
      offsetsOf(
        text,
        pointers.map((pointer) => existing(value, segmentsOf(pointer))),
      ).map(placeAt);
    return { value, placesOf };
  } catch (error) {
    if (!(error instanceof JsonFaultError)) throw error;
    const problem = `${placeAt(error.at)}This is not JSON: ${error.message}.`;
    throw new ApiError('CTRL-11', 'FORMAT_ERROR', problem, { path: pointerOf(error.path ?? []) });
  }
}

type Path = readonly (string | number)[];

/** Where the values of those paths begin; one pass, because a seed can be large. */
function offsetsOf(text: string, paths: readonly Path[]): readonly number[] {
  const keys = paths.map((path) => JSON.stringify(path));
  const lengths = new Set(paths.map((path) => path.length));
  const found = new Map<string, number>();
  const onValue = (here: Path, at: number): void => {
    if (!lengths.has(here.length)) return;
    const key = JSON.stringify(here);
    if (keys.includes(key)) found.set(key, at);
  };
  parseJson(text, { ...JSON_RULES, onValue });
  return keys.map((key) => found.get(key) ?? 0);
}

/** The path as far as the value has it. */
function existing(value: Json, segments: readonly string[]): Path {
  const [first, ...rest] = segments;
  if (first === undefined || typeof value !== 'object' || value === null) return [];
  const key = Array.isArray(value) ? Number(first) : first;
  const member = (value as JsonObject)[key];
  return member === undefined ? [] : [key, ...existing(member, rest)];
}
