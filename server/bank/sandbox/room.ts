import type { Banks } from '../banks/banks.ts';
import { customerOperations } from './customers.ts';
import { initializeOperation, resetOperation } from './initialize.ts';
import type { MagicTable } from './magic-persons.ts';
import { accountOperations } from './mock-accounts.ts';
import { agreementOperations } from './mock-agreements.ts';
import { cardOperations } from './mock-cards.ts';

/** Mock customers, accounts and transactions, and the starting set (SBX-01 to SBX-06). */
export const sandboxRoom = {
  afterSca: ({ magicPersons }: { readonly magicPersons: MagicTable }) => magicPersons.spoilConsents,
  operations: ({ banks }: { readonly banks: Banks }) => [
    initializeOperation(banks),
    ...customerOperations,
    ...accountOperations,
    ...cardOperations,
    ...agreementOperations,
  ],
  control: ({ banks }: { readonly banks: Banks }) => [resetOperation(banks)],
};
