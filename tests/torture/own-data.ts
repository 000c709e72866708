// What tells the banks of the cross-talk apart: names that only one of them has, and ids that no two share.
import type { Answer } from '../support/http.ts';

/** Ids of one bank alone: payments, consents, PSU-IDs, accounts as a TPP sees them, SCA links. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|enc!![\w-]{32}|(?<=\/sca\/)[\w-]{32}/g;
const MARKS = /\bmark-\d+/g;
const ADDRESSES = /\/banks\/([\w-]+)/g;

/** Ids that are remembered; the oldest are forgotten first. */
const MOST = 1_000_000;

export class Owners {
  readonly #owners = new Map<string, string>();
  /** Ids of the starting set, which every bank has. */
  readonly #shared: ReadonlySet<string>;

  /** @param starting an answer of a bank that nobody changed, without ids of the bank's own */
  constructor(starting: Answer) {
    const ids = starting.text.match(IDS) ?? [];
    this.#shared = new Set(ids.filter((id) => !id.startsWith('enc!!')));
  }

  /** What in the answer to a request to that bank belongs to another bank. */
  foreignIn({ text }: Answer, bank: string, mark: string): readonly string[] {
    const others = [
      ...(text.match(MARKS) ?? []).filter((found) => found !== mark),
      ...[...text.matchAll(ADDRESSES)]
        .map(([, name]) => name ?? '')
        .filter((name) => name !== bank),
    ];
    const ids = (text.match(IDS) ?? []).filter((id) => this.#ownerOf(id, bank) !== bank);
    return [...others, ...ids.map((id) => `${id} of ${this.#owners.get(id)}`)];
  }

  #ownerOf(id: string, bank: string): string {
    if (this.#shared.has(id)) return bank;
    const owner = this.#owners.get(id) ?? bank;
    this.#owners.set(id, owner);
    const [oldest] = this.#owners.keys();
    if (this.#owners.size > MOST && oldest !== undefined) this.#owners.delete(oldest);
    return owner;
  }
}
