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
/** PRIVATE: a person; CORPORATE: who owns a company's agreement. */
export type CustomerType = 'PRIVATE' | 'CORPORATE';
/** What a person may do with an account of an agreement. */
export type EngagementRoleCode = 'REGISTER' | 'VIEW';
/** A limit of 0 or more: an Amount, or a plain number in the account's currency (sandbox operations only). */
export type SandboxLimit =
  | {
      readonly amount: string | number;
      readonly currency: string;
    }
  | number;
/** ISO 20022 cash account type: current account, savings account. */
export type CashAccountType = 'CACC' | 'SVGS';
/** Whether payments to the account carry a KID (PAY-05). */
export type KidPolicyCode = 'none' | 'optional' | 'required';
/** An amount: a number or decimal text in the account's currency, or an object that names the currency. */
export type SeedAmount =
  | number
  | string
  | {
      readonly amount: string | number;
      readonly currency: string;
    };
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
/** transactionStatus of a payment. */
export type TransactionStatusCode =
  'ACCP' | 'ACSC' | 'ACSP' | 'ACTC' | 'ACWC' | 'ACWP' | 'RCVD' | 'PDNG' | 'RJCT' | 'CANC' | 'PART';
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
/** A transaction to make, or an array of up to 1000, all or nothing. */
export type SandboxTransaction = SandboxTransactionEntry | readonly SandboxTransactionEntry[];
/** ISO 4217 alphabetic code, one of the interface's list. */
export type CurrencyCode = string;
/** Card number with its middle hidden. */
export type MaskedPan = string;

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
  readonly 'control/scenario-judge.json': ScenarioJudge;
  readonly 'control/scenario-prepare.json': ScenarioPrepare;
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
  readonly 'rows/consented-account.json': ConsentedAccount;
  readonly 'types/cash-account-type.json': CashAccountType;
  readonly 'types/currency-code.json': CurrencyCode;
  readonly 'types/customer-type.json': CustomerType;
  readonly 'types/engagement-role.json': EngagementRoleCode;
  readonly 'types/execution.json': ExecutionEntry;
  readonly 'types/kid-policy.json': KidPolicyCode;
  readonly 'types/masked-pan.json': MaskedPan;
  readonly 'types/psu-context.json': PsuContextCode;
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
  readonly match?: FaultMatch;
  readonly effect: FaultEffect;
  readonly times?: number;
  readonly after?: number;
  readonly probability?: number;
  readonly seed?: number | string;
  readonly expiry?: string;
};
/** The requests that a fault is for. */
export type FaultMatch = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path?: string;
  readonly operation?: string;
  readonly psuId?: string;
  readonly tpp?: string;
  readonly nth?: number;
};
/** What a fault does to a request. */
export type FaultEffect = {
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
  /** Seconds, in the header Retry-After of a refusal. */
  readonly retryAfter?: number;
  /** A refusal whose body is the HTML page of a proxy. */
  readonly html?: true;
  /** Every object of the answer has a member that no document names. */
  readonly extraMembers?: true;
  /** Query parameters of the redirect to the TPP that are replaced. */
  readonly callback?: {
    readonly [k: string]: string;
  };
  /** How far the bank's clock moves before the request is handled. */
  readonly advance?: string;
  /** Every consent is revoked at the bank before the request is handled. */
  readonly revokeConsents?: true;
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
  /** With mode auto: so long after a link was first opened, a person whom the request names answers in the bank's app. */
  readonly after?: string;
  /** Payments and signing baskets need two people: so long after the first has approved, the second does. */
  readonly secondApproval?: string;
  readonly demand?: 'rules' | 'always' | 'never';
};
/** What the client shows of what it has stored. */
export type ScenarioJudge = {
  readonly stored?: {
    readonly transactionId?: string;
    readonly bookingStatus: 'booked' | 'pending';
    readonly [k: string]: unknown;
  }[];
};
/** For which client the bank is prepared. */
export type ScenarioPrepare = {
  /** The organisation id of the client's certificate. By default that of the newest signed request, else of a test certificate that was made without one. */
  readonly tpp?: string;
  /** The client gets its access from the person by itself, before the scenario begins. */
  readonly connect?: boolean;
};
/** A seed: what a bank begins with. */
export type SeedDocument = {
  /** starting-set: what follows is added to the four test users. From nothing if absent. A seed of repeatable and clock alone begins with the starting set. */
  readonly extends?: 'starting-set';
  /** Gives PSU-IDs and account ids as the bank of this name, or with this text as repeatable, has them. */
  readonly idsOf?: string;
  /** Any text. Banks that begin with the same text give the same ids to the same requests (CTRL-13). */
  readonly repeatable?: string;
  readonly clock?: ClockPut;
  readonly ruleLevels?: RuleLevelPreset;
  readonly scaPolicy?: ScaPolicyBody;
  readonly tpps?: readonly SeedTpp[];
  readonly customers?: readonly SeedCustomer[];
  readonly agreements?: readonly SeedAgreement[];
  readonly accounts?: readonly SeedAccount[];
  readonly cards?: readonly SeedCard[];
  readonly payments?: readonly SeedPayment[];
  readonly consents?: readonly SeedConsent[];
  readonly sessions?: readonly SeedSession[];
  readonly psus?: readonly SeedPsu[];
  /** Numbers of test users of the magic table who are customers from the start. */
  readonly magicPersons?: readonly string[];
  readonly faults?: readonly Fault[];
};
/** What the bank knows of a TPP. */
export type SeedTpp = {
  /** The organisation id on its certificate. */
  readonly tpp: string;
  /** false: the bank refuses the TPP. Default true. */
  readonly registered?: boolean;
  /** The address at which the bank reaches the TPP. */
  readonly email?: string;
};
/** A person or a company. */
export type SeedCustomer = {
  /** National identity number. A company has one too, as on the live sandbox. */
  readonly customerNumber: string;
  /** The name on accounts and statements. */
  readonly customerName: string;
  readonly customerType?: CustomerType;
  /** Derived from the number if absent. */
  readonly customerId?: string;
  /** The id of a private customer's own agreement. Derived if absent. */
  readonly agreementId?: string;
};
/** The agreement of a company: who may act for it. */
export type SeedAgreement = {
  /** The number of the CORPORATE customer that owns it. */
  readonly owner: string;
  /** The owner's name if absent. */
  readonly name?: string;
  /** Derived if absent. */
  readonly organisationNumber?: string;
  /** By this, accounts, consents and sessions can name the agreement. Derived if absent. */
  readonly agreementId?: string;
  readonly engagements?: readonly SeedEngagement[];
};
/** What a customer may do with the accounts of the agreement. */
export type SeedEngagement = {
  /** The number of the customer. */
  readonly customer: string;
  /** IBAN or account number; every account of the agreement if absent. */
  readonly account?: string;
  readonly roles: readonly EngagementRoleCode[];
  readonly registerLimit?: SandboxLimit;
  readonly approvalLimit?: SandboxLimit;
  /** Derived if absent. */
  readonly engagementId?: string;
};
/** An account with its transactions. */
export type SeedAccount = {
  /** The number of the owner. */
  readonly customerNumber: string;
  readonly accountName: string;
  readonly currency: string;
  readonly product?: string;
  readonly cashAccountType?: CashAccountType;
  /** Norwegian account number. Derived if absent. */
  readonly bban?: string;
  readonly creditLine?: SandboxLimit;
  readonly kid?: KidPolicyCode;
  /** false: the bank allows no payments from it. Default true. */
  readonly payments?: boolean;
  /** agreementId or organisation number of the agreement that it lies under; a company's only one if absent; none for under none. */
  readonly agreement?: string;
  /** Derived if absent. */
  readonly accountId?: string;
  readonly balance?: SeedAmount;
  readonly openingBalance?: SeedAmount;
  /** When the balance last changed. */
  readonly lastChange?: string;
  /** Transactions that the bank makes up. */
  readonly generate?: readonly SeedGenerator[];
  readonly transactions?: readonly SeedTransaction[];
};
/** Transactions that happen again and again, up to yesterday. The same every time for the same account, kind and seed. Of several of one kind without a seed, it matters which one it is. */
export type SeedGenerator = {
  /** Decides the direction, the other parties, the texts, and what is left out here. */
  readonly what:
    | 'salary'
    | 'groceries'
    | 'cafes'
    | 'fuel'
    | 'shops'
    | 'streaming'
    | 'rent'
    | 'electricity'
    | 'sales'
    | 'supplies'
    | 'wages';
  /** Day of the month; 31 is the last. Moves off weekends. */
  readonly monthly?: number;
  /** How many in every week, on days that the seed decides. */
  readonly perWeek?: number;
  /** Exactly how many, spread over the days, in the place of monthly and perWeek. */
  readonly count?: number;
  /** How many days back the first one may lie. Default 365, with count 90. */
  readonly days?: number;
  /** The amount without sign in the account's currency, or the lowest and the highest. */
  readonly amount?: number | string | readonly (number | string)[];
  /** Another seed makes other days and amounts. */
  readonly seed?: number | string;
  /** The other party. */
  readonly name?: string;
  /** The other party's IBAN or account number. */
  readonly account?: string;
  /** What the transaction says. {month} stands for the month's name. */
  readonly text?: string;
};
/** A transaction of an account, with the members of the API. */
export type SeedTransaction = {
  readonly transactionAmount: SeedAmount;
  /** valueDate or today if absent. */
  readonly bookingDate?: string;
  readonly valueDate?: string;
  /** true: not booked yet. */
  readonly pending?: boolean;
  /** Derived if absent. */
  readonly transactionId?: string;
  /** The payment that made it. */
  readonly paymentId?: string;
  readonly endToEndId?: string;
  readonly creditorName?: string;
  readonly creditorAccount?: SeedPartyAccount;
  readonly debtorName?: string;
  readonly debtorAccount?: SeedPartyAccount;
  readonly ultimateDebtor?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly remittanceInformationUnstructuredArray?: readonly string[];
  readonly remittanceInformationStructured?: StructuredRemittance;
  readonly remittanceInformationStructuredArray?: StructuredRemittanceList;
  readonly purposeCode?: PurposeCode;
  readonly proprietaryBankTransactionCode?: string;
  readonly additionalInformation?: string;
  readonly currencyExchange?: readonly CurrencyExchange[];
  /**
   * This interface was referenced by `SeedTransaction`'s JSON-Schema definition
   * via the `patternProperty` "^additionalInformationProprietary[A-Z0-9]+$".
   */
  readonly [k: string]:
    | string
    | SeedAmount
    | boolean
    | SeedPartyAccount
    | readonly string[]
    | StructuredRemittance
    | StructuredRemittanceList
    | PurposeCode
    | readonly CurrencyExchange[]
    | undefined;
};
/** The account of the other party, or of this one. */
export type SeedPartyAccount = {
  readonly iban?: string;
  readonly bban?: string;
  readonly currency?: string;
};
/** A creditor's reference; a KID has referenceType SCOR (PAY-05). */
export type StructuredRemittance = {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
};
/** How an amount was converted. */
export type CurrencyExchange = {
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  readonly unitCurrency?: string;
  readonly exchangeRate: string;
  readonly quotationDate?: string;
};
/** A card account with its transactions. */
export type SeedCard = {
  /** The number of the owner. */
  readonly customerNumber: string;
  readonly currency: string;
  readonly creditLimit: SandboxLimit;
  readonly product?: string;
  readonly maskedPan?: string;
  /** Derived if absent. */
  readonly cardAccountId?: string;
  readonly balance?: SeedAmount;
  readonly openingBalance?: SeedAmount;
  /** When the balance last changed. */
  readonly lastChange?: string;
  /** Transactions that the bank makes up. */
  readonly generate?: readonly SeedGenerator[];
  readonly transactions?: readonly SeedCardTransaction[];
};
/** A transaction of a card, with the members of the API. */
export type SeedCardTransaction = {
  readonly transactionAmount: SeedAmount;
  /** valueDate or today if absent. */
  readonly bookingDate?: string;
  readonly valueDate?: string;
  /** true: not booked yet. */
  readonly pending?: boolean;
  /** Derived if absent. */
  readonly transactionId?: string;
  /** The transaction's id; made up when absent. */
  readonly cardTransactionId?: string;
  readonly terminalId?: string;
  readonly originalAmount?: SandboxAmount;
  readonly markupFee?: SandboxAmount;
  /** A percentage, for instance "1.75". */
  readonly markupFeePercentage?: string | number;
  readonly transactionDate?: string;
  /** true or false, also as text. */
  readonly invoiced?: true | false | 'true' | 'false';
  readonly transactionDetails?: string;
  readonly cardAcceptorId?: string;
  readonly cardAcceptorName?: string;
  readonly cardAcceptorAddress?: Address;
  readonly merchantCategoryCode?: string;
  readonly maskedPan?: string;
  readonly proprietaryBankTransactionCode?: string;
  readonly currencyExchange?: readonly CurrencyExchange[];
};
/** An amount of any sign, as text or as a number (sandbox operations only). */
export type SandboxAmount = {
  readonly amount: string | number;
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
/** A payment in any status. */
export type SeedPayment = {
  readonly product:
    | 'payments/norwegian-domestic-credit-transfers'
    | 'payments/instant-norwegian-domestic-credit-transfers-straks'
    | 'payments/sepa-credit-transfers'
    | 'payments/cross-border-credit-transfers'
    | 'periodic-payments/norwegian-domestic-credit-transfers'
    | 'bulk-payments/norwegian-domestic-credit-transfers';
  /** The organisation id on the TPP's certificate. */
  readonly tpp: string;
  /** Who pays. If absent, the person is known only at the SCA. */
  readonly psu?: string;
  readonly status?: TransactionStatusCode;
  /** When the TPP sent it. Default now. */
  readonly created?: string;
  /** Derived if absent. */
  readonly paymentId?: string;
  /** The body of the request that creates it, with dates such as today+3d. */
  readonly request: {
    readonly [k: string]: unknown;
  };
  readonly record?: SeedPaymentRecord;
};
/** What the bank noted about a payment. Only an export writes it: with it, the bank stores the payment as it says and moves no money. */
export type SeedPaymentRecord = {
  readonly statusChangedAt: string;
  readonly approvedAt?: string;
  readonly withoutPsuId?: boolean;
  readonly executionDate?: string;
  readonly fundsAvailable?: boolean;
  readonly failedScas?: number;
  readonly cancellationRequested?: boolean;
  readonly executions?: readonly ExecutionEntry[];
  readonly nextNominal?: string;
  /** What the bank will do with it. */
  readonly due?: {
    readonly type: 'paymentDue' | 'paymentSettles';
    readonly at: string;
    readonly run?: number;
  }[];
};
/** One run of a periodic payment (PAY-13). */
export type ExecutionEntry = {
  readonly date: string;
  readonly status: 'PDNG' | 'ACSC' | 'ACCP' | 'RJCT';
  readonly transactionId?: string;
};
/** A consent that the PSU has given. */
export type SeedConsent = {
  /** The number of the customer. */
  readonly psu: string;
  /** The organisation id on the TPP's certificate. */
  readonly tpp: string;
  /** agreementId or organisation number: CORPORATE context. PRIVATE if absent. */
  readonly agreement?: string;
  /**
   * Every account and card of the PSU in this context if absent.
   *
   * Items: IBAN, account number or masked card number.
   */
  readonly accounts?: readonly string[];
  /** The PSU's last SCA. Default now. */
  readonly lastSca?: string;
  readonly status?: 'valid' | 'revoked';
};
/** A session: the PSU has just done an SCA. */
export type SeedSession = {
  /** The number of the customer. */
  readonly psu: string;
  /** The organisation id on the TPP's certificate. */
  readonly tpp: string;
  /** agreementId or organisation number: CORPORATE context. PRIVATE if absent. */
  readonly agreement?: string;
  /** The TPP-Session-ID. */
  readonly sessionId: string;
  /** Default now. */
  readonly started?: string;
  /** An hour after the start if absent. */
  readonly ends?: string;
};
/** A PSU-ID that a TPP has. Consents and sessions imply it. */
export type SeedPsu = {
  /** The number of the customer. */
  readonly psu: string;
  /** The organisation id on the TPP's certificate. */
  readonly tpp: string;
};
/** A snapshot: every row of a bank, by table. What is exported can be imported as it is. */
export type SnapshotDocument = {
  /** The name it was exported under. On import the path decides. */
  readonly name?: string;
  /** By the clock of the bank. */
  readonly takenAt?: string;
  /** Of the rows. It grows when rows change in a way that an older Sandbank cannot read. */
  readonly format?: number;
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
/** One account or card inside a stored consent. */
export type ConsentedAccount = {
  readonly accountId: string;
  /** Last SCA (ms) of this person for this TPP while the account was consented: CONS-07. */
  readonly lastScaAt: number;
};
