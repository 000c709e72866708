// `{b}/_sandbox/tpps`: what the bank knows of TPPs; taking a registration away and giving it back (TPP-05).
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import { type ControlOperation, controlWithBody } from '../banks/control-operation.ts';
import { type TppRow, tpps } from './tables.ts';
import { changeTpp } from './tpp-rows.ts';

const viewOf = ({ id, registered, email }: TppRow): JsonObject => ({
  organisationId: id,
  registered,
  ...defined({ email }),
});

export const tppControlOperations: readonly ControlOperation[] = [
  {
    id: 'getTpps',
    method: 'GET',
    path: '/_sandbox/tpps',
    summary: 'TPPs whose registration was set, or that sent a contact address',
    rule: 'TPP-05',
    success: { status: 200, schema: 'control/tpps.json' },
    async handle(call): Promise<Reply> {
      const rows = await call.bank.tx.listBy(tpps, 'all', 'all');
      return { status: 200, body: { tpps: rows.map(viewOf) } };
    },
  },
  controlWithBody({
    id: 'putTpp',
    method: 'PUT',
    path: '/_sandbox/tpps/{organisationId}',
    summary: "Take a TPP's registration away, or give it back",
    rule: 'TPP-05',
    success: { status: 200, schema: 'control/tpp.json' },
    body: { schema: 'control/tpp-registration.json' },
    async handle(call): Promise<Reply> {
      const { registered } = call.body;
      const row = await changeTpp(call.bank, call.params['organisationId'] ?? '', { registered });
      return { status: 200, body: viewOf(row) };
    },
  }),
];
