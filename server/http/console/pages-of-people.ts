// Pages of the console about people: who they are, their accounts, what they have consented to, and what is on an
// account.
import { BANK_BIC } from '../../bank/accounts/account-ids.ts';
import { type AccountRow, accounts, cardAccounts, consents } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { agreements, type CustomerRow, customers } from '../../bank/customers/tables.ts';
import { available, expected } from '../../bank/ledger/balance.ts';
import { linesOf, needBalance } from '../../bank/ledger/ledger.ts';
import { type BalanceRow, balances, type LineRow } from '../../bank/ledger/tables.ts';
import { engagedAgreements } from '../../bank/sca/contexts.ts';
import { defined } from '../../kernel/defined.ts';
import { formatAmount, moneyText } from '../../kernel/money.ts';
import { balanceChart, lineText } from './balance-chart.ts';
import { type ConsolePage, fixed, known } from './console-page.ts';
import { accountActions, addPersonActions, freeNationalId, personActions } from './edit-actions.ts';
import { timelineOf } from './person-timeline.ts';

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

/** Accounts and cards with their balances, and the companies: the customer's own, and those to act for. */
async function holdingsOf(bank: BankTx, { id, type }: CustomerRow) {
  const { tx } = bank;
  const [held, cards, own, engaged] = await Promise.all([
    tx.listBy(accounts, 'byCustomer', id),
    tx.listBy(cardAccounts, 'byCustomer', id),
    tx.listBy(agreements, 'byCustomer', id),
    engagedAgreements(bank, id),
  ]);
  const withBalance = async <R extends { readonly id: string }>(row: R) => {
    const balance = await tx.get(balances, row.id);
    return { row, ...defined({ balance: balance && amountsOf(balance) }) };
  };
  return {
    accounts: await Promise.all(held.map(withBalance)),
    cards: await Promise.all(cards.map(withBalance)),
    // That of a private customer is no company (SBX-03).
    companies: type === 'CORPORATE' ? own : engaged,
  };
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
    const offset = Math.max(0, Math.trunc(Number(query['offset'] ?? 0)) || 0);
    const newest = { status: 'booked', offset, limit: LINES_A_PAGE + 1 } as const;
    const found = await linesOf(bank, id, newest);
    const pending = await linesOf(bank, id, { status: 'pending' });
    const shown = (line: LineRow) => ({
      id: line.id,
      date: line.date,
      amount: moneyText(line.amount, row.currency),
      isDebit: line.amount < 0n,
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
  asks: () => [{ operation: 'getConsents' }],
  read: async ({ bank: { tx }, answers: { getConsents } }) => {
    const shown = (getConsents?.['consents'] ?? []) as readonly { id: string; status: string }[];
    return {
      consents: await Promise.all(
        shown.map(async (consent) => {
          const row = await tx.get(consents, consent.id);
          const whose = row && (await tx.get(customers, row.customerId));
          return { consent, ...defined({ person: whose, revoke: revokeOf(consent) }) };
        }),
      ),
    };
  },
};

const revokeOf = ({ id, status }: { readonly id: string; readonly status: string }) =>
  status === 'revoked'
    ? undefined
    : {
        operation: 'revokeConsent',
        label: 'console.consents.revoke',
        danger: 'console.consents.lost',
        fields: [fixed('{id}', id)],
      };

export const PAGES_OF_PEOPLE: readonly ConsolePage[] = [people, person, account, consentList];
