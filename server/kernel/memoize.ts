/** Makes the value of a key at the first call with it, and returns the same one ever after. */
export function memoize<T, K = void>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as T;
  };
}
