// A bank that begins from a seed, and the TPP that the seeds of the tests name.
import { readFileSync } from 'node:fs';
import { bankAt, type TestBank } from './bank.ts';
import { answered } from './control-bank.ts';
import { type Answer, send } from './http.ts';
import type { Tpp } from './tpp.ts';

/** As in fixtures/seeds. */
export const SEED_TPP = 'PSDNO-FSA-987654321';

export const exampleSeed = (name: 'empty' | 'household' | 'company'): string =>
  readFileSync(new URL(`../../../fixtures/seeds/${name}.yaml`, import.meta.url), 'utf8');

/** Resets the bank to a seed: text as it is, anything else as JSON. */
export function loadSeed({ url }: Pick<TestBank, 'url'>, seed: unknown): Promise<Answer> {
  const isText = typeof seed === 'string';
  const type = isText ? 'application/yaml' : 'application/json';
  return send({
    method: 'POST',
    url: `${url}/_sandbox/reset`,
    headers: [['Content-Type', type]],
    body: isText ? seed : JSON.stringify(seed),
  });
}

export interface SeededBank extends TestBank {
  readonly loaded: Answer['body'];
}

/** A new bank of the house with that seed, for that TPP. */
export async function seededBank(house: TestBank, tpp: Tpp, seed: unknown): Promise<SeededBank> {
  const bank = house.tenant();
  const loaded = answered(await loadSeed(bank, seed), 200).body;
  return { ...bankAt(bank.url, tpp.credentials, async () => undefined), loaded };
}
