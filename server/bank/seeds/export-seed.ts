// A bank as a seed (CTRL-11): loaded into another bank, it gives the same answers. Signing baskets, open SCA links,
// quotas, caught redirects and what faults have counted are left out; a snapshot has them too.
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { amountText } from '../../kernel/money.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { rowsIn, type StartingRows } from '../../storage/store.ts';
import type { Row, Table } from '../../storage/table.ts';
import { accounts, cardAccounts, consents } from '../accounts/tables.ts';
import { readClock } from '../banks/bank-clock.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { readRuleLevels } from '../banks/rule-level-control.ts';
import { settings } from '../banks/tables.ts';
import { agreements, type CustomerRow, customers, engagements, psus } from '../customers/tables.ts';
import { allFaults } from '../faults/tables.ts';
import { payments } from '../payments/tables.ts';
import { readScaPolicy } from '../sca/sca-policy.ts';
import { sessions } from '../sca/tables.ts';
import { tpps } from '../tpps/tables.ts';
import { accountSeed, cardSeed } from './export-accounts.ts';
import { paymentSeed } from './export-payments.ts';

interface Exporting {
  readonly bank: BankTx;
  readonly rowsOf: <R extends Row>(table: Table<R>) => readonly R[];
  readonly customerOf: (id: string) => CustomerRow;
}

export async function exportSeed(bank: BankTx): Promise<JsonObject> {
  const exporting = createExporting(bank, await bank.tx.snapshot());
  const { rowsOf, customerOf } = exporting;
  const seed: JsonObject = {
    idsOf: bank.idScope,
    ...(await settingsOf(bank)),
    tpps: rowsOf(tpps).map(({ id, ...rest }) => ({ tpp: id, ...rest })),
    customers: customerSeeds(exporting),
    agreements: agreementSeeds(exporting),
    accounts: await Promise.all(
      rowsOf(accounts).map((row) => {
        const { number, type } = customerOf(row.customerId);
        return accountSeed(bank, row, { number, isCompany: type === 'CORPORATE' });
      }),
    ),
    cards: await Promise.all(
      rowsOf(cardAccounts).map((row) => cardSeed(bank, row, customerOf(row.customerId).number)),
    ),
    payments: await Promise.all(
      rowsOf(payments).map((row) => {
        const psu = row.customerId === undefined ? undefined : customerOf(row.customerId).number;
        return paymentSeed(bank, row, psu);
      }),
    ),
    psus: rowsOf(psus).map(({ tppId, customerId }) => who(exporting, { tppId, customerId })),
    consents: rowsOf(consents).map((row) => ({
      ...who(exporting, row),
      accounts: row.accounts.map(({ accountId }) => numberOf(exporting, accountId)),
      ...lastSca(row.accounts[0]?.lastScaAt),
      status: row.status,
    })),
    sessions: [...rowsOf(sessions)]
      .sort((a, b) => a.startedAt - b.startedAt)
      .map((row) => ({
        ...who(exporting, row),
        sessionId: row.tppSessionId,
        started: isoTime(row.startedAt),
        ends: isoTime(row.endsAt),
      })),
    faults: (await allFaults(bank)).map(({ fault, expiresAt }) => ({
      ...fault,
      ...(expiresAt === undefined ? {} : { expiry: isoTime(expiresAt) }),
    })),
  };
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  const members = Object.entries(seed).filter(
    ([name, value]) => name === 'customers' || !isEmpty(value),
  );
  return Object.fromEntries(members);
}

function createExporting(bank: BankTx, rows: StartingRows): Exporting {
  const rowsOf = <R extends Row>(table: Table<R>) => rowsIn(rows, table);
  const people = new Map(rowsOf(customers).map((row) => [row.id, row]));
  return {
    bank,
    rowsOf,
    customerOf(id) {
      const customer = people.get(id);
      if (customer === undefined) throw new Error(`there is no customer ${id}`);
      return customer;
    },
  };
}

async function settingsOf(bank: BankTx): Promise<JsonObject> {
  const { tx, now } = bank;
  const clock = await readClock(tx);
  const frozen = clock.frozenAt !== undefined;
  const { preset, own } = await readRuleLevels(tx);
  const isSet = async (id: string) => (await tx.get(settings, id)) !== undefined;
  return {
    ...(frozen || clock.offset !== 0 ? { clock: { now: isoTime(now), frozen } } : {}),
    ...((await isSet('ruleLevels')) ? { ruleLevels: { preset, levels: { ...own } } } : {}),
    ...((await isSet('scaPolicy')) ? { scaPolicy: { ...(await readScaPolicy(tx)) } } : {}),
  };
}

function customerSeeds({ rowsOf }: Exporting): readonly JsonObject[] {
  const own = new Map(rowsOf(agreements).map(({ id, customerId }) => [customerId, id]));
  return [...rowsOf(customers)]
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .map(({ id, number, type, name }) => ({
      customerNumber: number,
      customerName: name,
      customerType: type,
      customerId: id,
      ...defined({ agreementId: type === 'PRIVATE' ? own.get(id) : undefined }),
    }));
}

/** Those of companies: every private customer has one of their own anyway. */
function agreementSeeds(exporting: Exporting): readonly JsonObject[] {
  const { rowsOf, customerOf } = exporting;
  return rowsOf(agreements)
    .filter(({ customerId }) => customerOf(customerId).type === 'CORPORATE')
    .map(({ id, customerId, name, organisationNumber }) => ({
      owner: customerOf(customerId).number,
      name,
      organisationNumber,
      agreementId: id,
      engagements: rowsOf(engagements)
        .filter(({ agreementId }) => agreementId === id)
        .map((row) => ({
          customer: customerOf(row.customerId).number,
          account: numberOf(exporting, row.accountId),
          roles: row.roles,
          ...defined({
            registerLimit: limitOf(exporting, row.accountId, row.registerLimit),
            approvalLimit: limitOf(exporting, row.accountId, row.approvalLimit),
          }),
          engagementId: row.id,
        })),
    }));
}

function limitOf({ rowsOf }: Exporting, accountId: string, amount: bigint | undefined) {
  const account = rowsOf(accounts).find(({ id }) => id === accountId);
  if (amount === undefined || account === undefined) return undefined;
  return { ...amountText({ amount, currency: account.currency }) };
}

/** The IBAN of an account, the masked number of a card. */
function numberOf({ rowsOf }: Exporting, id: string): string {
  const account = rowsOf(accounts).find((row) => row.id === id);
  return account?.iban ?? rowsOf(cardAccounts).find((row) => row.id === id)?.maskedPan ?? '';
}

interface Whose {
  readonly tppId: string;
  readonly customerId: string;
  readonly agreementId?: string;
}

const who = ({ customerOf }: Exporting, { tppId, customerId, agreementId }: Whose): JsonObject => ({
  psu: customerOf(customerId).number,
  tpp: tppId,
  ...defined({ agreement: agreementId }),
});

const lastSca = (at: number | undefined): JsonObject =>
  at === undefined ? {} : { lastSca: isoTime(at) };
