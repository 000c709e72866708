// Everything that was counted of one bank. A request costs a few increments; the rest is done when
// somebody asks.

import type { ScaEvent } from '../../bank/sca/endings.ts';
import { type Exchange, refusedBy } from '../inspector/exchange.ts';
import { watchFrequentReads, watchPolling, watchRefusals } from './advice/habits.ts';
import { watchDates, watchMachineAddresses, watchRequestIds } from './advice/oddities.ts';
import { Sightings } from './advice/sightings.ts';
import { Counts } from './counts.ts';
import { Flows } from './flows.ts';
import { callerHeaders, type Glance, requestName } from './glance.ts';
import type { PassedRules } from './passes.ts';

/** Lists of transactions are long and hold none. */
const HAS_STATUS = /^\/v1\/(?:[a-z-]*payments|signing-baskets)\b/;
const STATUS_MEMBER = Buffer.from('"transactionStatus":"');

export class Tally {
  /** Wall clock, milliseconds. */
  readonly since: number;
  requests = 0;
  /** Operations that the checks let through. */
  readonly operations = new Counts();
  /** Answers per operation and HTTP status, refusals by any check included. */
  readonly answers = new Map<string, Map<number, number>>();
  readonly statuses = new Counts();
  readonly codes = new Counts();
  readonly transactionStatuses = new Counts();
  readonly refused = new Counts();
  readonly found = new Map<string, Sightings>();
  readonly passed = new Counts();
  readonly flows = new Flows();
  readonly watchers = {
    requestIds: watchRequestIds(),
    machineAddresses: watchMachineAddresses(),
    frequentReads: watchFrequentReads(),
    polling: watchPolling(),
    dates: watchDates(),
    refusals: watchRefusals(),
  };
  readonly #all = Object.values(this.watchers);
  readonly #passedRules: PassedRules;
  #changes = 0;

  constructor(since: number, passedRules: PassedRules) {
    this.since = since;
    this.#passedRules = passedRules;
  }

  record(exchange: Exchange): void {
    const changes = exchange.method !== 'GET' && exchange.answer.status < 400;
    // What nobody was answered has shown nobody anything; the bank has done it all the same.
    if (exchange.brokenOff === true) {
      if (changes) this.changed();
      return;
    }
    const glance: Glance = {
      exchange,
      name: requestName(exchange),
      headers: callerHeaders(exchange.rawHeaders),
      changes: this.#changes,
    };
    this.requests += 1;
    this.#countOperation(glance);
    this.#countAnswer(glance);
    this.#countRules(glance);
    this.flows.see(glance);
    for (const watcher of this.#all) watcher.see(glance);
    if (changes) this.changed();
  }

  told(event: ScaEvent): void {
    if (this.flows.told(event)) this.changed();
  }

  /** The state of things is another: the same request may be answered otherwise now. */
  changed(): void {
    this.#changes += 1;
  }

  /** The bank has begun again. */
  restarted(now: number): void {
    this.flows.links.forget(now);
    this.changed();
  }

  #countOperation({ exchange: { operation, entered, answer }, name }: Glance): void {
    if (operation === undefined) return;
    if (entered.at(-1) === 'operation') this.operations.add(operation, name);
    const answers = this.answers.get(operation) ?? new Map<number, number>();
    this.answers.set(operation, answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1));
  }

  /** FIND-01: a rule is found once about a request, in however many ways. */
  #countRules(glance: Glance): void {
    const { findings } = glance.exchange;
    for (const rule of new Set(findings.map((finding) => finding.rule))) {
      sightingsOf(this.found, rule).add(glance.name);
    }
    for (const rule of this.#passedRules(glance)) this.passed.add(rule, glance.name);
  }

  #countAnswer({ exchange, name }: Glance): void {
    const { path, answer, codes } = exchange;
    this.statuses.add(String(answer.status), name);
    if (answer.status < 400) {
      if (!HAS_STATUS.test(path)) return;
      for (const status of transactionStatuses(answer.body.bytes)) {
        this.transactionStatuses.add(status, name);
      }
      return;
    }
    // In an answer that succeeds they are warnings.
    for (const code of codes) this.codes.add(code, name);
    const rule = refusedBy(exchange);
    if (rule !== undefined) this.refused.add(rule, name);
  }
}

function sightingsOf(found: Map<string, Sightings>, rule: string): Sightings {
  const sightings = found.get(rule) ?? new Sightings();
  found.set(rule, sightings);
  return sightings;
}

/** Each once. The members are found in the text: inside a value their quotation marks would be escaped. */
function transactionStatuses(body: Buffer): ReadonlySet<string> {
  const found = new Set<string>();
  const { length } = STATUS_MEMBER;
  for (
    let at = body.indexOf(STATUS_MEMBER);
    at >= 0;
    at = body.indexOf(STATUS_MEMBER, at + length)
  ) {
    found.add(body.toString('latin1', at + length, at + length + 4));
  }
  return found;
}
