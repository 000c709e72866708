// POST /v1/sandbox/initialize: this bank becomes the starting set again (SBX-01).
import type { Call, Operation } from '../banks/operation.ts';
import { SANDBOX } from './sandbox-operation.ts';

/** What the starting set holds, and so what initialize answers. */
export const STARTING_COUNTS = { customers: 4, accounts: 8, cardAccounts: 2 } as const;

export interface InitializeDeps {
  /** Throws the bank's rows away and begins again: the banks room knows all that goes with it. */
  readonly restart: (call: Call) => Promise<void>;
}

export const initializeOperation = ({ restart }: InitializeDeps): Operation => ({
  ...SANDBOX,
  id: 'initializeSandbox',
  method: 'POST',
  path: '/v1/sandbox/initialize',
  summary: 'Reset this bank to the starting set',
  rules: ['SBX-01', 'SBX-02'],
  body: 'ignored',
  success: { status: 200, schema: 'responses/sandbox-initialized.json' },
  async handle(call) {
    await restart(call);
    return { status: 200, body: { ...STARTING_COUNTS } };
  },
});
