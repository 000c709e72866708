// Memory for what lives as long as a request.
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes. With as much again a read takes no less of the processor. */
const ENOUGH = 16 * 1024 * 1024;

/**
 * V8 would let it grow to 32 MB, and to 128 under Node 24. How far it may grow is decided when the process starts, but by
 * what factor is looked up each time: 1 stops it, until V8 itself has made it smaller.
 */
export function limitYoungGeneration(): void {
  let grows = true;
  const look = (): void => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    const mayGrow = space === undefined || space.space_size < ENOUGH;
    if (mayGrow !== grows) setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    grows = mayGrow;
  };
  new PerformanceObserver(look).observe({ entryTypes: ['gc'] });
}
