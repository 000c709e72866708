// Rows as JSON and back. The text of a row is canonical (members in their table's order), so equal
// rows have equal texts: files stay diffable, and a row that is known already need not be parsed.
import { isJsonObject } from '../protocol/json.ts';
import { admitRow, RowMisfitError } from './rows.ts';
import { type AnyTable, planOf, type Row } from './table.ts';

const MONEY = /^(?:0|-?[1-9]\d*)$/;

/** One line of JSON. Money is decimal text of minor units. */
export function encodeRow(table: AnyTable, row: Row): string {
  const values = row as unknown as Readonly<Record<string, unknown>>;
  let text = '';
  for (const { name, begin } of planOf(table)) {
    const value = values[name];
    if (value !== undefined) text += (text === '' ? '{' : ',') + begin + encodeMember(value);
  }
  return `${text}}`;
}

/** What JSON writes as it is: texts of nearly all rows. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Numbers are finite. They and plain texts print as JSON has them, in a third of the time. */
function encodeMember(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value === 'bigint') return `"${value}"`;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** The row of a parsed object, which it takes over. @throws RowMisfitError */
export function decodeRow(table: AnyTable, plain: unknown): Row {
  if (!isJsonObject(plain)) {
    throw new RowMisfitError(table, 'id', 'is missing: the row is not an object');
  }
  const values: Record<string, unknown> = plain;
  for (const { name, kind } of planOf(table)) {
    if (kind !== 'money' || !Object.hasOwn(values, name)) continue;
    const text = values[name];
    if (typeof text !== 'string' || !MONEY.test(text)) {
      throw new RowMisfitError(table, name, 'is not minor units as decimal text, like "-1050"');
    }
    values[name] = BigInt(text);
  }
  return admitRow(table, values as unknown as Row);
}

/** Rows of several tables as one JSON object: `{"accounts":[{…},{…}]}`, from texts of rows. */
export function encodeTables(texts: Iterable<readonly [string, readonly string[]]>): string {
  const tables = [...texts].map(([name, rows]) => `"${name}":[${rows.join(',')}]`);
  return `{${tables.join(',')}}`;
}
