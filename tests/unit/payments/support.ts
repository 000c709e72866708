// A bank of two persons and a company in a Map, a TPP, and calls on the payment rows.
import { type AccountRow, accounts } from '../../../server/bank/accounts/tables.ts';
import type { BankEvent, BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { runDue } from '../../../server/bank/banks/due.ts';
import type { Call } from '../../../server/bank/banks/operation.ts';
import { agreements, customers, engagements } from '../../../server/bank/customers/tables.ts';
import { balanceOf, openBalance } from '../../../server/bank/ledger/ledger.ts';
import { balances } from '../../../server/bank/ledger/tables.ts';
import { paymentPurposes } from '../../../server/bank/payments/approve-payment.ts';
import { paymentDueHandlers } from '../../../server/bank/payments/dates/due-work.ts';
import type { PaymentDeps } from '../../../server/bank/payments/deps.ts';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import { paymentOperations } from '../../../server/bank/payments/operations.ts';
import { type PaymentRow, payments } from '../../../server/bank/payments/tables.ts';
import { approveFlow } from '../../../server/bank/sca/end-flow.ts';
import { issuePsuId, psuCorporateIdOf } from '../../../server/bank/sca/psu-ids.ts';
import type { ScaDeps } from '../../../server/bank/sca/purpose.ts';
import { scaDueHandlers } from '../../../server/bank/sca/sca-due.ts';
import { startSession } from '../../../server/bank/sca/sessions.ts';
import { type FlowRow, flows } from '../../../server/bank/sca/tables.ts';
import { createRouter } from '../../../server/http/router.ts';
import { dateAt, instantAt } from '../../../server/kernel/dates.ts';
import type { Ids } from '../../../server/kernel/ids.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { CallHeaders, PsuContext } from '../../../server/protocol/psu-headers.ts';
import type { Reply } from '../../../server/protocol/reply.ts';
import { mapTx } from '../../support/map-tx.ts';

const SEPA = '/v1/payments/sepa-credit-transfers';
const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
const TPP = 'PSDNO-FSA-987654321';
const SESSION = 'session-1';
const BERLIN = 'DE89370400440532013000';

export const deps: PaymentDeps = {
  settlementDelay: 2_000,
  profile: 'sandbox',
  ...readPaymentFixtures(new URL('../../../../', import.meta.url)),
};

const sca: ScaDeps = {
  purposes: paymentPurposes(deps),
  afterSca: async () => undefined,
  holdings: async () => ({ accounts: 0, cards: 0 }),
  magic: { ending: () => undefined, admit: async () => undefined },
};
const match = createRouter(paymentOperations(deps));

/** Accounts by name; balances in minor units. Kari and Ola are persons, nord is Ola's company. */
const ACCOUNTS = {
  kariNok: account({ customerId: 'kari', bban: '99996896389', iban: 'NO4599996896389' }),
  kariSavings: account({ customerId: 'kari', bban: '99993743328', iban: 'NO6099993743328' }),
  kariEur: account({
    customerId: 'kari',
    bban: '99992554289',
    iban: 'NO2399992554289',
    currency: 'EUR',
  }),
  olaEur: account({
    customerId: 'ola',
    bban: '99999962927',
    iban: 'NO0399999962927',
    currency: 'EUR',
  }),
  nordEur: account({
    customerId: 'ola',
    agreementId: 'nord',
    bban: '99997115151',
    iban: 'NO9299997115151',
    currency: 'EUR',
  }),
} as const;

export type AccountName = keyof typeof ACCOUNTS;
export const accountOf = (name: AccountName): AccountRow => ({ ...ACCOUNTS[name], id: name });

const OPENING: { readonly [A in AccountName]: bigint } = {
  kariNok: 1_000_000n,
  kariSavings: 0n,
  kariEur: 100_000n,
  olaEur: 50_000n,
  nordEur: 200_000n,
};

function account(given: Partial<AccountRow> & Pick<AccountRow, 'customerId' | 'bban' | 'iban'>) {
  return {
    name: 'Konto',
    product: 'Brukskonto',
    cashAccountType: 'CACC',
    currency: 'NOK',
    kid: 'none',
    payments: true,
    ...given,
  } as const;
}

export interface Answer {
  readonly status: number;
  /** The success or error body. */
  readonly body: JsonObject;
  readonly code?: string;
  readonly path?: string | undefined;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Partial<CallHeaders>;
  readonly query?: Readonly<Record<string, string>>;
}

/** A fresh bank; default noon of Tuesday 2026-03-10 in Oslo. */
export async function openHouse(at = instantAt('2026-03-10', '12:00')) {
  const tx = mapTx();
  let now = at;
  let count = 0;
  const next = () => {
    count += 1;
    return `${String(count).padStart(8, '0')}-0000-4000-8000-000000000000`;
  };
  const ids: Ids = { uuid: next, token: next };
  const bank = (): BankTx => ({ bank: 'default', tx, now, ids });

  for (const [id, number] of [
    ['kari', '13039319955'],
    ['ola', '12085592767'],
  ] as const) {
    tx.put(customers, { id, number, type: 'PRIVATE', name: id, createdAt: at });
  }
  tx.put(agreements, {
    id: 'nord',
    customerId: 'ola',
    name: 'Nord AS',
    organisationNumber: '972184780',
  });
  for (const name of Object.keys(ACCOUNTS) as AccountName[]) {
    const row = accountOf(name);
    tx.put(accounts, row);
    const { currency } = row;
    await openBalance(bank(), { id: name, currency, creditLine: 0n, opening: OPENING[name] });
  }
  tx.put(engagements, {
    id: 'ola-nord',
    agreementId: 'nord',
    customerId: 'ola',
    accountId: 'nordEur',
    roles: ['REGISTER', 'VIEW'],
  });
  const psuIds: Record<string, string> = {};
  for (const person of tx.all(customers)) {
    psuIds[person.id] = issuePsuId(bank(), TPP, person);
  }

  const house = {
    tx,
    bank,
    psuIds,
    now: () => now,
    /** A valid session of that person, which also makes their PSU-ID the right one to send. */
    login: (customerId: string, context: PsuContext = 'PRIVATE', agreementId?: string) =>
      startSession(bank(), {
        tppId: TPP,
        customerId,
        tppSessionId: SESSION,
        context,
        ...(agreementId === undefined ? {} : { agreementId }),
      }),
    corporateId: () => psuCorporateIdOf('default', TPP, 'nord'),
    /** Calls a row as Kari, unless the headers say otherwise. */
    async call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
      const { row, params } = match(method, path);
      const call: Call = {
        bank: bank(),
        today: dateAt(bank().now),
        tpp: { id: TPP, name: 'A TPP' },
        role: row.role,
        headers: {
          requestId: 'r',
          acceptFix: [],
          redirectPreferred: true,
          tppSessionId: SESSION,
          tppRedirectUri: 'https://tpp.example/back',
          psuId: psuIds['kari'],
          ...sent.headers,
        } as CallHeaders,
        params,
        query: sent.query ?? {},
        body: sent.body,
        target: path,
        baseUrl: 'http://127.0.0.1:8080',
        finding: () => undefined,
        exercises: () => undefined,
      };
      return answer(() => row.handle(call));
    },
    /** The flow of a scaRedirect link in an answer. */
    async flowOf(given: Answer): Promise<FlowRow> {
      const links = given.body['_links'] as { scaRedirect: { href: string } };
      const flow = await tx.get(flows, links.scaRedirect.href.split('/').at(-1) as string);
      if (flow === undefined) throw new Error('no such flow');
      return flow;
    },
    /** The PSU approves: where they end. */
    async approve(given: Answer, as: Partial<FlowRow> = {}): Promise<URL> {
      const flow = await house.flowOf(given);
      const customerId = as.customerId ?? flow.fixedCustomerId ?? 'kari';
      const context = as.context ?? flow.fixedContext ?? 'PRIVATE';
      const agreementId = as.agreementId ?? flow.fixedAgreementId;
      const known = { ...flow, customerId, context, ...(agreementId ? { agreementId } : {}) };
      return new URL(await approveFlow({ bank: bank(), deps: sca }, known, {}));
    },
    /** Advances the clock and runs what falls due; returns the events of payments. */
    async advanceTo(to: number): Promise<readonly BankEvent[]> {
      now = to;
      const events = await runDue(bank(), { ...scaDueHandlers({}), ...paymentDueHandlers(deps) });
      return events.filter((event) => event.paymentId !== undefined);
    },
    async payment(given: Answer): Promise<PaymentRow> {
      const row = await tx.get(payments, String(given.body['paymentId']));
      if (row === undefined) throw new Error('no such payment');
      return row;
    },
    async balance(name: AccountName) {
      const row = await balanceOf(bank(), name);
      if (row === undefined) throw new Error('no such balance');
      return row;
    },
    /** Per currency everything booked sums to zero. */
    sums(): Readonly<Record<string, bigint>> {
      const sums: Record<string, bigint> = {};
      for (const row of tx.all(balances)) {
        sums[row.currency] = (sums[row.currency] ?? 0n) + row.booked;
      }
      return sums;
    },
  };
  return house;
}

export type House = Awaited<ReturnType<typeof openHouse>>;

async function answer(handle: () => Promise<Reply>): Promise<Answer> {
  try {
    const reply = await handle();
    return {
      status: reply.status,
      body: reply.body ?? {},
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message } = error;
    return { status, code, body: { text: message }, path: error.details.path };
  }
}

const sepaBody = (changed: object = {}) => ({
  instructedAmount: { amount: '100.5', currency: 'EUR' },
  creditorName: 'Anna Schmidt',
  creditorAccount: { iban: BERLIN, currency: 'EUR' },
  creditorAddress: { townName: 'Berlin', country: 'DE' },
  debtorAccount: { iban: accountOf('kariEur').iban, currency: 'EUR' },
  remittanceInformationUnstructured: 'Invoice 7',
  ...changed,
});

const periodicBody = (changed: object = {}) => ({
  instructedAmount: { amount: '250.00', currency: 'NOK' },
  creditorName: 'Utleie AS',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  debtorAccount: { bban: accountOf('kariNok').bban, currency: 'NOK' },
  startDate: '2026-03-16',
  frequency: 'Monthly',
  ...changed,
});

export const createSepa = (house: House, changed: object = {}, sent: Sent = {}) =>
  house.call('POST', SEPA, { body: sepaBody(changed), ...sent });

export const createPeriodic = (house: House, changed: object = {}, sent: Sent = {}) =>
  house.call('POST', PERIODIC, { body: periodicBody(changed), ...sent });

/** Where a created payment is found. */
export const selfOf = (given: Answer): string =>
  (given.body['_links'] as { self: { href: string } }).self.href;
