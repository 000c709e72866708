// Checks a bank that is read as a whole: another version of the program, or a hand, may have written its rows.
import { allRowsOf, type CheckRows, faultText, type RowFault } from '../check-rows.ts';
import type { BankRows } from '../engine/bank-rows.ts';
import { MisfitRowError } from '../errors.ts';
import type { AnyTable } from '../table.ts';

interface Checked {
  readonly tables: ReadonlyMap<string, AnyTable>;
  readonly check: CheckRows;
}

/** @throws MisfitRowError */
export function checkBank(bank: string, rows: BankRows, { tables, check }: Checked): void {
  let fault: RowFault | undefined;
  try {
    fault = check(allRowsOf(rows, tables));
  } catch (error) {
    throw new MisfitRowError(bank, (error as Error).message, { cause: error });
  }
  if (fault !== undefined) throw new MisfitRowError(bank, faultText(fault));
}
