// Runs the table of checks on one request (ORD-01): first the checks of the request, then the rest in the
// bank's transaction.

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Banks } from '../../bank/banks/banks.ts';
import { readRuleLevels } from '../../bank/banks/rule-level-control.ts';
import { type CountedFaults, countFaults } from '../../bank/faults/count-faults.ts';
import type { MatchableRequest } from '../../bank/faults/fault.ts';
import { findPsu } from '../../bank/sca/psu.ts';
import { CallFacts, type CallTools } from '../../checks/call-facts.ts';
import { CHECKS_IN_BANK, type CheckName, type checksOfRequest } from '../../checks/checks.ts';
import { defined } from '../../kernel/defined.ts';
import { after, rescued, type Soon } from '../../kernel/soon.ts';
import { isConsoleLogin } from '../../protocol/console-login.ts';
import type { Reply } from '../../protocol/reply.ts';
import { passAll, without } from '../../protocol/run-checks.ts';
import { judgeFinding, type RuleLevels } from '../../protocol/tolerances.ts';
import type { Finding } from '../../protocol/tpp.ts';
import type { Trace } from '../trace.ts';

export interface PipelineDeps {
  readonly banks: Banks;
  readonly tools: CallTools;
  /** Those before the bank's transaction, as the settings want them. */
  readonly checksOfRequest: ReturnType<typeof checksOfRequest>;
  /** Milliseconds of a clock that never goes back, with fractions. */
  readonly ticks: () => number;
}

/** Nearly every request: no fault fires on it. */
const CHECKS_WITHOUT_FAULT = without(CHECKS_IN_BANK, 'fault');

/** A finding made before the bank's levels were known, and the check that made it. */
interface EarlyFinding {
  readonly finding: Finding;
  readonly check: CheckName;
}

/**
 * Runs every check and the operation. Throws ApiError if a check refuses; then nothing has changed.
 *
 * @param trace records the checks, so that a refusal shows them too
 */
export function answer(
  arrived: Pick<CallFacts, 'request' | 'readBody'>,
  deps: PipelineDeps,
  trace: Trace,
): Soon<Reply> {
  const { banks, tools, checksOfRequest } = deps;
  const begin = (check: CheckName) => trace.enter(check);
  const early: EarlyFinding[] = [];
  const { request, readBody } = arrived;
  const facts = new CallFacts({
    request,
    readBody,
    reportFinding(rule, text, path) {
      const finding = { rule, text, ...defined({ path }) };
      early.push({ finding, check: trace.entered.at(-1) as CheckName });
    },
  });
  trace.facts = facts;
  const { bank: name } = request;
  const passing = rescued(
    () => passAll(checksOfRequest, { facts, tools }, begin),
    async (refusal) => {
      // These findings came before the refusal. If this bank refuses one of them, that refusal wins.
      if (early.length > 0) {
        judgeEarlyFindings(
          early,
          await banks.transactIfBegun(name, ({ tx }) => readRuleLevels(tx)),
          trace,
        );
      }
      throw refusal;
    },
  );
  return after(passing, () => answerInBank({ facts, early, tools, trace }, deps));
}

function answerInBank(answering: Answering, { banks, ticks }: PipelineDeps): Soon<Reply> {
  const { facts, trace } = answering;
  trace.verifiedAt = ticks();
  const inBank = (counted?: CountedFaults) =>
    banks.transact(facts.request.bank, (bank) => answerIn(bank, answering, counted));
  const again = after(inBank(), (counted) => {
    if (counted === undefined) return undefined;
    // FAULT-01: that the request matched is stored now, whatever becomes of it.
    trace.fault = counted.fault;
    return inBank(counted);
  });
  return after(again, () => facts.reply as Reply);
}

interface Answering {
  readonly facts: CallFacts;
  readonly early: readonly EarlyFinding[];
  readonly tools: CallTools;
  readonly trace: Trace;
}

/** Answers, unless there is something to count first: then that. */
function answerIn(
  bank: BankTx,
  answering: Answering,
  counted: CountedFaults | undefined,
): Soon<CountedFaults | undefined> {
  const { facts, early, trace } = answering;
  return after(readRuleLevels(bank.tx), (levels) => {
    trace.beginAgain();
    judgeEarlyFindings(early, levels, trace);
    if (counted !== undefined) return passInBank(bank, answering, { levels, counted });
    return after(
      countFaults(bank, () => matchable(facts)),
      (found) => found ?? passInBank(bank, answering, { levels }),
    );
  });
}

function passInBank(
  bank: BankTx,
  { facts, tools, trace }: Answering,
  { levels, counted }: { readonly levels: RuleLevels; readonly counted?: CountedFaults },
): Soon<undefined> {
  const inside: Pick<CallFacts, 'bank' | 'exercises' | 'isAbout' | 'reportFinding'> = {
    bank,
    exercises: (rule) => trace.exercises(rule),
    isAbout(person) {
      trace.person = person;
    },
    reportFinding(rule, text, path) {
      const judged = judgeFinding({ rule, text, ...defined({ path }) }, levels);
      if (judged !== undefined) trace.findings.push(judged);
    },
  };
  // A transaction that is repeated finds out again what the checks after these found out.
  Object.assign(facts, inside, counted);
  const checks = facts.fault === undefined ? CHECKS_WITHOUT_FAULT : CHECKS_IN_BANK;
  return rescued(
    () => passAll(checks, { facts, tools }, (check) => trace.enter(check)),
    async (refusal) => {
      trace.person ??= await namedPerson(bank, facts);
      throw refusal;
    },
  );
}

/** Whom a request names that was refused before the bank asked who that is. */
async function namedPerson(bank: BankTx, { tpp, request }: CallFacts) {
  const psuId = request.headers.get('psu-id')?.toLowerCase();
  if (tpp === undefined || psuId === undefined) return undefined;
  const found = await findPsu({ bank, tpp }, psuId);
  return found && { id: found.id, name: found.name };
}

/** What faults can match; all of it is known before the bank's transaction. */
function matchable({ request, matched, tpp }: CallFacts): MatchableRequest | undefined {
  const { method, path, headers } = request;
  if (isConsoleLogin(headers.get('x-request-id'))) return undefined;
  const psuId = headers.get('psu-id');
  return { method, path, ...defined({ operation: matched?.row.id, tpp: tpp?.id, psuId }) };
}

/** Applies this bank's levels to each finding. Throws ApiError for the first that is refused. */
function judgeEarlyFindings(
  early: readonly EarlyFinding[],
  levels: RuleLevels,
  trace: Trace,
): void {
  for (const { finding, check } of early) {
    try {
      const judged = judgeFinding(finding, levels);
      if (judged !== undefined) trace.findings.push(judged);
    } catch (refusal) {
      trace.enter(check);
      throw refusal;
    }
  }
}
