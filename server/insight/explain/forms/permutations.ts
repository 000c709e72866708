/** Every order. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}
