/** Makes the value of a key at the first call with it, and returns the same one from then on. What fails is made again. */
export function memoize<T, K = void>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    if (!made.has(key)) {
      const value = make(key);
      made.set(key, value);
      if (value instanceof Promise) value.catch(() => made.delete(key));
    }
    return made.get(key) as T;
  };
}
