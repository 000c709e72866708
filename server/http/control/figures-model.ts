// The charts of the request log: numbers as places in an SVG. Pure.

import { OUTCOMES, type Outcome } from '../../insight/inspector/figures.ts';
import { lineOf, type Term } from '../../insight/inspector/filter-line.ts';

/** As much of the answer as this reads (`control/figures.json`). */
export interface FiguresAnswer {
  readonly minutes: readonly ({ readonly at: string } & Readonly<Record<Outcome, number>>)[];
  readonly operations: readonly Operation[];
}

interface Operation {
  readonly operation: string;
  readonly p50: number;
  readonly p99: number;
}

/** In units of the SVG: `viewBox="0 0 600 120"`. */
const HEIGHT = 120;
const STEP = 10;

/** @param filters that the figures are of */
export function figuresModel({ minutes, operations }: FiguresAnswer, filters: readonly Term[]) {
  const sums = minutes.map((minute) => OUTCOMES.reduce((sum, name) => sum + minute[name], 0));
  const most = Math.max(1, ...sums);
  const slowest = Math.max(...operations.map(({ p99 }) => p99));
  const line = lineOf(filters);
  return {
    line,
    most,
    outcomes: OUTCOMES,
    bars: minutes.map((minute, nth) => ({
      ...minute,
      x: nth * STEP,
      parts: stacked(minute, most),
    })),
    times: operations.map((one) => ({
      ...one,
      href: `requests?${new URLSearchParams({ q: lineOf([{ name: 'op', value: one.operation }, ...filters]) })}`,
      width50: (100 * one.p50) / slowest,
      width99: (100 * one.p99) / slowest,
    })),
  };
}

/** The outcomes above each other, from the ground. */
function stacked(minute: Readonly<Record<Outcome, number>>, most: number) {
  let top = HEIGHT;
  return OUTCOMES.filter((name) => minute[name] > 0).map((outcome) => {
    const height = (minute[outcome] * HEIGHT) / most;
    top -= height;
    return { outcome, y: top.toFixed(2), height: height.toFixed(2) };
  });
}
