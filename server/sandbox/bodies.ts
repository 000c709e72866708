// What the sandbox operations are sent, once schemas/requests/sandbox-*.json has passed it.
import type { KidPolicy } from '../accounts/tables.ts';
import type { CustomerRow, EngagementRole } from '../customers/tables.ts';
import type { PlainDate } from '../kernel/dates.ts';
import type { JsonObject } from '../protocol/json.ts';

/** An Amount whose decimal text may be a JSON number (sandbox only). */
export interface SandboxAmount extends JsonObject {
  readonly amount: string | number;
  readonly currency: string;
}

/** A credit line or a limit; a plain number is in the account's currency. */
export type SandboxLimit = SandboxAmount | number;

export interface CustomerBody {
  readonly customerNumber: string;
  readonly customerType: CustomerRow['type'];
  readonly customerName: string;
}

export interface AccountBody {
  readonly customerNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly product?: string;
  readonly cashAccountType?: 'CACC' | 'SVGS';
  readonly bban?: string;
  readonly creditLine?: SandboxLimit;
  readonly balance?: SandboxAmount;
  readonly kid?: KidPolicy;
}

export interface CardAccountBody {
  readonly customerNumber: string;
  readonly product?: string;
  readonly currency: string;
  readonly maskedPan?: string;
  readonly creditLimit: SandboxLimit;
  readonly balance?: SandboxAmount;
}

export interface BalancesBody {
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: SandboxAmount;
  }[];
}

/** One transaction; its further members go into the line as they are. */
export interface TransactionBody extends JsonObject {
  readonly transactionAmount: SandboxAmount;
  readonly bookingDate?: PlainDate;
  readonly valueDate?: PlainDate;
  readonly pending?: boolean;
  readonly debtorAccount?: PartyAccount;
}

/** SBX-05: a card transaction. */
export interface CardTransactionBody extends TransactionBody {
  readonly cardTransactionId?: string;
  readonly originalAmount?: SandboxAmount;
  readonly transactionDate?: PlainDate;
  readonly markupFee?: SandboxAmount;
  readonly markupFeePercentage?: string | number;
  readonly maskedPan?: string;
  readonly invoiced?: boolean | 'true' | 'false';
}

export interface PartyAccount extends JsonObject {
  readonly iban?: string;
  readonly bban?: string;
  readonly currency?: string;
}

export interface EngagementBody {
  readonly customer: string;
  readonly account: { readonly iban: string };
  readonly roles: readonly EngagementRole[];
  readonly registerLimit?: SandboxLimit;
  readonly approvalLimit?: SandboxLimit;
}

export interface AgreementBody {
  readonly owner: string;
  readonly name?: string;
  readonly organisationNumber?: string;
  readonly engagements?: readonly EngagementBody[];
}
