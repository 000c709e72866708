// The bank's clock from the outside (CLOCK-01).

import { durationMillis, isoTime } from '../../kernel/dates.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { ClockAdvance } from '../../protocol/generated/schemas.ts';
import type { Reply } from '../../protocol/reply.ts';
import { readClock } from './bank-clock.ts';
import type { BankTx } from './bank-tx.ts';
import { type Banks, prefixOfBank } from './banks.ts';
import { type ControlCall, type ControlOperation, controlWithBody } from './control-operation.ts';
import { eventView } from './event-control.ts';

/** Year 9999: what ISO text of four year digits can still show. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);

export function clockOperations(banks: Pick<Banks, 'moveClock'>): readonly ControlOperation[] {
  async function move(call: ControlCall, to: number, frozen?: boolean): Promise<Reply> {
    const clock = await readClock(call.bank.tx);
    const isFrozen = frozen ?? clock.frozenAt !== undefined;
    const events = await banks.moveClock(call.bank, to, isFrozen);
    return { status: 200, body: { ...shown(to, isFrozen), events: events.map(eventView) } };
  }

  return [
    {
      id: 'getClock',
      method: 'GET',
      path: '/_sandbox/clock',
      summary: "The bank's time, and whether it is frozen",
      rule: 'CLOCK-01',
      success: { status: 200, schema: 'control/clock.json' },
      async handle(call) {
        const clock = await readClock(call.bank.tx);
        return { status: 200, body: shown(call.bank.now, clock.frozenAt !== undefined) };
      },
    },
    controlWithBody({
      id: 'putClock',
      method: 'PUT',
      path: '/_sandbox/clock',
      summary: 'Set the time (also back), freeze it or let it run',
      rule: 'CLOCK-01',
      success: { status: 200, schema: 'control/clock-advanced.json' },
      body: { schema: 'control/clock-put.json' },
      handle: (call) => {
        const { now, frozen } = call.body;
        const to = now === undefined ? call.bank.now : instant(now, '/now');
        return move(call, to, frozen);
      },
    }),
    controlWithBody({
      id: 'advanceClock',
      method: 'POST',
      path: '/_sandbox/clock/advance',
      summary: 'Move the time forward and run what is due',
      rule: 'CLOCK-01',
      success: { status: 200, schema: 'control/clock-advanced.json' },
      body: { schema: 'control/clock-advance.json' },
      handle: (call) => move(call, target(call.bank, call.body)),
    }),
  ];
}

function target({ bank, now }: BankTx, { by, to }: ClockAdvance): number {
  if (by !== undefined && to !== undefined) {
    throw new ApiError('CLOCK-01', 'FORMAT_ERROR', 'Send by or to, not both.', { path: '/to' });
  }
  if (to !== undefined) {
    const wanted = instant(to, '/to');
    if (wanted >= now) return wanted;
    const text = `to is before the time of the bank; PUT ${prefixOfBank(bank)}/_sandbox/clock can set the clock back.`;
    throw new ApiError('CLOCK-01', 'FORMAT_ERROR', text, { path: '/to' });
  }
  const millis = by === undefined ? undefined : durationMillis(by);
  if (millis === undefined) {
    const text =
      'by must be an ISO 8601 duration such as PT61M or P1D, not negative, without months.';
    throw new ApiError('CLOCK-01', 'FORMAT_ERROR', text, { path: '/by' });
  }
  return inRange(now + millis, '/by');
}

/** A date-time with an offset, in ms. ApiError FORMAT_ERROR if bank time cannot show it. */
export function instant(text: string, path: string): number {
  return inRange(Date.parse(text), path);
}

function inRange(millis: number, path: string): number {
  if (millis >= 0 && millis <= LAST_INSTANT) return Math.round(millis);
  const text = 'The time must lie between the years 1970 and 9999.';
  throw new ApiError('CLOCK-01', 'FORMAT_ERROR', text, { path });
}

function shown(now: number, frozen: boolean) {
  return { now: isoTime(now), frozen };
}
