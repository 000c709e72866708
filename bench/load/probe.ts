// Asks a server again and again for one address, from a thread of its own, and says how long each answer took: the
// thread that sends the load is busy.
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY = 50;

/** Times in milliseconds; Infinity for an answer that is not 200. */
interface Probe {
  stop(): Promise<readonly number[]>;
}

export function startProbe(url: string): Probe {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  const times = new Promise<readonly number[]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    stop() {
      worker.postMessage('stop');
      return times;
    },
  };
}

if (!isMainThread) {
  const times: number[] = [];
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    const { status } = await fetch(workerData, { signal: AbortSignal.timeout(10_000) }).catch(
      () => ({ status: 0 }),
    );
    times.push(status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY);
    await pause(EVERY);
  }
  parentPort?.postMessage(times);
}
