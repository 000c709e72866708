// A year of transactions for every account and card of the starting set, in the order they were made.
import { addDays, addMonths, type PlainDate } from '../../kernel/dates.ts';
import { draw, seedOf } from '../../kernel/seeded.ts';
import { daysUpTo } from './calendar.ts';
import type { Fixtures, Recipe } from './fixtures.ts';
import {
  accountOf,
  amountsOf,
  daysOf,
  type Entry,
  entriesOf,
  entryId,
  type Holder,
  PURPOSE,
  type Span,
  transferDetails,
} from './recipes.ts';

const DAYS_A_YEAR = 365;
/** Pending transactions are less than so many days old. */
const RECENT = 7;

interface Work {
  readonly fixtures: Fixtures;
  readonly span: Span;
  readonly holders: ReadonlyMap<string, Holder>;
  /** What has been made so far, by key of the account or card. */
  readonly made: Map<string, Entry[]>;
}

/** By key of the account or card: booked ones by date, then pending ones by date. */
export function transactionsUpTo(
  fixtures: Fixtures,
  today: PlainDate,
): ReadonlyMap<string, readonly Entry[]> {
  const span = {
    booked: daysUpTo(addDays(today, -1), DAYS_A_YEAR),
    today: daysUpTo(today, RECENT),
  };
  const holders = holdersOf(fixtures);
  const made = new Map([...holders.keys()].map((key): [string, Entry[]] => [key, []]));
  const work: Work = { fixtures, span, holders, made };
  // Cards come first: their bills are paid from accounts.
  for (const holder of holders.values()) {
    for (const recipe of fixtures.transactions[holder.key] ?? []) carryOut(work, holder, recipe);
  }
  for (const card of fixtures.cards) made.set(card.key, invoiced(made.get(card.key) ?? [], today));
  for (const entries of made.values()) entries.sort(inOrder);
  return made;
}

function carryOut(work: Work, holder: Holder, recipe: Recipe): void {
  if (recipe.kind === 'own') transfer(work, holder, recipe);
  else if (recipe.kind === 'cardBill') payCard(work, holder, recipe);
  else work.made.get(holder.key)?.push(...entriesOf(holder, recipe, work));
}

/** From one account of a person to another: a transaction on both. */
function transfer(work: Work, holder: Holder, recipe: Recipe): void {
  const other = holderOf(work, recipe.other);
  const there: Recipe = { ...recipe, name: other.ownerName };
  const here: Recipe = { ...there, kind: 'in', code: 'EGEN OVERFØRING' };
  const amountAt = amountsOf(recipe, holder.currency);
  const seed = seedOf(`${holder.key}/${recipe.key}`);
  for (const day of daysOf(holder, recipe, work.span)) {
    const amount = amountAt(draw(seed, day.number, PURPOSE.amount));
    const sent = () => transferDetails({ holder, other: other.account, recipe: there, day });
    const received = () =>
      transferDetails({ holder: other, other: holder.account, recipe: here, day });
    add(work, holder, recipe, { day, amount: -amount, details: sent });
    add(work, other, recipe, { day, amount, details: received });
  }
}

/** Every month pays what was bought with the card the month before. */
function payCard(work: Work, holder: Holder, recipe: Recipe): void {
  const card = holderOf(work, recipe.card);
  const purchases = (work.made.get(card.key) ?? []).filter((entry) => !entry.pending);
  for (const day of daysOf(holder, recipe, work.span)) {
    const month = addMonths(day.date, -1).slice(0, 7);
    const owed = purchases
      .filter((entry) => entry.day.date.startsWith(month))
      .reduce((so, entry) => so - entry.amount, 0n);
    if (owed <= 0n) continue;
    const paid = () => transferDetails({ holder, recipe, day });
    const received = () => ({ transactionDate: day.date, transactionDetails: 'Innbetaling' });
    add(work, holder, recipe, { day, amount: -owed, details: paid });
    add(work, card, recipe, { day, amount: owed, details: received });
  }
}

/** Purchases before this month have been invoiced. */
export function invoiced(entries: readonly Entry[], today: PlainDate): Entry[] {
  const month = today.slice(0, 7);
  return entries.map((entry) => ({
    ...entry,
    details: () => ({ ...entry.details(), invoiced: !entry.pending && entry.day.date < month }),
  }));
}

function add(
  { made }: Work,
  holder: Holder,
  recipe: Recipe,
  entry: Pick<Entry, 'day' | 'amount' | 'details'>,
): void {
  const id = entryId(holder, recipe, entry.day);
  made.get(holder.key)?.push({ id, pending: false, ...entry });
}

function holderOf(work: Work, key: string | undefined): Holder {
  const holder = work.holders.get(key ?? '');
  if (holder === undefined) throw new Error(`fixtures/bank: no account or card ${key}`);
  return holder;
}

/** Cards, then accounts. A company's account is in the company's name. */
function holdersOf(fixtures: Fixtures): ReadonlyMap<string, Holder> {
  const names = new Map<string, string>();
  for (const { number, name } of fixtures.customers) names.set(number, name);
  for (const { key, name } of fixtures.agreements) names.set(key, name);
  const nameOf = (key: string) => names.get(key) ?? '';
  const cards = fixtures.cards.map(({ key, currency, owner, maskedPan }): Holder => {
    return { key, currency, ownerName: nameOf(owner), maskedPan };
  });
  const accounts = fixtures.accounts.map(({ key, currency, owner, agreement, bban }): Holder => {
    return { key, currency, ownerName: nameOf(agreement ?? owner), account: accountOf(bban) };
  });
  return new Map([...cards, ...accounts].map((holder) => [holder.key, holder]));
}

function inOrder(a: Entry, b: Entry): number {
  return Number(a.pending) - Number(b.pending) || a.day.number - b.day.number;
}
