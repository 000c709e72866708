// A row of the control API (`/_sandbox/…`): unsigned, JSON in and out, for tests and people.

import type { SchemaTypes } from '../../protocol/generated/schemas.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { BankTx } from './bank-tx.ts';
import type { BodyRead, Operation } from './operation.ts';

export interface ControlCall<Body = unknown> {
  readonly bank: BankTx;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** A call of a row that works outside the bank's transactions. */
export interface OutsideCall<Body = unknown> extends Omit<ControlCall<Body>, 'bank'> {
  /** The bank's name; it may not have begun. */
  readonly bank: string;
  /** Absolute address of the bank: `http://127.0.0.1:8080/banks/acme` or without. */
  readonly baseUrl: string;
  /** The one of the row's media types that the client prefers; empty if the row has none. */
  readonly type: string;
  /** Aborted when the client has closed the connection. */
  readonly gone?: AbortSignal;
}

/** What the control API reads may be absent, and longer. */
interface ControlBody extends BodyRead {
  readonly optional?: boolean;
  /** Bytes; by default as everywhere (HDR-06). */
  readonly most?: number;
}

type BodyOf<Read extends ControlBody> =
  | SchemaTypes[Read['schema']]
  | (Read['optional'] extends true ? undefined : never);

const FLAG = ['true', 'false'] as const;

/** Query parameters that have one of few values: the bank refuses any other before it calls the row. */
export const QUERY_VALUES = {
  format: ['json', 'junit', 'html', 'svg'],
  missing: FLAG,
  preview: FLAG,
  tolerated: FLAG,
} as const;

export const valuesOf = (name: string): readonly string[] | undefined =>
  Object.hasOwn(QUERY_VALUES, name) ? QUERY_VALUES[name as keyof typeof QUERY_VALUES] : undefined;

/** Pages that show what a row answers; the reply's body is their model. */
export type ReportView = 'request' | 'requests' | 'figures' | 'coverage' | 'readiness';

interface ControlRow
  extends Pick<Operation, 'id' | 'method' | 'path' | 'summary' | 'success' | 'otherSuccess'> {
  /** The rule that says what the operation does. */
  readonly rule: RuleId;
  /** Query parameters that it knows, by default none: the bank refuses any other before it calls the row. */
  readonly query?: readonly string[];
  /** Absent if none is read; for a schema see {@link controlWithBody}. */
  readonly body?: ControlBody;
  /** Its handler gets the body as text, and reads it by itself. */
  readonly asText?: boolean;
  /** It reads a form instead: the name of its one field, whose text is the body. */
  readonly form?: string;
  /** Browsers, which prefer HTML to JSON, get the answer as this page. */
  readonly view?: ReportView;
  /** Media types that it can answer in; the first by default. */
  readonly produces?: readonly string[];
  /** It is public: TLS libraries that fetch it know no token and no name of the bank's own. */
  readonly open?: boolean;
}

/** It works inside a transaction on the bank, or (`outside`) on something that is not the bank's. */
type Handler<Body> =
  | { readonly handle: (call: ControlCall<Body>) => Promise<Reply> }
  | { readonly outside: (call: OutsideCall<Body>) => Promise<Reply> };

export type ControlOperation = ControlRow & Handler<unknown>;

type ControlRowWithBody<Read extends ControlBody> = Omit<ControlRow, 'body'> & {
  readonly body: Read;
} & Handler<BodyOf<Read>>;

/** The row of an operation that reads a body. Its handler gets the type of the row's schema. */
export const controlWithBody = <const Read extends ControlBody>(
  row: ControlRowWithBody<Read>,
): ControlOperation => row as ControlOperation;
