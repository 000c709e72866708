/** The map's value of that key; if it has none, a new one that is put there. */
export function getOrSet<K, V extends object>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
