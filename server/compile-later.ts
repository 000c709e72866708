// A run in CI ends before it gains what V8's optimising compilers cost it. So they begin later.
import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

interface Threshold {
  readonly flag: string;
  /** V8's own. It looks the flag up each time that a function has run as often. */
  readonly usual: number;
  readonly later: number;
}

/** In bytes of its code: Node 20. */
const BY_BYTES: readonly Threshold[] = [
  { flag: '--interrupt-budget', usual: 67_584, later: 135_168 },
];

/** In calls, for each of two compilers: Node 22 and 24. */
const BY_CALLS: readonly Threshold[] = [
  { flag: '--invocation-count-for-maglev', usual: 400, later: 1_200 },
  { flag: '--invocation-count-for-turbofan', usual: 3_000, later: 9_000 },
];

/** How much a function must have run, by V8's major version, as others have no such flags or have not been measured. */
const THRESHOLDS: Readonly<Record<string, readonly Threshold[]>> = {
  11: BY_BYTES,
  12: BY_CALLS,
  13: BY_CALLS,
};

/**
 * Collections of garbage after which a process has proved that it lives long: some 2,500 signed reads. They count the
 * work, however fast the machine is.
 */
const LONG = 25;

/** V8 has its usual thresholds again once the process has lived long. */
export function compileLater(): void {
  const thresholds = THRESHOLDS[parseInt(process.versions.v8, 10)];
  if (thresholds === undefined) return;
  const set = (when: 'usual' | 'later') => {
    for (const threshold of thresholds) setFlagsFromString(`${threshold.flag}=${threshold[when]}`);
  };
  set('later');
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
    if (collections < LONG) return;
    set('usual');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
