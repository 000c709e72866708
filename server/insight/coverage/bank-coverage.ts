// What the requests to one bank have exercised (CTRL-08). A request costs a few increments: checks and
// handlers report what to count, and reports are made on demand.
import { LRUCache } from 'lru-cache';
import type { ScaEnded } from '../../bank/sca/endings.ts';
import { getOrSet } from '../../kernel/get-or-set.ts';
import type { Sum } from '../../storage/bank-log.ts';
import { createMask, holdsSecret } from '../inspector/masking.ts';
import { refusedBy, type SeenRequest } from '../inspector/seen-request.ts';
import { Counts, type CountsJson } from './counts.ts';
import { type HabitsJson, HabitWatch } from './habits.ts';

/** SCA flows remembered per bank. As `maxSize`, it takes no memory before the first flow. */
const MOST_FLOWS = 100;

interface Flow {
  /** The request whose answer has the link. */
  readonly request?: string;
  readonly ended?: true;
  /** Its redirect with an error code was counted. */
  readonly failed?: true;
}

/** What is counted by id. */
const COUNTED = [
  /** Operations that began, so all checks before them passed. */
  'operations',
  'statuses',
  'codes',
  'transactionStatuses',
  /** Rules that refused, that have a finding, or that a success exercised. */
  'refused',
  'found',
  'passed',
  'scaOutcomes',
] as const;

type Counted = (typeof COUNTED)[number];

/** All that was seen, as plain values. */
interface CoverageJson extends Readonly<Record<Counted, CountsJson>> {
  readonly since: number;
  readonly requests: number;
  readonly answers: readonly (readonly [string, CountsJson])[];
  readonly habits: HabitsJson;
  /** The oldest first. */
  readonly flows: readonly (readonly [string, Flow])[];
}

const ofEach = <T>(make: (name: Counted) => T) =>
  Object.fromEntries(COUNTED.map((name) => [name, make(name)])) as Record<Counted, T>;

export class BankCoverage implements Sum<SeenRequest> {
  /** Wall clock, milliseconds. */
  readonly since: number;
  requests: number;
  readonly counts: Readonly<Record<Counted, Counts>>;
  /** Answers per operation, by HTTP status, including refusals by a check. */
  readonly answers: Map<string, Counts>;
  readonly habits: HabitWatch;
  readonly #flows = new LRUCache<string, Flow>({ maxSize: MOST_FLOWS, sizeCalculation: () => 1 });

  constructor(since: number, seen: Partial<CoverageJson> = {}) {
    this.since = seen.since ?? since;
    this.requests = seen.requests ?? 0;
    this.counts = ofEach((name) => new Counts(seen[name]));
    this.answers = new Map(seen.answers?.map(([id, counts]) => [id, new Counts(counts)]));
    this.habits = new HabitWatch(seen.habits);
    for (const [id, flow] of seen.flows ?? []) this.#flows.set(id, flow);
  }

  /** What a new one is made from. */
  toJson(): CoverageJson {
    return {
      ...ofEach((name) => this.counts[name].toJson()),
      since: this.since,
      requests: this.requests,
      answers: [...this.answers].map(([id, counts]) => [id, counts.toJson()]),
      habits: this.habits.toJson(),
      flows: [...this.#flows.entries()].reverse(),
    };
  }

  /** A request without an answer counts for nothing, except for its rules if a fault held the answer back. */
  add(request: SeenRequest): void {
    const { brokenOff, fault } = request;
    if (brokenOff && fault === undefined) return;
    const name = requestName(request);
    this.#countRules(request, name);
    if (brokenOff) return;
    this.requests += 1;
    this.#countOperation(request, name);
    this.#countAnswer(request, name);
    this.habits.record(request, name);
    const { scaFlow } = request;
    if (scaFlow !== undefined && !this.#flows.has(scaFlow)) {
      this.#flows.set(scaFlow, { request: name });
    }
  }

  /**
   * Each flow ends once and shows the code of its failed redirect once, even if both are reported again.
   */
  scaEnded({ flowId, ending, code }: ScaEnded): this {
    const flow = this.#flows.get(flowId) ?? {};
    if (flow.ended === undefined) this.counts.scaOutcomes.add(ending, flow.request);
    if (code !== undefined && flow.failed === undefined) this.counts.codes.add(code, flow.request);
    this.#flows.set(flowId, {
      ...flow,
      ended: true,
      ...(code === undefined ? {} : { failed: true }),
    });
    return this;
  }

  #countOperation({ operation, entered, answer }: SeenRequest, name: string): void {
    if (operation === undefined) return;
    if (entered.at(-1) === 'operation') this.counts.operations.add(operation, name);
    getOrSet(this.answers, operation, () => new Counts()).add(String(answer.status));
  }

  #countAnswer({ answer, codes, transactionStatuses }: SeenRequest, name: string): void {
    this.counts.statuses.add(String(answer.status), name);
    for (const code of codes) this.counts.codes.add(code, name);
    for (const status of transactionStatuses) this.counts.transactionStatuses.add(status, name);
  }

  /** FIND-01: a rule counts once per request, however many findings there are. */
  #countRules(request: SeenRequest, name: string): void {
    const rule = refusedBy(request);
    if (rule !== undefined) this.counts.refused.add(rule, name);
    const { findings } = request;
    findings.forEach((finding, at) => {
      const isFirst = findings.findIndex((other) => other.rule === finding.rule) === at;
      if (isFirst) this.counts.found.add(finding.rule, name);
    });
    for (const passed of request.exercised) this.counts.passed.add(passed, name);
  }
}

/** Cannot end an address, or looks like an id that the bank gave. */
const NO_NAME = /^(?:\.{1,2}|x[1-9]\d{0,15})$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** X-Request-ID, or the bank's own id if the X-Request-ID is not usable as a name or would be masked. */
function requestName({ requestId, id, rawHeaders }: SeenRequest): string {
  if (requestId === undefined || NO_NAME.test(requestId)) return id;
  // Most clients send a UUID, in which only a secret header's value is masked. Masking it would take ten times as long.
  if (UUID.test(requestId) && !holdsSecret(requestId, rawHeaders)) return requestId;
  return createMask(rawHeaders).text(requestId) === requestId ? requestId : id;
}
