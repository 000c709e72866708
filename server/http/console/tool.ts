// What a page of the console does of its own with its form, beside what the control API can do.
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { Operation } from '../../bank/banks/operation.ts';
import type { Call } from '../call.ts';
import type { ControlDeps } from '../control/control.ts';
import type { SendDeps } from './send.ts';

/** Adds members to its page's model. */
export interface Tool {
  /** `model` is what the page has read, with the bank's address and what came of the form if it was sent. */
  open(model: Readonly<Record<string, unknown>>): object;
  /** Absent where the page has no form but its buttons. */
  readonly submit?: Submit;
}

/** Members of the page's model. */
export interface Used {
  /** Where the browser goes instead. */
  readonly goTo?: string;
  /** The fields as they were sent. The page is read for them as for a query. */
  readonly filled?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** What the page does with its form. Throws ApiError. */
export type Submit = (form: URLSearchParams, call: Call) => Promise<Used>;

export interface ToolDeps extends Pick<ControlDeps, 'banks' | 'validator'> {
  readonly operations: readonly ControlOperation[];
  /** Rows of the signed API. */
  readonly signed: readonly Operation[];
  readonly sending: SendDeps;
  /** How the server was started, by environment variable; `undefined` if not set. No secrets. */
  readonly settings: Readonly<Record<string, string | undefined>>;
}
