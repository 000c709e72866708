import type { Banks } from './banks.ts';
import { clockOperations } from './clock-control.ts';
import { ruleControlOperations } from './rule-level-control.ts';
import { due, settings } from './tables.ts';

/** Tenants, their clocks, their due work and their rule levels. */
export const banksRoom = {
  tables: [settings, due],
  control: ({ banks }: { readonly banks: Banks }) => [
    ...clockOperations(banks),
    ...ruleControlOperations,
  ],
};
