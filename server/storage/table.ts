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
}

/** A table of unknown row type, for code that treats all tables alike (the stores). */
// biome-ignore lint/suspicious/noExplicitAny: rows of any type; the member kinds say what is in them
export type AnyTable = Table<any, string>;

/** Declares a table; only there so that row and index names are inferred. */
export const defineTable =
  <R extends Row>() =>
  <I extends string>(table: Table<R, I>): Table<R, I> =>
    table;
