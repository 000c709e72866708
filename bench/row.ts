// A line of the table that `npm run bench` prints.
import type { LineCharts } from './chart.ts';
import type { Peer } from './peers.ts';

export interface Row {
  readonly measure: string;
  readonly value: number;
  readonly unit: '' | 'ms' | 'MB' | 'kB' | 'µs' | 'packages';
  /** The value must be at least, or at most, this. */
  readonly goal?: { readonly least: number } | { readonly most: number };
  /** What else was measured in the same run. */
  readonly beside?: Readonly<Record<string, number>>;
}

/** A line in few words. */
export const row = (
  measure: string,
  value: number,
  unit: Row['unit'],
  more: Pick<Row, 'goal' | 'beside'> = {},
): Row => ({ measure, value, unit, ...more });

export interface Bench {
  /** Peers that are installed, and where. */
  readonly peers: readonly Peer[];
  readonly folder: string;
  /** Few and short rounds: shows that everything runs, and measures nothing. */
  readonly smoke: boolean;
  readonly say: (progress: string) => void;
  /** Draws charts, if any are wanted, into the file of that name. */
  readonly draw: (name: string, charts: LineCharts) => void;
}

/** Measures one part of the table. */
export type Section = (bench: Bench) => Promise<readonly Row[]>;

/** The value below which that share of them is. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The middle of so many measurements, one after the other. */
export async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let done = 0; done < times; done++) values.push(await measure());
  return median(values);
}

/** Milliseconds that the work takes. */
export async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
