// The bank of a whole test file: `const house = await testBank();` at its top. Closed after its last test.
import { afterAll } from '@jest/globals';
import { type OwnBank, openBank, openOwnBank, type TestBank } from './bank.ts';
import type { SandbankSettings } from './sandbanks.ts';

/** openBank, or with settings openOwnBank. */
export async function testBank(): Promise<TestBank>;
export async function testBank(settings: SandbankSettings): Promise<OwnBank>;
export async function testBank(settings?: SandbankSettings): Promise<TestBank> {
  const bank = await (settings === undefined ? openBank() : openOwnBank(settings));
  afterAll(() => bank.close());
  return bank;
}
