// Seeds in YAML: how a text becomes nodes of the library, and a seed is printed.
import { setImmediate as afterOthers } from 'node:timers/promises';
import {
  Composer,
  CST,
  Document,
  type ErrorCode,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  visit,
} from 'yaml';
import { type Path, TextFaultError } from '../../kernel/text-places.ts';
import type { JsonObject } from '../../protocol/json.ts';

/** Levels of lists and objects. */
export const MAX_DEPTH = 64;

export const TOO_DEEP = `The lists and objects here nest deeper than ${MAX_DEPTH} levels.`;

/**
 * The document's contents, nested at most some levels deeper than {@link MAX_DEPTH}; `null` if it is empty. Names that
 * are there twice are not found here. Throws TextFaultError.
 */
export async function yamlNodes(text: string): Promise<Node | null> {
  const tokens = await tokensOf(text);
  const [first, second] = tokens.filter(({ type }) => type === 'document');
  const fault = (at: number, problem: string) =>
    new TextFaultError(at, problem, segmentsAt((first as CST.Document | undefined)?.value, at));
  const document = composed(tokens, text, fault);
  if (second !== undefined) {
    const problem = 'A seed is one document; remove the line --- and what is before or after it.';
    throw fault(second.offset, problem);
  }
  return document;
}

/** A seed as YAML, as an export prints it: a line for each transaction. */
export function seedYaml(seed: JsonObject): string {
  const document = new Document(seed);
  visit(document, {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.value !== 'transactions' || !isSeq(value)) return;
      for (const item of value.items) if (isMap(item)) item.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** The document, what is open in it, and a text. */
const MOST_OPEN = MAX_DEPTH + 2;

/** Words of the text between two turns of others. */
const SLICE = 10_000;

/**
 * The tokens up to the first that is an error, or a second document. The library's readers of tokens call themselves
 * for each level, so that the levels are counted here, where nothing does.
 */
async function tokensOf(text: string): Promise<readonly CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let documents = 0;
  let words = 0;
  for (const word of new Lexer().lex(text)) {
    for (const token of parser.next(word)) {
      tokens.push(token);
      if (token.type === 'error') return tokens;
      if (token.type === 'document') documents += 1;
    }
    if (documents > 1) return tokens;
    if (parser.stack.length > MOST_OPEN) throw new TextFaultError(parser.offset, TOO_DEEP);
    words += 1;
    if (words % SLICE === 0) await afterOthers();
  }
  tokens.push(...parser.end());
  await afterOthers();
  return tokens;
}

/** Digits that are a number of something are text: national ids, accounts, organisations. */
const LONG_DIGITS = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^(?:0[0-9]+|[0-9]{9,})$/,
  resolve: (digits: string) => digits,
};

type Fault = (at: number, problem: string) => TextFaultError;

function composed(tokens: readonly CST.Token[], text: string, fault: Fault): Node | null {
  const composer = new Composer({
    stringKeys: true,
    // The library compares each name with all before it.
    uniqueKeys: false,
    // Only what JSON has too: no dates, sets and ordered maps, whatever a tag or a %YAML line says.
    schema: 'core',
    resolveKnownTags: false,
    customTags: (tags) => [LONG_DIGITS, ...tags],
  });
  let first: TextFaultError | undefined;
  // The library would go on, and gather an error with its stack for each mistake.
  const stopping = composer as unknown as { onError: OnError };
  stopping.onError = (source, code, message) => {
    first ??= fault(offsetOf(source), problemOf(code, message));
    throw first;
  };
  const [document] = composer.compose(tokens as CST.Token[], true, text.length);
  const [error] = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (error !== undefined) throw fault(error.pos[0], problemOf(error.code, error.message));
  return document?.contents ?? null;
}

type Source = number | readonly number[] | { readonly offset: number };
type OnError = (source: Source, code: ErrorCode, message: string) => never;

function offsetOf(source: Source): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

/** What to do about the mistakes that people make most. */
function problemOf(code: ErrorCode, message: string): string {
  if (code === 'TAB_AS_INDENT') return 'YAML allows no tabs in front of a line; use spaces.';
  if (code === 'TAG_RESOLVE_FAILED') return 'A seed has only what JSON has; remove the tag (!).';
  return `This is not YAML: ${message}. Look at the indentation, quotes and brackets here.`;
}

/** The field that the place belongs to. */
function segmentsAt(token: CST.Token | undefined, at: number): Path {
  if (token === undefined || !('items' in token)) return [];
  const { items } = token as CST.BlockMap | CST.BlockSequence | CST.FlowCollection;
  const index = items.findLastIndex(({ key, value }) => ((key ?? value)?.offset ?? at + 1) <= at);
  const { key, value } = items[index] ?? {};
  if (index < 0) return [];
  const isMap =
    token.type === 'block-map' || (token as CST.FlowCollection).start?.type === 'flow-map-start';
  if (!isMap) return [index, ...segmentsAt(value, at)];
  // A name may be what is wrong: then it is as far as the library could read it.
  const name = CST.isScalar(key) ? CST.resolveAsScalar(key, true, ignore)?.value : undefined;
  return name === undefined ? [] : [name, ...segmentsAt(value, at)];
}

const ignore = (): void => {};
