// Keywords of our own in the schemas: rules between two members of one object or between rows, and notes for messages.
import type {
  CodeKeywordDefinition,
  FuncKeywordDefinition,
  KeywordCxt,
  SchemaValidateFunction,
} from 'ajv';
import { minorDigits } from '../kernel/money.ts';
import { agrees } from './account-number.ts';
import { FORMATS } from './formats.ts';

/** Keywords that say nothing about validity: the rule that refuses, what a message calls for, arrays of any length. */
export const NOTES = ['x-rule', 'x-expected', 'x-large'] as const;

/** Of one array. An answer names fewer, but some of these only repeat others. */
const MOST_MISTAKES = 200;

/**
 * `items`, which stops after some mistakes: ajv copies all that it has found with each entry that is wrong, and how many
 * those are is the sender's choice.
 */
export function boundedItems({
  _,
  Name,
}: Pick<typeof import('ajv'), '_' | 'Name'>): CodeKeywordDefinition {
  const found = new Name('errors');
  return {
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'boolean'],
    before: 'uniqueItems',
    code(cxt: KeywordCxt) {
      const { gen, data, keyword } = cxt;
      gen.forRange('i', 0, _`${data}.length`, (i) => {
        gen.if(_`${found} >= ${MOST_MISTAKES}`, () => gen.break());
        // Whether an entry is valid is asked only without `allErrors`.
        cxt.subschema({ keyword, dataProp: i, dataPropType: 0 }, gen.name('valid'));
      });
    },
  };
}

/** Which member of the object is wrong, and how, as the end of a sentence that begins with its name. */
export interface MemberProblem {
  readonly member: string;
  readonly problem: string;
}

type MemberCheck = (
  data: Readonly<Record<string, unknown>>,
  value: unknown,
) => MemberProblem | undefined;

const CHECKS: Readonly<Record<string, MemberCheck>> = {
  'x-minor-units': minorUnitsProblem,
  'x-account-agrees': accountProblem,
};

/** Which rows there are. */
export interface RowIds {
  has(table: string, id: string): boolean;
}

/** Where it is not known which there are. */
export const ANY_ROWS: RowIds = { has: () => true };

/** `x-row` on text: the id of a row that is there, in one of the tables that it names. */
function rowKeyword(): FuncKeywordDefinition {
  const keyword = 'x-row';
  const validate: SchemaValidateFunction = function (this: unknown, tables: string[], id: string) {
    const rows = this as RowIds;
    if (tables.some((table) => rows.has(table, id))) return true;
    const problem = `must be the id of a row of ${tables.join(' or ')}, which has no such row`;
    validate.errors = [{ keyword, message: problem, params: { problem } }];
    return false;
  };
  return { keyword, type: 'string', schemaType: 'array', validate, errors: true };
}

/** The keywords as ajv wants them, for one validator: ajv reads errors off the function itself. */
export function ownKeywords(): readonly FuncKeywordDefinition[] {
  const between = Object.entries(CHECKS).map(([keyword, check]): FuncKeywordDefinition => {
    const validate: SchemaValidateFunction = (value, data) => {
      const found = check(data, value);
      if (found === undefined) return true;
      validate.errors = [{ keyword, message: found.problem, params: { ...found } }];
      return false;
    };
    return { keyword, type: 'object', schemaType: ['boolean', 'string'], validate, errors: true };
  });
  return [...between, rowKeyword()];
}

/**
 * `x-minor-units` on an object of amount and currency: no more fraction digits than ISO 4217 gives the
 * currency (PAY-03); an amount sent as a number is held to all of the rules of text. Silent where
 * another keyword has already refused the amount or the currency's form.
 */
function minorUnitsProblem({ amount, currency }: Readonly<Record<string, unknown>>) {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined;
  if (typeof amount !== 'string' && typeof amount !== 'number') return undefined;
  const text = String(amount);
  const malformed = FORMATS['signed-amount']?.(text);
  if (malformed !== undefined) {
    return typeof amount === 'string' ? undefined : { member: 'amount', problem: malformed };
  }
  const allowed = minorDigits(currency);
  const digits = text.split('.')[1]?.length ?? 0;
  if (digits <= allowed) return undefined;
  const problem = `must have at most ${allowed} fraction digits, as ${currency} has in ISO 4217; it has ${digits}`;
  return { member: 'amount', problem };
}

/**
 * `x-account-agrees` on an account reference: iban and bban, both given and valid, are one account
 * (PAY-04). Its value is the format of the bban.
 */
function accountProblem({ iban, bban }: Readonly<Record<string, unknown>>, format: unknown) {
  if (typeof iban !== 'string' || typeof bban !== 'string') return undefined;
  if (FORMATS['iban']?.(iban) !== undefined || FORMATS[String(format)]?.(bban) !== undefined) {
    return undefined;
  }
  if (agrees(iban, bban)) return undefined;
  return { member: 'bban', problem: `must be the account that iban names; ${iban} is another` };
}
