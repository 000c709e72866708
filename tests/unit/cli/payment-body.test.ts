// The account that `sandbank pay` pays from (cli/pay/payment-body.ts).
import { expect, test } from '@jest/globals';
import { debtorFor } from '../../../cli/pay/payment-body.ts';
import { saidBy } from '../../support/recorded.ts';

const account = (iban: string, currency: string, cashAccountType = 'CACC') => ({
  ...{ iban, currency, cashAccountType },
});
const [FIRST, SECOND] = ['NO9386011117947', 'NO0299990000002'];
const ACCOUNTS = [
  account(FIRST, 'EUR', 'SVGS'),
  account(FIRST, 'NOK'),
  account(SECOND, 'NOK'),
  account(SECOND, 'EUR'),
  account(FIRST, 'EUR'),
];

test.each<[from: string | undefined, currency: string, place: number]>([
  [undefined, 'NOK', 1],
  [undefined, 'EUR', 3],
  [undefined, 'USD', 1],
  [FIRST, 'NOK', 0],
  [FIRST.toLowerCase(), 'EUR', 0],
  ['no93 8601.1117 947', 'EUR', 0],
  ['8601 11 17947', 'NOK', 0],
  [SECOND, 'EUR', 2],
  [SECOND.slice(4), 'EUR', 2],
])(
  'pay: --from %s in %s is the account number %i: the first that fits',
  (from, currency, place) => {
    const options = { to: 'x', name: 'x', ...(from === undefined ? {} : { from }) };
    const found = debtorFor({ accounts: ACCOUNTS }, { amount: '1', currency }, options);
    expect(found).toBe(ACCOUNTS[place]);
  },
);

test('pay: where there is none, the accounts that there are are named', () => {
  const of = (list: unknown, from?: string) =>
    saidBy(() => {
      const options = { to: 'x', name: 'x', ...(from === undefined ? {} : { from }) };
      return debtorFor(list, { amount: '1', currency: 'NOK' }, options);
    });
  const savings = { accounts: [account(FIRST, 'NOK', 'SVGS'), account(SECOND, 'NOK', 'LOAN')] };
  const named = `${FIRST}, ${SECOND}`;
  expect([of(savings), of(savings, FIRST.slice(1)), of(savings, FIRST.slice(5))]).toEqual([
    `! Error: This person shares no current account. Accounts: ${named}`,
    `! UsageError: --from ${FIRST.slice(1)} is not an account that this person shares: ${named}`,
    `! UsageError: --from ${FIRST.slice(5)} is not an account that this person shares: ${named}`,
  ]);
  for (const list of [undefined, null, {}, { accounts: [] }]) {
    expect([of(list), of(list, FIRST)]).toEqual([
      '! Error: This person shares no current account. Accounts: none',
      `! UsageError: --from ${FIRST} is not an account that this person shares: none`,
    ]);
  }
});
