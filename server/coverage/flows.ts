// SCA flows that requests of one bank began: how they ended, each once, and which links nobody followed.
import { MINUTE } from '../kernel/clock.ts';
import type { ScaEnding, ScaEvent } from '../sca/endings.ts';
import { type Seen, Sightings } from './advice/sightings.ts';
import { Counts } from './counts.ts';
import { callerOf, type Glance } from './glance.ts';
import { Recent } from './recent.ts';

/** Flows remembered of one bank. */
const MOST_FLOWS = 300;

interface Flow {
  /** The request that was answered with the link, and when by the wall clock. */
  readonly given?: { readonly name: string; readonly at: number };
  readonly followed?: boolean;
  /** A later link took its place. */
  readonly superseded?: boolean;
  readonly end?: { readonly kind: ScaEnding; readonly code?: string };
}

export class Flows {
  readonly endings = new Counts();
  /** Codes of failed redirects. */
  readonly codes = new Counts();
  readonly #flows = new Recent<Flow>(MOST_FLOWS);
  /** The newest link for a session, by who got it. */
  readonly #newest = new Recent<string>(MOST_FLOWS);

  /** A request was answered with the flow's link. */
  handedOut(id: string, glance: Glance): void {
    const flow = this.#flows.get(id);
    // The same link again: of a payment's list of authorisations, for instance.
    if (flow?.given !== undefined) return;
    const { exchange, name } = glance;
    this.#flows.set(id, { ...flow, given: { name, at: exchange.at } });
    if (!givesSession(glance)) return;
    const caller = callerOf(glance);
    const earlier = this.#newest.get(caller) ?? '';
    const flowBefore = this.#flows.get(earlier);
    if (flowBefore !== undefined) this.#flows.set(earlier, { ...flowBefore, superseded: true });
    this.#newest.set(caller, id);
  }

  /** True where a flow ended that had not ended before. */
  told({ flowId, kind, code }: ScaEvent): boolean {
    const flow = this.#flows.get(flowId) ?? {};
    if (kind === 'opened') {
      this.#flows.set(flowId, { ...flow, followed: true });
      return false;
    }
    const { given, end: before } = flow;
    if (before?.kind === kind) return false;
    // What a store took back again had been told of: the last word counts.
    if (before !== undefined) this.endings.takeBack(before.kind);
    if (before?.code !== undefined) this.codes.takeBack(before.code);
    this.endings.add(kind, given?.name);
    if (code !== undefined) this.codes.add(code, given?.name);
    this.#flows.set(flowId, { ...flow, end: { kind, ...(code === undefined ? {} : { code }) } });
    return true;
  }

  /** Links that nobody followed for a minute and more, or until a later one took their place. */
  unfollowed(now: number): Seen {
    const seen = new Sightings();
    for (const { given, followed, superseded } of this.#flows.values()) {
      if (given === undefined || followed) continue;
      if (superseded || now - given.at > MINUTE) seen.add(given.name);
    }
    return seen;
  }
}

/** A link for a session or a consent: the next one of the same session does all that it would. */
function givesSession({ exchange }: Glance): boolean {
  return exchange.answer.status === 401 || exchange.path.endsWith('consents');
}
