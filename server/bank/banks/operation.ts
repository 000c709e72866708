// One row per operation of the interface: everything that routing, the order of checks, OpenAPI and
// the tests need to know of it, and the handler. Rooms export their rows; `server/rooms.ts` joins them.
import type { Soon } from '../../kernel/soon.ts';
import type { SchemaTypes } from '../../protocol/generated/schemas.ts';
import type { CallHeaders } from '../../protocol/psu-headers.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { ReportFinding, RoleNeed, TppIdentity } from '../../protocol/tpp.ts';
import type { HeaderSet } from '../../validation/headers.ts';
import type { DeclaredParameter } from '../../validation/query.ts';
import type { BankTx } from './bank-tx.ts';

/** One validly signed, well-formed call, inside the transaction that answers it. */
export interface Call<Body = unknown> {
  readonly bank: BankTx;
  readonly tpp: TppIdentity;
  /** The bank's date in Oslo. */
  readonly today: string;
  /** The operation's role: an SCA that this call starts shares accounts only under PSP_AI. */
  readonly role: RoleNeed;
  readonly headers: CallHeaders;
  /** Percent-decoded path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters that the operation declares, each at most once, decoded. */
  readonly query: Readonly<Record<string, string>>;
  /** The body after its schema has passed; `undefined` if the row reads none. */
  readonly body: Body;
  /** Path and query as sent, without the bank's prefix: `/v1/accounts?withBalance=true`. */
  readonly target: string;
  /** Absolute address of the bank, for scaRedirect: `http://127.0.0.1:8080/banks/acme` or without. */
  readonly baseUrl: string;
  /** Reports a tolerated form (response header Sandbank-Findings, inspector). */
  readonly finding: ReportFinding;
  /** Reports that the case of a rule arose, for coverage: of rules that are `exercisedBy: 'case'` (CTRL-08). */
  readonly exercises: (rule: RuleId) => void;
  /** Reports whom the call is about, for the request log. */
  readonly isAbout: (person: PersonName) => void;
}

/** A person as the request log has them: no national id (WEB-06). */
export interface PersonName {
  readonly id: string;
  readonly name: string;
}

export interface QueryParameter extends DeclaredParameter {
  readonly description: string;
}

/** The schema of a body that an operation reads. */
export interface BodyRead {
  readonly schema: keyof SchemaTypes;
}

export interface Success {
  readonly status: number;
  readonly schema?: string;
}

/** Every success of an operation. */
export const successesOf = ({
  success,
  otherSuccess,
}: Pick<Operation, 'success' | 'otherSuccess'>): readonly Success[] =>
  otherSuccess === undefined ? [success] : [success, otherSuccess];

export interface Operation {
  /** The operationId in OpenAPI, for instance `getAccounts`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template under the bank: `/v1/accounts/{accountId}/balances`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Rules that the operation as such answers for. */
  readonly rules: readonly string[];
  readonly role: RoleNeed;
  readonly headers: HeaderSet;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** What no single parameter's schema can say (dateFrom > dateTo). Throws ApiError. */
  readonly checkQuery?: (query: Readonly<Record<string, string>>, target: string) => void;
  /** `ignored` if any body is (HDR-06), absent if none is read; for a schema see {@link withBody}. */
  readonly body?: BodyRead | 'ignored';
  /** Schema id of the success body and its status, for OpenAPI and tests. */
  readonly success: Success;
  /** Another success, where the state of things decides which. */
  readonly otherSuccess?: Success;
  /** Still there, but clients should leave it. */
  readonly deprecated?: boolean;
  readonly handle: (call: Call) => Soon<Reply>;
}

interface OperationWithBody<Read extends BodyRead> extends Omit<Operation, 'body' | 'handle'> {
  readonly body: Read;
  readonly handle: (call: Call<SchemaTypes[Read['schema']]>) => Soon<Reply>;
}

/**
 * The row of an operation that reads a body. Its handler gets the type of the row's schema, because
 * the pipeline hands over only a body that has passed this schema.
 */
export const withBody = <const Read extends BodyRead>(row: OperationWithBody<Read>): Operation =>
  row as Operation;
