// The error codes of the API, and the one exception that becomes a `tppMessages` answer.
import type { RuleId } from './rules.ts';
import { visible } from './shown-text.ts';

/** HTTP status of each error code (ERR-01). */
export const STATUS_OF_CODE = {
  FORMAT_ERROR: 400,
  BAD_REQUEST: 400,
  HTTP_HEADER_REQUIRED: 400,
  QUERY_PARAMETER_REQUIRED: 400,
  KID_MISSING: 400,
  KID_INVALID: 400,
  EXECUTION_DATE_INVALID: 400,
  PAYMENT_FAILED: 400,
  REFERENCE_MIX_INVALID: 400,
  SCA_INVALID: 400,
  PSU_CREDENTIALS_INVALID: 401,
  CONSENT_INVALID: 401,
  CONSENT_EXPIRED: 401,
  SCA_EXPIRED: 401,
  FORBIDDEN: 403,
  PRODUCT_INVALID: 403,
  CONSENT_UNKNOWN: 403,
  NOT_FOUND: 404,
  RESOURCE_UNKNOWN: 404,
  PRODUCT_UNKNOWN: 404,
  SCA_NOT_FOUND: 404,
  CONFLICT: 409,
  ACCESS_EXCEEDED: 429,
  SYSTEM_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof STATUS_OF_CODE;

export type TppMessage = {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: ErrorCode;
  /** A header's name, a query parameter's name, or a JSON pointer into the body. */
  readonly path?: string;
  /** At most 512 characters. */
  readonly text: string;
};

export interface ErrorDetails {
  readonly path?: string;
  /** Overrides the code's usual status (405, 406, 413, 415, RESOURCE_UNKNOWN in a body: 400). */
  readonly status?: number;
  /** Further messages after the first. */
  readonly more?: readonly TppMessage[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What the check expected and what was sent, for the verdict; never in the answer. */
  readonly expected?: string;
  readonly got?: string;
}

/** A refusal. Thrown by any check, turned into an answer by one renderer (`http/door.ts`). */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The rule that refused. */
  readonly rule: RuleId;
  readonly details: ErrorDetails;

  constructor(rule: RuleId, code: ErrorCode, text: string, details: ErrorDetails = {}) {
    // Foreign text in it must not reach a terminal as it came.
    super(visible(text));
    this.name = 'ApiError';
    this.rule = rule;
    this.code = code;
    this.status = details.status ?? STATUS_OF_CODE[code];
    this.details = details;
  }

  /** The messages of the answer: this one first, then `more`. */
  messages(): readonly TppMessage[] {
    return [errorMessage(this.code, this.message, this.details.path), ...(this.details.more ?? [])];
  }
}

/** Characters of a message's text. */
export const MAX_TEXT = 512;

const messageAs =
  (category: TppMessage['category']) =>
  (code: ErrorCode, text: string, path?: string): TppMessage => ({
    category,
    code,
    ...(path === undefined ? {} : { path: visible(path) }),
    text: visible(text, MAX_TEXT),
  });

export const errorMessage = messageAs('ERROR');
export const warningMessage = messageAs('WARNING');
