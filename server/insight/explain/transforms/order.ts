// Which of the listed lines are signed, and in which order.
import { REQUEST_TARGET, SIGNABLE } from '../../../signing/signed-headers.ts';
import { permutations, subsets } from '../combinations.ts';
import type { StringContext, Transform } from '../string/transform.ts';
import { listed } from '../string/transform.ts';

/** More lines have too many orders; then one line is tried in every other place. */
const MOST_PERMUTED = 6;

export function orderTransforms(context: StringContext): readonly Transform[] {
  const { entries } = context;
  if (entries.length < 2) return [];
  return [...leftOut(entries), ...orders(context)];
}

function orders({ entries, request }: StringContext): readonly Transform[] {
  const rest = entries.filter((entry) => entry !== REQUEST_TARGET);
  const target = entries.filter((entry) => entry === REQUEST_TARGET);
  const arrived = request.headers.names().filter((name) => rest.includes(name));
  const known = SIGNABLE.filter((name) => rest.includes(name));
  const usual = [rest, arrived, known, [...rest].sort()].flatMap((order) => [
    [...target, ...order],
    [...order, ...target],
  ]);
  const others = entries.length > MOST_PERMUTED ? moved(entries) : permutations(entries);
  const priced = [
    [1, [[...entries].sort()]],
    [2, [[...entries].reverse(), ...usual]],
    [5, others],
  ] as const;
  const seen = new Set([entries.join(' ')]);
  return priced.flatMap(([cost, list]) =>
    list.flatMap((order): Transform[] => {
      const key = order.join(' ');
      if (seen.has(key) || order.length !== entries.length) return [];
      seen.add(key);
      return [
        {
          mistakes: ['another-order'],
          slot: 'order',
          cost,
          sentence: `You joined the lines in the order ${key}, but the Signature lists headers="${entries.join(' ')}"; list the names in the order in which you sign them.`,
          apply: (draft) => {
            const place = ({ entry }: { entry: string }) => order.indexOf(entry);
            return { ...draft, lines: [...draft.lines].sort((a, b) => place(a) - place(b)) };
          },
        },
      ];
    }),
  );
}

/** One name in another place. */
function moved(entries: readonly string[]): readonly (readonly string[])[] {
  return entries.flatMap((entry) => {
    const rest = entries.filter((other) => other !== entry);
    return entries.map((_, at) => rest.toSpliced(at, 0, entry));
  });
}

/** Every line, and every choice of several that leaves one at least. */
function leftOut(entries: readonly string[]): readonly Transform[] {
  return subsets(entries)
    .filter(({ length }) => length > 0 && length < entries.length)
    .map((out) => {
      const them = out.length === 1 ? 'it' : 'them';
      const isOne = out.length === 1;
      return {
        mistakes: ['header-left-out'],
        slot: isOne ? `${out[0]} itself` : 'lines',
        cost: isOne ? 2 : 4,
        sentence: `You left ${listed(out)} out of the string, but the Signature's headers list ${them}; sign every header that is listed.`,
        apply: (before) => ({
          ...before,
          lines: before.lines.filter(({ entry }) => !out.includes(entry)),
        }),
      };
    });
}
