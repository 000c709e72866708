/** The map's value of that key; if it has none, a new one that is put there. */
export function getOrSet<K, V extends object>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

type Promises<K, T> = Pick<Map<K, Promise<T>>, 'get' | 'delete'> & {
  set(key: K, promise: Promise<T>): unknown;
};

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
