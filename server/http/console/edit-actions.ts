// Buttons that add to a bank, or change what it has: each sends a small seed (CTRL-15), so nothing that is there is lost.
import type { AccountRow } from '../../bank/accounts/tables.ts';
import type { BankTx } from '../../bank/banks/bank-tx.ts';
import { type CustomerRow, customerByNumber } from '../../bank/customers/tables.ts';
import type { SeedGenerator } from '../../protocol/generated/schemas.ts';
import { madeNationalId } from '../../validation/national-id.ts';
import { type Action, type ActionField, type Choice, fixed } from './console-page.ts';

const adding = (label: string, fields: readonly ActionField[]): Action => ({
  operation: 'addSeed',
  label,
  undo: true,
  preview: true,
  fields,
});

/** A number that passes and that no customer of the bank has. */
export async function freeNationalId(bank: BankTx): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const number = madeNationalId(`${bank.idScope} ${nth}`);
    if ((await customerByNumber(bank, number)) === undefined) return number;
  }
}

const CURRENCIES = ['NOK', 'EUR', 'SEK', 'DKK', 'USD', 'GBP'];

/** What generators can make, the most usual first. */
const KINDS: readonly SeedGenerator['what'][] = [
  ...(['groceries', 'cafes', 'fuel', 'shops', 'streaming'] as const),
  ...(['salary', 'rent', 'electricity', 'sales', 'supplies', 'wages'] as const),
];

const name = (at: string, label: string, value: string): ActionField => ({
  ...{ at, label, value, required: true },
});

/** Of an account that the form adds to, by its place in the seed. */
const moneyFields = (number: string): readonly ActionField[] => [
  fixed('/accounts/0/customerNumber', number),
  name('/accounts/0/accountName', 'console.edit.accountName', 'Brukskonto'),
  { at: '/accounts/0/currency', label: 'console.edit.currency', options: CURRENCIES },
  name('/accounts/0/balance', 'console.edit.balance', '10000.00'),
  ...generatorFields('0'),
];

const generatorFields = (count: string): readonly ActionField[] => [
  {
    at: '/accounts/0/generate/0/what',
    label: 'console.edit.what',
    options: KINDS,
  },
  {
    at: '/accounts/0/generate/0/count',
    kind: 'number',
    label: 'console.edit.count',
    value: count,
  },
];

/** One field for all of it: an empty one adds none. */
const secondAccount = (customerNumber: string): ActionField => {
  const choice = (accountName: string, currency: string, balance: string): Choice => ({
    value: JSON.stringify({ customerNumber, accountName, currency, balance }),
    label: `${accountName}, ${balance} ${currency}`,
  });
  return {
    ...{ at: '/accounts/1', kind: 'json', label: 'console.edit.second' },
    options: ['', choice('Sparekonto', 'NOK', '5000.00'), choice('Valutakonto', 'EUR', '1000.00')],
  };
};

/** @param people who can act for a company */
export function addPersonActions(number: string, people: readonly CustomerRow[]) {
  const customer = (called: string) => [
    name('/customers/0/customerName', 'console.edit.personName', called),
    fixed('/customers/0/customerNumber', number),
  ];
  const acting: readonly Choice[] = people
    .filter(({ type }) => type === 'PRIVATE')
    .map((one) => ({ value: one.number, label: `${one.name} ${one.number}` }));
  const engaged = '/agreements/0/engagements/0';
  const company = adding('console.edit.addCompany', [
    ...customer('Fjordlys AS'),
    fixed('/customers/0/customerType', 'CORPORATE'),
    fixed('/agreements/0/owner', number),
    { at: `${engaged}/customer`, label: 'console.edit.acting', options: acting },
    fixed(`${engaged}/roles`, '["VIEW","REGISTER"]', 'json'),
    ...moneyFields(number),
  ]);
  return [
    adding('console.edit.addPerson', [
      ...customer('Kari Nordmann'),
      ...moneyFields(number),
      secondAccount(number),
    ]),
    // A company without a person who acts for it can do nothing.
    ...(acting.length === 0 ? [] : [company]),
  ];
}

export const personActions = ({ number, name: called }: CustomerRow): readonly Action[] => [
  adding('console.edit.addAccount', moneyFields(number)),
  adding('console.edit.rename', [
    fixed('/customers/0/customerNumber', number),
    name('/customers/0/customerName', 'console.edit.personName', called),
  ]),
];

/** @param booked decimal text */
export function accountActions(
  { id, name: called, currency }: AccountRow,
  { number }: CustomerRow,
  booked: string,
): readonly Action[] {
  const account = [
    fixed('/accounts/0/accountId', id),
    fixed('/accounts/0/customerNumber', number),
    fixed('/accounts/0/currency', currency),
  ];
  const named = [...account, fixed('/accounts/0/accountName', called)];
  return [
    adding('console.edit.addTransactions', [
      ...named,
      ...generatorFields('100'),
      {
        at: '/accounts/0/generate/0/days',
        kind: 'number',
        label: 'console.edit.days',
        value: '90',
      },
    ]),
    adding('console.edit.setBalance', [
      ...named,
      name('/accounts/0/balance', 'console.edit.balance', booked),
    ]),
    adding('console.edit.rename', [
      ...account,
      name('/accounts/0/accountName', 'console.edit.accountName', called),
    ]),
  ];
}
