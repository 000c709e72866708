// `{b}/_sandbox/readiness`: what would happen to the recorded payments on another date or under another profile
// (CTRL-12). The report is pure.

import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { BankDirectory } from '../../bank/payments/create/check-entries.ts';
import { type Readiness, readinessOf } from '../../bank/payments/create/readiness.ts';
import type { PaymentDeps } from '../../bank/payments/deps.ts';
import { findProduct, isService, type Product } from '../../bank/payments/products.ts';
import { entriesOf, type RequestBody } from '../../bank/payments/request-body.ts';
import { dateAt, isPlainDate, type PlainDate } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import { FIXES, type Fix, type FixName, isFixed } from '../../protocol/fixes.ts';
import { RawHeaders } from '../../protocol/headers.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { PROFILES, type Profile } from '../../protocol/profile.ts';
import type { Reply } from '../../protocol/reply.ts';
import { headerList } from '../../validation/headers.ts';
import { parseJsonBody } from '../../validation/parse-json.ts';
import { createMask } from '../inspector/masking.ts';
import type { RequestLog } from '../inspector/request-log.ts';
import type { SeenRequest } from '../inspector/seen-request.ts';

/** The rules of a date under a profile. */
interface RulesOf {
  readonly date: PlainDate;
  readonly profile: Profile;
}

interface ReadinessQuestion {
  /** Of one bank, in the order of the report. */
  readonly requests: readonly SeenRequest[];
  readonly now: RulesOf;
  readonly later: RulesOf;
  readonly bankDirectory: BankDirectory;
}

/** A create whose body passed its schema. */
interface Recorded {
  readonly request: SeenRequest;
  readonly product: Product;
}

interface Checked extends Recorded {
  readonly body: RequestBody;
  readonly now: Readiness;
  readonly later: Readiness;
}

function readinessReport(question: ReadinessQuestion): JsonObject {
  const { requests, now, later } = question;
  const recorded = requests.flatMap(recordedCreate);
  const isWhole = ({ request: { body } }: Recorded) => body.bytes.length === body.length;
  const checked = recorded.filter(isWhole).map((row) => check(row, question));
  const refused = checked.filter((row) => row.later.refusals.length > 0);
  return {
    summary: summaryOf(checked.length, refused.length, later.date),
    at: later.date,
    profile: later.profile,
    today: now.date,
    ownProfile: now.profile,
    accepted: checked.length - refused.length,
    refused: refused.length,
    refusedToday: checked.filter((row) => row.now.refusals.length > 0).length,
    warned: checked.filter((row) => row.later.warnings.length > 0).length,
    payments: checked.map(paymentView),
    notChecked: recorded
      .filter((row) => !isWhole(row))
      .map((row) => ({ ...nameOf(row), bytes: row.request.body.length })),
    refusedFor: groupsOf(checked, ({ refusals }) => refusals),
    warnedFor: groupsOf(checked, ({ warnings }) => warnings),
    fixes: fixViews(question),
    dates: changingDates(),
  };
}

/** Empty for every other kind of request. */
function recordedCreate(request: SeenRequest): readonly Recorded[] {
  const { path, entered } = request;
  // The operation begins after the body has passed. A product's path has only the create operation.
  if (!entered.includes('operation')) return [];
  const [, , service, segment = '', ...rest] = path.split('/');
  if (!isService(service) || rest.length > 0) return [];
  return [{ request, product: findProduct(service, segment) }];
}

function check(recorded: Recorded, { now, later, bankDirectory }: ReadinessQuestion): Checked {
  const { request, product } = recorded;
  const body = parseJsonBody(request.body.bytes) as unknown as RequestBody;
  const acceptFix = askedFixes(request);
  const by = ({ date, profile }: RulesOf) =>
    readinessOf(product, body, { today: date, profile, acceptFix, bankDirectory });
  return { ...recorded, body, now: by(now), later: by(later) };
}

function askedFixes({ rawHeaders }: SeenRequest): readonly string[] {
  const values = headerList(new RawHeaders(rawHeaders), 'x-accept-fix');
  return values.map((value) => value.toLowerCase());
}

/** Masked, like every X-Request-ID and every name (WEB-06). */
function nameOf({ request, product: { product, service } }: Recorded): JsonObject {
  const { id, requestId, rawHeaders } = request;
  const shown = requestId && createMask(rawHeaders).text(requestId);
  return { ...defined({ requestId: shown }), id, product, service };
}

/** The first creditor, and how many transfers there are. */
function creditorOf({ body, request }: Checked): JsonObject {
  const [first, ...others] = entriesOf(body);
  const creditorName = createMask(request.rawHeaders).text(first?.body.creditorName ?? '');
  return { creditorName, transfers: 1 + others.length };
}

const verdictOf = ({ refusals }: Readiness) => (refusals.length > 0 ? 'refused' : 'accepted');

function paymentView(row: Checked): JsonObject {
  return {
    ...nameOf(row),
    ...creditorOf(row),
    answered: row.request.answer.status,
    today: verdictOf(row.now),
    // biome-ignore lint/suspicious/noThenProperty: a text in an answer, not a promise's method
    then: verdictOf(row.later),
    messages: row.later.refusals,
    warnings: row.later.warnings.map(({ code, path, text }) => ({ code, path, text })),
  };
}

interface Reason {
  readonly rule?: string;
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

/** The same sentence about the same member is one reason, anywhere in a bulk. */
function groupsOf(
  checked: readonly Checked[],
  reasonsOf: (readiness: Readiness) => readonly Reason[],
): readonly JsonObject[] {
  const groups = new Map<string, { reason: JsonObject; payments: Map<string, JsonObject> }>();
  for (const row of checked) {
    for (const { rule, code, path = '', text } of reasonsOf(row.later)) {
      const member = path.replace(/^\/payments\/\d+/, '');
      const key = JSON.stringify([rule, code, member, text]);
      const reason = { ...defined({ rule }), code, path: member, text };
      const group = groups.get(key) ?? { reason, payments: new Map() };
      group.payments.set(row.request.id, {
        ...nameOf(row),
        ...creditorOf(row),
        today: verdictOf(row.now),
      });
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .sort((a, b) => b.payments.size - a.payments.size)
    .map(({ reason, payments }) => ({ ...reason, payments: [...payments.values()] }));
}

/** Other changes by that date: reads have their own fixes. */
function fixViews({ requests, now, later }: ReadinessQuestion): readonly JsonObject[] {
  const asked = new Set(requests.filter(({ tpp }) => tpp !== undefined).flatMap(askedFixes));
  const isDefault = (name: FixName, { date, profile }: RulesOf) =>
    isFixed(name, { acceptFix: [], today: date, profile });
  return FIXES.map((fix) => {
    const { name, effect, since }: Fix = fix;
    return {
      name,
      since: sinceIn(since, later.profile),
      ownSince: sinceIn(since, now.profile),
      effect,
      defaultNow: isDefault(fix.name, now),
      defaultThen: isDefault(fix.name, later),
      askedNow: asked.has(name),
    };
  });
}

/** The day on which a fix comes into force under that profile. */
const sinceIn = (since: Fix['since'], profile: Profile): PlainDate =>
  typeof since === 'string' ? since : since[profile];

/** The dates on which refusals change, per profile: useful dates for a report. */
function changingDates(): readonly JsonObject[] {
  return FIXES.flatMap(({ since }: Fix) =>
    typeof since === 'string' ? [] : PROFILES.map((profile) => ({ at: since[profile], profile })),
  );
}

/** `3 of 14 payments would be refused on 15 November 2026` */
function summaryOf(total: number, refused: number, date: PlainDate): string {
  const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const day = inWords.format(Date.parse(`${date}T00:00:00Z`));
  const on = `on ${day}`;
  if (total === 0) return `No payment is recorded that could be checked for ${day}`;
  if (total === 1)
    return `The one payment would be ${refused === 1 ? 'refused' : 'accepted'} ${on}`;
  return `${refused === 0 ? 'None' : refused} of ${total} payments would be refused ${on}`;
}

interface ReadinessDeps {
  readonly requests: RequestLog;
  /** The profile is this bank's own. */
  readonly payments: Pick<PaymentDeps, 'profile' | 'bankDirectory'>;
}

export function readinessOperation({ requests, payments }: ReadinessDeps): ControlOperation {
  const { profile: own, bankDirectory } = payments;
  return {
    id: 'getReadiness',
    method: 'GET',
    path: '/_sandbox/readiness',
    summary: 'Which recorded payments the bank would refuse on another date, and why',
    rule: 'CTRL-12',
    success: { status: 200, schema: 'control/readiness.json' },
    view: 'readiness',
    query: ['at', 'profile'],
    async handle({ bank, query }): Promise<Reply> {
      const today = dateAt(bank.now);
      const date = dateOf(query['at'] ?? today);
      const profile = profileOf(query['profile'] ?? own);
      const report = readinessReport({
        requests: await requests.list(bank.bank),
        now: { date: today, profile: own },
        later: { date, profile },
        bankDirectory,
      });
      return { status: 200, body: report };
    },
  };
}

function dateOf(text: string): PlainDate {
  if (isPlainDate(text)) return text;
  const sentence = 'at must be a date that exists, such as 2026-11-15.';
  throw new ApiError('CTRL-12', 'FORMAT_ERROR', sentence, { path: 'at' });
}

function profileOf(text: string): Profile {
  const profile = PROFILES.find((known) => known === text);
  if (profile !== undefined) return profile;
  const sentence = `profile must be ${PROFILES.join(' or ')}.`;
  throw new ApiError('CTRL-12', 'FORMAT_ERROR', sentence, { path: 'profile' });
}
