// The sandbox operations, and the bank becoming the starting set again: signed (SBX-01), and without a
// signature for tests (CTRL-03).

import { defined } from '../../kernel/defined.ts';
import type { SeedDocument } from '../../protocol/generated/schemas.ts';
import type { Banks, Beginning } from '../banks/banks.ts';
import { instant } from '../banks/clock-control.ts';
import { type ControlOperation, controlWithBody } from '../banks/control-operation.ts';
import type { Operation } from '../banks/operation.ts';
import { customerOperations } from './customers.ts';
import type { MagicTable } from './magic-persons.ts';
import { accountOperations } from './mock-accounts.ts';
import { agreementOperations } from './mock-agreements.ts';
import { cardOperations } from './mock-cards.ts';
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
  control: ({ banks }: { readonly banks: Banks }) => [resetOperation(banks)],
};

/** What the starting set holds, and so what both answer. */
const STARTING_COUNTS = { customers: 4, accounts: 8, cardAccounts: 2 } as const;

const initializeOperation = (banks: Pick<Banks, 'restart'>): Operation => ({
  ...SANDBOX,
  id: 'initializeSandbox',
  method: 'POST',
  path: '/v1/sandbox/initialize',
  summary: 'Reset this bank to the starting set',
  rules: ['SBX-01', 'SBX-02'],
  body: 'ignored',
  success: { status: 200, schema: 'responses/sandbox-initialized.json' },
  async handle(call) {
    await banks.restart(call.bank);
    return { status: 200, body: { ...STARTING_COUNTS } };
  },
});

const resetOperation = (banks: Pick<Banks, 'replace' | 'restart'>): ControlOperation =>
  controlWithBody({
    id: 'reset',
    method: 'POST',
    path: '/_sandbox/reset',
    summary: 'Put the bank back to the starting set',
    body: { schema: 'control/seed.json', optional: true },
    async outside({ bank, body = {} }) {
      const beginning = beginningOf(body);
      await banks.replace(bank, (opened) => banks.restart(opened, beginning));
      return { status: 200, body: { ...STARTING_COUNTS } };
    },
  });

/** CTRL-13: what makes the bank repeatable. */
function beginningOf({ repeatable, clock }: SeedDocument): Beginning {
  const now = clock?.now === undefined ? undefined : instant(clock.now, '/clock/now');
  return defined({ repeatable, clock: clock && defined({ now, frozen: clock.frozen }) });
}
