// Each bank has a clock: the wall clock shifted, or stopped at a moment (CLOCK-01).
import { setting } from './tables.ts';

interface ClockSetting {
  /** Milliseconds added to the wall clock while running; without a meaning while frozen. */
  readonly offset: number;
  /** Set while the clock stands still. */
  readonly frozenAt?: number;
}

export const {
  read: readClock,
  readIn: clockIn,
  write: writeClock,
} = setting<ClockSetting>('clock', { offset: 0 });

/** Bank time at that moment of the wall clock. */
export function bankTime(setting: ClockSetting, wall: number): number {
  return setting.frozenAt ?? wall + setting.offset;
}

/** The setting under which the bank's clock shows `now`, frozen or running. */
export function clockShowing(now: number, frozen: boolean, wall: number): ClockSetting {
  return frozen ? { offset: 0, frozenAt: now } : { offset: now - wall };
}
