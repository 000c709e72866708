// Turns ajv's errors into tppMessages: one per violation, each with its path, its rule, and a sentence
// that names the field, what was expected and what was sent.

import type { ErrorObject } from 'ajv/dist/2020.js';
import { errorMessage, type TppMessage } from '../protocol/errors.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { RuleId } from '../protocol/rules.ts';
import { visible } from '../protocol/shown-text.ts';
import { FORMATS } from './formats.ts';
import { describeValue, nameOf, pointerOf, segmentsOf } from './json-pointer.ts';
import type { MemberProblem } from './keywords.ts';

export interface Violation {
  /** `x-rule` of the schema that refused, else of the whole body, else PAY-02. */
  readonly rule: RuleId;
  readonly message: TppMessage;
  readonly expected?: string;
}

/** PAY-02: at most this many messages in one answer. */
const MAX_MESSAGES = 20;

/** The violations in the order of the schema's members, members that it does not know last. */
export function messagesOf(errors: readonly ErrorObject[], root: JsonObject): readonly Violation[] {
  const seen = new Set<string>();
  const members = Object.keys((root['properties'] ?? {}) as JsonObject);
  const rank = (segments: readonly string[]): number => {
    const index = members.indexOf(segments[0] ?? '');
    return index === -1 ? members.length : index;
  };
  return withoutNoise(errors)
    .map((error) => ({ error, segments: placeOf(error) }))
    .sort((a, b) => rank(a.segments) - rank(b.segments))
    .filter(({ error, segments }) => {
      const key = `${error.keyword} ${segments.join('/')}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MAX_MESSAGES)
    .map(({ error, segments }) => violationOf(error, segments, root));
}

/** Without what only repeats another error: branches of anyOf, `if`, all but the wrong type, digits of no currency. */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const mistyped = new Set(
    errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath),
  );
  const mistaken = new Set(errors.map((error) => error.instancePath));
  return errors.filter((error) => {
    const ofNoCurrency = mistaken.has(`${error.instancePath}/currency`);
    if (error.keyword === 'x-minor-units' && ofNoCurrency) return false;
    if (error.keyword === 'if' || /\/anyOf\//.test(error.schemaPath)) return false;
    return error.keyword === 'type' || !mistyped.has(error.instancePath);
  });
}

/** Where the violation is: the member that is absent or unknown rather than the object around it. */
function placeOf(error: ErrorObject): readonly string[] {
  const segments = segmentsOf(error.instancePath);
  const { missingProperty, additionalProperty, member } = error.params as Record<string, unknown>;
  const own = missingProperty ?? additionalProperty ?? member;
  return typeof own === 'string' ? [...segments, own] : segments;
}

function violationOf(error: ErrorObject, segments: readonly string[], root: JsonObject): Violation {
  const described = expectation(error);
  const text = `${nameOf(segments)} ${described}${sent(error)}.`;
  // After a semicolon: what is wrong with what was sent.
  const expected = described.replace(/; .*$/s, '');
  return {
    rule: ruleOf(error, root),
    expected,
    message: errorMessage('FORMAT_ERROR', text, pointerOf(segments)),
  };
}

/** Keywords whose rule is that of the whole body: the member is absent, unknown or no such thing. */
const SHAPE_KEYWORDS: ReadonlySet<string> = new Set(['required', 'additionalProperties', 'type']);

/** Keywords that have one rule wherever they stand. */
const RULE_OF_KEYWORD: Readonly<Record<string, RuleId>> = {
  'x-minor-units': 'PAY-03',
  'x-account-agrees': 'PAY-04',
  // iban or bban: the only choice that schemas offer.
  anyOf: 'PAY-04',
};

function ruleOf(error: ErrorObject, root: JsonObject): RuleId {
  const schema = (error.parentSchema ?? {}) as JsonObject;
  const isText = error.keyword === 'format' && schema['format'] === 'bank-text';
  const own = RULE_OF_KEYWORD[error.keyword] ?? (isText ? 'PAY-09' : schema['x-rule']);
  const ofBody = root['x-rule'] ?? 'PAY-02';
  // A condition (`then`) states the rule by which it requires a member; a whole object does not.
  const ofShape = SHAPE_KEYWORDS.has(error.keyword) && schema['type'] !== undefined;
  return (ofShape ? ofBody : (own ?? ofBody)) as RuleId;
}

type Describe = (error: ErrorObject) => string;

/** The end of a sentence that begins with the member's name. */
const DESCRIBE: Readonly<Record<string, Describe>> = {
  required: () => 'is required and absent',
  additionalProperties: (error) => {
    const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
    const where = error.instancePath === '' ? 'this body' : nameOf(segmentsOf(error.instancePath));
    return `is not a member of ${where}, which has ${visible(known.join(', '), 360)}`;
  },
  type: (error) => `must be ${typeWords(error.params['type'])}`,
  enum: (error) => `must be ${noted(error) ?? `one of ${listOf(error.params['allowedValues'])}`}`,
  pattern: (error) => `must be ${noted(error) ?? `text that matches ${error.params['pattern']}`}`,
  not: (error) => `must be ${noted(error) ?? 'absent'}`,
  format: (error) => FORMATS[error.params['format']]?.(String(error.data)) ?? 'is malformed',
  minLength: (error) =>
    error.params['limit'] === 1
      ? 'must not be empty'
      : `must be at least ${error.params['limit']} characters long`,
  maxLength: (error) =>
    `must be at most ${error.params['limit']} characters long; it has ${[...String(error.data)].length}`,
  minimum: (error) => `must be at least ${error.params['limit']}`,
  maximum: (error) => `must be at most ${error.params['limit']}`,
  minItems: (error) => `must have at least ${count(error, 'entry', 'entries')}`,
  maxItems: (error) =>
    `must have at most ${count(error, 'entry', 'entries')}; it has ${(error.data as unknown[]).length}`,
  uniqueItems: (error) => {
    const { i, j } = error.params as { i: number; j: number };
    return `must not name anything twice; entries ${Math.min(i, j)} and ${Math.max(i, j)} (from 0) are the same`;
  },
  minProperties: (error) => `must have at least ${count(error, 'member', 'members')}`,
  maxProperties: (error) => `must have at most ${count(error, 'member', 'members')}`,
  anyOf: (error) => {
    const branches = (error.schema as readonly { readonly required?: readonly string[] }[]) ?? [];
    return `needs ${branches.flatMap((branch) => branch.required ?? []).join(' or ')}`;
  },
  'x-row': (error) => (error.params as { readonly problem: string }).problem,
  'x-minor-units': (error) => (error.params as MemberProblem).problem,
  'x-account-agrees': (error) => (error.params as MemberProblem).problem,
};

function expectation(error: ErrorObject): string {
  return DESCRIBE[error.keyword]?.(error) ?? `is refused (${error.message ?? error.keyword})`;
}

/** What was sent, if showing it helps. */
function sent(error: ErrorObject): string {
  // Nobody is shown a key.
  if (error.parentSchema?.['writeOnly'] === true) return '';
  if (
    ['type', 'enum', 'pattern', 'format', 'minimum', 'maximum', 'x-row'].includes(error.keyword)
  ) {
    return `, not ${describeValue(error.data)}`.replace(/^, not (?=")/, ': got ');
  }
  if (error.keyword === 'x-minor-units') {
    return `: got ${describeValue((error.data as { readonly amount?: unknown }).amount)}`;
  }
  return '';
}

const noted = (error: ErrorObject): string | undefined =>
  (error.parentSchema as { readonly 'x-expected'?: string } | undefined)?.['x-expected'];

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function typeWords(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((one) => WORDS[String(one)] ?? String(one)).join(' or ');
}

const listOf = (values: unknown): string => (values as readonly unknown[]).join(', ');

function count(error: ErrorObject, one: string, many: string): string {
  const limit = Number(error.params['limit']);
  return `${limit} ${limit === 1 ? one : many}`;
}
