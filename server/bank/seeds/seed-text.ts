// A seed that is text: YAML or JSON, and where in it each value is.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { offsetsOf, parseJson } from '../../kernel/json-parser.ts';
import {
  type Path,
  placeOf,
  placesOf,
  TextFaultError,
  type TextPlace,
} from '../../kernel/text-places.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { pointerOf, segmentsOf } from '../../validation/json-pointer.ts';
import { MAX_DEPTH, yamlNodes } from './yaml-nodes.ts';
import { YamlValues } from './yaml-values.ts';

export interface SeedText {
  readonly value: Json;
  /**
   * For each JSON pointer the beginning of a sentence: `Line 12, column 5: `. For a field that is not there, the place
   * of what is around it.
   */
  readonly placesOf: (pointers: readonly string[]) => readonly string[];
}

/** So many members and entries are some 25,000 transactions, and no more than the validator can refuse one by one. */
export const MOST_VALUES = 500_000;

/** Characters. While so much YAML is put together, the bank answers no other request for about a second. */
const MOST_YAML = 2 * 1024 * 1024;

const JSON_RULES = { what: 'body', maxDepth: MAX_DEPTH } as const;

/** Throws ApiError CTRL-11 FORMAT_ERROR with line and column. */
export async function parseSeedText(source: string): Promise<SeedText> {
  // Editors of Windows write a byte order mark.
  const text = source.replace(/^\uFEFF/, '');
  // An object in YAML's short form may begin with a brace too, but not with a quoted name.
  const isJson = /^\s*\{\s*["}]/.test(text);
  if (!isJson && text.length > MOST_YAML) {
    const problem = `A seed in YAML has at most ${MOST_YAML} characters; this one has ${text.length}. Use generators, or write it as JSON.`;
    throw new ApiError('CTRL-11', 'FORMAT_ERROR', problem, { path: '' });
  }
  try {
    const { value, offsets } = isJson ? readJson(text) : await readYaml(text);
    const pathsOf = (pointers: readonly string[]) =>
      pointers.map((pointer) => existing(value, segmentsOf(pointer)));
    return {
      value,
      placesOf: (pointers) => placesOf(text, offsets(pathsOf(pointers))).map(inWords),
    };
  } catch (error) {
    if (!(error instanceof TextFaultError)) throw error;
    const problem = isJson ? `This is not JSON: ${error.message}.` : error.message;
    const placed = `${inWords(placeOf(text, error.at))}${problem}`;
    const path = pointerOf(error.path ?? []);
    throw new ApiError('CTRL-11', 'FORMAT_ERROR', placed, { path });
  }
}

const inWords = ({ line, column }: TextPlace): string => `Line ${line}, column ${column}: `;

interface Parsed {
  readonly value: Json;
  /** Where the values at those paths begin. */
  readonly offsets: (paths: readonly Path[]) => readonly number[];
}

const readJson = (text: string): Parsed => ({
  value: parseJson(text, JSON_RULES),
  offsets: (paths) => offsetsOf(text, paths, JSON_RULES),
});

async function readYaml(text: string): Promise<Parsed> {
  const nodes = await yamlNodes(text);
  await afterOthers();
  const values = new YamlValues(nodes, MOST_VALUES);
  return { value: values.read(), offsets: (paths) => paths.map((path) => values.offsetOf(path)) };
}

/** The path as far as the value has it. */
function existing(value: Json, segments: readonly string[]): Path {
  const path: (string | number)[] = [];
  let here: Json | undefined = value;
  for (const segment of segments) {
    if (typeof here !== 'object' || here === null) break;
    const key: string | number = Array.isArray(here) ? Number(segment) : segment;
    if (!Object.hasOwn(here, key)) break;
    path.push(key);
    here = (here as JsonObject)[key];
  }
  return path;
}
