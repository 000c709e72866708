// The banks of a store by name. Asking for a bank does not make it: one that is still unwritten when
// nobody uses it any more is forgotten, so that looking at made-up names costs no memory.
import { checkBankName } from '../bank-names.ts';

export interface Registered {
  /** Whether the bank has been written and not been dropped since. */
  readonly isWritten: boolean;
  /** Whether nothing is lost when it is made anew the next time it is asked for. */
  readonly mayBeForgotten: boolean;
}

export class Registry<B extends Registered> {
  readonly #entries = new Map<string, { readonly bank: B; users: number }>();
  readonly #make: (name: string) => B;

  constructor(make: (name: string) => B) {
    this.#make = make;
  }

  /** Runs `job` on the bank of that name, made if need be. @throws TypeError for no bank's name */
  async use<T>(name: string, job: (bank: B) => Promise<T>): Promise<T> {
    checkBankName(name);
    const entry = this.#entries.get(name) ?? { bank: this.#make(name), users: 0 };
    this.#entries.set(name, entry);
    entry.users++;
    try {
      return await job(entry.bank);
    } finally {
      entry.users--;
      if (entry.users === 0 && entry.bank.mayBeForgotten) this.#entries.delete(name);
    }
  }

  add(name: string, bank: B): void {
    this.#entries.set(name, { bank, users: 0 });
  }

  /** Written banks with their names, sorted by these. */
  written(): (readonly [string, B])[] {
    return [...this.#entries]
      .filter(([, { bank }]) => bank.isWritten)
      .map(([name, { bank }]) => [name, bank] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** All that there are, unwritten ones in use included. */
  all(): B[] {
    return [...this.#entries.values()].map(({ bank }) => bank);
  }
}
