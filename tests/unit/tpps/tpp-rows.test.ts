// What a bank stores of a TPP, under an id that it has.
import { expect, test } from '@jest/globals';
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { changeTpp } from '../../../server/bank/tpps/tpp-rows.ts';

test.each(['', 'x'.repeat(301)])('WEB-05: %j is no id of a TPP', async (name) => {
  const changed = changeTpp({} as BankTx, name, { registered: false });
  await expect(changed).rejects.toMatchObject({ code: 'FORMAT_ERROR', rule: 'WEB-05' });
});
