import { ledgerFault } from './adds-up.ts';
import { balances, lines } from './tables.ts';

/** Balances and the lines that move them. */
export const ledgerRoom = { tables: [balances, lines], faultIn: ledgerFault };
