// Generated from schemas/ by npm run generate: change the schemas, not this file.
/**
 * PSD2 role of a TPP (ETSI TS 119 495).
 */
export type PspRoleCode = 'PSP_AI' | 'PSP_PI' | 'PSP_AS' | 'PSP_IC';
/**
 * An ISO 8601 duration of weeks, days (24 hours each), hours, minutes and seconds; not negative.
 */
export type IsoDuration = string;
/**
 * An ISO 8601 date-time with its offset.
 */
export type IsoDateTime = string;
/**
 * An opaque identifier.
 */
export type Identifier = string;
/**
 * A UUID, in any version and in either case.
 */
export type Uuid = string;
/**
 * The context that the PSU acts in.
 */
export type PsuContextCode = 'PRIVATE' | 'CORPORATE';
/**
 * Norwegian national identity number or D-number, synthetic ones (month + 40, + 80) too: 11 digits with valid check digits.
 */
export type NationalId = string;
/**
 * What can be shared with a TPP, as the SCA page names it: an account's IBAN or a card's masked number.
 */
export type SharedNumber = string;
/**
 * How a headless SCA ends.
 */
export type ScaOutcomeCode = 'approve' | 'cancel' | 'wrong-id' | 'expire' | 'error';
/**
 * Text of at most 35 characters (code points) that the bank's back end can carry (PAY-09).
 */
export type Max35Text = string;
/**
 * Norwegian account number: 11 digits, the last one a modulus 11 check digit.
 */
export type Bban = string;
/**
 * IBAN (ISO 13616-1:2007), at most 34 characters without its spaces; check digits, the country's length and, in Norwegian ones, modulus 11 are verified.
 */
export type Iban = string;
/**
 * ISO 4217 alphabetic code, one of the interface's list.
 */
export type CurrencyCode = string;
/**
 * An ISO 8601 calendar date that exists; in Europe/Oslo.
 */
export type IsoDate = string;
/**
 * Text of at most 70 characters (code points) that the bank's back end can carry (PAY-09).
 */
export type Max70Text = string;
/**
 * Text that the bank's back end can carry (PAY-09); the interface states no length.
 */
export type BankText = string;
/**
 * ISO 3166-1 alpha-2 code, one of the interface's list.
 */
export type CountryCode = string;
/**
 * BIC of 8 or 11 characters.
 */
export type Bic = string;
/**
 * Unstructured remittance information: not empty, at most 140 characters.
 */
export type RemittanceText = string;
/**
 * One to ten creditor's references.
 *
 * @minItems 1
 * @maxItems 10
 */
export type StructuredRemittanceList = readonly StructuredRemittance[];
/**
 * The supported subset of the ISO 20022 external purpose codes.
 */
export type PurposeCode =
  | 'INVS'
  | 'SALA'
  | 'IDCP'
  | 'CASH'
  | 'CORT'
  | 'INTC'
  | 'PENS'
  | 'SSBE'
  | 'SUPP'
  | 'TAXS'
  | 'TREA'
  | 'VATX'
  | 'LOAN'
  | 'OTHR';
/**
 * Urgent payment.
 */
export type ServiceLevel = 'URGP';
/**
 * Text of at most 10 characters (code points) that the bank's back end can carry (PAY-09).
 */
export type Max10Text = string;
/**
 * Text of at most 140 characters (code points) that the bank's back end can carry (PAY-09).
 */
export type Max140Text = string;
/**
 * When to execute if the day is a bank holiday or in a weekend. The spelling `preceeding` is the interface's own.
 */
export type ExecutionRule = 'following' | 'preceeding';
/**
 * How often a periodic payment runs.
 */
export type Frequency =
  | 'Daily'
  | 'Weekly'
  | 'EveryTwoWeeks'
  | 'Monthly'
  | 'EveryTwoMonths'
  | 'Quarterly'
  | 'SemiAnnual'
  | 'Annual'
  | 'MonthlyVariable';
/**
 * Months in which a MonthlyVariable payment runs. The interface states 1 to 11 and describes 1 to 12: 12 is accepted.
 *
 * @minItems 1
 * @maxItems 11
 */
export type MonthsOfExecution = readonly number[];
/**
 * Day of the month, 1 to 31; in a shorter month its last day.
 */
export type DayOfExecution = string;
/**
 * ISO 20022 cash account type: current account, savings account.
 */
export type CashAccountType = 'CACC' | 'SVGS';
/**
 * A limit of 0 or more: an Amount, or a plain number in the account's currency (sandbox operations only).
 */
export type SandboxLimit =
  | {
      readonly amount: string | number;
      readonly currency: CurrencyCode;
    }
  | number;
/**
 * Whether payments to the account carry a KID (PAY-05).
 */
export type KidPolicyCode = 'none' | 'optional' | 'required';
/**
 * Norwegian organisation number: 9 digits, the last one a modulus 11 check digit.
 */
export type OrganisationNumber = string;
/**
 * What a person may do with an account of an agreement.
 */
export type EngagementRoleCode = 'REGISTER' | 'VIEW';
/**
 * Which balance of the account.
 */
export type BalanceType =
  | 'closingBooked'
  | 'expected'
  | 'openingBooked'
  | 'interimAvailable'
  | 'interimBooked'
  | 'forwardAvailable';
/**
 * Card number with its middle hidden.
 */
export type MaskedPan = string;
/**
 * A card transaction to make, or an array of up to 1000, all or nothing.
 */
export type SandboxCardTransaction = SandboxCardTransactionEntry | readonly SandboxCardTransactionEntry[];
/**
 * ISO 18245 merchant category code.
 */
export type MerchantCategoryCode = string;
/**
 * PRIVATE: a person; CORPORATE: who owns a company's agreement.
 */
export type CustomerType = 'PRIVATE' | 'CORPORATE';
/**
 * A transaction to make, or an array of up to 1000, all or nothing.
 */
export type SandboxTransaction = SandboxTransactionEntry | readonly SandboxTransactionEntry[];
/**
 * An e-mail address, preferably of a mailbox that is no person's.
 */
export type EmailAddress = string;
/**
 * Cash account type as answered: ISO 20022, or the words used before cash-account-type-iso.
 */
export type LegacyCashAccountType = 'CACC' | 'SVGS' | 'Current' | 'Savings';
/**
 * Balances of an account.
 */
export type BalanceList = readonly Balance[];
/**
 * Code of a tppMessage.
 */
export type TppMessageCode =
  | 'SYSTEM_ERROR'
  | 'BAD_REQUEST'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'HTTP_HEADER_REQUIRED'
  | 'QUERY_PARAMETER_REQUIRED'
  | 'SCA_NOT_FOUND'
  | 'SCA_EXPIRED'
  | 'SCA_INVALID'
  | 'FORMAT_ERROR'
  | 'RESOURCE_UNKNOWN'
  | 'PSU_CREDENTIALS_INVALID'
  | 'CONSENT_UNKNOWN'
  | 'CONSENT_INVALID'
  | 'CONSENT_EXPIRED'
  | 'ACCESS_EXCEEDED'
  | 'PRODUCT_UNKNOWN'
  | 'PRODUCT_INVALID'
  | 'KID_MISSING'
  | 'KID_INVALID'
  | 'PAYMENT_FAILED'
  | 'EXECUTION_DATE_INVALID'
  | 'REFERENCE_MIX_INVALID';
/**
 * A sentence for a person, at most 512 characters.
 */
export type Max512Text = string;
/**
 * Messages to the TPP.
 *
 * @minItems 1
 */
export type TppMessages = readonly TppMessageObject[];
/**
 * transactionStatus of a payment.
 */
export type TransactionStatusCode =
  'ACCP' | 'ACSC' | 'ACSP' | 'ACTC' | 'ACWC' | 'ACWP' | 'RCVD' | 'PDNG' | 'RJCT' | 'CANC' | 'PART';
/**
 * How far an SCA has come.
 */
export type ScaStatusCode =
  | 'received'
  | 'psuIdentified'
  | 'psuAuthenticated'
  | 'scaMethodSelected'
  | 'started'
  | 'unconfirmed'
  | 'finalised'
  | 'failed'
  | 'exempted';
/**
 * Which transactions to list; `all` is the same as `both`.
 */
export type BookingStatus = 'booked' | 'pending' | 'both' | 'all';
/**
 * Which card transactions to list.
 */
export type CardBookingStatus = 'booked' | 'pending' | 'both';

/**
 * What the bank allows on the account.
 */
export interface AccountPermissions {
  readonly payments: boolean;
}
/**
 * A TPP certificate to make.
 */
export interface CertificateRequest {
  /**
   * @minItems 1
   * @maxItems 4
   */
  readonly roles?: readonly PspRoleCode[];
  readonly organisationId?: string;
  readonly name?: string;
  readonly variant?: 'expired' | 'not-yet-valid' | 'wrong-role' | 'no-psd2' | 'unknown-ca' | 'weak-key';
  readonly validDays?: number;
}
/**
 * Moves the bank's clock forward, by a duration or to an instant: one of the two.
 */
export interface ClockAdvance {
  readonly by?: IsoDuration;
  readonly to?: IsoDateTime;
}
/**
 * The clock after the move, and what the bank did on the way.
 */
export interface ClockAdvanced {
  readonly now: IsoDateTime;
  readonly frozen: boolean;
  readonly events: {
    readonly at: IsoDateTime;
    /**
     * What happened; docs/sandbox-api.md lists them.
     */
    readonly type: 'paymentDue' | 'paymentSettled' | 'scaLinkExpired' | 'sessionEnded';
    readonly paymentId?: Identifier;
    [k: string]:
      | string
      | number
      | 'paymentDue'
      | 'paymentSettled'
      | 'scaLinkExpired'
      | 'sessionEnded'
      | undefined;
  }[];
}
/**
 * Sets, freezes or unfreezes the bank's clock.
 */
export interface ClockPut {
  readonly now?: IsoDateTime;
  readonly frozen?: boolean;
}
/**
 * The bank's clock.
 */
export interface Clock {
  readonly now: IsoDateTime;
  readonly frozen: boolean;
}
/**
 * Every consent of the bank, revoked ones included.
 */
export interface Consents {
  readonly consents: {
    readonly id: Uuid;
    readonly tpp: string;
    readonly psuId: Uuid;
    readonly context: PsuContextCode;
    readonly psuCorporateId?: Uuid;
    readonly accounts: readonly string[];
    readonly status: 'valid' | 'revoked';
  }[];
}
/**
 * A level for every rule with tolerated forms, and levels of single rules on top.
 */
export interface RuleLevelPreset {
  readonly preset: 'strict' | 'lenient' | 'as-observed';
  readonly levels?: {
    readonly [k: string]: 'error' | 'warn' | 'off';
  };
}
/**
 * A rule of the interface; level and forms only where it has tolerated forms.
 */
export interface RuleView {
  readonly id: string;
  readonly sentence: string;
  /**
   * @minItems 1
   */
  readonly source: readonly ('S' | 'L' | 'BG' | 'O')[];
  readonly state: 'built' | 'planned';
  readonly level?: 'error' | 'warn' | 'off';
  readonly forms?: string;
}
/**
 * Rules of the interface, and the preset that the bank's levels come from.
 */
export interface RuleViews {
  readonly preset: 'strict' | 'lenient' | 'as-observed';
  readonly rules: readonly RuleView[];
}
/**
 * What the bank does with the tolerated forms of a rule.
 */
export interface RuleLevel {
  readonly level: 'error' | 'warn' | 'off';
}
/**
 * Completes an SCA link without a browser.
 */
export interface ScaComplete {
  readonly nationalId?: NationalId;
  readonly context?: PsuContextCode;
  readonly psuCorporateId?: Uuid;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  readonly accounts?: readonly SharedNumber[];
  readonly outcome?: ScaOutcomeCode;
}
/**
 * Where the PSU was sent.
 */
export interface ScaCompleted {
  readonly redirect: string;
}
/**
 * How the bank's SCA links behave.
 */
export interface ScaPolicyBody {
  readonly mode?: 'page' | 'auto';
  readonly nationalId?: NationalId;
  readonly context?: PsuContextCode;
  readonly psuCorporateId?: Uuid;
  readonly outcome?: ScaOutcomeCode;
  readonly demand?: 'rules' | 'always' | 'never';
}
/**
 * What a reset begins with instead of the starting set. There are no seed documents yet, so no body is one.
 */
export interface SeedDocument {
  readonly [k: string]: unknown;
}
/**
 * Whether the TPP is registered.
 */
export interface TppRegistration {
  readonly registered: boolean;
}
/**
 * Bulk of Norwegian domestic credit transfers.
 */
export interface BulkNorwegianDomesticCreditTransfer {
  readonly paymentInformationId: Max35Text;
  readonly debtorAccount: AccountReference;
  readonly requestedExecutionDate?: IsoDate;
  readonly batchBookingPreferred?: boolean;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  readonly payments: readonly BulkEntry[];
}
/**
 * Account of a periodic or domestic payment: by bban, iban or both, which must agree; with its currency.
 */
export interface AccountReference {
  readonly bban?: Bban;
  readonly iban?: Iban;
  readonly currency: CurrencyCode;
}
/**
 * One payment of a bulk: a domestic one without debtor and date.
 */
export interface BulkEntry {
  readonly endToEndIdentification?: Max35Text;
  readonly instructedAmount: Amount;
  readonly creditorName: Max70Text;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: Bic;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
}
/**
 * An amount to pay: decimal text above 0, at most 18 digits, at most the fraction digits that ISO 4217 gives the currency.
 */
export interface Amount {
  readonly amount: string;
  readonly currency: CurrencyCode;
}
/**
 * Postal address; `city` is deprecated in favour of `townName`.
 */
export interface Address {
  readonly street?: Max70Text;
  readonly buildingNumber?: BankText;
  readonly postalCode?: BankText;
  readonly city?: BankText;
  readonly townName?: BankText;
  readonly country: CountryCode;
}
/**
 * A creditor's reference; a KID has referenceType SCOR (PAY-05).
 */
export interface StructuredRemittance {
  readonly reference: Max35Text;
  readonly referenceType?: Max35Text;
  readonly referenceIssuer?: Max35Text;
}
/**
 * Cross-border credit transfer initiation request.
 */
export interface CrossBorderCreditTransfer {
  readonly endToEndIdentification?: Max35Text;
  readonly instructedAmount: Amount;
  readonly creditorName: Max70Text;
  readonly creditorAccount: CreditorAccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent: Bic;
  readonly debtorAccount: AccountReference;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly requestedExecutionDate?: IsoDate;
  readonly serviceLevel?: ServiceLevel;
  readonly regulatoryReporting?: RegulatoryReporting;
}
/**
 * Account of a cross-border creditor: by bban, iban or both, which must agree; with its currency. The bban is 1 to 30 letters and digits, and a Norwegian account number only where the creditor's bank is Norwegian.
 */
export interface CreditorAccountReference {
  readonly bban?: string;
  readonly iban?: Iban;
  readonly currency: CurrencyCode;
}
/**
 * Norwegian regulatory reporting.
 */
export interface RegulatoryReporting {
  readonly code: Max10Text;
  readonly text?: Max140Text;
}
/**
 * Instant Norwegian domestic credit transfer (Straks) initiation request.
 */
export interface InstantNorwegianDomesticCreditTransferStraks {
  readonly endToEndIdentification?: Max35Text;
  readonly instructedAmount: Amount;
  readonly creditorName: Max70Text;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: Bic;
  readonly debtorAccount: AccountReference;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
}
/**
 * Norwegian domestic credit transfer initiation request.
 */
export interface NorwegianDomesticCreditTransfer {
  readonly endToEndIdentification?: Max35Text;
  readonly instructedAmount: Amount;
  readonly creditorName: Max70Text;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: Bic;
  readonly debtorAccount: AccountReference;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly requestedExecutionDate?: IsoDate;
}
/**
 * Periodic Norwegian domestic credit transfer initiation request.
 */
export interface PeriodicNorwegianDomesticCreditTransfer {
  readonly instructedAmount: Amount;
  readonly creditorName: Max70Text;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: Bic;
  readonly debtorAccount: AccountReference;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly startDate: IsoDate;
  readonly executionRule?: ExecutionRule;
  readonly endDate?: IsoDate;
  readonly frequency: Frequency;
  readonly monthsOfExecution?: MonthsOfExecution;
  readonly dayOfExecution?: DayOfExecution;
}
/**
 * An account to make.
 */
export interface SandboxAccount {
  readonly customerNumber: NationalId;
  readonly accountName: Max70Text;
  readonly currency: CurrencyCode;
  readonly product?: Max35Text;
  readonly cashAccountType?: CashAccountType;
  readonly bban?: Bban;
  readonly creditLine?: SandboxLimit;
  readonly balance?: SandboxAmount;
  readonly kid?: KidPolicyCode;
}
/**
 * An amount of any sign, as text or as a number (sandbox operations only).
 */
export interface SandboxAmount {
  readonly amount: string | number;
  readonly currency: CurrencyCode;
}
/**
 * A corporate agreement to make.
 */
export interface SandboxAgreement {
  readonly owner: NationalId;
  readonly name?: Max70Text;
  readonly organisationNumber?: OrganisationNumber;
  /**
   * @maxItems 100
   */
  readonly engagements?: readonly SandboxEngagement[];
}
/**
 * What a customer may do with an account of the agreement.
 */
export interface SandboxEngagement {
  readonly customer: NationalId;
  readonly account: IbanReference;
  /**
   * @minItems 1
   * @maxItems 2
   */
  readonly roles: readonly EngagementRoleCode[];
  readonly registerLimit?: SandboxLimit;
  readonly approvalLimit?: SandboxLimit;
}
/**
 * An account by its IBAN.
 */
export interface IbanReference {
  readonly iban: Iban;
}
/**
 * Balances that the account shall have.
 */
export interface SandboxBalances {
  /**
   * @minItems 1
   * @maxItems 10
   */
  readonly balances: {
    readonly balanceType: BalanceType;
    readonly balanceAmount: SandboxAmount;
  }[];
}
/**
 * A card account to make.
 */
export interface SandboxCardAccount {
  readonly customerNumber: NationalId;
  readonly product?: Max35Text;
  readonly currency: CurrencyCode;
  readonly maskedPan?: MaskedPan;
  readonly creditLimit: SandboxLimit;
  readonly balance?: SandboxAmount;
}
/**
 * A transaction to make on a sandbox card account; a purchase is negative.
 */
export interface SandboxCardTransactionEntry {
  /**
   * The transaction's id; made up when absent.
   */
  readonly cardTransactionId?: string;
  readonly terminalId?: Max35Text;
  readonly transactionAmount: SandboxAmount;
  readonly originalAmount?: SandboxAmount;
  readonly markupFee?: SandboxAmount;
  /**
   * A percentage, for instance "1.75".
   */
  readonly markupFeePercentage?: string | number;
  readonly transactionDate?: IsoDate;
  readonly bookingDate?: IsoDate;
  readonly valueDate?: IsoDate;
  readonly pending?: boolean;
  /**
   * true or false, also as text.
   */
  readonly invoiced?: true | false | 'true' | 'false';
  readonly transactionDetails?: Max140Text;
  readonly cardAcceptorId?: Max35Text;
  readonly cardAcceptorName?: Max70Text;
  readonly cardAcceptorAddress?: Address;
  readonly merchantCategoryCode?: MerchantCategoryCode;
  readonly maskedPan?: MaskedPan;
  readonly proprietaryBankTransactionCode?: Max35Text;
}
/**
 * A customer to make.
 */
export interface SandboxCustomer {
  readonly customerNumber: NationalId;
  readonly customerType: CustomerType;
  readonly customerName: Max70Text;
}
/**
 * A transaction to make on a sandbox account; a debit is negative.
 */
export interface SandboxTransactionEntry {
  readonly transactionAmount: SandboxAmount;
  readonly bookingDate?: IsoDate;
  readonly valueDate?: IsoDate;
  readonly pending?: boolean;
  readonly endToEndId?: Max35Text;
  readonly creditorName?: Max70Text;
  readonly creditorAccount?: PartyAccount;
  readonly debtorName?: Max70Text;
  readonly debtorAccount?: PartyAccount;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured?: RemittanceText;
  /**
   * @minItems 1
   * @maxItems 10
   */
  readonly remittanceInformationUnstructuredArray?: readonly RemittanceText[];
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly proprietaryBankTransactionCode?: Max35Text;
  readonly additionalInformation?: Max140Text;
  [k: string]:
    | BankText
    | SandboxAmount
    | boolean
    | PartyAccount
    | readonly RemittanceText[]
    | StructuredRemittance
    | StructuredRemittanceList
    | PurposeCode
    | undefined;
}
/**
 * Account of a party to a transaction; currency where it is known.
 */
export interface PartyAccount {
  readonly bban?: Bban;
  readonly iban?: Iban;
  readonly currency?: CurrencyCode;
}
/**
 * SEPA credit transfer initiation request.
 */
export interface SepaCreditTransfer {
  readonly endToEndIdentification?: Max35Text;
  readonly instructedAmount: Amount;
  readonly creditorName: Max70Text;
  readonly creditorAccount: SepaAccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: Bic;
  readonly debtorAccount: SepaAccountReference;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly requestedExecutionDate?: IsoDate;
  readonly regulatoryReporting?: RegulatoryReporting;
}
/**
 * Account of a SEPA payment: by iban, with its currency.
 */
export interface SepaAccountReference {
  readonly iban: Iban;
  readonly currency: CurrencyCode;
}
/**
 * Payments to approve in one SCA.
 */
export interface SigningBasket {
  /**
   * @minItems 1
   * @maxItems 100
   */
  readonly paymentIds: readonly Identifier[];
}
/**
 * Where to reach the TPP.
 */
export interface TppContactInformation {
  readonly email: EmailAddress;
}
/**
 * One account.
 */
export interface AccountResponse {
  readonly account: AccountDetails;
}
/**
 * An account that the PSU has consented to.
 */
export interface AccountDetails {
  readonly resourceId: Identifier;
  readonly bban: Bban;
  readonly iban: Iban;
  readonly currency: CurrencyCode;
  readonly name: Max70Text;
  readonly product: Max35Text;
  readonly cashAccountType: LegacyCashAccountType;
  readonly bic: Bic;
  readonly balances?: BalanceList;
  readonly _links: Links;
}
/**
 * One balance of an account.
 */
export interface Balance {
  readonly balanceAmount: SignedAmount;
  readonly balanceType: BalanceType;
  readonly referenceDate?: IsoDate;
  readonly lastChangeDateTime?: IsoDateTime;
}
/**
 * An amount of any sign, as the bank answers it: decimal text with exactly the currency's fraction digits.
 */
export interface SignedAmount {
  readonly amount: string;
  readonly currency: CurrencyCode;
}
/**
 * Links by name.
 */
export interface Links {
  readonly [k: string]: LinkObject;
}
/**
 * Where to go on, and with which methods.
 */
export interface LinkObject {
  readonly href: string;
  /**
   * @minItems 1
   */
  readonly verbs: readonly ('GET' | 'PUT' | 'POST' | 'DELETE')[];
}
/**
 * Accounts that the PSU has consented to.
 */
export interface AccountsResponse {
  readonly accounts: readonly AccountDetails[];
}
/**
 * Corporate agreements of the PSU.
 */
export interface AgreementsResponse {
  readonly agreements: {
    readonly psuCorporateId: Uuid;
    readonly name: Max70Text;
    readonly organisationNumber: OrganisationNumber;
    readonly _links: Links;
  }[];
}
/**
 * The SCAs of a payment so far.
 */
export interface AuthorisationsResponse {
  readonly authorisationIds: readonly Identifier[];
}
/**
 * Balances of one account.
 */
export interface BalancesResponse {
  readonly account: AccountIdentification;
  readonly balances: BalanceList;
  readonly _links?: Links;
}
/**
 * The account that an answer is about.
 */
export interface AccountIdentification {
  readonly bban: Bban;
  readonly iban: Iban;
  readonly currency: CurrencyCode;
}
/**
 * One card account.
 */
export interface CardAccountResponse {
  readonly cardAccount: CardAccountDetails;
}
/**
 * A card account that the PSU has consented to.
 */
export interface CardAccountDetails {
  readonly resourceId: Identifier;
  readonly maskedPan: MaskedPan;
  readonly currency: CurrencyCode;
  readonly name: Max70Text;
  readonly product: Max35Text;
  readonly creditLimit: SignedAmount;
  readonly balances: BalanceList;
  readonly _links: Links;
}
/**
 * Card accounts that the PSU has consented to.
 */
export interface CardAccountsResponse {
  readonly cardAccounts: readonly CardAccountDetails[];
}
/**
 * Balances of one card account.
 */
export interface CardBalancesResponse {
  readonly cardAccount: CardIdentification;
  readonly balances: BalanceList;
  readonly _links?: Links;
}
/**
 * Which card account.
 */
export interface CardIdentification {
  readonly maskedPan: MaskedPan;
  readonly currency: CurrencyCode;
}
/**
 * Transactions of one card account, newest first; a list that was not asked for is absent.
 */
export interface CardTransactionsResponse {
  readonly cardAccount: CardIdentification;
  readonly cardTransactions: {
    readonly booked?: readonly CardTransaction[];
    readonly pending?: readonly CardTransaction[];
    readonly _links: Links;
  };
}
/**
 * A card transaction: transactionAmount in the card's currency, originalAmount in the purchase's; a purchase is negative.
 */
export interface CardTransaction {
  readonly cardTransactionId: Identifier;
  readonly terminalId?: Max35Text;
  readonly transactionDate?: IsoDate;
  readonly bookingDate: IsoDate;
  readonly valueDate?: IsoDate;
  readonly transactionAmount: SignedAmount;
  readonly originalAmount?: SignedAmount;
  readonly markupFee?: SignedAmount;
  readonly markupFeePercentage?: string;
  readonly currencyExchange?: readonly CurrencyExchange[];
  readonly cardAcceptorId?: Max35Text;
  readonly cardAcceptorName?: Max70Text;
  readonly cardAcceptorAddress?: Address;
  readonly merchantCategoryCode?: MerchantCategoryCode;
  readonly maskedPAN: MaskedPan;
  readonly transactionDetails?: Max140Text;
  readonly invoiced?: boolean;
  readonly proprietaryBankTransactionCode?: Max35Text;
}
/**
 * How an amount was converted.
 */
export interface CurrencyExchange {
  readonly sourceCurrency: CurrencyCode;
  readonly targetCurrency: CurrencyCode;
  readonly unitCurrency?: CurrencyCode;
  readonly exchangeRate: string;
  readonly quotationDate?: IsoDate;
}
/**
 * Where the PSU gives consent; nothing else.
 */
export interface ConsentResponse {
  readonly _links: Links;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
}
/**
 * A message to the TPP. `path` is a header's name, a query parameter's name, or a JSON pointer into the body.
 */
export interface TppMessageObject {
  readonly category: 'ERROR' | 'WARNING';
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text?: Max512Text;
}
/**
 * What went wrong, and where the PSU goes when an SCA is needed.
 */
export interface ErrorResponse {
  readonly tppMessages: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links?: Links;
}
/**
 * A cancellation that waits for its SCA.
 */
export interface PaymentCancellationResponse {
  readonly transactionStatus: TransactionStatusCode;
  readonly _links: Links;
}
/**
 * A payment as it was asked for, with its status.
 */
export interface PaymentDetailsResponse {
  readonly paymentId: Identifier;
  readonly transactionStatus: TransactionStatusCode;
  readonly endToEndIdentification?: Max35Text;
  readonly paymentInformationId?: Max35Text;
  readonly instructedAmount?: Amount;
  readonly creditorName?: Max70Text;
  readonly creditorAccount?: CreditorAccount;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: Bic;
  readonly debtorAccount?: PartyAccount;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured?: RemittanceText;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly requestedExecutionDate?: IsoDate;
  readonly startDate?: IsoDate;
  readonly executionRule?: ExecutionRule;
  readonly endDate?: IsoDate;
  readonly frequency?: Frequency;
  readonly monthsOfExecution?: MonthsOfExecution;
  readonly dayOfExecution?: DayOfExecution;
  readonly serviceLevel?: ServiceLevel;
  readonly regulatoryReporting?: RegulatoryReporting;
  readonly batchBookingPreferred?: boolean;
  readonly payments?: readonly BulkEntry[];
  readonly executions?: readonly ExecutionEntry[];
  readonly nextExecutions?: readonly IsoDate[];
  readonly transactionFees?: SignedAmount;
  readonly transactionFeeIndicator?: boolean;
  readonly fundsAvailable?: boolean;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links: Links;
}
/**
 * Account of a creditor in any country; the bban is 1 to 30 letters and digits, and a Norwegian account number only where the creditor's bank is Norwegian.
 */
export interface CreditorAccount {
  readonly bban?: string;
  readonly iban?: Iban;
  readonly currency?: CurrencyCode;
}
/**
 * One run of a periodic payment (PAY-13).
 */
export interface ExecutionEntry {
  readonly date: IsoDate;
  readonly status: 'PDNG' | 'ACSC' | 'ACCP' | 'RJCT';
  readonly transactionId?: Identifier;
}
/**
 * A payment that was created.
 */
export interface PaymentInitiationResponse {
  readonly paymentId: Identifier;
  readonly transactionStatus: TransactionStatusCode;
  readonly transactionFees?: SignedAmount;
  readonly transactionFeeIndicator?: boolean;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links: Links;
}
/**
 * Status of a payment.
 */
export interface PaymentStatusResponse {
  readonly paymentId: Identifier;
  readonly transactionStatus: TransactionStatusCode;
  readonly fundsAvailable?: boolean;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links: Links;
}
/**
 * An account of the sandbox, as its operations answer it.
 */
export interface SandboxAccountResponse {
  readonly resourceId: Identifier;
  readonly mockAccountId?: Identifier;
  readonly customerNumber?: NationalId;
  readonly accountName?: Max70Text;
  readonly name?: Max70Text;
  readonly product?: Max35Text;
  readonly cashAccountType?: CashAccountType;
  readonly currency: CurrencyCode;
  readonly bban: Bban;
  readonly iban: Iban;
  readonly bic?: Bic;
  readonly kid?: KidPolicyCode;
  readonly creditLine?: SignedAmount;
  readonly balances?: BalanceList;
  readonly _links?: Links;
}
/**
 * A corporate agreement of the sandbox.
 */
export interface SandboxAgreementResponse {
  readonly agreementId: Identifier;
  readonly owner: NationalId;
  readonly name: Max70Text;
  readonly organisationNumber: OrganisationNumber;
  readonly engagements?: readonly SandboxEngagementDetails[];
  readonly _links?: Links;
}
/**
 * What a customer may do with an account of an agreement.
 */
export interface SandboxEngagementDetails {
  readonly engagementId: Identifier;
  readonly customer: NationalId;
  readonly account: IbanReference;
  readonly roles: readonly EngagementRoleCode[];
  readonly registerLimit?: SignedAmount;
  readonly approvalLimit?: SignedAmount;
  readonly _links?: Links;
}
/**
 * Corporate agreements of the sandbox.
 */
export interface SandboxAgreementsResponse {
  readonly agreements: readonly SandboxAgreementDetails[];
}
/**
 * A corporate agreement of the sandbox.
 */
export interface SandboxAgreementDetails {
  readonly agreementId: Identifier;
  readonly owner: NationalId;
  readonly name: Max70Text;
  readonly organisationNumber: OrganisationNumber;
  readonly engagements?: readonly SandboxEngagementDetails[];
  readonly _links?: Links;
}
/**
 * Balances of a sandbox account.
 */
export interface SandboxBalancesResponse {
  readonly account?: AccountIdentification;
  readonly balances: BalanceList;
  readonly _links?: Links;
}
/**
 * A card account of the sandbox, as its operations answer it.
 */
export interface SandboxCardAccountResponse {
  readonly mockCardAccountId?: Identifier;
  readonly resourceId: Identifier;
  readonly customerNumber?: NationalId;
  readonly product?: Max35Text;
  readonly currency: CurrencyCode;
  readonly maskedPan: MaskedPan;
  readonly creditLimit?: SignedAmount;
  readonly balances?: BalanceList;
  readonly _links?: Links;
}
/**
 * A card transaction: transactionAmount in the card's currency, originalAmount in the purchase's; a purchase is negative.
 */
export interface CardTransaction1 {
  readonly cardTransactionId: Identifier;
  readonly terminalId?: Max35Text;
  readonly transactionDate?: IsoDate;
  readonly bookingDate: IsoDate;
  readonly valueDate?: IsoDate;
  readonly transactionAmount: SignedAmount;
  readonly originalAmount?: SignedAmount;
  readonly markupFee?: SignedAmount;
  readonly markupFeePercentage?: string;
  readonly currencyExchange?: readonly CurrencyExchange[];
  readonly cardAcceptorId?: Max35Text;
  readonly cardAcceptorName?: Max70Text;
  readonly cardAcceptorAddress?: Address;
  readonly merchantCategoryCode?: MerchantCategoryCode;
  readonly maskedPAN: MaskedPan;
  readonly transactionDetails?: Max140Text;
  readonly invoiced?: boolean;
  readonly proprietaryBankTransactionCode?: Max35Text;
}
/**
 * Card transactions of the sandbox.
 */
export interface SandboxCardTransactionsResponse {
  readonly transactions: readonly CardTransaction[];
  readonly _links?: Links;
}
/**
 * A customer of the sandbox.
 */
export interface SandboxCustomerResponse {
  readonly customerId: Identifier;
  readonly customerNumber: NationalId;
  readonly customerType: CustomerType;
  readonly customerName: Max70Text;
  readonly accounts?: readonly SandboxAccountDetails[];
  readonly cardAccounts?: readonly SandboxCardAccountDetails[];
  readonly agreements?: readonly SandboxAgreementDetails[];
  readonly _links?: Links;
}
/**
 * An account of the sandbox, as its operations answer it.
 */
export interface SandboxAccountDetails {
  readonly resourceId: Identifier;
  readonly mockAccountId?: Identifier;
  readonly customerNumber?: NationalId;
  readonly accountName?: Max70Text;
  readonly name?: Max70Text;
  readonly product?: Max35Text;
  readonly cashAccountType?: CashAccountType;
  readonly currency: CurrencyCode;
  readonly bban: Bban;
  readonly iban: Iban;
  readonly bic?: Bic;
  readonly kid?: KidPolicyCode;
  readonly creditLine?: SignedAmount;
  readonly balances?: BalanceList;
  readonly _links?: Links;
}
/**
 * A card account of the sandbox, as its operations answer it.
 */
export interface SandboxCardAccountDetails {
  readonly mockCardAccountId?: Identifier;
  readonly resourceId: Identifier;
  readonly customerNumber?: NationalId;
  readonly product?: Max35Text;
  readonly currency: CurrencyCode;
  readonly maskedPan: MaskedPan;
  readonly creditLimit?: SignedAmount;
  readonly balances?: BalanceList;
  readonly _links?: Links;
}
/**
 * Customers of the sandbox.
 */
export interface SandboxCustomersResponse {
  readonly customers: readonly SandboxCustomerDetails[];
  readonly _links?: Links;
}
/**
 * A customer of the sandbox.
 */
export interface SandboxCustomerDetails {
  readonly customerId: Identifier;
  readonly customerNumber: NationalId;
  readonly customerType: CustomerType;
  readonly customerName: Max70Text;
  readonly accounts?: readonly SandboxAccountDetails[];
  readonly cardAccounts?: readonly SandboxCardAccountDetails[];
  readonly agreements?: readonly SandboxAgreementDetails[];
  readonly _links?: Links;
}
/**
 * What a customer may do with an account of an agreement.
 */
export interface SandboxEngagementDetails1 {
  readonly engagementId: Identifier;
  readonly customer: NationalId;
  readonly account: IbanReference;
  readonly roles: readonly EngagementRoleCode[];
  readonly registerLimit?: SignedAmount;
  readonly approvalLimit?: SignedAmount;
  readonly _links?: Links;
}
/**
 * What the starting set holds.
 */
export interface SandboxInitializedResponse {
  readonly customers: number;
  readonly accounts: number;
  readonly cardAccounts: number;
}
/**
 * A transaction with everything that the list shows and more.
 */
export interface SandboxTransactionResponse {
  readonly transactionId: Identifier;
  readonly endToEndId?: Max35Text;
  readonly bookingDate: IsoDate;
  readonly valueDate?: IsoDate;
  readonly transactionAmount: SignedAmount;
  readonly creditorName?: Max70Text;
  readonly creditorAccount?: CreditorAccount;
  readonly debtorName?: Max70Text;
  readonly debtorAccount?: PartyAccount;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured: RemittanceText;
  /**
   * @minItems 1
   */
  readonly remittanceInformationUnstructuredArray: readonly RemittanceText[];
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly proprietaryBankTransactionCode?: Max35Text;
  readonly additionalInformation?: Max140Text;
  readonly currencyExchange?: readonly CurrencyExchange[];
  readonly creditorAgent?: Bic;
  readonly debtorAgent?: Bic;
  readonly balanceAfterTransaction?: Balance;
  readonly paymentId?: Identifier;
  readonly status?: 'booked' | 'pending';
  readonly ultimateCreditor?: Max70Text;
  readonly bankTransactionCode?: Max35Text;
  readonly merchantCategoryCode?: MerchantCategoryCode;
  readonly _links?: Links;
  [k: string]:
    | BankText
    | SignedAmount
    | CreditorAccount
    | PartyAccount
    | readonly RemittanceText[]
    | StructuredRemittance
    | StructuredRemittanceList
    | PurposeCode
    | readonly CurrencyExchange[]
    | Balance
    | 'booked'
    | 'pending'
    | Links
    | undefined;
}
/**
 * Transactions of a sandbox account.
 */
export interface SandboxTransactionsResponse {
  readonly transactions: readonly TransactionWithDetails[];
  readonly _links?: Links;
}
/**
 * A transaction with everything that the list shows and more.
 */
export interface TransactionWithDetails {
  readonly transactionId: Identifier;
  readonly endToEndId?: Max35Text;
  readonly bookingDate: IsoDate;
  readonly valueDate?: IsoDate;
  readonly transactionAmount: SignedAmount;
  readonly creditorName?: Max70Text;
  readonly creditorAccount?: CreditorAccount;
  readonly debtorName?: Max70Text;
  readonly debtorAccount?: PartyAccount;
  readonly ultimateDebtor?: Max70Text;
  readonly remittanceInformationUnstructured: RemittanceText;
  /**
   * @minItems 1
   */
  readonly remittanceInformationUnstructuredArray: readonly RemittanceText[];
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly proprietaryBankTransactionCode?: Max35Text;
  readonly additionalInformation?: Max140Text;
  readonly currencyExchange?: readonly CurrencyExchange[];
  readonly creditorAgent?: Bic;
  readonly debtorAgent?: Bic;
  readonly balanceAfterTransaction?: Balance;
  readonly paymentId?: Identifier;
  readonly status?: 'booked' | 'pending';
  readonly ultimateCreditor?: Max70Text;
  readonly bankTransactionCode?: Max35Text;
  readonly merchantCategoryCode?: MerchantCategoryCode;
  readonly _links?: Links;
  [k: string]:
    | BankText
    | SignedAmount
    | CreditorAccount
    | PartyAccount
    | readonly RemittanceText[]
    | StructuredRemittance
    | StructuredRemittanceList
    | PurposeCode
    | readonly CurrencyExchange[]
    | Balance
    | 'booked'
    | 'pending'
    | Links
    | undefined;
}
/**
 * How far one SCA has come.
 */
export interface ScaStatusResponse {
  readonly scaStatus: ScaStatusCode;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links?: Links;
}
/**
 * A signing basket that was created.
 */
export interface SigningBasketCreationResponse {
  readonly basketId: Identifier;
  readonly transactionStatus: TransactionStatusCode;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links: Links;
}
/**
 * Status of a signing basket: the worst of its payments.
 */
export interface SigningBasketStatusResponse {
  readonly transactionStatus: TransactionStatusCode;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
}
/**
 * The ids of the payments that one SCA approves, and the worst of their statuses.
 */
export interface SigningBasketResponse {
  /**
   * @minItems 1
   */
  readonly payments: readonly Identifier[];
  readonly transactionStatus: TransactionStatusCode;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links: Links;
}
/**
 * An SCA that was started.
 */
export interface StartAuthorisationResponse {
  readonly scaStatus: ScaStatusCode;
  readonly authorisationId: Identifier;
  readonly tppMessages?: TppMessages;
  readonly psuMessage?: Max512Text;
  readonly _links: Links;
}
/**
 * One transaction.
 */
export interface TransactionDetailsResponse {
  readonly transactionsDetails: TransactionWithDetails;
}
/**
 * Transactions of one account, newest first; a list that was not asked for is absent.
 */
export interface TransactionsResponse {
  readonly account: AccountIdentification;
  readonly transactions: {
    readonly booked?: readonly Transaction[];
    readonly pending?: readonly Transaction[];
    readonly _links: Links;
  };
}
/**
 * A transaction of an account; debits are negative. Members named additionalInformationProprietary followed by a letter or digits may be added.
 */
export interface Transaction {
  readonly transactionId: Identifier;
  readonly endToEndId?: Max35Text;
  readonly bookingDate: IsoDate;
  readonly valueDate?: IsoDate;
  readonly transactionAmount: SignedAmount;
  readonly creditorName?: Max70Text;
  readonly creditorAccount?: CreditorAccount;
  readonly debtorName?: Max70Text;
  readonly debtorAccount?: PartyAccount;
  readonly remittanceInformationUnstructured: RemittanceText;
  /**
   * @minItems 1
   */
  readonly remittanceInformationUnstructuredArray: readonly RemittanceText[];
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly proprietaryBankTransactionCode?: Max35Text;
  readonly _links?: Links;
  [k: string]:
    | BankText
    | SignedAmount
    | CreditorAccount
    | PartyAccount
    | readonly RemittanceText[]
    | StructuredRemittance
    | StructuredRemittanceList
    | Links
    | undefined;
}
/**
 * Who the PSU of the session is, and in which context.
 */
export interface UserResponse {
  readonly psuId: Uuid;
  readonly context: PsuContextCode;
  readonly psuCorporateId?: Uuid;
}
