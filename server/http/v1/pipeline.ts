// The order of checks (ORD-01), the same for every /v1 operation; the first that fails answers.
// Size was checked while reading, before this.

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Banks } from '../../bank/banks/banks.ts';
import type { Call, Operation } from '../../bank/banks/operation.ts';
import { readRuleLevels } from '../../bank/banks/rule-levels.ts';
import { useUpSca } from '../../bank/sca/demand.ts';
import { checkRegistration } from '../../bank/tpps/registration.ts';
import type { Clock } from '../../kernel/clock.ts';
import { dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { isFixed } from '../../protocol/fixes.ts';
import type { Json } from '../../protocol/json.ts';
import { judgeFinding } from '../../protocol/judge-finding.ts';
import type { CallHeaders } from '../../protocol/psu-headers.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleLevels } from '../../protocol/tolerances.ts';
import type { Verification, Verifier } from '../../signing/verify-request.ts';
import { checkContent } from '../../validation/content.ts';
import {
  checkHeaderFormats,
  checkRequiredHeaders,
  unknownFixes,
} from '../../validation/headers.ts';
import { printable } from '../../validation/json-pointer.ts';
import { parseJsonBody } from '../../validation/parse-json.ts';
import { checkQuery } from '../../validation/query.ts';
import type { Validator } from '../../validation/schemas.ts';
import type { Matched } from '../router.ts';
import { checkCorporateContext } from './corporate-context.ts';
import type { Incoming } from './incoming.ts';
import type { Trace } from './trace.ts';
import { tell, verifySignature } from './verify-signature.ts';

export interface PipelineDeps {
  readonly banks: Banks;
  /** Path and method, product too. Throws ApiError. */
  readonly route: (method: string, path: string) => Matched<Operation>;
  readonly verifier: Verifier;
  readonly validator: Validator;
  readonly wallClock: Clock;
}

/**
 * Runs every check and the operation. Throws ApiError where a check refuses; then nothing has changed.
 * @param trace what happens on the way goes in here, so that a refusal still tells it
 */
export async function answer(incoming: Incoming, deps: PipelineDeps, trace: Trace): Promise<Reply> {
  trace.enter('path and method');
  const matched = deps.route(incoming.method, incoming.path);
  trace.operation = matched.row;
  const { verified, noted } = await verifySignature(incoming, {
    ...deps,
    role: matched.row.role,
    trace,
  });
  trace.tpp = verified.tpp;
  trace.signer = verified.signer;
  // Registration is for the bank to say, so the rest runs in its transaction: a check that refuses
  // takes everything back, and a bank that did not exist has not begun (BANK-01).
  return deps.banks.transact(incoming.bank, async (bank) => {
    trace.findings.length = 0;
    const levels = await readRuleLevels(bank.tx);
    tell(noted, levels, trace);
    trace.enter('registration');
    await checkRegistration(bank, verified.tpp);
    return checkedAnswer(bank, incoming, { ...matched, verified, deps, trace, levels });
  });
}

interface Verified extends Matched<Operation> {
  readonly verified: Verification;
  readonly deps: PipelineDeps;
  readonly trace: Trace;
  readonly levels: RuleLevels;
}

async function checkedAnswer(
  bank: BankTx,
  incoming: Incoming,
  { row, params, verified, deps, trace, levels }: Verified,
): Promise<Reply> {
  const { headers, body } = incoming;
  const finding = (rule: string, text: string, path?: string) => {
    const told = judgeFinding({ rule, text, ...defined({ path }) }, levels);
    if (told !== undefined) trace.findings.push(told);
  };

  trace.enter('required headers');
  checkRequiredHeaders(headers, row.headers);
  trace.enter('header formats');
  const callHeaders = checkHeaderFormats(headers, deps.validator);
  for (const fix of unknownFixes(callHeaders)) {
    const shown = printable(fix, 80);
    finding('HDR-08', `${shown} in x-accept-fix is no fix that this bank knows; it has no effect.`);
  }
  trace.enter('context');
  checkCorporateContext(callHeaders, row.role);
  trace.enter('content');
  checkContent(headers, { hasBody: body.length > 0, bodyIgnored: row.body === 'ignored' });
  trace.enter('query');
  const query = checkQueryOf(incoming, row, { deps, finding });
  trace.enter('body');
  const value = bodyOf(row, body, deps.validator);

  trace.enter('operation');
  const checked = { row, params, verified, callHeaders, query, value };
  return answerIn({ ...callOf(incoming, checked), bank, finding }, row);
}

/** SES-07 is for the PSU's calls. ACC-09: what the interface answers had amounts as numbers once; the sandbox operations never had. */
async function answerIn(call: Call, row: Operation): Promise<Reply> {
  const reply = await row.handle(call);
  if (row.headers !== 'sandbox' && reply.status < 400) await useUpSca(call);
  const scene = { acceptFix: call.headers.acceptFix, today: dateAt(call.bank.now) };
  const asText = row.headers === 'sandbox' || isFixed('amount-as-string', scene);
  return asText ? reply : { ...reply, amounts: 'numbers' };
}

function checkQueryOf(
  incoming: Incoming,
  row: Operation,
  { deps, finding }: { deps: PipelineDeps; finding: Call['finding'] },
): Readonly<Record<string, string>> {
  const { values, unknown } = checkQuery(row.query ?? {}, incoming.query, deps.validator);
  for (const name of unknown) {
    finding('ERR-01', `The query parameter ${name} is unknown here; it has no effect.`, name);
  }
  row.checkQuery?.(values, incoming.target);
  return values;
}

/** The parsed body where the row reads one, else `undefined`. */
function bodyOf(row: Operation, body: Buffer, validator: Validator): Json | undefined {
  if (row.body === undefined || row.body === 'ignored') return undefined;
  if (body.length === 0 && row.body.optional === true) return undefined;
  const value = parseJsonBody(body);
  validator.body(row.body.schema, value);
  return value;
}

interface Checked {
  readonly row: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly verified: Verification;
  readonly callHeaders: CallHeaders;
  readonly query: Readonly<Record<string, string>>;
  readonly value: Json | undefined;
}

function callOf(incoming: Incoming, checked: Checked): Omit<Call, 'bank' | 'finding'> {
  return {
    tpp: checked.verified.tpp,
    role: checked.row.role,
    headers: checked.callHeaders,
    params: checked.params,
    query: checked.query,
    body: checked.value,
    target: incoming.query === '' ? incoming.path : `${incoming.path}?${incoming.query}`,
    baseUrl: incoming.baseUrl,
  };
}
