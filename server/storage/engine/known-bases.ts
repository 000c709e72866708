// Sets of starting rows by the hash under which a store keeps them. One that some bank has in memory is not read again:
// all banks share it, however many come and go.
import { LRUCache } from 'lru-cache';
import { getOrStart } from '../../kernel/get-or-set.ts';
import type { Base } from './base.ts';

/** Sets that stay in memory though no bank in memory uses them: the next bank may begin from one of them. */
const REMEMBERED = 8;

export class KnownBases {
  readonly #hashes = new WeakMap<Base, string>();
  readonly #sizes = new WeakMap<Base, number>();
  readonly #inUse = new Map<string, WeakRef<Base>>();
  readonly #loaded = new LRUCache<string, Promise<Base>>({ max: REMEMBERED });
  readonly #unused = new FinalizationRegistry<string>((hash) => {
    if (this.#inUse.get(hash)?.deref() === undefined) this.#inUse.delete(hash);
  });

  /** `undefined` for one that was neither noted nor loaded. */
  hashOf(base: Base): string | undefined {
    return this.#hashes.get(base);
  }

  /** Characters of its rows as they are stored. */
  sizeOf(base: Base): number {
    return this.#sizes.get(base) ?? 0;
  }

  note(base: Base, hash: string, size: number): void {
    this.#hashes.set(base, hash);
    this.#sizes.set(base, size);
    this.#inUse.set(hash, new WeakRef(base));
    this.#unused.register(base, hash);
  }

  /** @param read reads the set and notes it */
  load(hash: string, read: () => Promise<Base>): Promise<Base> {
    const known = this.#inUse.get(hash)?.deref();
    return known === undefined ? getOrStart(this.#loaded, hash, read) : Promise.resolve(known);
  }
}
