// How far a bank's clock was moved between two of its states, in words.
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.ts';
import { counted } from '../../kernel/counted.ts';
import { clockIn } from '../banks/bank-clock.ts';
import type { Between } from '../banks/snapshot-control.ts';

/** Nothing for a clock that only ran. */
export function clockWords({ from, to }: Between): readonly string[] {
  const [before, after] = [clockIn(from.rows), clockIn(to.rows)];
  const [froze, freezes] = [before.frozenAt !== undefined, after.frozenAt !== undefined];
  const moved = froze || freezes ? to.at - from.at : after.offset - before.offset;
  const state = froze === freezes ? [] : [freezes ? 'Clock frozen' : 'Clock running'];
  // A running clock runs on while it is moved.
  const exact = Math.abs(moved) < HOUR ? SECOND : MINUTE;
  const by = Math.round(moved / exact) * exact;
  return [...(by === 0 ? [] : [`Clock ${by < 0 ? '-' : '+'}${spanOf(by)}`]), ...state];
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** `270 days`, `1 day 2 hours`: the two largest units that there are. */
function spanOf(millis: number): string {
  let left = Math.abs(millis);
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? [] : [counted(count, unit)];
  });
  return parts.slice(0, 2).join(' ');
}
