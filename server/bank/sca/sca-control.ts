// SCA without a browser, and links that answer by themselves (SCA-08).
import type { Reply } from '../../protocol/reply.ts';
import { type ControlOperation, controlWithBody } from '../banks/control-operation.ts';
import { completeSca } from './headless-sca.ts';
import type { ScaDeps } from './purpose.ts';
import { readScaPolicy, type ScaPolicy, writeScaPolicy } from './sca-policy.ts';

export function scaControlOperations(deps: ScaDeps): readonly ControlOperation[] {
  return [
    {
      id: 'getScaPolicy',
      method: 'GET',
      path: '/_sandbox/sca-policy',
      summary: 'How SCA links behave',
      rule: 'SCA-08',
      success: { status: 200, schema: 'control/sca-policy.json' },
      async handle(call): Promise<Reply> {
        return { status: 200, body: { ...(await readScaPolicy(call.bank.tx)) } };
      },
    },
    controlWithBody({
      id: 'putScaPolicy',
      method: 'PUT',
      path: '/_sandbox/sca-policy',
      summary: 'Make SCA links show the page, or answer at once with the redirect',
      rule: 'SCA-08',
      success: { status: 200, schema: 'control/sca-policy.json' },
      body: { schema: 'control/sca-policy.json' },
      async handle(call): Promise<Reply> {
        const policy: ScaPolicy = { mode: 'page', ...call.body };
        writeScaPolicy(call.bank.tx, policy);
        return { status: 200, body: { ...policy } };
      },
    }),
    controlWithBody({
      id: 'completeSca',
      method: 'POST',
      path: '/_sandbox/sca/{id}',
      summary: 'Complete an SCA flow without a browser',
      rule: 'SCA-08',
      success: { status: 200, schema: 'control/sca-completed.json' },
      body: { schema: 'control/sca-complete.json', optional: true },
      async handle(call): Promise<Reply> {
        const id = call.params['id'] ?? '';
        const redirect = await completeSca({ bank: call.bank, deps }, id, call.body ?? {});
        return { status: 200, body: { redirect } };
      },
    }),
  ];
}
