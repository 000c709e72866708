// What a page of the console is: a row with an address, a view, and what it reads. Whatever a page changes goes
// through a row of the control API, and the page shows the request that does the same.

import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Operation } from '../../bank/banks/operation.ts';
import type { Magic } from '../../bank/payments/magic.ts';
import type { MagicPersons } from '../../bank/sca/purpose.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json, JsonObject } from '../../protocol/json.ts';
import type { Language } from '../../protocol/psu-headers.ts';

export interface ConsoleCall {
  readonly bank: BankTx;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The answers to what the page asked for, by operation id. */
  readonly answers: Readonly<Record<string, JsonObject>>;
  readonly language: Language;
  /** Rows of the signed API. */
  readonly signed: readonly Operation[];
  /** Creditors, and persons in the page's language, that make something happen (MAGIC-01). */
  readonly magic: Magic;
  readonly magicPersons: ReturnType<MagicPersons['mishaps']>;
  /** The SCA link that the page's button has just ended. */
  readonly endedLink?: string;
}

/** One read of the control API that a page is made from. */
export interface Question {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** The row that a page is about. ApiError for an id that the bank does not know. */
export function known<Row>(row: Row | undefined, what: string): Row {
  if (row !== undefined) return row;
  throw new ApiError('ERR-01', 'RESOURCE_UNKNOWN', `This bank has no ${what} with that id.`);
}

/** Groups of the navigation, in their order, and the keys of their titles. */
export const CONSOLE_GROUPS = {
  bank: 'console.group.bank',
  traffic: 'console.group.traffic',
  state: 'console.group.state',
  tools: 'console.group.tools',
} as const;

type Group = keyof typeof CONSOLE_GROUPS;

export interface ConsolePage {
  /** Below `{b}/console`: empty for its first page, or `people/{id}`. */
  readonly path: string;
  /** `views/console/{name}.ejs`. */
  readonly name: string;
  /** Key of its title. */
  readonly title: string;
  /** Its place in the navigation; absent for a page that another one leads to. */
  readonly group?: Group;
  /** Bytes that its form may have, if a field of it is a document; else as many as any body (HDR-06). */
  readonly reads?: number;
  readonly asks?: (call: Pick<ConsoleCall, 'params' | 'query'>) => readonly Question[];
  /** What it asks once it has those answers. */
  readonly asksThen?: (call: Pick<ConsoleCall, 'query' | 'answers'>) => readonly Question[];
  /** What the view shows. ApiError for an id that the bank does not know. */
  readonly read?: (call: ConsoleCall) => Promise<object> | object;
}

/** How a form's text becomes JSON. `list` are the ticked boxes of one name, `raw` is the whole body. */
export type FieldKind = 'text' | 'number' | 'flag' | 'list' | 'json' | 'raw';

/** One field of the form of an {@link Action}. */
export interface ActionField {
  /** JSON pointer into the body; `{name}` or `?name` for a part of the path or query. */
  readonly at: string;
  readonly kind?: FieldKind;
  /** Key of its label; absent for a value that is sent and not shown. */
  readonly label?: string;
  /** What the field begins with; the ticked boxes of a `list`, separated by spaces. */
  readonly value?: string;
  readonly options?: readonly (string | Choice)[];
  /** Key of what the empty option means; by default a dash. */
  readonly empty?: string;
  readonly required?: boolean;
  readonly multiline?: boolean;
}

/** An option that says more than its value. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A button that changes something. */
export interface Action {
  /** Id of the row of the control API. */
  readonly operation: string;
  /** Key of the button's text. */
  readonly label: string;
  readonly fields?: readonly ActionField[];
  /** It cannot be taken back: key of the sentence that says what is lost. The page asks once more. */
  readonly danger?: string;
  /** The bank is saved as a snapshot before, so that the page can offer to take it back. */
  readonly undo?: boolean;
  /** The operation can say what it would do: a second button asks for that. */
  readonly preview?: boolean;
  /** Page below `{b}/console` that shows what came of it; by default the same. */
  readonly page?: string;
}

/** A field whose value is fixed. */
export const fixed = (at: string, value: string, kind: FieldKind = 'text'): ActionField => ({
  at,
  kind,
  value,
});

/** The request that a form makes: the parts of the path, the query, and the body. */
export interface FilledForm {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Text of a `raw` field, or JSON. Absent if no field is in the body. */
  readonly body?: Json;
  readonly raw?: string;
}
