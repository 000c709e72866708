// What a table is: a name, the kind of every member of its rows, and the indexes that may be listed.
// Rooms declare their tables as values of this type; the stores read nothing else about them.

/** Every row has a text id, unique in its table and bank. Rows are immutable values. */
export interface Row {
  readonly id: string;
}

/** How a member is stored. `money` is a bigint of minor units, written as decimal text in JSON. */
export type MemberKind = 'text' | 'number' | 'boolean' | 'money' | 'json';
/** A trailing `?` marks a member that may be absent. */
export type Member = MemberKind | `${MemberKind}?`;

declare const VALUE: unique symbol;
/** A member's kind, which also carries the type of its values where the kind does not say it. */
type Typed<M extends Member, T> = M & { readonly [VALUE]: T };

/** Text of which only some values occur. */
export const oneOf = <T extends string>() => 'text' as Typed<'text', T>;
export const json = <T>() => 'json' as Typed<'json', T>;
export const optional = <T>(member: Typed<MemberKind, T>) =>
  `${member}?` as Typed<`${MemberKind}?`, T>;

interface Values {
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly money: bigint;
}

type Members = { readonly id: 'text' } & Readonly<Record<string, Member>>;
type KindOf<M> = M extends `${infer K}?` ? K : M;
type ValueOf<M> = M extends { readonly [VALUE]: infer T } ? T : Values[KindOf<M> & keyof Values];
type Kept<M> = {
  readonly [K in keyof M as M[K] extends `${string}?` ? never : K]: ValueOf<M[K]>;
} & {
  readonly [K in keyof M as M[K] extends `${string}?` ? K : never]?: ValueOf<M[K]>;
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
  /** The member that is at fault, and why, where its kind does not say it. */
  readonly misfit?: (row: R) => readonly [member: string, reason: string] | undefined;
}

/** A table of unknown row type, for code that treats all tables alike (the stores). */
// biome-ignore lint/suspicious/noExplicitAny: rows of any type; the member kinds say what is in them
export type AnyTable = Table<any, string>;

/** Declares a table: its members say what a row is, to TypeScript and to the stores. */
export const defineTable = <const M extends Members, I extends string>(table: {
  readonly name: string;
  readonly members: M;
  readonly indexes: { readonly [K in I]: Index<RowWith<M>> };
  readonly misfit?: Table<RowWith<M>>['misfit'];
}): Table<RowWith<M>, I> => table as never;

/** The rows of a table. */
export type RowOf<T> = T extends Table<infer R, string> ? R : never;
