// Tables of sandbox bodies that differ from a valid one in one thing, each refused without a trace.
import { expect, test } from '@jest/globals';
import type { TestBank } from './bank.ts';
import { expectRefusal } from './conformance-refusal.ts';

/** Refused as FORMAT_ERROR unless told. */
export type RefusedBody = readonly [name: string, body: unknown, path?: string, code?: string];

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
  test.each(rows)(`${rule}: %s is refused`, async (...row) => {
    const [, body, at, code = 'FORMAT_ERROR'] = row;
    const before = await seenOf(bank());
    const answer = await bank().tpp.send(method, path(), { body });
    expectRefusal(answer, { code, ...(at === undefined ? {} : { path: at }) });
    expect(await seenOf(bank())).toBe(before);
  });
}
