// Values that are there at once where the rows are in this process, and promises where they are not: to wait for what
// is there costs more than most of what a request does. What fails at once throws, unless it is said to reject.

/** At once, or when a database has answered. */
export type Soon<T> = T | Promise<T>;

/** Also of another realm: a promise that was taken for a value would let every request pass. */
export const isPromise = <T>(value: Soon<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value;

/** What `next` makes of the value. */
export function after<T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** All of them. */
export const all = <T>(values: readonly Soon<T>[]): Soon<readonly T[]> =>
  values.some(isPromise) ? Promise.all(values) : (values as readonly T[]);

/** What `work` returns, or what `instead` makes of its failure. */
export function rescued<T>(work: () => Soon<T>, instead: (thrown: unknown) => Soon<T>): Soon<T> {
  try {
    const value = work();
    return isPromise(value) ? value.catch(instead) : value;
  } catch (thrown) {
    return instead(thrown);
  }
}

/** What `work` returns; `end` runs when it is there or has failed. */
export function lastly<T>(work: () => Soon<T>, end: () => void): Soon<T> {
  let value: Soon<T>;
  try {
    value = work();
  } catch (thrown) {
    end();
    throw thrown;
  }
  if (isPromise(value)) return value.finally(end);
  end();
  return value;
}
