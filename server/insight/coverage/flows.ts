// SCA flows that requests of one bank began: how they ended, each once, and which links nobody followed.

import type { ScaEnding, ScaEvent } from '../../bank/sca/endings.ts';
import { defined } from '../../kernel/defined.ts';
import type { Exchange } from '../inspector/exchange.ts';
import { Counts } from './counts.ts';
import { callerOf, type Glance } from './glance.ts';
import { Links } from './links.ts';
import { Recent } from './recent.ts';

/** Flows remembered of one bank. */
const MOST_FLOWS = 300;

interface Flow {
  /** The request that was answered with the link. */
  readonly name?: string;
  /** Id of the payment or basket that it approves. */
  readonly subject?: string;
  readonly end?: { readonly kind: ScaEnding; readonly code?: string };
}

export class Flows {
  readonly endings = new Counts();
  /** Codes of failed redirects. */
  readonly codes = new Counts();
  readonly links = new Links();
  readonly #flows = new Recent<Flow>(MOST_FLOWS);

  /** What a request has to do with flows: it was answered with a link, or made others' links moot. */
  see(glance: Glance): void {
    const { exchange } = glance;
    if (exchange.scaFlow !== undefined) this.#handedOut(exchange.scaFlow, glance);
    if (exchange.method === 'GET' || exchange.answer.status >= 400) return;
    const settled = settledBy(exchange);
    if (settled.length > 0) this.links.moot(new Set(settled));
  }

  #handedOut(id: string, glance: Glance): void {
    const flow = this.#flows.get(id);
    // The same link again.
    if (flow?.name !== undefined) return;
    const { exchange, name } = glance;
    const subject = subjectOf(exchange);
    const of = subject === undefined ? {} : { subject };
    this.#flows.set(id, { ...flow, name, ...of });
    if (flow?.end !== undefined) return;
    const link = { name, at: exchange.at, ...of };
    this.links.handedOut(id, link, givesSession(exchange) ? callerOf(glance) : undefined);
  }

  /** True where something has changed: the PSU took a step, or a flow ended that had not ended before. */
  told({ flowId, kind, code }: ScaEvent): boolean {
    // Whatever else ends a flow, somebody came to it; a link runs out by itself.
    if (kind !== 'expired') this.links.followed(flowId);
    if (kind === 'opened') return true;
    const flow = this.#flows.get(flowId) ?? {};
    const { name, subject, end: before } = flow;
    const end = { kind, ...defined({ code }) };
    if (before?.kind === kind) {
      // A link that had run out was opened after all: only now does its redirect carry the code.
      if (code === undefined || before.code !== undefined) return false;
      this.codes.add(code, name);
      this.#flows.set(flowId, { ...flow, end });
      return false;
    }
    // What a store took back again had been told of: the last word counts.
    if (before !== undefined) this.endings.takeBack(before.kind);
    if (before?.code !== undefined) this.codes.takeBack(before.code);
    this.endings.add(kind, name);
    if (code !== undefined) this.codes.add(code, name);
    this.#flows.set(flowId, { ...flow, end });
    if (kind === 'approved' && subject !== undefined) this.links.moot(new Set([subject]));
    return true;
  }
}

/** A link for a session or a consent: the next one of the same session does all that it would. */
function givesSession({ answer, path }: Exchange): boolean {
  return answer.status === 401 || path.endsWith('consents');
}

/** Of a create its Location tells the id; an authorisation is started under the path of what it approves. */
function subjectOf({ answer, path }: Exchange): string | undefined {
  if (answer.status !== 201) return undefined;
  const location = answer.headers['Location'];
  if (location !== undefined) return lastSegment(location);
  return /\/([^/]+)\/(?:cancellation-)?authorisations$/.exec(path)?.[1];
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Ids of payments and baskets whose own links nobody needs any more: of one that was deleted before its
 * approval, and of those in a basket, which are approved with it (BASK-02).
 */
function settledBy({ method, path, answer, body }: Exchange): readonly string[] {
  if (method === 'DELETE') return answer.status === 204 ? [lastSegment(path)] : [];
  if (path !== '/v1/signing-baskets') return [];
  return body.bytes.toString('latin1').match(UUIDS) ?? [];
}

/** The body of a basket that was made holds ids of its payments, and nothing else. */
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
