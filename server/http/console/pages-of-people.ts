// Pages of the console about people: who they are, their accounts, what they have consented to, and what is on an
// account.
import { BANK_BIC } from '../../bank/accounts/account-ids.ts';
import { type AccountRow, accounts, cardAccounts, consents } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { agreements, type CustomerRow, customers } from '../../bank/customers/tables.ts';
import { available, expected } from '../../bank/ledger/balance.ts';
import { linesOf, needBalance } from '../../bank/ledger/ledger.ts';
import { type BalanceRow, balances, type LineRow } from '../../bank/ledger/tables.ts';
import { contextsOf } from '../../bank/sca/contexts.ts';
import type { ContextChoice } from '../../bank/sca/page-model.ts';
import { defined } from '../../kernel/defined.ts';
import { formatAmount, moneyText } from '../../kernel/money.ts';
import { balanceChart, lineText } from './balance-chart.ts';
import { type ConsolePage, fixed, known, type ShownConsent } from './console-page.ts';
import { accountActions, addPersonActions, freeNationalId, personActions } from './edit-actions.ts';
import { timelineOf } from './person-timeline.ts';
import { takeAwayTool } from './tools.ts';

const MOST_PEOPLE = 200;
const LINES_A_PAGE = 50;

const people: ConsolePage = {
  path: 'people',
  name: 'people',
  title: 'console.people.title',
  group: 'bank',
  async read({ bank, query, magicPersons }) {
    const rows = await bank.tx.listBy(customers, 'all', 'all', { limit: MOST_PEOPLE });
    return {
      people: await Promise.all(
        rows.map(async (person) => ({ person, holds: await holdingsOf(bank, person) })),
      ),
      magic: magicPersons,
      isAdding: query['add'] !== undefined,
      actions: addPersonActions(await freeNationalId(bank), rows),
    };
  },
};

const person: ConsolePage = {
  path: 'people/{id}',
  name: 'person',
  title: 'console.person.title',
  tool: takeAwayTool,
  asks: ({ params: { id = '' } }) => [{ operation: 'getPerson', params: { id } }],
  async read({ bank, params: { id = '' }, answers: { getPerson } }) {
    const row = known(await bank.tx.get(customers, id), 'person');
    return {
      person: row,
      holds: await holdingsOf(bank, row),
      timeline: timelineOf(getPerson, bank.now),
      actions: personActions(row),
    };
  },
};

/** Accounts and cards with their balances, the companies, and as what the person can log in at the SCA page. */
async function holdingsOf(bank: BankTx, customer: CustomerRow) {
  const { tx } = bank;
  const { id, type } = customer;
  const [held, cards, own, contexts] = await Promise.all([
    tx.listBy(accounts, 'byCustomer', id),
    tx.listBy(cardAccounts, 'byCustomer', id),
    tx.listBy(agreements, 'byCustomer', id),
    contextsOf(bank, customer),
  ]);
  const withBalance = async <R extends { readonly id: string }>(row: R) => {
    const balance = await tx.get(balances, row.id);
    return { row, ...defined({ balance: balance && amountsOf(balance) }) };
  };
  const actsFor = contexts.filter(({ context }) => context === 'CORPORATE');
  return {
    accounts: await Promise.all(held.map(withBalance)),
    cards: await Promise.all(cards.map(withBalance)),
    actsFor,
    // That of a private customer is no company (SBX-03).
    owns: type === 'PRIVATE' ? [] : own.filter(({ id }) => actsFor.every(isOther(id))),
    role: roleOf(type, { acts: actsFor.length > 0, both: contexts.length > actsFor.length }),
  };
}

const isOther = (id: string) => (choice: ContextChoice) => choice.agreementId !== id;

/** In the words of the SCA page. A company without a person's engagements is that alone. */
function roleOf(
  type: CustomerRow['type'],
  has: { readonly acts: boolean; readonly both: boolean },
) {
  if (!has.acts) return type === 'PRIVATE' ? 'private' : 'company';
  return has.both ? 'both' : 'corporate';
}

function amountsOf(balance: BalanceRow) {
  const text = (amount: bigint) => moneyText(amount, balance.currency);
  return {
    booked: text(balance.booked),
    expected: text(expected(balance)),
    available: text(available(balance)),
    creditLine: text(balance.creditLine),
  };
}

const account: ConsolePage = {
  path: 'accounts/{id}',
  name: 'account',
  title: 'console.account.title',
  async read({ bank, params: { id = '' }, query }) {
    const row = known(await bank.tx.get(accounts, id), 'account');
    const balance = await needBalance(bank, id);
    const owner = known(await bank.tx.get(customers, row.customerId), 'person');
    const offset = Math.max(0, Math.trunc(Number(query['offset'])) || 0);
    const newest = { status: 'booked', offset, limit: LINES_A_PAGE + 1 } as const;
    const found = await linesOf(bank, id, newest);
    const pending = await linesOf(bank, id, { status: 'pending' });
    const shown = (line: LineRow) => ({
      id: line.id,
      date: line.date,
      amount: moneyText(line.amount, row.currency),
      text: lineText(line.details),
      ...defined({ paymentId: line.paymentId }),
    });
    return {
      account: row,
      bic: BANK_BIC,
      owner,
      balance: amountsOf(balance),
      chart: await balanceChart(bank, balance),
      pending: pending.map(shown),
      booked: found.slice(0, LINES_A_PAGE).map(shown),
      ...defined({
        newer: offset === 0 ? undefined : Math.max(0, offset - LINES_A_PAGE),
        older: found.length > LINES_A_PAGE ? offset + LINES_A_PAGE : undefined,
      }),
      actions: [permissionOf(row)],
      edits: accountActions(row, owner, formatAmount(balance.booked, row.currency)),
    };
  },
};

const permissionOf = ({ id, payments }: AccountRow) => ({
  operation: 'putAccountPermissions',
  label: payments ? 'console.account.block' : 'console.account.allow',
  fields: [fixed('{id}', id), fixed('/payments', String(!payments), 'flag')],
});

const consentList: ConsolePage = {
  path: 'consents',
  name: 'consents',
  title: 'console.consents.title',
  group: 'bank',
  asks: () => [{ operation: 'getConsents' }, { operation: 'getCertificates' }],
  read: async ({ bank: { tx }, answers: { getConsents, getCertificates } }) => {
    const known = getCertificates.certificates;
    const names = new Map(known.map(({ organisationId, name }) => [organisationId, name]));
    return {
      consents: await Promise.all(
        getConsents.consents.map(async (consent) => {
          const row = await tx.get(consents, consent.id);
          const whose = row && (await tx.get(customers, row.customerId));
          const tppName = names.get(consent.tpp);
          return { consent, ...defined({ tppName, person: whose, revoke: revokeOf(consent) }) };
        }),
      ),
    };
  },
};

const revokeOf = ({ id, status }: ShownConsent) =>
  status === 'revoked'
    ? undefined
    : {
        operation: 'revokeConsent',
        label: 'console.consents.revoke',
        danger: 'console.consents.lost',
        fields: [fixed('{id}', id)],
      };

export const PAGES_OF_PEOPLE: readonly ConsolePage[] = [people, person, account, consentList];
