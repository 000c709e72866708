// A bank's rule levels (CTRL-07): a setting like any other, gone at initialize.
import { DEFAULT_LEVELS, type RuleLevels } from '../../protocol/tolerances.ts';
import type { Tx } from '../../storage/store.ts';
import { settings } from './tables.ts';

const KEY = 'ruleLevels';

export async function readRuleLevels(tx: Tx): Promise<RuleLevels> {
  const row = await tx.get(settings, KEY);
  return row === undefined ? DEFAULT_LEVELS : (row.value as unknown as RuleLevels);
}

export function writeRuleLevels(tx: Tx, { preset, own }: RuleLevels): void {
  tx.put(settings, { id: KEY, value: { preset, own: { ...own } } });
}
