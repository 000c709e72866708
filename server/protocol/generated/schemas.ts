// Generated from schemas/ by npm run generate: change the schemas, not this file.
/** PSD2 role of a TPP (ETSI TS 119 495). */
export type PspRoleCode = 'PSP_AI' | 'PSP_PI' | 'PSP_AS' | 'PSP_IC';
/** Code of a tppMessage. */
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
/** The context that the PSU acts in. */
export type PsuContextCode = 'PRIVATE' | 'CORPORATE';
/** How a headless SCA ends. */
export type ScaOutcomeCode = 'approve' | 'cancel' | 'wrong-id' | 'expire' | 'error';
/** One to ten creditor's references. */
export type StructuredRemittanceList = readonly StructuredRemittance[];
/** The supported subset of the ISO 20022 external purpose codes. */
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
/** Urgent payment. */
export type ServiceLevel = 'URGP';
/** When to execute if the day is a bank holiday or in a weekend. The spelling `preceeding` is the interface's own. */
export type ExecutionRule = 'following' | 'preceeding';
/** How often a periodic payment runs. */
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
/** Months in which a MonthlyVariable payment runs. The interface states 1 to 11 and describes 1 to 12: 12 is accepted. */
export type MonthsOfExecution = readonly number[];
/** ISO 20022 cash account type: current account, savings account. */
export type CashAccountType = 'CACC' | 'SVGS';
/** A limit of 0 or more: an Amount, or a plain number in the account's currency (sandbox operations only). */
export type SandboxLimit =
  | {
      readonly amount: string | number;
      readonly currency: string;
    }
  | number;
/** Whether payments to the account carry a KID (PAY-05). */
export type KidPolicyCode = 'none' | 'optional' | 'required';
/** What a person may do with an account of an agreement. */
export type EngagementRoleCode = 'REGISTER' | 'VIEW';
/** Which balance of the account. */
export type BalanceType =
  | 'closingBooked'
  | 'expected'
  | 'openingBooked'
  | 'interimAvailable'
  | 'interimBooked'
  | 'forwardAvailable';
/** A card transaction to make, or an array of up to 1000, all or nothing. */
export type SandboxCardTransaction = SandboxCardTransactionEntry | readonly SandboxCardTransactionEntry[];
/** PRIVATE: a person; CORPORATE: who owns a company's agreement. */
export type CustomerType = 'PRIVATE' | 'CORPORATE';
/** A transaction to make, or an array of up to 1000, all or nothing. */
export type SandboxTransaction = SandboxTransactionEntry | readonly SandboxTransactionEntry[];

/** The type of a body, by the id of its schema. */
export type SchemaTypes = {
  readonly 'control/account-permissions.json': AccountPermissions;
  readonly 'control/certificate-request.json': CertificateRequest;
  readonly 'control/clock-advance.json': ClockAdvance;
  readonly 'control/clock-put.json': ClockPut;
  readonly 'control/fault.json': Fault;
  readonly 'control/rule-level-preset.json': RuleLevelPreset;
  readonly 'control/rule-level.json': RuleLevel;
  readonly 'control/sca-complete.json': ScaComplete;
  readonly 'control/sca-policy.json': ScaPolicyBody;
  readonly 'control/seed.json': SeedDocument;
  readonly 'control/snapshot.json': SnapshotDocument;
  readonly 'control/tpp-registration.json': TppRegistration;
  readonly 'requests/bulk-norwegian-domestic-credit-transfer.json': BulkNorwegianDomesticCreditTransfer;
  readonly 'requests/cross-border-credit-transfer.json': CrossBorderCreditTransfer;
  readonly 'requests/instant-norwegian-domestic-credit-transfer-straks.json': InstantNorwegianDomesticCreditTransferStraks;
  readonly 'requests/norwegian-domestic-credit-transfer.json': NorwegianDomesticCreditTransfer;
  readonly 'requests/periodic-norwegian-domestic-credit-transfer.json': PeriodicNorwegianDomesticCreditTransfer;
  readonly 'requests/sandbox-account.json': SandboxAccount;
  readonly 'requests/sandbox-agreement.json': SandboxAgreement;
  readonly 'requests/sandbox-balances.json': SandboxBalances;
  readonly 'requests/sandbox-card-account.json': SandboxCardAccount;
  readonly 'requests/sandbox-card-transaction.json': SandboxCardTransaction;
  readonly 'requests/sandbox-customer.json': SandboxCustomer;
  readonly 'requests/sandbox-engagement.json': SandboxEngagement;
  readonly 'requests/sandbox-transaction.json': SandboxTransaction;
  readonly 'requests/sepa-credit-transfer.json': SepaCreditTransfer;
  readonly 'requests/signing-basket.json': SigningBasket;
  readonly 'requests/tpp-contact-information.json': TppContactInformation;
};
/** What the bank allows on the account. */
export type AccountPermissions = {
  readonly payments: boolean;
};
/** A TPP certificate to make. */
export type CertificateRequest = {
  readonly roles?: readonly PspRoleCode[];
  readonly type?: 'QSealC' | 'QWAC';
  readonly organisationId?: string;
  readonly name?: string;
  readonly variant?:
    'expired' | 'not-yet-valid' | 'wrong-role' | 'no-psd2' | 'unknown-ca' | 'weak-key' | 'revoked';
  readonly validDays?: number;
};
/** Moves the bank's clock forward, by a duration or to an instant: one of the two. */
export type ClockAdvance = {
  readonly by?: string;
  readonly to?: string;
};
/** Sets, freezes or unfreezes the bank's clock. */
export type ClockPut = {
  readonly now?: string;
  readonly frozen?: boolean;
};
/** A fault: the requests that it is for, what happens to them, and how often. */
export type Fault = {
  readonly match?: {
    readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly path?: string;
    readonly operation?: string;
    readonly psuId?: string;
    readonly tpp?: string;
    readonly nth?: number;
  };
  readonly effect: {
    readonly status?: number;
    readonly code?: TppMessageCode;
    readonly delayMs?:
      | number
      | {
          readonly distribution: 'uniform' | 'log-normal';
          readonly min?: number;
          readonly max?: number;
          readonly median?: number;
          readonly sigma?: number;
        };
    readonly slowBodyMs?: number;
    readonly truncate?: number;
    readonly malformed?: true;
    readonly reset?: true;
    readonly loseReply?: true;
    readonly scaPageDown?: true;
  };
  readonly times?: number;
  readonly after?: number;
  readonly probability?: number;
  readonly seed?: number | string;
  readonly expiry?: string;
};
/** A level for every rule with tolerated forms, and levels of single rules on top. */
export type RuleLevelPreset = {
  readonly preset: 'strict' | 'lenient' | 'as-observed';
  readonly levels?: {
    readonly [k: string]: 'error' | 'warn' | 'off';
  };
};
/** What the bank does with the tolerated forms of a rule. */
export type RuleLevel = {
  readonly level: 'error' | 'warn' | 'off';
};
/** Completes an SCA link without a browser. */
export type ScaComplete = {
  readonly nationalId?: string;
  readonly context?: PsuContextCode;
  readonly psuCorporateId?: string;
  readonly accounts?: readonly string[];
  readonly outcome?: ScaOutcomeCode;
};
/** How the bank's SCA links behave. */
export type ScaPolicyBody = {
  readonly mode?: 'page' | 'auto';
  readonly nationalId?: string;
  readonly context?: PsuContextCode;
  readonly psuCorporateId?: string;
  readonly outcome?: ScaOutcomeCode;
  readonly demand?: 'rules' | 'always' | 'never';
};
/** What a reset begins with. */
export type SeedDocument = {
  /** Any text. Banks that begin with the same text give the same ids to the same requests (CTRL-13). */
  readonly repeatable?: string;
  readonly clock?: ClockPut;
};
/** A snapshot: every row of a bank, by table. What is exported can be imported as it is. */
export type SnapshotDocument = {
  /** The name it was exported under. On import the path decides. */
  readonly name?: string;
  /** By the clock of the bank. */
  readonly takenAt?: string;
  readonly tables: {
    readonly [k: string]: {
      readonly [k: string]: unknown;
    }[];
  };
};
/** Whether the TPP is registered. */
export type TppRegistration = {
  readonly registered: boolean;
};
/** Bulk of Norwegian domestic credit transfers. */
export type BulkNorwegianDomesticCreditTransfer = {
  readonly paymentInformationId: string;
  readonly debtorAccount: AccountReference;
  readonly requestedExecutionDate?: string;
  readonly batchBookingPreferred?: boolean;
  readonly payments: readonly BulkEntry[];
};
/** Account of a periodic or domestic payment: by bban, iban or both, which must agree; with its currency. */
export type AccountReference = {
  readonly bban?: string;
  readonly iban?: string;
  readonly currency: string;
};
/** One payment of a bulk: a domestic one without debtor and date. */
export type BulkEntry = {
  readonly endToEndIdentification?: string;
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: string;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
};
/** An amount to pay: decimal text above 0, at most 18 digits, at most the fraction digits that ISO 4217 gives the currency. */
export type Amount = {
  readonly amount: string;
  readonly currency: string;
};
/** Postal address; `city` is deprecated in favour of `townName`. */
export type Address = {
  readonly street?: string;
  readonly buildingNumber?: string;
  readonly postalCode?: string;
  readonly city?: string;
  readonly townName?: string;
  readonly country: string;
};
/** A creditor's reference; a KID has referenceType SCOR (PAY-05). */
export type StructuredRemittance = {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
};
/** Cross-border credit transfer initiation request. */
export type CrossBorderCreditTransfer = {
  readonly endToEndIdentification?: string;
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: CreditorAccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent: string;
  readonly debtorAccount: AccountReference;
  readonly remittanceInformationUnstructured?: string;
  readonly requestedExecutionDate?: string;
  readonly serviceLevel?: ServiceLevel;
  readonly regulatoryReporting?: RegulatoryReporting;
};
/** Account of a cross-border creditor: by bban, iban or both, which must agree; with its currency. The bban is 1 to 30 letters and digits, and a Norwegian account number only where the creditor's bank is Norwegian. */
export type CreditorAccountReference = {
  readonly bban?: string;
  readonly iban?: string;
  readonly currency: string;
};
/** Norwegian regulatory reporting. */
export type RegulatoryReporting = {
  readonly code: string;
  readonly text?: string;
};
/** Instant Norwegian domestic credit transfer (Straks) initiation request. */
export type InstantNorwegianDomesticCreditTransferStraks = {
  readonly endToEndIdentification?: string;
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: string;
  readonly debtorAccount: AccountReference;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
};
/** Norwegian domestic credit transfer initiation request. */
export type NorwegianDomesticCreditTransfer = {
  readonly endToEndIdentification?: string;
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: string;
  readonly debtorAccount: AccountReference;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly requestedExecutionDate?: string;
};
/** Periodic Norwegian domestic credit transfer initiation request. */
export type PeriodicNorwegianDomesticCreditTransfer = {
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: AccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: string;
  readonly debtorAccount: AccountReference;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly startDate: string;
  readonly executionRule?: ExecutionRule;
  readonly endDate?: string;
  readonly frequency: Frequency;
  readonly monthsOfExecution?: MonthsOfExecution;
  readonly dayOfExecution?: string;
};
/** An account to make. */
export type SandboxAccount = {
  readonly customerNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly product?: string;
  readonly cashAccountType?: CashAccountType;
  readonly bban?: string;
  readonly creditLine?: SandboxLimit;
  readonly balance?: SandboxAmount;
  readonly kid?: KidPolicyCode;
};
/** An amount of any sign, as text or as a number (sandbox operations only). */
export type SandboxAmount = {
  readonly amount: string | number;
  readonly currency: string;
};
/** A corporate agreement to make. */
export type SandboxAgreement = {
  readonly owner: string;
  readonly name?: string;
  readonly organisationNumber?: string;
  readonly engagements?: readonly SandboxEngagement[];
};
/** What a customer may do with an account of the agreement. */
export type SandboxEngagement = {
  readonly customer: string;
  readonly account: IbanReference;
  readonly roles: readonly EngagementRoleCode[];
  readonly registerLimit?: SandboxLimit;
  readonly approvalLimit?: SandboxLimit;
};
/** An account by its IBAN. */
export type IbanReference = {
  readonly iban: string;
};
/** Balances that the account shall have. */
export type SandboxBalances = {
  readonly balances: {
    readonly balanceType: BalanceType;
    readonly balanceAmount: SandboxAmount;
  }[];
};
/** A card account to make. */
export type SandboxCardAccount = {
  readonly customerNumber: string;
  readonly product?: string;
  readonly currency: string;
  readonly maskedPan?: string;
  readonly creditLimit: SandboxLimit;
  readonly balance?: SandboxAmount;
};
/** A transaction to make on a sandbox card account; a purchase is negative. */
export type SandboxCardTransactionEntry = {
  /** The transaction's id; made up when absent. */
  readonly cardTransactionId?: string;
  readonly terminalId?: string;
  readonly transactionAmount: SandboxAmount;
  readonly originalAmount?: SandboxAmount;
  readonly markupFee?: SandboxAmount;
  /** A percentage, for instance "1.75". */
  readonly markupFeePercentage?: string | number;
  readonly transactionDate?: string;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly pending?: boolean;
  /** true or false, also as text. */
  readonly invoiced?: true | false | 'true' | 'false';
  readonly transactionDetails?: string;
  readonly cardAcceptorId?: string;
  readonly cardAcceptorName?: string;
  readonly cardAcceptorAddress?: Address;
  readonly merchantCategoryCode?: string;
  readonly maskedPan?: string;
  readonly proprietaryBankTransactionCode?: string;
};
/** A customer to make. */
export type SandboxCustomer = {
  readonly customerNumber: string;
  readonly customerType: CustomerType;
  readonly customerName: string;
};
/** A transaction to make on a sandbox account; a debit is negative. */
export type SandboxTransactionEntry = {
  readonly transactionAmount: SandboxAmount;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly pending?: boolean;
  readonly endToEndId?: string;
  readonly creditorName?: string;
  readonly creditorAccount?: PartyAccount;
  readonly debtorName?: string;
  readonly debtorAccount?: PartyAccount;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationUnstructuredArray?: readonly string[];
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly proprietaryBankTransactionCode?: string;
  readonly additionalInformation?: string;
  /**
   * This interface was referenced by `SandboxTransactionEntry`'s JSON-Schema definition
   * via the `patternProperty` "^additionalInformationProprietary[A-Z0-9]+$".
   */
  readonly [k: string]:
    | string
    | SandboxAmount
    | boolean
    | PartyAccount
    | readonly string[]
    | StructuredRemittance
    | StructuredRemittanceList
    | PurposeCode
    | undefined;
};
/** Account of a party to a transaction; currency where it is known. */
export type PartyAccount = {
  readonly bban?: string;
  readonly iban?: string;
  readonly currency?: string;
};
/** SEPA credit transfer initiation request. */
export type SepaCreditTransfer = {
  readonly endToEndIdentification?: string;
  readonly instructedAmount: Amount;
  readonly creditorName: string;
  readonly creditorAccount: SepaAccountReference;
  readonly creditorAddress?: Address;
  readonly creditorAgent?: string;
  readonly debtorAccount: SepaAccountReference;
  readonly remittanceInformationUnstructured?: string;
  readonly requestedExecutionDate?: string;
  readonly regulatoryReporting?: RegulatoryReporting;
};
/** Account of a SEPA payment: by iban, with its currency. */
export type SepaAccountReference = {
  readonly iban: string;
  readonly currency: string;
};
/** Payments to approve in one SCA. */
export type SigningBasket = {
  readonly paymentIds: readonly string[];
};
/** Where to reach the TPP. */
export type TppContactInformation = {
  readonly email: string;
};
