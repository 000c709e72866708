// Lines in another order than the Signature's headers list.
import type { RawHeaders } from '../../../protocol/headers.ts';
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import type { Line } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';

/** Most orders that are tried: all orders of six lines. */
const MOST_ORDERS = 720;

export function orderMistakes({ entries, request }: MistakeContext): readonly Variant[] {
  if (entries.length < 2) return [];
  const seen = new Set([entries.join(' ')]);
  // A sorted map is so common that it is also tried with two other mistakes.
  const sortedKey = [...entries].sort().join(' ');
  const orders: Variant[] = [];
  const add = (order: readonly string[], combines: boolean): void => {
    const key = order.join(' ');
    if (seen.has(key) || order.length !== entries.length) return;
    seen.add(key);
    const variant = orderVariant(order, combines, entries);
    orders.push(key === sortedKey ? { ...variant, common: true } : variant);
  };
  for (const order of usualOrders(entries, request.headers)) add(order, true);
  for (const order of moved(entries)) add(order, false);
  let tried = 0;
  for (const order of permutations(entries)) {
    tried += 1;
    if (tried > MOST_ORDERS) break;
    add(order, false);
  }
  return orders;
}

function orderVariant(
  order: readonly string[],
  combines: boolean,
  entries: readonly string[],
): Variant {
  return {
    mistake: 'another-order',
    slot: 'order',
    sentence: `You joined the lines in the order ${order.join(' ')}, but the Signature lists headers="${entries.join(' ')}"; list the names in the order in which you sign them.`,
    apply: (draft) => ({ ...draft, lines: sorted(draft.lines, order) }),
    combines,
  };
}

function sorted(lines: readonly Line[], order: readonly string[]): readonly Line[] {
  return [...lines].sort((a, b) => order.indexOf(a.entry) - order.indexOf(b.entry));
}

/** Orders that programs produce by themselves. */
function usualOrders(
  entries: readonly string[],
  headers: RawHeaders,
): readonly (readonly string[])[] {
  const target = entries.filter((entry) => entry === REQUEST_TARGET);
  const rest = entries.filter((entry) => entry !== REQUEST_TARGET);
  const arrived = headers.names().filter((name) => rest.includes(name));
  const listed = SIGNABLE.filter((name) => rest.includes(name));
  const alphabetical = [...rest].sort();
  return [
    [...entries].sort(),
    [...entries].reverse(),
    ...[rest, arrived, listed, alphabetical].flatMap((order) => [
      [...target, ...order],
      [...order, ...target],
    ]),
  ];
}

/** One name in another place, because seven lines have too many orders. */
function moved(entries: readonly string[]): readonly (readonly string[])[] {
  return entries.flatMap((entry) => {
    const rest = entries.filter((other) => other !== entry);
    return entries.map((_, at) => [...rest.slice(0, at), entry, ...rest.slice(at)]);
  });
}

function* permutations(items: readonly string[]): Generator<readonly string[]> {
  if (items.length < 2) {
    yield items;
    return;
  }
  for (const [at, first] of items.entries()) {
    const others = [...items.slice(0, at), ...items.slice(at + 1)];
    for (const order of permutations(others)) yield [first, ...order];
  }
}
