/** `T` with every member that may be undefined turned into one that may be absent. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that have a value: what is `undefined` is left out, so that it is absent and not null in JSON. */
export function defined<T extends object>(members: T): Defined<T> {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Defined<T>;
}
