// Tables of sandbox bodies that differ from a valid one in one thing, each refused without a trace.
import { expect, test } from '@jest/globals';
import type { TestBank } from './bank.ts';
import { expectRefusal, type Refusal } from './conformance-refusal.ts';

export interface RefusedBody extends Refusal {
  readonly name: string;
  readonly body: unknown;
}

interface Door {
  readonly rule: string;
  readonly bank: () => TestBank;
  readonly method: 'POST' | 'PUT';
  readonly path: () => string;
}

/** What the operations show of customers and accounts, as text. */
export async function seenOf(bank: TestBank): Promise<string> {
  const path = '/v1/sandbox/customers?includeAccounts=true&includeAgreements=true';
  const { status, text } = await bank.tpp.get(path);
  expect(status).toBe(200);
  return text;
}

export function refuses({ rule, bank, method, path }: Door, rows: readonly RefusedBody[]): void {
  test.each(rows)(`${rule}: $name is refused`, async (row) => {
    const before = await seenOf(bank());
    const answer = await bank().tpp.send(method, path(), { body: row.body });
    expectRefusal(answer, row);
    expect(await seenOf(bank())).toBe(before);
  });
}
