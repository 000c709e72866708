// An account or card has the currency of its balance, checked on rows that come from outside.
import type { AllRows, RowFault } from '../../storage/check-rows.ts';
import { balances } from '../ledger/tables.ts';
import { accounts, cardAccounts } from './tables.ts';

export function currencyFault(rows: AllRows): RowFault | undefined {
  for (const table of [accounts, cardAccounts]) {
    for (const { id, currency } of rows.of(table)) {
      const wanted = rows.get(balances, id)?.currency;
      if (currency === wanted) continue;
      const text = `currency must be that of its balance, ${wanted}: got "${currency}".`;
      return { table: table.name, id, path: ['currency'], text };
    }
  }
  return undefined;
}
