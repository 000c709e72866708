/** `T` with every member that may be undefined turned into one that may be absent. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that have a value: what is `undefined` is left out, so that it is absent and not null in JSON. */
export function defined<T extends object>(members: T): Defined<T> {
  // A loop, because every request comes through here several times.
  const kept: { [name: string]: unknown } = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept as Defined<T>;
}
