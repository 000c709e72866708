// Every combination of mistakes that change different parts, the likeliest first.

/** Something that a client may have done, for example one transform of a string. */
export interface Priced {
  /** The part that it changes. Two of the same part exclude each other. */
  readonly slot: string;
  /** 1 is very usual; each more is some times rarer. */
  readonly cost: number;
}

const MOST_TOGETHER = 4;

/**
 * In the order of their total cost, and of equal cost the smaller combination first. The members of a
 * combination stand in the order of their own cost.
 */
export function* combinations<T extends Priced>(
  items: readonly T[],
  mostCost: number,
): Generator<readonly T[]> {
  const byCost = Array.from({ length: mostCost + 1 }, (_, cost) =>
    items.filter((item) => item.cost === cost),
  );
  for (let total = 1; total <= mostCost; total += 1) {
    for (let count = 1; count <= MOST_TOGETHER; count += 1) {
      yield* summing(byCost, { total, count, cost: 1, from: 0, chosen: [] });
    }
  }
}

interface Choice<T> {
  /** What the rest must cost together, and how many they are. */
  readonly total: number;
  readonly count: number;
  /** The next member is not before this place. */
  readonly cost: number;
  readonly from: number;
  readonly chosen: readonly T[];
}

function* summing<T extends Priced>(
  byCost: readonly (readonly T[])[],
  { total, count, cost, from, chosen }: Choice<T>,
): Generator<readonly T[]> {
  // Those that follow cost at least as much, so the next one costs at most its share.
  const least = count === 1 ? Math.max(cost, total) : cost;
  for (let price = least; price * count <= total; price += 1) {
    const items = byCost[price] ?? [];
    for (let at = price === cost ? from : 0; at < items.length; at += 1) {
      const item = items[at] as T;
      if (chosen.some(({ slot }) => slot === item.slot)) continue;
      const more = [...chosen, item];
      if (count === 1) yield more;
      else {
        const rest = { total: total - price, count: count - 1, cost: price, from: at + 1 };
        yield* summing(byCost, { ...rest, chosen: more });
      }
    }
  }
}

/** Every choice of some, the empty one first. */
export function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((_item, at) => (bits >> at) % 2 === 1),
  );
}

/** Every order. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}
