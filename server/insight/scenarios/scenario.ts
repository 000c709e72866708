// A scenario: what a client is asked to do, what the bank does meanwhile, and how the bank judges the client by what it
// saw (SCEN-01).
import type { Fault } from '../../protocol/generated/schemas.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { RuleId } from '../../protocol/rules.ts';
import type { Seen, Sent } from './seen.ts';

/** What a client is asked to do, in the order of the documents. */
export const TASKS = {
  connect: 'A person gives access: ask for it, send the person to the link, take the callback.',
  read: 'Read the accounts, balances and transactions of a connected person who is present.',
  refresh: 'The same while the person is absent.',
  pay: 'Make one payment, have it approved, and follow it until it is final.',
  cancel: 'Make one payment, have it approved, and cancel it.',
  cards: 'Read the card accounts of a connected person who is present, with their transactions.',
  basket: 'Make the payments, put them into a signing basket, have it approved, and follow them.',
} as const;

export type Task = keyof typeof TASKS;

export interface Scenario {
  readonly name: string;
  readonly task: Task;
  /** What happens, in a few words. */
  readonly title: string;
  /** What happens, why it matters, and how to do it right: sentences of its page. */
  readonly happens: string;
  readonly why: string;
  readonly right: string;
  readonly setup?: Setup;
  /** A real bank or the law punishes it, or money is lost. */
  readonly must?: readonly Judgement[];
  /** A habit that costs money or patience. */
  readonly should?: readonly Judgement[];
}

/** The scenarios of one task. */
export const scenariosOf = (task: Task, rows: readonly Omit<Scenario, 'task'>[]) =>
  rows.map((row): Scenario => ({ ...row, task }));

export interface Judgement {
  /** What a good client does: `stops asking …`. */
  readonly says: string;
  /** The rule that it follows from. */
  readonly cites: RuleId;
  /** It judges nothing of a client that does not show this. */
  readonly needs?: 'stored';
  /** What this client did instead; `undefined` if it did well. */
  readonly wrong: (seen: Seen) => Wrong | undefined;
}

/** What is said of a client that meets it, and of one that does not. */
export const sentenceOf = ({ says }: Judgement): string => `A good client ${says}.`;

interface Wrong {
  readonly text: string;
  /** The request that earned it. */
  readonly at?: Sent | undefined;
}

/** It also judges what the client has stored, if the client shows that. */
export const showsStored = ({ must = [], should = [] }: Scenario): boolean =>
  [...must, ...should].some(({ needs }) => needs === 'stored');

/** How the bank is prepared. */
export interface Setup {
  /** The national id of the person; by default Jonas, who has two accounts and a card. */
  readonly person?: string;
  /** The organisation number of the company for which the person acts. */
  readonly agreement?: string;
  /** Sections of a seed beside the starting set; `now` is the bank's time in ms. */
  readonly seed?: JsonObject | ((now: number) => JsonObject);
  /** IBANs that the person shares; by default all. */
  readonly shares?: readonly string[];
  /** The PSU-ID that the client has is unknown, or its consent is as old as this, or revoked. */
  readonly access?: 'unknown' | 'revoked' | { readonly lastSca: string };
  /** What the person does at the links of the client's SCAs; by default approves. */
  readonly sca?: JsonObject;
  /** What the bank does when it sees certain requests. */
  readonly faults?: readonly Fault[];
  /** How far the bank's clock moves before the client begins. */
  readonly advance?: string;
  /** The client runs once more for each of these. */
  readonly again?: readonly Again[];
  /** What the client is asked to pay: products and bodies without debtorAccount. */
  readonly payments?: readonly PaymentToMake[];
  /** Milliseconds by which the clock of the bank's machine is ahead of the client's. */
  readonly wallClock?: number;
  /** The second run has another certificate of the same organisation. */
  readonly renewsCertificate?: boolean;
}

/** What happens before the client runs once more. */
interface Again {
  readonly advance?: string;
  /** IBANs that the person shares from then on, or what the bank has. */
  readonly shares?: readonly string[];
  readonly seed?: JsonObject;
  /** The browser of the person opens the last callback once more. */
  readonly callbackTwice?: true;
}

export type PaymentToMake = {
  /** `payments/sepa-credit-transfers` */
  readonly product: string;
  readonly body: JsonObject;
};
