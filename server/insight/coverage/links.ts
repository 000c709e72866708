// scaRedirect links that were handed out and that nobody has come to yet, and how many were left for good
// (CTRL-08). What is counted stays counted; what still waits is bounded.
import { MINUTE } from '../../kernel/clock.ts';
import { type Seen, Sightings } from './advice/sightings.ts';
import { Recent } from './recent.ts';

/** Links that wait, of one bank. */
const MOST_WAITING = 2000;
/** Callers of whom the newest link is known. */
const MOST_CALLERS = 300;

export interface Link {
  /** The request that was answered with it. */
  readonly name: string;
  /** Wall clock. */
  readonly at: number;
  /** Id of the payment or basket that it approves. */
  readonly subject?: string;
}

interface Waiting extends Link {
  /** A later link took its place. */
  superseded?: true;
}

export class Links {
  readonly #waiting = new Map<string, Waiting>();
  /** By who got it. */
  readonly #newest = new Recent<string>(MOST_CALLERS);
  readonly #left = new Sightings();

  /** @param caller set: the next link for the same caller does all that this one would */
  handedOut(id: string, link: Link, caller?: string): void {
    if (this.#waiting.has(id)) return;
    if (caller !== undefined) {
      const earlier = this.#waiting.get(this.#newest.get(caller) ?? '');
      if (earlier !== undefined) earlier.superseded = true;
      this.#newest.set(caller, id);
    }
    this.#waiting.set(id, { ...link });
    if (this.#waiting.size > MOST_WAITING) this.#giveUpOldest(link.at);
  }

  /** Somebody came to it, or it was approved without that. */
  followed(id: string): void {
    this.#waiting.delete(id);
  }

  /** Something else has settled what these links were for: nobody has to come any more. */
  moot(subjects: ReadonlySet<string>): void {
    for (const [id, { subject }] of this.#waiting) {
      if (subject !== undefined && subjects.has(subject)) this.#waiting.delete(id);
    }
  }

  /** The bank has begun again: nobody can come to a link of before. */
  forget(now: number): void {
    this.#settle(now);
    this.#waiting.clear();
  }

  /** Links that nobody followed for a minute and more, or until a later one took their place. */
  unfollowed(now: number): Seen {
    this.#settle(now);
    return this.#left;
  }

  /** Those that were left are counted, once and for good: what was told once stays true of the next look. */
  #settle(now: number): void {
    for (const [id, link] of this.#waiting) if (isLeft(link, now)) this.#leave(id, link);
  }

  #giveUpOldest(now: number): void {
    const [oldest] = this.#waiting;
    if (oldest === undefined) return;
    const [id, link] = oldest;
    if (isLeft(link, now)) this.#leave(id, link);
    else this.#waiting.delete(id);
  }

  #leave(id: string, { name }: Waiting): void {
    this.#waiting.delete(id);
    this.#left.add(name);
  }
}

function isLeft({ at, superseded }: Waiting, now: number): boolean {
  return superseded === true || now - at > MINUTE;
}
