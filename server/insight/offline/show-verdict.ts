// Shows the result in the inspector's words and shape, so that a request reads the same in both, masked the
// same way (WEB-06).

import { readable } from '../../kernel/utf8.ts';
import type { SignedRequest } from '../../signing/signature-checks.ts';
import type { SignedCompared } from '../explain/compare-signed.ts';
import type { Explanation } from '../explain/explanation.ts';
import { entryWith, explanationView, searchView } from '../inspector/entry-view.ts';
import { createMask, type Mask } from '../inspector/masking.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';
import { signatureView } from '../inspector/signature-view.ts';
import type { VerdictStep } from '../inspector/verdict.ts';
import type { CapturedRequest } from './captured-request.ts';
import { type Judged, OFFLINE_CHECKS } from './judge-request.ts';
import type { OfflineCheck, OfflineVerdict } from './offline-verdict.ts';

export interface OfflineResult {
  readonly capture: CapturedRequest;
  readonly request: SignedRequest;
  /** Headers as judged, including a certificate given by the caller. */
  readonly rawHeaders: readonly string[];
  readonly bank: string;
  readonly judged: Judged;
  readonly explanation: Explanation | undefined;
  /** What came of the string that the client says it signed. */
  readonly compared: SignedCompared | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly notes: readonly string[];
}

export async function showVerdict(result: OfflineResult): Promise<OfflineVerdict> {
  const { capture, judged, explanation, request, now, notes } = result;
  const mask = createMask(result.rawHeaders);
  const seen = seenRequest(result);
  const entry = entryWith(seen, mask, (text) => text);
  const steps = entry['verdict'] as unknown as readonly VerdictStep[];
  const signature = await signatureView(seen, mask);
  return withoutUndefined({
    accepted: judged.refusal === undefined,
    request: {
      form: capture.form,
      method: request.method,
      target: mask.text(readable(request.target)),
      bodyLength: request.body.length,
    },
    judgedAt: new Date(now).toISOString(),
    checks: OFFLINE_CHECKS.map(({ name }) => checkOf(name, steps, judged)),
    refusal: refusalOf(seen, mask),
    explanation: explanation && {
      ...explanationView(explanation, mask),
      ...searchView(explanation, mask),
    },
    given: result.compared && {
      fits: result.compared.fits,
      text: mask.text(result.compared.text),
    },
    findings: entry['findings'],
    notes: notes.map((note) => mask.text(note)),
    signature,
  }) as unknown as OfflineVerdict;
}

/** The request as the inspector stores it, without the bank's answer. */
function seenRequest(result: OfflineResult): SeenRequest {
  const { request, rawHeaders, judged, explanation, now, bank } = result;
  const { refusal, begun, findings } = judged;
  const { method, target, body } = request;
  return {
    number: 0,
    id: 'offline',
    at: now,
    bank,
    method,
    target,
    path: target.replace(/\?.*$/s, ''),
    rawHeaders,
    body: { bytes: body, length: body.length },
    entered: begun,
    refusal: refusal && {
      rule: refusal.rule,
      code: refusal.code,
      status: refusal.status,
      text: explanation?.sentence ?? refusal.message,
      details: refusal.details,
    },
    findings,
    explanation,
    answer: {
      status: refusal?.status ?? 200,
      headers: {},
      body: { bytes: Buffer.alloc(0), length: 0 },
    },
    exercised: [],
    codes: [],
    warnings: [],
    transactionStatuses: [],
    brokenOff: false,
    took: { total: 0 },
  };
}

function checkOf(
  check: OfflineCheck['check'],
  steps: readonly VerdictStep[],
  { unjudged }: Judged,
): OfflineCheck {
  const step = steps.find((each) => each.check === check);
  if (check === unjudged || step === undefined) return { check, outcome: 'not judged' };
  return step as OfflineCheck;
}

function refusalOf({ refusal }: SeenRequest, mask: Mask) {
  if (refusal === undefined) return undefined;
  const { rule, code, text, details } = refusal;
  return { rule, code, path: details.path, text: mask.text(text) };
}

/** Leaves out members that are `undefined`, as JSON does. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, withoutUndefined(member)]),
  );
}
