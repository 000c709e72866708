// What the SCA pages show. The views have no logic beyond if and for; everything is decided here.
import type { Language, PsuContext } from '../../protocol/psu-headers.ts';

/** One account (or card) that can be shared. */
export interface AccountChoice {
  readonly id: string;
  readonly name: string;
  /** Formatted account number (`1234 56 78901`) or masked card number. */
  readonly number: string;
  /** IBAN, or masked card number: how headless completion names it. */
  readonly reference: string;
  readonly kind: 'account' | 'card';
  /** Decimal text and currency, for instance `12 345.60` `NOK`. */
  readonly balance: string;
  readonly currency: string;
  readonly checked: boolean;
}

/** A payment as the PSU must see it (dynamic linking, SES-06). */
export interface PaymentView {
  readonly amount: string;
  readonly currency: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly debtorAccount: string;
  readonly message?: string;
  /** ISO dates. */
  readonly executionDate?: string;
  /** Periodic only. */
  readonly frequency?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly fee?: string;
  /** What a unit of `currency` costs: `11.684000 NOK`. */
  readonly exchangeRate?: string;
}

export interface PaymentApproval {
  readonly kind: 'payment';
  readonly payments: readonly PaymentView[];
  /** Of several payments: one sum per currency (`1250.00 NOK`), fees not included. */
  readonly totals?: readonly string[];
  /** What leaves the debtor's accounts, fees included: one sum per currency. Absent if that is the amount itself. */
  readonly debits?: readonly string[];
}

/** A person to log in as. */
export interface PersonHint {
  readonly nationalId: string;
  readonly name: string;
  /** What the person has in this bank, in few words. */
  readonly note: string;
}

/** What is being approved. */
export type ApprovalView =
  | { readonly kind: 'access'; readonly accounts: readonly AccountChoice[] }
  | { readonly kind: 'session' }
  | PaymentApproval
  | { readonly kind: 'cancellation'; readonly payments: readonly PaymentView[] };

/** What will be approved, in few words: for the first page. */
export interface AboutView {
  readonly kind: 'payment' | 'cancellation';
  /** `12.50 EUR`. */
  readonly first: readonly { readonly amount: string; readonly creditorName: string }[];
  /** How many there are besides. */
  readonly more: number;
}

/** Why the bank refused a national id. */
export type NationalIdError = 'malformed' | 'check-digits' | 'unknown';

export interface ContextChoice {
  readonly context: PsuContext;
  /** CORPORATE: the agreement; `value` is what the form sends back. */
  readonly agreementId?: string;
  readonly name: string;
  readonly organisationNumber?: string;
}

export type ApprovePage = Extract<ScaPage, { readonly step: 'approve' }>;

interface Common {
  readonly language: Language;
  readonly bankName: string;
  readonly tppName: string;
  /** Host of TPP-Redirect-URI: the PSU returns there. */
  readonly tppHost: string;
  /** Address that every form of the page posts to. */
  readonly action: string;
  /** The person has several contexts, and chooses one on the way (SCA-02). */
  readonly choosesContext: boolean;
  /** One-time form token, hidden field `token`. Of payments it also says which ones the page shows. */
  readonly token: string;
  /** The same page in the other language. */
  readonly otherLanguageHref: string;
}

/**
 * A page of a live flow. Forms post `application/x-www-form-urlencoded` to `action` with `token` and:
 * identify: `nationalId`, button `do=identify` · context: radio `choice` (PRIVATE, or an agreement's
 * id), `do=context` · approve: checkboxes `account` (ids), `do=approve` · on all of them `do=cancel`.
 */
export type ScaPage = Common &
  (
    | {
        readonly step: 'identify';
        /** Masked id when the request fixed the person (SCA-07): shown, not editable. */
        readonly fixedNationalId?: string;
        /** What was typed and refused, and why. */
        readonly typed?: string;
        readonly error?: NationalIdError;
        readonly triesLeft?: number;
        /** Persons of the starting set that exist in this bank, as a hint. */
        readonly hints: readonly PersonHint[];
        /** Persons with whom something goes wrong (MAGIC-01). */
        readonly mishaps: readonly PersonHint[];
        /** What will be approved, where that is known already. */
        readonly about?: AboutView;
      }
    | {
        readonly step: 'context';
        readonly personName: string;
        readonly choices: readonly ContextChoice[];
        /** Fixed by PSU-Context: only this one may be chosen. */
        readonly fixed: boolean;
      }
    | {
        readonly step: 'approve';
        readonly personName: string;
        readonly context: PsuContext;
        readonly agreementName?: string;
        readonly approval: ApprovalView;
        /** Another person has to approve it too. */
        readonly needsSecond?: true;
        /** Nothing was ticked though something must be; or the page that was approved showed something else (SES-06). */
        readonly error?: 'nothing-chosen' | 'changed';
      }
    | { readonly step: 'waiting'; readonly personName: string; readonly appHref: string }
  );

/** Pages that end here, without a redirect. */
export interface EndPage {
  readonly step:
    | 'not-found'
    | 'used'
    | 'expired'
    | 'form-outdated'
    /** A fault keeps the page from being shown (FAULT-01). */
    | 'down'
    /** In the bank's app (SCA-09): approved; or cancelled, refused, failed. */
    | 'app-approved'
    | 'app-ended';
  /** Of a link that was used. */
  readonly became?: 'approved' | 'not-approved';
  /** Likewise: the site of the TPP, if it is one and not an app. */
  readonly back?: string;
  readonly language: Language;
  readonly bankName: string;
}
