// A bank that begins again: over HTTP, on disk, and inside a test run.
import { drive } from '../load/drive.ts';
import { openTpp, plainBytes } from '../load/tpp.ts';
import { medianOf, millisOf, row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';

const RESETS = 50;

export const resets: Section = ({ smoke, say }) => {
  say('resets');
  const count = smoke ? 3 : RESETS;
  return inFolder((data) =>
    withServer(sandbank(data), async ({ port }) => {
      const tpp = await openTpp(`http://127.0.0.1:${port}`);
      const isRight = (status: number) => status < 300;
      const load = { port, connections: 1, count, isRight };
      const unsigned = [plainBytes({ method: 'POST', path: '/_sandbox/reset' })];
      const signed = Array.from({ length: count + 5 }, () =>
        tpp.signed({ method: 'POST', path: '/v1/sandbox/initialize' }),
      );
      await drive({ ...load, requests: unsigned, count: 5 });
      await drive({ ...load, requests: signed.slice(count), count: 5 });
      const reset = await drive({ ...load, requests: unsigned });
      const initialize = await drive({ ...load, requests: signed });
      return [
        row('signed initialize over HTTP, durable', initialize.median, 'ms', { goal: { most: 2 } }),
        row('unsigned reset over HTTP, durable', reset.median, 'ms', { goal: { most: 0.8 } }),
      ];
    }),
  );
};

/** In this process, as a Jest run has it; the first of each pays for what is loaded and made once. */
export const inProcess: Section = async ({ smoke, say }) => {
  say('in process');
  const { createSandbank } = await import('../../server/sandbank.ts');
  const first = await createSandbank();
  const firstReset = await millisOf(() => first.reset());
  const times = smoke ? 2 : 30;
  const reset = await medianOf(times, () => millisOf(() => first.reset()));
  await first.close();
  const create = await medianOf(times, async () => {
    const began = performance.now();
    const sandbank = await createSandbank();
    const took = performance.now() - began;
    await sandbank.close();
    return took;
  });
  return [
    row('in process: createSandbank()', create, 'ms', { goal: { most: 10 } }),
    row('in process: reset()', reset, 'ms', { goal: { most: 0.05 } }),
    row('in process: the first reset()', firstReset, 'ms', { goal: { most: 20 } }),
  ];
};
