import type { Operation } from '../banks/operation.ts';
import { faultControlOperations } from './fault-control.ts';
import { faults } from './tables.ts';

/** Faults on demand. */
export const faultsRoom = {
  tables: [faults],
  control: ({ operations }: { readonly operations: readonly Operation[] }) =>
    faultControlOperations(operations),
};
