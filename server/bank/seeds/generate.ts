// The transactions of a generator: a recipe of fixtures/bank/generators.json, changed by what the seed says.
import { setImmediate as afterOthers } from 'node:timers/promises';
import { addDays } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { parseAmount } from '../../kernel/money.ts';
import { slicesOf } from '../../kernel/slices.ts';
import type { SeedGenerator } from '../../protocol/generated/schemas.ts';
import { daysUpTo } from '../sandbox/calendar.ts';
import type { Recipe } from '../sandbox/fixtures.ts';
import type { NewLine } from '../sandbox/mock-transactions.ts';
import { type Entry, entriesOf, type Holder } from '../sandbox/recipes.ts';
import { invoiced } from '../sandbox/starting-transactions.ts';
import { type Filling, needIban, refusal } from './filling.ts';

/** Of one seed. */
const MOST_TRANSACTIONS = 100_000;

const DEFAULT_DAYS = 365;
/** A TPP sees so many without the PSU (ACC-07). */
const DAYS_OF_COUNT = 90;

/** All of them, in the order of the generators. Throws ApiError for a generator that does not fit. */
export async function generatedLines(
  filling: Filling,
  holder: Holder,
  generators: readonly SeedGenerator[],
): Promise<readonly Omit<NewLine, 'accountId'>[]> {
  const path = `${filling.path}/generate`;
  const keys = new Set<string>();
  const entries: Entry[] = [];
  for (const [i, seed] of generators.entries()) {
    const at = `${path}/${i}`;
    const key = keyOf(seed, generators.slice(0, i));
    if (keys.has(key)) {
      const text = `Another generator of this account has ${seed.what} with the seed ${seed.seed}; give this one another seed.`;
      throw refusal(`${at}/seed`, text);
    }
    keys.add(key);
    entries.push(...generate(filling, holder, { seed, key, path: at }));
    await afterOthers();
  }
  const isCard = holder.account === undefined;
  const generated: Omit<NewLine, 'accountId'>[] = [];
  for await (const slice of slicesOf(isCard ? invoiced(entries, filling.today) : entries)) {
    for (const entry of slice) {
      const { date } = entry.day;
      generated.push({
        id: entry.id(),
        pending: false,
        amount: entry.amount,
        bookingDate: date,
        valueDate: date,
        details: entry.details(),
      });
    }
  }
  return generated;
}

/**
 * What its days and amounts are drawn from, beside the account. Generators of other kinds do not matter; of several of
 * one kind without a seed, their order does.
 */
function keyOf({ what, seed }: SeedGenerator, before: readonly SeedGenerator[]): string {
  if (seed !== undefined) return `${what} seed ${seed}`;
  const same = before.filter((one) => one.what === what && one.seed === undefined);
  return `${what} ${same.length}`;
}

interface Asked {
  readonly seed: SeedGenerator;
  readonly key: string;
  readonly path: string;
}

function generate(filling: Filling, holder: Holder, asked: Asked): readonly Entry[] {
  const { seed, key, path } = asked;
  const recipe = recipeOf(filling, holder, asked);
  const { count, days = count === undefined ? DEFAULT_DAYS : DAYS_OF_COUNT } = seed;
  const { perWeek = 1 } = recipe;
  filling.generated.count += count ?? Math.ceil((days / 7) * perWeek);
  if (filling.generated.count > MOST_TRANSACTIONS) {
    throw refusal(
      path,
      `With this generator the seed has more than ${MOST_TRANSACTIONS} transactions; make count, perWeek or days smaller.`,
    );
  }
  const span = { booked: daysUpTo(addDays(filling.today, -1), days), today: [] };
  const fixtures = filling.deps.fixtures();
  if (count !== undefined) {
    // Each is a recipe for one day.
    return Array.from({ length: count }, (_, i) => {
      const day = span.booked[Math.floor((i * days) / count)];
      const { monthly: _monthly, perWeek: _perWeek, ...rest } = recipe;
      const one = { ...rest, chance: 1, key: `${key} ${i}` };
      return entriesOf(holder, one, { fixtures, span: { booked: day ? [day] : [], today: [] } });
    }).flat();
  }
  if (recipe.perWeek === undefined)
    return entriesOf(holder, { ...recipe, key }, { fixtures, span });
  // A recipe has at most one transaction a day, so more than seven a week are several recipes.
  const parts = Array.from({ length: Math.ceil(perWeek / 7) }, (_, i) => {
    const part = { ...recipe, key: `${key} ${i}`, perWeek: Math.min(7, perWeek - 7 * i) };
    return entriesOf(holder, part, { fixtures, span });
  });
  return parts.flat();
}

function recipeOf({ deps }: Filling, holder: Holder, { seed, path }: Asked): Omit<Recipe, 'key'> {
  const { what, count, monthly, perWeek, amount, name, account, text } = seed;
  const { generators } = deps.fixtures();
  const preset = generators[what];
  if (preset === undefined) throw new Error(`fixtures/bank/generators.json lacks ${what}`);
  if (holder.account === undefined && preset.kind !== 'card') {
    const purchases = Object.keys(generators).filter((one) => generators[one]?.kind === 'card');
    throw refusal(`${path}/what`, `${what} is not for a card, which has ${purchases.join(', ')}.`);
  }
  if (monthly !== undefined && perWeek !== undefined) {
    throw refusal(`${path}/perWeek`, 'Give monthly or perWeek, not both.');
  }
  if (count !== undefined && (monthly ?? perWeek) !== undefined) {
    throw refusal(`${path}/count`, 'Give count alone, or monthly or perWeek.');
  }
  if (account !== undefined) needIban(account, `${path}/account`);
  const { monthly: _, perWeek: __, ...rest } = preset;
  const when = monthly === undefined && perWeek === undefined ? preset : { monthly, perWeek };
  return {
    ...rest,
    ...defined({ monthly: when.monthly, perWeek: when.perWeek, name, account, text }),
    ...(amount === undefined
      ? {}
      : { amount: amountsOf(amount, holder.currency, `${path}/amount`) }),
  };
}

function amountsOf(amount: NonNullable<SeedGenerator['amount']>, currency: string, path: string) {
  const texts = (typeof amount === 'object' ? amount : [amount]).map(String);
  const [lowest = 0n, highest = lowest] = texts.map((text) => {
    const minor = parseAmount(text, currency);
    if (minor !== undefined && minor > 0n) return minor;
    throw refusal(
      path,
      `${text} is not an amount in ${currency}: a number above 0 with at most the currency's fraction digits.`,
    );
  });
  if (lowest <= highest) return texts;
  throw refusal(path, `The lowest amount comes first, then the highest: got ${texts.join(', ')}.`);
}
