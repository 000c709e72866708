// Time is milliseconds since the epoch, handed in. Nothing below the composition root asks the machine.

/** Reads a clock, in milliseconds since the epoch. */
export type Clock = () => number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
