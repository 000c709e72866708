// The sandbox operations, and the bank becoming the starting set again (SBX-01).
import { defined } from '../../kernel/defined.ts';
import type { Banks } from '../banks/banks.ts';
import type { Operation } from '../banks/operation.ts';
import { customerOperations } from './customers.ts';
import type { MagicTable } from './magic-persons.ts';
import { accountOperations } from './mock-accounts.ts';
import { agreementOperations } from './mock-agreements.ts';
import { cardOperations } from './mock-cards.ts';
import { personControlOperations } from './person-control.ts';
import { SANDBOX } from './sandbox-call.ts';

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
  control: () => personControlOperations,
};

/** What the starting set holds. */
export const STARTING_COUNTS = { customers: 4, accounts: 8, cardAccounts: 2 } as const;

const initializeOperation = (banks: Pick<Banks, 'restart'>): Operation => ({
  ...SANDBOX,
  id: 'initializeSandbox',
  method: 'POST',
  path: '/v1/sandbox/initialize',
  summary: 'Reset this bank to its beginning',
  rules: ['SBX-01', 'SBX-02'],
  body: 'ignored',
  success: { status: 200, schema: 'responses/sandbox-initialized.json' },
  async handle(call) {
    const seeded = await banks.restart(call.bank);
    const { customers, accounts, cardAccounts } = seeded ?? STARTING_COUNTS;
    return { status: 200, body: defined({ customers, accounts, cardAccounts }) };
  },
});
