// Results of submitted forms, for browsers without scripts: the page that shows it has an address of its own, so that to reload
// it does not send the form again.
import { LRUCache } from 'lru-cache';

const MOST_BYTES = 16 * 1024 * 1024;

export function createKeptResults<T extends object>(uuid: () => string) {
  const results = new LRUCache<string, T>({
    maxSize: MOST_BYTES,
    sizeCalculation: (result) => JSON.stringify(result).length,
  });
  return {
    /** Its id on that page; `undefined` for what is too large. */
    keep(page: string, result: T): string | undefined {
      const id = uuid();
      results.set(`${page} ${id}`, result);
      return results.has(`${page} ${id}`) ? id : undefined;
    },
    find: (page: string, id: unknown): T | undefined => results.get(`${page} ${id}`),
  };
}
