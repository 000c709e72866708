// `POST {b}/_sandbox/reset`: initialize without a signature (CTRL-03).
import type { Banks } from '../banks/banks.ts';
import type { ControlOperation } from './control-operation.ts';

export function resetOperation(
  banks: Pick<Banks, 'restart'>,
  counts: Readonly<Record<string, number>>,
): ControlOperation {
  return {
    id: 'reset',
    method: 'POST',
    path: '/_sandbox/reset',
    summary: 'Throw everything away and begin again from the starting set',
    body: { schema: 'control/seed.json', optional: true },
    async handle(call) {
      await banks.restart(call.bank);
      return { status: 200, body: { ...counts } };
    },
  };
}
