// Dates relative to today, as seeds have them (CTRL-11).
import { addDays, addMonths, isPlainDate, type PlainDate } from './dates.ts';

const RELATIVE = /^today(?:([+-]\d{1,4})([dwmy]))?$/;

/** The date for `2026-11-21`, `today`, `today-3d`, `today+2w`, `today-1m` or `today+1y`; `undefined` for other text. */
export function dateIn(text: string, today: PlainDate): PlainDate | undefined {
  if (isPlainDate(text)) return text;
  const [match, count = '0', unit = 'd'] = RELATIVE.exec(text) ?? [];
  if (match === undefined) return undefined;
  const date = moved(today, Number(count), unit);
  return isPlainDate(date) && date >= '1970-01-01' ? date : undefined;
}

function moved(date: PlainDate, count: number, unit: string): PlainDate {
  if (unit === 'm') return addMonths(date, count);
  if (unit === 'y') return addMonths(date, 12 * count);
  return addDays(date, unit === 'w' ? 7 * count : count);
}
