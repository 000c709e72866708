// Each bank has a clock: the wall clock shifted, or stopped at a moment (CLOCK-01).
import type { Tx } from '../../storage/store.ts';
import { settings } from './tables.ts';

export interface ClockSetting {
  /** Milliseconds added to the wall clock while running. */
  readonly offset: number;
  /** Set while the clock stands still. */
  readonly frozenAt?: number;
}

const RUNNING: ClockSetting = { offset: 0 };

export async function readClock(tx: Tx): Promise<ClockSetting> {
  const row = await tx.get(settings, 'clock');
  return row === undefined ? RUNNING : (row.value as unknown as ClockSetting);
}

export function writeClock(tx: Tx, setting: ClockSetting): void {
  tx.put(settings, { id: 'clock', value: { ...setting } });
}

/** Bank time at that moment of the wall clock. */
export function bankTime(setting: ClockSetting, wall: number): number {
  return setting.frozenAt ?? wall + setting.offset;
}

/** The setting under which the bank's clock shows `now`, frozen or running. */
export function clockShowing(now: number, frozen: boolean, wall: number): ClockSetting {
  return frozen ? { offset: now - wall, frozenAt: now } : { offset: now - wall };
}
