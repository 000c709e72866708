// What a page of the console is: a row with an address, a view, and what it reads. Whatever a page changes goes
// through a row of the control API, and the page shows the request that does the same.

import type { consentView } from '../../bank/accounts/consent-control.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { Operation } from '../../bank/banks/operation.ts';
import type { Magic } from '../../bank/payments/magic.ts';
import type { PersonView } from '../../bank/sandbox/person-control.ts';
import type { MagicPersons } from '../../bank/sca/purpose.ts';
import type { Turn } from '../../insight/scenarios/play.ts';
import type { Task } from '../../insight/scenarios/scenario.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Json } from '../../protocol/json.ts';
import type { Language } from '../../protocol/psu-headers.ts';
import type { Call } from '../call.ts';
import type { ControlDeps } from '../control/control.ts';
import type { MadeCertificates } from './made-certificates.ts';
import type { Send, SendDeps } from './send.ts';

export interface ConsoleCall {
  readonly bank: BankTx;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly answers: Answers;
  readonly language: Language;
  /** Rows of the signed API. */
  readonly signed: readonly Operation[];
  /** Creditors, and persons in the page's language, that make something happen (MAGIC-01). */
  readonly magic: Magic;
  readonly magicPersons: ReturnType<MagicPersons['mishaps']>;
  /** The SCA link that the page's button has just ended. */
  readonly endedLink?: string;
}

/** As much as pages read of what the control API answers, by operation id; a page has those that it asks for. */
export interface Answers {
  readonly getClock: { readonly now: string; readonly frozen: boolean };
  readonly getRequests: { readonly requests: readonly object[] };
  readonly getPerson: PersonView;
  readonly getConsents: { readonly consents: readonly ShownConsent[] };
  readonly getCertificates: { readonly certificates: readonly KnownCertificate[] };
  readonly getTpps: {
    readonly tpps: readonly { readonly organisationId: string; readonly registered: boolean }[];
  };
  readonly getFaults: { readonly faults: readonly { readonly id: string }[] };
  readonly getRules: {
    readonly preset?: string;
    readonly rules: readonly { readonly id: string; readonly level?: string }[];
  };
  readonly getSnapshots: {
    readonly snapshots: readonly { readonly name: string; readonly takenAt: string }[];
  };
  readonly getSnapshotDifferences?: { readonly from: string };
  readonly getScenarios: { readonly scenarios: readonly ListedScenario[]; readonly turn?: Turn };
  readonly getScenario: ListedScenario & {
    readonly byHand: boolean;
    readonly showsStored: boolean;
    readonly turn?: Turn & { readonly undo: string };
  };
}

export type ShownConsent = Awaited<ReturnType<typeof consentView>>;

export interface KnownCertificate {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  readonly status: string;
  readonly issuedHere: boolean;
}

interface ListedScenario {
  readonly name: string;
  readonly task: Task;
  readonly title: string;
  readonly happens: string;
}

/** One read of the control API that a page is made from. */
export interface Question {
  readonly operation: keyof Answers;
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

/** Below the bank. */
export const CONSOLE = '/console';

export const consolePath = (path: string): string => (path === '' ? CONSOLE : `${CONSOLE}/${path}`);

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
  /** Of a page that does more with its form, or shows more, than the control API can. */
  readonly tool?: (deps: ToolDeps) => Tool;
}

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
  /** Certificates that were made in the console. */
  readonly made: MadeCertificates;
  /** Signs a request as the console's own TPP, and sends it. */
  readonly send: Send;
  /** How the server was started, by environment variable; `undefined` if not set. No secrets. */
  readonly settings: Readonly<Record<string, string | undefined>>;
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
