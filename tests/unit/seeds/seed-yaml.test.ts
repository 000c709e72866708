// How an export of a bank looks (CTRL-11).
import { expect, test } from '@jest/globals';
import { seedYaml } from '../../../server/bank/seeds/yaml-nodes.ts';

test('CTRL-11: a seed is printed with a line for each transaction', () => {
  const transactions = [
    { transactionAmount: '-1.00', bookingDate: '2026-06-17' },
    { transactionAmount: '2.50', creditorName: 'Bok' },
  ];
  expect(seedYaml({ accounts: [{ accountName: 'Konto', transactions }] })).toBe(`accounts:
  - accountName: Konto
    transactions:
      - { transactionAmount: "-1.00", bookingDate: 2026-06-17 }
      - { transactionAmount: "2.50", creditorName: Bok }
`);
});
