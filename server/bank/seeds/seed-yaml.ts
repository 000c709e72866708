// Seeds in YAML: what is wrong is said with its line and column.
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml';
import { isExactNumber } from '../../kernel/json-parser.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { quote } from '../../protocol/shown-text.ts';
import { pointerOf, segmentsOf } from '../../validation/json-pointer.ts';

/** A seed that was text. */
export interface SeedText {
  readonly value: Json;
  /**
   * For each JSON pointer the beginning of a sentence: `Line 12, column 5: `. For a field that is not there, the place
   * of what is around it.
   */
  readonly placesOf: (pointers: readonly string[]) => readonly string[];
}

const MAX_DEPTH = 64;

const TOO_DEEP = `The lists and objects here nest deeper than ${MAX_DEPTH} levels.`;

/** Throws ApiError CTRL-11 FORMAT_ERROR with line and column. */
export function parseYaml(text: string): SeedText {
  const lines = new LineCounter();
  const document = parse(text, lines);
  const place = (at: number): string => {
    const { line, col } = lines.linePos(at);
    return `Line ${line}, column ${col}: `;
  };
  const fault = (at: number, problem: string): ApiError => {
    const path = pointerOf(segmentsAt(document.contents, at));
    return new ApiError('CTRL-11', 'FORMAT_ERROR', `${place(at)}${problem}`, { path });
  };
  const [error] = [...document.errors, ...document.warnings];
  if (error?.code === 'RESOURCE_EXHAUSTION') throw fault(error.pos[0], TOO_DEEP);
  if (error !== undefined) throw fault(error.pos[0], problemOf(error, text));
  checkNodes(document, fault);
  return {
    value: plainValue(document, fault),
    placesOf: (pointers) =>
      pointers.map((pointer) => place(offsetOf(document, segmentsOf(pointer)))),
  };
}

/** A seed as YAML, as an export prints it: a line for each transaction. */
export function seedYaml(seed: JsonObject): string {
  const document = new Document(seed, { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.value !== 'transactions' || !isSeq(value)) return;
      for (const item of value.items) if (isMap(item)) item.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** Digits that are a number of something are text: national ids, accounts, organisations. */
const LONG_DIGITS = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^(?:0[0-9]+|[0-9]{9,})$/,
  resolve: (digits: string) => digits,
};

function parse(text: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      stringKeys: true,
      // Only what JSON has too: no dates, sets and ordered maps, whatever a tag or a %YAML line says.
      schema: 'core',
      resolveKnownTags: false,
      customTags: (tags) => [LONG_DIGITS, ...tags],
    });
  } catch (error) {
    // The library calls itself for each level.
    if (!(error instanceof RangeError)) throw error;
    throw new ApiError('CTRL-11', 'FORMAT_ERROR', TOO_DEEP, { path: '' });
  }
}

/** What to do about the mistakes that people make most. */
function problemOf({ code, message, pos }: Document['errors'][number], text: string): string {
  if (code === 'TAB_AS_INDENT') return 'YAML allows no tabs in front of a line; use spaces.';
  if (code === 'DUPLICATE_KEY') {
    const name = /^[^:\n]*/.exec(text.slice(pos[0]))?.[0] ?? '';
    return `${quote(name, 60)} is there twice in this object; keep one.`;
  }
  if (code === 'TAG_RESOLVE_FAILED') return 'A seed has only what JSON has; remove the tag (!).';
  if (code === 'MULTIPLE_DOCS')
    return 'A seed is one document; remove the line --- and what is before or after it.';
  return `This is not YAML: ${message}. Look at the indentation, quotes and brackets here.`;
}

type Fault = (at: number, problem: string) => ApiError;

function plainValue(document: Document.Parsed, fault: Fault): Json {
  try {
    return document.toJS() as Json;
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const at = firstAlias(document)?.range?.[0] ?? 0;
    throw fault(at, 'The aliases (*) stand for too much; write the values out.');
  }
}

function checkNodes(document: Document.Parsed, fault: Fault): void {
  const anchors = new Map<string, Node>();
  visit(document, {
    Node(_key, node, path) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
      const at = node.range?.[0] ?? 0;
      if (path.length > 2 * MAX_DEPTH) throw fault(at, TOO_DEEP);
    },
    Alias(_key, { source, range }, path) {
      const at = range?.[0] ?? 0;
      const target = anchors.get(source);
      if (target === undefined)
        throw fault(at, `There is no anchor &${source} before the alias *${source}.`);
      if (path.includes(target))
        throw fault(at, `The alias *${source} is inside of what it stands for.`);
    },
    Scalar(_key, { value, source = '', range }) {
      const problem = scalarProblem(value, source);
      if (problem !== undefined) throw fault(range?.[0] ?? 0, problem);
    },
  });
}

/** What JSON could not say. */
function scalarProblem(value: unknown, source: string): string | undefined {
  // With `u`, only a surrogate without its other half matches.
  if (typeof value === 'string' && /[\uD800-\uDFFF]/u.test(value))
    return 'The text holds a lone surrogate, which is no character.';
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return `${source} is no number that JSON has.`;
  if (isExactNumber(source, value)) return undefined;
  return `${source} has more digits than a number keeps; put it in quotes.`;
}

function firstAlias(document: Document.Parsed): Node | undefined {
  let found: Node | undefined;
  visit(document, {
    Alias(_key, node) {
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

/** Where the value of that field begins; for a field that is not there, where the object around it does. */
function offsetOf(document: Document.Parsed, segments: readonly string[]): number {
  let node: Node | null | undefined = document.contents;
  let at = node?.range?.[0] ?? 0;
  for (const segment of segments) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      if (pair === undefined) return at;
      const value = pair.value as Node | null;
      at =
        (isCollection(value) ? (pair.key as Node) : (value ?? (pair.key as Node))).range?.[0] ?? at;
      node = value;
    } else if (isSeq(node)) {
      const item = node.items[Number(segment)] as Node | undefined;
      if (item === undefined) return at;
      at = item.range?.[0] ?? at;
      node = item;
    } else return at;
  }
  return at;
}

/** The field that the place belongs to. */
function segmentsAt(node: ParsedNode | null | undefined, at: number): readonly (string | number)[] {
  if (isMap(node)) {
    const pair = node.items.findLast(({ key }) => ((key as Node).range?.[0] ?? 0) <= at);
    if (pair === undefined || !isScalar(pair.key)) return [];
    return [String(pair.key.value), ...segmentsAt(pair.value as ParsedNode | null, at)];
  }
  if (isSeq(node)) {
    const index = node.items.findLastIndex((item) => ((item as Node).range?.[0] ?? 0) <= at);
    if (index < 0) return [];
    return [index, ...segmentsAt(node.items[index] as ParsedNode, at)];
  }
  return [];
}
