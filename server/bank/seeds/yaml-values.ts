// What a YAML text says, as JSON: aliases are what they stand for, and what JSON could not say is refused.
import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isExactNumber } from '../../kernel/json-parser.ts';
import { type Path, TextFaultError } from '../../kernel/text-places.ts';
import type { Json } from '../../protocol/json.ts';
import { quote, visible } from '../../protocol/shown-text.ts';
import { MAX_DEPTH, TOO_DEEP } from './yaml-nodes.ts';

/** A value, and how much it is: values in all, and levels of lists and objects. */
interface Read {
  readonly value: Json;
  readonly size: number;
  readonly levels: number;
}

/** What an anchor names; not read as long as the reader is inside of it. */
interface Anchored {
  readonly node: Node;
  read?: Read;
}

/** Reads the nodes of one document, each once. */
export class YamlValues {
  readonly #contents: Node | null;
  /** Values in all, with the aliases written out. */
  readonly #most: number;
  /** By anchor, which a later node can take over. */
  readonly #anchors = new Map<string, Anchored>();
  readonly #targets = new Map<Alias, Node>();
  readonly #path: (string | number)[] = [];
  #size = 0;

  constructor(contents: Node | null, most: number) {
    this.#contents = contents;
    this.#most = most;
  }

  /** Throws TextFaultError. */
  read(): Json {
    return this.#read(this.#contents).value;
  }

  /** Where the value at that path begins, once it was read; of a list or an object in an object, its name. */
  offsetOf(path: Path): number {
    let node = this.#contents;
    let at = startOf(node);
    for (const segment of path) {
      const around = isAlias(node) ? this.#targets.get(node) : node;
      if (isMap(around)) {
        const { key, value } = around.items.find((pair) => nameOf(pair.key) === segment) ?? {};
        node = (value ?? null) as Node | null;
        at = startOf(node === null || isCollection(node) ? (key as Node) : node);
      } else if (isSeq(around)) {
        node = around.items[Number(segment)] as Node;
        at = startOf(node);
      }
    }
    return at;
  }

  /** Calls itself for each level; `yamlNodes` has counted them. */
  #read(node: Node | null): Read {
    if (isAlias(node)) return this.#alias(node);
    const anchored: Anchored | undefined = node?.anchor === undefined ? undefined : { node };
    if (anchored !== undefined) this.#anchors.set(node?.anchor as string, anchored);
    const before = this.#size;
    this.#size += 1;
    const { value, levels } = this.#valueOf(node);
    const read = { value, levels, size: this.#size - before };
    if (anchored !== undefined) anchored.read = read;
    return read;
  }

  #valueOf(node: Node | null): Omit<Read, 'size'> {
    if (isMap(node)) return this.#object(node);
    if (isSeq(node)) return this.#list(node);
    return { value: isScalar(node) ? this.#scalar(node) : null, levels: 0 };
  }

  #object(node: YAMLMap): Omit<Read, 'size'> {
    const members: Record<string, Json> = {};
    const levels = this.#inside(node, node.items, ({ key, value }) => {
      const name = nameOf(key);
      this.#path.push(name);
      if (name === '__proto__') throw this.#fault(key, 'A member must not be named __proto__.');
      if (Object.hasOwn(members, name))
        throw this.#fault(key, `${quote(name, 60)} is there twice in this object; keep one.`);
      // A name can have an anchor too.
      this.#read(key as Node);
      const read = this.#read(value as Node | null);
      members[name] = read.value;
      return read.levels;
    });
    return { value: members, levels };
  }

  #list(node: YAMLSeq): Omit<Read, 'size'> {
    const entries: Json[] = [];
    const levels = this.#inside(node, node.items, (item) => {
      this.#path.push(entries.length);
      const read = this.#read(item as Node);
      entries.push(read.value);
      return read.levels;
    });
    return { value: entries, levels };
  }

  /** How many levels the collection has; `read` puts its segment on the path. */
  #inside<T>(node: Node, items: readonly T[], read: (item: T) => number): number {
    if (this.#path.length >= MAX_DEPTH) throw this.#fault(node, TOO_DEEP);
    let levels = 0;
    for (const item of items) {
      levels = Math.max(levels, read(item));
      this.#path.pop();
    }
    return levels + 1;
  }

  #alias(alias: Alias): Read {
    const source = visible(alias.source, 60);
    const { node, read } = this.#anchors.get(alias.source) ?? {};
    if (node === undefined)
      throw this.#fault(alias, `There is no anchor &${source} before the alias *${source}.`);
    if (read === undefined)
      throw this.#fault(alias, `The alias *${source} is inside of what it stands for.`);
    this.#targets.set(alias, node);
    this.#size += read.size;
    if (this.#size > this.#most)
      throw this.#fault(alias, 'The aliases (*) expand to too many values; write the values out.');
    if (this.#path.length + read.levels > MAX_DEPTH) throw this.#fault(alias, TOO_DEEP);
    return read;
  }

  #scalar(node: Scalar): Json {
    const { value, source = '' } = node;
    const problem = scalarProblem(value, source);
    if (problem !== undefined) throw this.#fault(node, problem);
    return value as Json;
  }

  #fault(node: unknown, problem: string): TextFaultError {
    return new TextFaultError(startOf(node as Node), problem, [...this.#path]);
  }
}

const startOf = (node: Node | null): number => node?.range?.[0] ?? 0;

/** `stringKeys`: a name is text, whatever it would be elsewhere. */
const nameOf = (key: unknown): string => String((key as Scalar).value);

/** What JSON could not say. */
function scalarProblem(value: unknown, source: string): string | undefined {
  // With `u`, only a surrogate without its other half matches.
  if (typeof value === 'string' && /[\uD800-\uDFFF]/u.test(value))
    return 'The text holds a lone surrogate, which is no character.';
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return `${source} is no number that JSON has.`;
  if (isExactNumber(source, value)) return undefined;
  return `${visible(source, 40)} has more digits than a number keeps; put it in quotes.`;
}
