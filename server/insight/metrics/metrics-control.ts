// `{b}/_sandbox/metrics` (CTRL-09): the figures of the process, whatever bank is asked.
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isBankName } from '../../bank/banks/banks.ts';
import type { ControlOperation } from '../../bank/banks/control-operation.ts';
import type { Store } from '../../storage/store.ts';
import { type Figures, familiesOf } from './families.ts';
import type { Meters } from './meters.ts';

interface MetricsDeps {
  readonly meters: Meters;
  readonly store: Pick<Store, 'banks' | 'figures'>;
}

const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsOperation({ meters, store }: MetricsDeps): ControlOperation {
  // A timer that wakes a hundred times a second: only for those who look.
  let loop: IntervalHistogram | undefined;
  return {
    id: 'getMetrics',
    method: 'GET',
    path: '/_sandbox/metrics',
    summary: 'Figures of the process in the Prometheus text format',
    rule: 'CTRL-09',
    success: { status: 200 },
    produces: ['text/plain'],
    async outside() {
      const banks = await countBanks(store);
      const figures = { banks, store: store.figures?.() ?? {}, ...processFigures() };
      const loopDelay = loopDelayOf(loop);
      loop?.reset();
      loop ??= startedLoop();
      const content = familiesOf(meters, { ...figures, loopDelay });
      return { status: 200, text: { type: PROMETHEUS, content } };
    },
  };
}

/** Milliseconds that the store has to say how many banks there are. */
const PATIENCE = 1_000;

/** `undefined` while the store does not answer: the other figures are the process's own. */
const countBanks = (store: Pick<Store, 'banks'>): Promise<number | undefined> =>
  Promise.race([
    store.banks().then((names) => names.filter(isBankName).length),
    pause(PATIENCE, undefined, { ref: false }),
  ]).catch(() => undefined);

/** Milliseconds between two looks. */
const RESOLUTION = 10;

function startedLoop(): IntervalHistogram {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
  loop.enable();
  return loop;
}

const QUANTILES = [0.5, 0.9, 0.99, 1] as const;

/** What is measured is the time between two looks, in ns. */
function loopDelayOf(loop: IntervalHistogram | undefined): Figures['loopDelay'] {
  const delayAt = (quantile: number): number =>
    loop === undefined || loop.max === 0
      ? 0
      : Math.max(0, loop.percentile(quantile * 100) / 1e9 - RESOLUTION / 1000);
  return Object.fromEntries(QUANTILES.map((quantile) => [quantile, delayAt(quantile)]));
}

function processFigures(): Pick<Figures, 'cpu' | 'memory'> {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() };
}
