// "Send a signed request": a template for every operation of the signed API, filled in with what this bank has.

import { type AccountRow, accounts } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import type { Operation } from '../../bank/banks/operation.ts';
import { type CustomerRow, customers, engagements } from '../../bank/customers/tables.ts';
import { available } from '../../bank/ledger/balance.ts';
import { balances } from '../../bank/ledger/tables.ts';
import type { Magic } from '../../bank/payments/magic.ts';
import { productOf } from '../../bank/payments/products.ts';
import { type PaymentRow, payments } from '../../bank/payments/tables.ts';
import { addDays, dateAt } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { moneyText } from '../../kernel/money.ts';
import type { ConsoleCall, ConsolePage } from './console-page.ts';
import { sendTool } from './send-tool.ts';
import { CONSOLE_TPP, firstEngagement, templateIds } from './template-ids.ts';

/** What one tries first. */
const FIRST = 'getAccounts';
const MOST_PEOPLE = 200;
const MOST_PAYMENTS = 100;

export const sendPage: ConsolePage = {
  path: 'send',
  name: 'send',
  title: 'console.send.title',
  group: 'tools',
  tool: sendTool,
  async read(call) {
    const { bank, query, signed, magic } = call;
    const people = await bank.tx.listBy(customers, 'all', 'all', { limit: MOST_PEOPLE });
    const named = (wanted: string | undefined) => signed.find(({ id }) => id === wanted);
    const template = named(query['operation']) ?? named(FIRST);
    const payer =
      people.find(({ number }) => number === query['person']) ?? (await payerOf(bank, people));
    const debtor = payer && (await debtorOf(bank, payer));
    // A magic person becomes a customer with the first SCA.
    const chosen = call.magicPersons.find(({ nationalId }) => nationalId === query['person']);
    const newcomer = people.some(({ number }) => number === chosen?.nationalId)
      ? undefined
      : chosen;
    const isPayment = template?.headers === 'create';
    const together = template?.id === 'createSigningBasket' ? await basketable(bank) : undefined;
    return {
      people: [
        ...people.map(({ number, name }) => ({ number, name })),
        ...(newcomer ? [{ number: newcomer.nationalId, name: newcomer.name }] : []),
      ],
      ...(isPayment ? { creditors: creditorsOf(magic), ...defined({ debtor }) } : {}),
      balance: query['balance'] ?? '',
      ...defined({
        creditor: query['creditor'] || undefined,
        certificate: query['certificate'] || undefined,
      }),
      ...(template && (await filledIn(call, template, payer))),
      ...(together && basketOf(people, together)),
      ...defined({ person: newcomer?.nationalId }),
      /** What an example says differently in this bank. */
      inThisBank: {
        ...(await bodyValues(bank, people)),
        ...defined({
          paymentIds: together?.map(({ id }) => id),
          debtorAccount: debtor && { iban: debtor.iban, currency: debtor.currency },
          creditorName: query['creditor'] || undefined,
          // A new customer has a number of its own.
          customerNumber: template?.id === 'addSandboxCustomer' ? undefined : payer?.number,
        }),
      },
    };
  },
};

/** Those whose payments end in a status, and those whose payments are refused at once. */
const creditorsOf = ({ statuses, errors }: Magic) => ({
  statuses: [...statuses.values()],
  errors: [...errors.values()],
});

/** The first person who can pay. */
async function payerOf(bank: BankTx, people: readonly CustomerRow[]) {
  for (const person of people.filter(({ type }) => type === 'PRIVATE')) {
    if ((await debtorOf(bank, person)) !== undefined) return person;
  }
  return people[0];
}

/** The account that pays, and what is on it. */
async function debtorOf({ tx }: BankTx, { id, number }: CustomerRow) {
  const held = await tx.listBy(accounts, 'byCustomer', id);
  const account = held.find(({ currency }) => currency === 'NOK');
  const balance = account && (await tx.get(balances, account.id));
  if (account === undefined || balance === undefined) return undefined;
  const { name, iban, currency }: AccountRow = account;
  return {
    id: account.id,
    name,
    iban,
    currency,
    available: moneyText(available(balance), currency),
    /** As a seed names it that sets its balance. */
    seed: { accountId: account.id, customerNumber: number, accountName: name, currency },
  };
}

/** The path with its ids, and where to get those that the bank does not have. */
async function filledIn(
  { bank, signed }: ConsoleCall,
  template: Operation,
  payer: CustomerRow | undefined,
) {
  const { ids, owner = payer } = await templateIds({ bank, path: template.path, payer });
  const missing = template.path.match(/(?<=\{)\w+(?=\})/g)?.find((name) => ids[name] === undefined);
  const before = template.path.split(`/{${missing}}`)[0];
  const maker = signed.find(({ method, path }) => method === 'POST' && path === before);
  const path = template.path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    encodeURIComponent(ids[name] ?? whole)
      .replaceAll('%7B', '{')
      .replaceAll('%7D', '}'),
  );
  return { template, path, ...defined({ missing, maker: maker?.id, person: owner?.number }) };
}

async function bodyValues(bank: BankTx, people: readonly CustomerRow[]) {
  const company = people.find(({ type }) => type === 'CORPORATE');
  const engagement = await firstEngagement(bank);
  const held = engagement && (await bank.tx.get(accounts, engagement.accountId));
  return {
    startDate: addDays(dateAt(bank.now), 7),
    ...defined({
      owner: company?.number,
      customer: (await unengaged(bank, people))?.number,
      account: held && { iban: held.iban },
    }),
  };
}

/** A person who acts for no company yet, and so can begin to. */
async function unengaged({ tx }: BankTx, people: readonly CustomerRow[]) {
  for (const person of people.filter(({ type }) => type === 'PRIVATE')) {
    const [engaged] = await tx.listBy(engagements, 'byCustomer', person.id, { limit: 1 });
    if (engaged === undefined) return person;
  }
  return undefined;
}

/** Payments of one person that a signing basket can hold. */
async function basketable({ tx }: BankTx): Promise<readonly PaymentRow[]> {
  const newest = { reverse: true, limit: MOST_PAYMENTS };
  const fit = (await tx.listBy(payments, 'all', 'all', newest)).filter(isBasketable);
  const [first] = fit;
  return fit
    .filter((row) => row.customerId === first?.customerId && row.context === first?.context)
    .slice(0, 2);
}

/** Whose the payments are, or where to get some. */
function basketOf(people: readonly CustomerRow[], [first]: readonly PaymentRow[]) {
  if (first === undefined) return { missing: 'paymentId', maker: 'createSepaCreditTransfer' };
  return defined({ person: people.find(({ id }) => id === first.customerId)?.number });
}

const isBasketable = ({ status, basketId, tppId, product }: PaymentRow): boolean =>
  status === 'RCVD' &&
  basketId === undefined &&
  tppId === CONSOLE_TPP &&
  productOf(product).service === 'payments';
