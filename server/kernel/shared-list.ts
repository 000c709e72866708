import { getOrSet } from './get-or-set.ts';

/** A list that grows item by item. Lists with the same items are one, so that to keep ten thousand takes no more. */
export class SharedList<T> {
  readonly items: readonly T[];
  readonly #longer = new Map<T, SharedList<T>>();

  constructor(items: readonly T[] = []) {
    this.items = items;
  }

  /** The list with that item at its end. */
  with(item: T): SharedList<T> {
    return getOrSet(this.#longer, item, () => new SharedList([...this.items, item]));
  }

  /** The list with those items at its end. */
  withAll(items: Iterable<T>): SharedList<T> {
    let list: SharedList<T> = this;
    for (const item of items) list = list.with(item);
    return list;
  }
}
