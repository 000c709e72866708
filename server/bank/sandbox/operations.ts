// All signed sandbox operations (contract, section 9).
import type { Operation } from '../banks/operation.ts';
import { transactionOperations } from './account-transactions.ts';
import { customerOperations } from './customers.ts';
import { type InitializeDeps, initializeOperation } from './initialize.ts';
import { accountOperations } from './mock-accounts.ts';
import { agreementOperations } from './mock-agreements.ts';
import { cardOperations } from './mock-cards.ts';

/** What the composition root supplies. */
export type SandboxDeps = InitializeDeps;

export const sandboxOperations = (deps: SandboxDeps): readonly Operation[] => [
  initializeOperation(deps),
  ...customerOperations,
  ...accountOperations,
  ...transactionOperations,
  ...cardOperations,
  ...agreementOperations,
];
