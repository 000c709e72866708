// Reads a seed (CTRL-11): what its schema refuses is refused at once, the rest when a bank is filled. Every refusal says
// the line and column if the seed was text.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { defined } from '../../kernel/defined.ts';
import { type ErrorCode, errorMessage, STATUS_OF_CODE } from '../../protocol/errors.ts';
import type { SeedDocument } from '../../protocol/generated/schemas.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import { throwFirst } from '../../validation/schemas.ts';
import type { BankContent, Beginning } from '../banks/banks.ts';
import { instant } from '../banks/clock-control.ts';
import { fillBank } from './fill-bank.ts';
import { isRefusal, refusal, type SeedDeps } from './filling.ts';
import { MOST_VALUES, parseSeedText, type SeedText } from './seed-text.ts';

/**
 * YAML or JSON as text, or a document that was read already. Throws ApiError.
 * @param adds its content goes into a bank that has begun
 */
export type ReadSeed = (source: string | JsonObject, adds?: boolean) => Promise<Beginning>;

export function createSeedReader(deps: SeedDeps): ReadSeed {
  return async (source, adds = false) => {
    const text = typeof source === 'string' ? await parseSeedText(source) : written(source);
    return located(text, adds, async () => {
      await afterOthers();
      const document = checked(text.value, deps);
      if (adds) checkAddition(document);
      await afterOthers();
      const { repeatable, clock, $schema: _, ...rest } = document as SeedDocument & JsonObject;
      const now = clock?.now === undefined ? undefined : instant(clock.now, '/clock/now');
      const content: BankContent = {
        addsToStartingSet: document.extends === 'starting-set',
        ...defined({ idScope: document.idsOf }),
        fill: (bank) => located(text, adds, () => fillBank(bank, document, { deps, adds })),
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

/** Refuses what only a bank that begins can have. */
function checkAddition(document: SeedDocument): void {
  for (const name of ['extends', 'idsOf', 'repeatable', 'clock'] as const) {
    if (document[name] === undefined) continue;
    const text = `${name} is for a bank that begins: leave it out here, or send the seed to /_sandbox/reset.`;
    throw refusal(`/${name}`, text);
  }
}

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

/**
 * Puts line and column in front of what the work refuses. Of a bank that begins, all that clashes is in the document: it is
 * no seed document, which is 400.
 */
async function located<T>(
  { placesOf }: SeedText,
  adds: boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const messages = error.messages();
    const places = placesOf(messages.map(({ path = '' }) => path));
    const [first, ...more] = messages.map(({ code, text, path = '' }, i) => {
      const remedy = /must be text, not -?[0-9]/.test(text) ? ' Put it in quotes.' : '';
      const own = adds || isOfBody(code) ? code : 'FORMAT_ERROR';
      return errorMessage(own, `${places[i]}${text}${remedy}`, path);
    });
    if (first === undefined) throw error;
    throw refusal(first.path ?? '', first.text, { code: first.code, more });
  }
}

/** Whether a body with that mistake is 400: what it names, it names in itself. */
const isOfBody = (code: ErrorCode): boolean =>
  code === 'RESOURCE_UNKNOWN' || STATUS_OF_CODE[code] === 400;
