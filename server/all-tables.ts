// Every table of every room: what a store is opened with.
import { accounts, cardAccounts, consents, quota } from './bank/accounts/tables.ts';
import { due, settings } from './bank/banks/tables.ts';
import { baskets } from './bank/baskets/tables.ts';
import { agreements, customers, engagements, psus } from './bank/customers/tables.ts';
import { balances, lines } from './bank/ledger/tables.ts';
import { payments } from './bank/payments/tables.ts';
import { flows, sessions } from './bank/sca/tables.ts';
import { authorities } from './bank/tpps/authority.ts';
import { tpps } from './bank/tpps/tables.ts';
import type { AnyTable } from './storage/table.ts';

export const ALL_TABLES: readonly AnyTable[] = [
  settings,
  customers,
  agreements,
  engagements,
  accounts,
  cardAccounts,
  balances,
  consents,
  quota,
  psus,
  tpps,
  sessions,
  flows,
  payments,
  baskets,
  due,
  lines,
  authorities,
];
