// What a payment's body must satisfy beyond its schema: the product's rules (PAY-11) and its dates
// (PAY-07). Pure; throws ApiError with one message per problem.

import { addDays, type PlainDate } from '../../../kernel/dates.ts';
import { ApiError, type ErrorCode, errorMessage } from '../../../protocol/errors.ts';
import type { RuleId } from '../../../protocol/rules.ts';
import { accountNumberOf } from '../../accounts/account-ids.ts';
import { nextRun } from '../dates/schedule.ts';
import { isPeriodic, type Product } from '../products.ts';
import {
  creditorIban,
  entriesOf,
  type PaymentBody,
  type RequestBody,
  scheduleOf,
} from '../request-body.ts';

/** PAY-07: how far ahead a single payment may lie. */
const MAX_DAYS_AHEAD = 365;

/** PAY-02: at most this many messages in one answer. */
export const MAX_MESSAGES = 20;

/** Countries whose IBANs SEPA reaches (European Payments Council, 2025). */
const SEPA_COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT ' +
    'NL NO PL PT RO RS SE SI SK SM VA'
  ).split(' '),
);

/** What is wrong with a payment's body. */
export interface Problem {
  /** JSON pointer. */
  readonly path: string;
  readonly text: string;
  /** If it differs from the code of the check. */
  readonly code?: ErrorCode;
}

/** PAY-11: the product's currency, debtor currency and area (domestic: Norway). */
export function productProblems(product: Product, request: RequestBody): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { body, path } of entriesOf(request)) {
    const { currency } = body.instructedAmount;
    if (product.currency !== undefined && currency !== product.currency) {
      const text = `${product.product} are in ${product.currency}, not in ${currency}.`;
      problems.push({ path: `${path}/instructedAmount/currency`, text });
    }
    // Cross-border payments go anywhere.
    const iban = creditorIban(body, product);
    if (iban === undefined) continue;
    const country = iban.slice(0, 2);
    if (product.sepaOnly && !SEPA_COUNTRIES.has(country)) {
      const text = `The creditor's account is in ${country}, outside the SEPA area.`;
      problems.push({ path: `${path}/creditorAccount/iban`, text });
    }
    if (product.domestic && accountNumberOf(iban) === undefined) {
      const text = `${product.product} go to Norwegian accounts; the creditor's is in ${country}: use sepa-credit-transfers or cross-border-credit-transfers.`;
      problems.push({ path: `${path}/creditorAccount/iban`, text });
    }
  }
  const debtorCurrency = request.debtorAccount.currency;
  if (!product.converts && product.currency !== undefined && debtorCurrency !== product.currency) {
    const text = `${product.product} are paid from accounts in ${product.currency}.`;
    problems.push({ path: '/debtorAccount/currency', text });
  }
  return problems;
}

/** PAY-07, on Oslo's date of the bank's clock. */
export function checkDates(product: Product, body: RequestBody, today: PlainDate): void {
  const problems = isPeriodic(product)
    ? periodicProblems(body as PaymentBody, today)
    : singleProblems(body, today);
  refuse('PAY-07', 'EXECUTION_DATE_INVALID', problems);
}

function singleProblems(body: RequestBody, today: PlainDate): readonly Problem[] {
  const date = body.requestedExecutionDate;
  const path = '/requestedExecutionDate';
  if (date === undefined) return [];
  if (date < today) return [{ path, text: inThePast('requestedExecutionDate', date, today) }];
  if (date <= addDays(today, MAX_DAYS_AHEAD)) return [];
  const text = `requestedExecutionDate ${date} is more than ${MAX_DAYS_AHEAD} days after ${today}.`;
  return [{ path, text }];
}

function periodicProblems(body: PaymentBody, today: PlainDate): readonly Problem[] {
  const schedule = scheduleOf(body);
  const { startDate, endDate } = schedule;
  const problems: Problem[] = [];
  if (startDate < today) {
    problems.push({ path: '/startDate', text: inThePast('startDate', startDate, today) });
  }
  if (endDate !== undefined && endDate < startDate) {
    const text = `endDate ${endDate} is before startDate ${startDate}.`;
    problems.push({ path: '/endDate', text });
  } else if (nextRun(schedule) === undefined) {
    const [path, end] =
      endDate === undefined
        ? ['/startDate', 'the end of the calendar']
        : ['/endDate', `endDate ${endDate}`];
    const text = `The payment would never run between startDate ${startDate} and ${end}.`;
    problems.push({ path, text });
  }
  return problems;
}

function inThePast(member: string, date: PlainDate, today: PlainDate): string {
  return `${member} ${date} is in the past; today is ${today} on the bank's clock (Europe/Oslo).`;
}

/** Throws one ApiError with a message for each problem. */
export function refuse(rule: RuleId, code: ErrorCode, problems: readonly Problem[]): void {
  const [first, ...rest] = problems.slice(0, MAX_MESSAGES);
  if (first === undefined) return;
  const more = rest.map((other) => errorMessage(other.code ?? code, other.text, other.path));
  throw new ApiError(rule, first.code ?? code, first.text, { path: first.path, more });
}
