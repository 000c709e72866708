// Reads a seed (CTRL-11): what its schema refuses is refused at once, the rest when a bank is filled. Every refusal says
// the line and column if the seed was text.
import { defined } from '../../kernel/defined.ts';
import { JsonFaultError, parseJson, placeOf } from '../../kernel/json-parser.ts';
import { ApiError, errorMessage } from '../../protocol/errors.ts';
import type { SeedDocument } from '../../protocol/generated/schemas.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { pointerOf, segmentsOf } from '../../validation/json-pointer.ts';
import { throwFirst } from '../../validation/schemas.ts';
import type { BankContent, Beginning } from '../banks/banks.ts';
import { instant } from '../banks/clock-control.ts';
import { fillBank } from './fill-bank.ts';
import { refusal, type SeedDeps } from './filling.ts';
import { parseYaml, type SeedText } from './seed-yaml.ts';

/** YAML or JSON as text, or a document that was read already. Throws ApiError. */
export type ReadSeed = (source: string | JsonObject) => Promise<Beginning>;

export function createSeedReader(deps: SeedDeps): ReadSeed {
  return async (source) => {
    const text = typeof source === 'string' ? parseSeedText(source) : written(source);
    return located(text, async () => {
      const document = checked(text.value, deps);
      const { repeatable, clock, $schema: _, ...rest } = document as SeedDocument & JsonObject;
      const now = clock?.now === undefined ? undefined : instant(clock.now, '/clock/now');
      const content: BankContent = {
        addsToStartingSet: document.extends === 'starting-set',
        ...defined({ idScope: document.idsOf }),
        fill: (bank) => located(text, () => fillBank(bank, document, deps)),
      };
      return defined({
        repeatable,
        clock: clock && defined({ now, frozen: clock.frozen }),
        content: Object.keys(rest).length === 0 ? undefined : content,
      });
    });
  };
}

/** A document of the program itself, which has no lines. */
const written = (value: JsonObject): SeedText => ({
  value,
  placesOf: (pointers) => pointers.map(() => ''),
});

function checked(value: Json, { validator }: SeedDeps): SeedDocument {
  if (value === null) {
    const text =
      'The seed is empty. For the starting set send no body; for a bank without customers, customers: [].';
    throw refusal('', text);
  }
  if (countValues(value) > MOST_VALUES) {
    const text = `The seed has more than ${MOST_VALUES} values; use generators.`;
    throw refusal('', text);
  }
  throwFirst(validator.violations('control/seed.json', value));
  return value as SeedDocument;
}

/** So many members and entries are some 25,000 transactions, and no more than the validator can refuse one by one. */
const MOST_VALUES = 500_000;

/** How many members and entries the value has in all; stops soon after {@link MOST_VALUES}. */
function countValues(value: Json | undefined): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) {
    count += countValues(member);
    if (count > MOST_VALUES) break;
  }
  return count;
}

/** Puts line and column in front of what the work refuses. */
async function located<T>({ placesOf }: SeedText, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const messages = error.messages();
    const places = placesOf(messages.map(({ path = '' }) => path));
    const [first, ...more] = messages.map(({ code, text, path = '' }, i) => {
      const remedy = /must be text, not -?[0-9]/.test(text) ? ' Put it in quotes.' : '';
      return errorMessage(code, `${places[i]}${text}${remedy}`, path);
    });
    if (first === undefined) throw error;
    throw refusal(first.path ?? '', first.text, { code: first.code, more });
  }
}

/** Characters. A bank answers nobody while it reads a seed: a second for so much YAML, a tenth of it for JSON. */
const MOST_YAML = 2 * 1024 * 1024;

const JSON_RULES = { what: 'body', maxDepth: 64 } as const;

/** Throws ApiError CTRL-11 FORMAT_ERROR with line and column. */
function parseSeedText(text: string): SeedText {
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
