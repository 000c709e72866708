// Every table of every room: what a store is opened with.
import { accounts, cardAccounts, consents, quota } from './accounts/tables.ts';
import { due, settings } from './banks/tables.ts';
import { baskets } from './baskets/tables.ts';
import { authorities } from './control/authority.ts';
import { agreements, customers, engagements, psus } from './customers/tables.ts';
import { balances, lines } from './ledger/tables.ts';
import { payments } from './payments/tables.ts';
import { flows, sessions } from './sca/tables.ts';
import type { AnyTable } from './storage/table.ts';
import { tpps } from './tpps/tables.ts';

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
