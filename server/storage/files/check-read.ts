// Checks rows that were read from a file which this program did not write as it is, and says where the file has the
// first one that does not fit.
import { offsetsOf, parseJson } from '../../kernel/json-parser.ts';
import { placeOf, TextFaultError } from '../../kernel/text-places.ts';
import { isJsonObject, type Json } from '../../protocol/json.ts';
import { allRowsOf, faultText, type RowFault } from '../check-rows.ts';
import type { BankRows } from '../engine/bank-rows.ts';
import { DamagedStoreError, type FilePlace } from '../errors.ts';
import { readExisting, readWhole, utf8Text } from './disk.ts';
import { MAX_WHOLE, RULES } from './snapshot-document.ts';
import type { DataFolder } from './snapshot-format.ts';

export interface CheckedFile extends Pick<DataFolder, 'disk' | 'tables' | 'check'> {
  readonly file: string;
}

/** @throws DamagedStoreError with line and column */
export async function checkRead(rows: BankRows, reading: CheckedFile): Promise<void> {
  const fault = reading.check(allRowsOf(rows, reading.tables));
  if (fault === undefined) return;
  throw new DamagedStoreError(await placeOfFault(fault, reading), faultText(fault));
}

/** Without members if it is no JSON: what is readable of a file that was cut short is checked too. */
function parsed(text: string): Json {
  try {
    return parseJson(text, RULES);
  } catch (error) {
    if (error instanceof TextFaultError) return {};
    throw error;
  }
}

/** The line of the row at fault, or the first one of the file. */
export async function placeOfFault(
  fault: RowFault,
  { disk, file }: Pick<CheckedFile, 'disk' | 'file'>,
): Promise<FilePlace> {
  const place = await readExisting(disk, file, async (opened) => {
    const isLong = (await opened.size()) > MAX_WHOLE;
    const text = isLong ? '' : (utf8Text(await readWhole(opened)) ?? '');
    return text && placeIn(text.replace(/^\ufeff/, ''), fault);
  });
  return { file, ...(place || { line: 1 }) };
}

/** Of the member, of the row where it lacks the member, of the file where the row is elsewhere, or its text is damaged. */
function placeIn(text: string, { table, id, path }: RowFault) {
  const root = parsed(text);
  const tables = isJsonObject(root) ? root['tables'] : undefined;
  const rows = isJsonObject(tables) ? tables[table] : undefined;
  const at = Array.isArray(rows)
    ? rows.findIndex((one: Json) => isJsonObject(one) && one['id'] === id)
    : -1;
  if (at < 0) return undefined;
  const row = ['tables', table, at];
  const [member, whole] = offsetsOf(text, [[...row, ...path], row], RULES);
  return placeOf(text, member || (whole ?? 0));
}
