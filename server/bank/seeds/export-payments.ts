// Payments as a seed has them, with what the bank noted about them and will do with them.
import { isoTime } from '../../kernel/dates.ts';
import { defined } from '../../kernel/defined.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { BankTx } from '../banks/bank-tx.ts';
import { due } from '../banks/tables.ts';
import type { PaymentRow } from '../payments/tables.ts';

export async function paymentSeed(
  bank: BankTx,
  payment: PaymentRow,
  psu: string | undefined,
): Promise<JsonObject> {
  const { id, tppId, product, status, request, createdAt } = payment;
  const { approvedAt, statusChangedAt, executions, withoutPsuId, failedScas } = payment;
  const { executionDate, fundsAvailable, cancellationRequested, nextNominal } = payment;
  return {
    paymentId: id,
    product,
    tpp: tppId,
    ...defined({ psu }),
    status,
    created: isoTime(createdAt),
    request: request as unknown as JsonObject,
    record: {
      statusChangedAt: isoTime(statusChangedAt),
      ...defined({ approvedAt: approvedAt === undefined ? undefined : isoTime(approvedAt) }),
      withoutPsuId,
      failedScas,
      cancellationRequested,
      ...defined({ executionDate, fundsAvailable, nextNominal }),
      executions: executions.map((execution) => ({ ...execution })),
      due: await dueSeed(bank, payment),
    },
  };
}

/** Of the payment itself, and of each run of a periodic one. */
async function dueSeed(
  bank: BankTx,
  { id, executions }: PaymentRow,
): Promise<readonly JsonObject[]> {
  const runs: readonly (number | undefined)[] = [undefined, ...executions.keys()];
  const found: JsonObject[] = [];
  for (const run of runs) {
    const subject = run === undefined ? id : `${id}#${run}`;
    for (const { type, at } of await bank.tx.listBy(due, 'bySubject', subject)) {
      found.push({ type, at: isoTime(at), ...defined({ run }) });
    }
  }
  return found;
}
