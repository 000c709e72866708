interface Values<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: NoInfer<V>): unknown;
}

/** The map's value of that key; if it has none, a new one that is put there. */
export function getOrSet<K, V extends object>(map: Values<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

interface Promises<K, T> extends Values<K, Promise<T>> {
  delete(key: K): boolean;
}

/** The same for promises. One that rejects is taken out again, so that the next caller tries anew. */
export function getOrStart<K, T>(
  promises: Promises<K, T>,
  key: K,
  start: () => Promise<T>,
): Promise<T> {
  const known = promises.get(key);
  if (known !== undefined) return known;
  const started = start();
  promises.set(key, started);
  started.catch(() => promises.delete(key));
  return started;
}
