// What a table is: a name, the kind of every member of its rows, and the indexes that may be listed.
// Rooms declare their tables as values of this type; the stores read nothing else about them.
import { getOrSet } from '../kernel/get-or-set.ts';
import type { SchemaTypes } from '../protocol/generated/schemas.ts';
import type { JsonObject } from '../protocol/json.ts';

/** Every row has a text id, unique in its table and bank. Rows are immutable values. */
export interface Row {
  readonly id: string;
}

/** How a member is stored. `money` is a bigint of minor units, written as decimal text in JSON. */
type MemberKind = 'text' | 'number' | 'boolean' | 'money' | 'json';
/** A trailing `?` marks a member that may be absent. */
export type Member = MemberKind | `${MemberKind}?`;

declare const VALUE: unique symbol;
/** A member whose kind does not say all: what its values are, to TypeScript and (JSON Schema) to who checks rows. */
interface Shaped<M extends Member, T> {
  readonly kind: M;
  readonly schema: JsonObject;
  readonly [VALUE]?: T;
}

const shaped = <M extends Member, T>(kind: M, schema: JsonObject): Shaped<M, T> => ({
  kind,
  schema,
});

/** The end of the year 9999, in ms. */
const MOST_MILLIS = Date.UTC(10_000, 0) - 1;

/** A moment in ms. */
export const instant = shaped<'number', number>('number', {
  type: 'integer',
  minimum: -MOST_MILLIS,
  maximum: MOST_MILLIS,
});
/** A whole number from 0. */
export const count = shaped<'number', number>('number', {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
});
/** Text of which only these values occur. */
export const oneOf = <const T extends string>(...values: readonly T[]) =>
  shaped<'text', T>('text', { type: 'string', enum: values });
/** Text in one of the formats of `validation/formats.ts`. */
export const formatted = (format: string) =>
  shaped<'text', string>('text', { type: 'string', format });
/** Text of which all of a pattern is true. @param words what it must be */
export const patterned = (pattern: string, words: string) =>
  shaped<'text', string>('text', { type: 'string', pattern, 'x-expected': words });
/** The id of a row that is there, in one of these tables. */
export const idIn = (...tables: readonly [string, ...string[]]) =>
  shaped<'text', string>('text', { type: 'string', 'x-row': tables });
/** Text whose schema is a file of `schemas/`. */
export const code = <I extends keyof SchemaTypes>(schemaId: I) =>
  shaped<'text', SchemaTypes[I]>('text', { $ref: `../${schemaId}` });
/** JSON whose schema is a file of `schemas/`. */
export const json = <I extends keyof SchemaTypes>(schemaId: I) =>
  shaped<'json', SchemaTypes[I]>('json', { $ref: `../${schemaId}` });
/** JSON that something else gives a type, and {@link Table.schema} by a condition or a file its schema. */
export const typed = <T>(schemaId?: string) =>
  shaped<'json', T>('json', schemaId === undefined ? {} : { $ref: `../${schemaId}` });
/** A list of such values. */
export const listOf = <T>({ schema }: Shaped<MemberKind, T>) =>
  shaped<'json', readonly T[]>('json', { type: 'array', items: schema });
export const optional = <K extends MemberKind, T>({ kind, schema }: Shaped<K, T>) =>
  shaped<`${K}?`, T>(`${kind}?`, schema);

interface Values {
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly money: bigint;
}

/** What the kind alone says of a member. Money is no JSON: that it is minor units, reading it has found. */
const SCHEMAS: Readonly<Record<MemberKind, JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  money: {},
  json: {},
};

type Given = Member | Shaped<Member, unknown>;
type Members = { readonly id: 'text' | Shaped<'text', string> } & Readonly<Record<string, Given>>;
type Kind<M> = M extends { readonly kind: infer K } ? K : M;
type KindOf<M> = Kind<M> extends `${infer K}?` ? K : Kind<M>;
type ValueOf<M> = M extends Shaped<Member, infer T> ? T : Values[KindOf<M> & keyof Values];
type IsOptional<M> = Kind<M> extends `${string}?` ? true : false;
type Kept<M> = {
  readonly [K in keyof M as IsOptional<M[K]> extends true ? never : K]: ValueOf<M[K]>;
} & {
  readonly [K in keyof M as IsOptional<M[K]> extends true ? K : never]?: ValueOf<M[K]>;
};
/** The row that has these members. */
type RowWith<M> = Row & { readonly [K in keyof Kept<M>]: Kept<M>[K] };

/** The `order` of a number that is not below 0, such as an instant in ms. */
export const numberOrder = (value: number): string => String(Math.max(0, value)).padStart(16, '0');

/** An index lists rows of one `key`, sorted by `order` (plain string comparison), then by id. */
export interface Index<R extends Row> {
  /** The value that {@link Tx.listBy} is asked for; `undefined` leaves the row out of the index. */
  readonly key: (row: R) => string | undefined;
  /** Sort key within one value; absent means by id. */
  readonly order?: (row: R) => string;
}

export interface Table<R extends Row, I extends string = string> {
  readonly name: string;
  readonly members: { readonly [K in keyof Required<R>]: Member };
  readonly indexes: { readonly [K in I]: Index<R> };
  /** The JSON Schema of its rows, with bigints for money; `x-row` names the tables that an id is of. */
  readonly schema: JsonObject;
}

/** A table of unknown row type, for code that treats all tables alike (the stores). */
// biome-ignore lint/suspicious/noExplicitAny: rows of any type; the member kinds say what is in them
export type AnyTable = Table<any, string>;

/** Where one member has a value, another has a schema. */
interface Condition {
  readonly where: string;
  readonly is: string;
  readonly member: string;
  readonly schema: JsonObject;
}

const conditionSchema = ({ where, is, member, schema }: Condition): JsonObject => ({
  if: { required: [where], properties: { [where]: { const: is } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { [member]: schema } },
});

/** Declares a table: its members say what a row is, to TypeScript, to the stores, and to who checks rows. */
export function defineTable<const M extends Members, I extends string>({
  members,
  conditions = [],
  keywords = {},
  ...table
}: {
  readonly name: string;
  readonly members: M;
  readonly indexes: { readonly [K in I]: Index<RowWith<M>> };
  readonly conditions?: readonly Condition[];
  /** Further keywords of its rows' schema. */
  readonly keywords?: JsonObject;
}): Table<RowWith<M>, I> {
  const given: [string, Given][] = Object.entries(members);
  const kinds = given.map(
    ([name, one]) => [name, typeof one === 'string' ? one : one.kind] as const,
  );
  const properties = given.map(([name, one]): [string, JsonObject] => [
    name,
    typeof one === 'string' ? SCHEMAS[one.replace('?', '') as MemberKind] : one.schema,
  ]);
  const schema = {
    $id: `tables/${table.name}.json`,
    type: 'object',
    additionalProperties: false,
    'x-large': true,
    required: kinds.flatMap(([name, kind]) => (kind.endsWith('?') ? [] : [name])),
    properties: Object.fromEntries(properties),
    ...(conditions.length === 0 ? {} : { allOf: conditions.map(conditionSchema) }),
    ...keywords,
  };
  return { ...table, members: Object.fromEntries(kinds), schema } as never;
}

/** A member, taken apart once for all rows. */
export interface MemberPlan {
  readonly name: string;
  readonly kind: MemberKind;
  readonly isOptional: boolean;
  /** How it begins in the JSON of a row. */
  readonly begin: string;
}

const plans = new WeakMap<AnyTable, readonly MemberPlan[]>();

/** The members in their order. */
export const planOf = (table: AnyTable): readonly MemberPlan[] =>
  getOrSet(plans, table, () =>
    Object.entries(table.members as Readonly<Record<string, Member>>).map(([name, member]) => ({
      name,
      kind: member.replace('?', '') as MemberKind,
      isOptional: member.endsWith('?'),
      begin: `"${name}":`,
    })),
  );

/** The rows of a table. */
export type RowOf<T> = T extends Table<infer R, string> ? R : never;
