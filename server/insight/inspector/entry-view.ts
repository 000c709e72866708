// A request in the inspector's list (CTRL-05): masked, and without text that could be used as
// a signature.

import { isoTime } from '../../kernel/dates.ts';
import { readable } from '../../kernel/utf8.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { clip } from '../../protocol/shown-text.ts';
import type { Finding } from '../../protocol/tpp.ts';
import type { Explanation } from '../explain/explanation.ts';
import { createMask, type Mask } from './masking.ts';
import { refusedBy, type SeenRequest } from './seen-request.ts';
import { shownCertificate } from './sent-certificate.ts';
import { type VerdictStep, verdictOf } from './verdict.ts';
import { readableLines } from './visible-text.ts';

/** Limit in the list; the view of one request shows a usual signing string whole. */
const SHORT = 300;

export function entryView(request: SeenRequest): JsonObject {
  return entryWith(request, createMask(request.rawHeaders), (text) =>
    clip(withoutSignature(text), SHORT),
  );
}

/** `entryView`, made when a request is first shown: a page that is open reads the list every few seconds. */
export function rememberingEntryView(): typeof entryView {
  const made = new WeakMap<SeenRequest, JsonObject>();
  return (request) => {
    const view = made.get(request) ?? entryView(request);
    made.set(request, view);
    return view;
  };
}

/** @param shown applied to `expected` and `got` of the verdict, which hold parts of the request */
export function entryWith(
  request: SeenRequest,
  mask: Mask,
  shown: (text: string) => string,
): JsonObject {
  const { answer, explanation, tpp, person, qwac, took } = request;
  // Sentences and certificate names are text; targets and header values are bytes.
  const text = (sentence: string) => mask.text(sentence);
  const read = (bytes: string) => mask.text(readable(bytes));
  return {
    requestId: request.requestId && read(request.requestId),
    id: request.id,
    number: request.number,
    at: isoTime(request.at),
    bankTime: request.bankTime && isoTime(request.bankTime),
    method: request.method,
    target: read(request.target),
    operation: request.operation,
    tpp: tpp && { id: text(tpp.id), name: text(tpp.name) },
    person: person && { id: person.id, name: text(person.name) },
    qwac: qwac && { id: text(qwac.id), name: text(qwac.name) },
    status: answer.status,
    codes: [...request.codes],
    warnings: request.warnings.length > 0 ? [...request.warnings] : undefined,
    brokenOff: request.brokenOff || undefined,
    fault: request.fault,
    rules: [
      ...new Set([refusedBy(request), ...request.findings.map((finding) => finding.rule)]),
    ].filter((id) => id !== undefined),
    findings: findingsView(request.findings, mask),
    verdict: verdictOf(request).map((step) => stepView(step, mask, shown)),
    explanation: explanation && explanationView(explanation, mask),
    unexplained: isUnexplained(request) ? UNEXPLAINED : undefined,
    scaFlow: request.scaFlow,
    took: {
      total: millis(took.total),
      explaining: took.explaining === undefined ? undefined : millis(took.explaining),
    },
  };
}

/** What is wrong with the signature, as far as the bank knows (SIG-15). */
export function explanationView({ sentence, readings }: Explanation, mask: Mask) {
  return {
    sentence: mask.text(sentence),
    mistakes: [...new Set(readings.flatMap(({ mistakes }) => mistakes))],
    readings: readings.map((reading) => ({
      mistakes: [...reading.mistakes],
      sentence: mask.text(reading.sentence),
    })),
  };
}

/** How many strings were tried, and what the bank would refuse next. */
export const searchView = ({ tried, next }: Explanation, mask: Mask) => ({
  tried,
  next: next.map(({ rule, text }) => ({ rule, text: mask.text(text) })),
});

export const findingsView = (findings: readonly Finding[], mask: Mask) =>
  findings.map(({ rule, text }) => ({ rule, text: mask.text(text) }));

/** SIG-15 has limits. This says so, because the refusal may still have an explanation. */
const UNEXPLAINED =
  "The bank did not look for the cause of this refusal: too many others waited for that, or the explanation failed and the bank's log says why. Send this request again by itself, or give it to sandbank explain.";

const isUnexplained = ({ refusal, explanation }: SeenRequest): boolean =>
  refusal?.rule.startsWith('SIG-') === true && explanation === undefined;

export function stepView(step: VerdictStep, mask: Mask, shown: (text: string) => string) {
  const { check, outcome, rule, expected, got, text } = step;
  // Both may hold parts of the request, which are bytes.
  const part = (value: string) => shown(mask.text(readableLines(value)));
  // A certificate is never shown whole, even if it cannot be read.
  const sent = rule === 'SIG-02' && got !== undefined ? shownCertificate(got, mask) : got;
  return {
    check,
    outcome,
    rule,
    expected: expected === undefined ? undefined : part(expected),
    got: sent === undefined ? undefined : part(sent),
    text: text === undefined ? undefined : mask.text(text),
  };
}

/** Removes a signature, and anything else as long and opaque. */
function withoutSignature(text: string): string {
  return text
    .replace(/signature="[^"]*"?/gi, 'signature="…"')
    .replace(/[A-Za-z0-9+/_-]{86,}={0,2}/g, '…');
}

const millis = (value: number): number => Math.round(value * 1000) / 1000;
