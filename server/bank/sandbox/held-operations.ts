// Adding, reading and deleting a mock account or card, and setting its balances (SBX-04). What is pending is the
// sum of pending lines and cannot be set, so every balance type comes down to what is booked.

import { defined } from '../../kernel/defined.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { SandboxBalances } from '../../protocol/generated/schemas.ts';
import { link } from '../../protocol/reply.ts';
import { type Operation, withBody } from '../banks/operation.ts';
import { customers } from '../customers/tables.ts';
import { setBooked } from '../ledger/ledger.ts';
import type { BalanceRow } from '../ledger/tables.ts';
import { type BookedFor, type MockKind, pathHeld } from './mock-kind.ts';
import { GONE, SANDBOX, sandboxAmount } from './sandbox-call.ts';

const RULE = 'SBX-04';

export function heldOperations(kind: MockKind): readonly Operation[] {
  const path = `${kind.path}/{${kind.parameter}}`;
  const common = { ...SANDBOX, rules: [RULE], path } as const;
  return [
    {
      ...common,
      id: `addSandbox${kind.ids.one}`,
      method: 'POST',
      path: kind.path,
      summary: `Add a mock ${kind.name} to a customer`,
      body: kind.bodies.one,
      success: { status: 201, schema: `${kind.schemas}-account.json` },
      handle: kind.add,
    },
    {
      ...common,
      id: `getSandbox${kind.ids.one}`,
      method: 'GET',
      summary: `Read a mock ${kind.name}`,
      success: { status: 200, schema: `${kind.schemas}-account.json` },
      async handle(call) {
        const held = await pathHeld(call, kind, RULE);
        const owner = await call.bank.tx.get(customers, held.row.customerId);
        if (owner === undefined) throw new Error(`${kind.name} ${held.row.id} has no owner`);
        return { status: 200, body: kind.view(call, held, owner) };
      },
    },
    {
      ...common,
      id: `deleteSandbox${kind.ids.one}`,
      method: 'DELETE',
      summary: `Delete a mock ${kind.name} and all that belongs to it`,
      success: { status: 204 },
      async handle(call) {
        const { row } = await pathHeld(call, kind, RULE);
        await kind.remove(call.bank, row);
        return GONE;
      },
    },
    withBody({
      ...common,
      id: `putSandbox${kind.ids.one}Balances`,
      method: 'PUT',
      path: `${path}/balances`,
      summary: `Set the balances of a mock ${kind.name}`,
      body: { schema: 'requests/sandbox-balances.json' },
      success: { status: 200, schema: 'responses/sandbox-balances.json' },
      async handle(call) {
        const { row, balance } = await pathHeld(call, kind, RULE);
        const booked = bookedOf(call.body, balance, kind.bookedFor(balance));
        const changed = await setBooked(call.bank, row.id, booked);
        const body = {
          ...defined({ account: kind.reference?.(row) }),
          balances: kind.balancesView(call, changed),
          _links: { account: link(`${kind.path}/${row.id}`, 'GET', 'DELETE') },
        };
        return { status: 200, body };
      },
    }),
  ];
}

/**
 * What the body wants booked, in minor units. FORMAT_ERROR for a balance type that this kind of
 * account has not, one sent twice, and types that contradict one another.
 */
function bookedOf({ balances }: SandboxBalances, balance: BalanceRow, bookedFor: BookedFor) {
  const known = Object.keys(bookedFor).join(', ');
  const seen = new Set<string>();
  let booked: bigint | undefined;
  for (const [i, { balanceType, balanceAmount }] of balances.entries()) {
    const path = `/balances/${i}`;
    const find = Object.hasOwn(bookedFor, balanceType) ? bookedFor[balanceType] : undefined;
    if (find === undefined || seen.has(balanceType)) {
      const text = `${balanceType} cannot be set here, or was sent twice; send each of ${known} at most once.`;
      const at = { path: `${path}/balanceType`, expected: known };
      throw new ApiError(RULE, 'FORMAT_ERROR', text, at);
    }
    seen.add(balanceType);
    const { currency } = balance;
    const place = { path: `${path}/balanceAmount`, currency, rule: RULE } as const;
    const wanted = find(sandboxAmount(balanceAmount, place));
    if (booked !== undefined && booked !== wanted) {
      const text =
        'The balances do not match: they may differ only by the pending transactions. Send one of them, and the bank computes the other.';
      throw new ApiError(RULE, 'FORMAT_ERROR', text, { path: `${path}/balanceAmount/amount` });
    }
    booked = wanted;
  }
  return booked ?? balance.booked;
}
