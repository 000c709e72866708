// The transactions of a generator: a recipe of fixtures/bank/generators.json, changed by what the seed says.
import { addDays } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { parseAmount } from '../../kernel/money.ts';
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

/** All of them, in the order of the generators. Throws ApiError for a generator that does not fit. */
export function generatedLines(
  filling: Filling,
  holder: Holder,
  generators: readonly SeedGenerator[],
): readonly NewLine[] {
  const path = `${filling.path}/generate`;
  const keys = new Set<string>();
  const entries = generators.flatMap((seed, i) => {
    const key = seed.seed === undefined ? `${seed.what} ${i}` : `${seed.what} seed ${seed.seed}`;
    if (keys.has(key)) {
      throw refusal(
        `${path}/${i}/seed`,
        `Another generator of this account has ${seed.what} with the seed ${seed.seed}; give this one another seed.`,
      );
    }
    keys.add(key);
    return generate(filling, holder, { seed, key, path: `${path}/${i}` });
  });
  const isCard = holder.account === undefined;
  return (isCard ? invoiced(entries, filling.today) : entries).map((entry) => ({
    id: entry.id(),
    accountId: holder.key,
    pending: false,
    amount: entry.amount,
    bookingDate: entry.day.date,
    valueDate: entry.day.date,
    details: entry.details(),
  }));
}

interface Asked {
  readonly seed: SeedGenerator;
  readonly key: string;
  readonly path: string;
}

function generate(filling: Filling, holder: Holder, asked: Asked): readonly Entry[] {
  const { seed, key, path } = asked;
  const recipe = recipeOf(filling, holder, asked);
  const { days = DEFAULT_DAYS } = seed;
  const { perWeek = 1 } = recipe;
  filling.generated.count += Math.ceil((days / 7) * perWeek);
  if (filling.generated.count > MOST_TRANSACTIONS) {
    throw refusal(
      path,
      `With this generator the seed has more than ${MOST_TRANSACTIONS} transactions; make perWeek or days smaller.`,
    );
  }
  const span = { booked: daysUpTo(addDays(filling.today, -1), days), today: [] };
  const fixtures = filling.deps.fixtures();
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
  const { what, monthly, perWeek, amount, name, account, text } = seed;
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
