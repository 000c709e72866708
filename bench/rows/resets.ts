// A bank that begins again: over HTTP, on disk, and inside a test run.
import { join } from 'node:path';
import { drive } from '../load/drive.ts';
import { openTpp, plainBytes } from '../load/tpp.ts';
import { medianOf, millisOf, row, type Section } from '../row.ts';
import { floor, inFolder, type Server, sandbank, withServer } from '../servers.ts';

const RESETS = 50;

/** Bytes of the answer, about. */
const ANSWER = 100;

export const resets: Section = ({ smoke, say }) => {
  say('resets');
  const count = smoke ? 3 : RESETS;
  return inFolder((data) =>
    withServer(floor(join(data, 'floor'), ANSWER), (least) =>
      withServer(sandbank(data), async (bank) => {
        const tpp = await openTpp(`http://127.0.0.1:${bank.port}`);
        const signed = (many: number) =>
          Array.from({ length: many }, () =>
            tpp.signed({ method: 'POST', path: '/v1/sandbox/initialize' }),
          );
        const unsigned = (path: string) => [plainBytes({ method: 'POST', path })];
        const middle = async ({ port }: Server, make: (many: number) => readonly Buffer[]) => {
          const load = { port, connections: 1, isRight: (status: number) => status < 300 };
          await drive({ ...load, requests: make(5), count: 5 });
          return (await drive({ ...load, requests: make(count), count })).median;
        };
        const reset = await middle(bank, () => unsigned('/_sandbox/reset'));
        const synced = await middle(least, () => unsigned('/'));
        const initialize = await middle(bank, signed);
        const verified = await middle(least, signed);
        return [
          row('signed initialize over HTTP, durable', initialize, 'ms', {
            goal: { most: 2 },
            beside: { 'node:http that verifies and syncs': verified },
          }),
          row('unsigned reset over HTTP, durable', reset, 'ms', {
            goal: { most: 0.8 },
            beside: { 'node:http that syncs': synced },
          }),
        ];
      }),
    ),
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
