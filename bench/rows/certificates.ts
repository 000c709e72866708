// How long a client waits for a test certificate (CTRL-02): right after the start, and when keys were made ahead.
import { generateRsa } from '../../server/signing/key-pair.ts';
import { drive } from '../load/drive.ts';
import { plainBytes } from '../load/tpp.ts';
import { medianOf, millisOf, row, type Section } from '../row.ts';
import { inFolder, type Server, sandbank, withServer } from '../servers.ts';

export const certificates: Section = async ({ smoke, say }) => {
  say('certificates');
  const [starts, taken] = smoke ? [1, 1] : [15, 15];
  const first = await medianOf(starts, () =>
    inFolder((data) => withServer(sandbank(data), askForOne)),
  );
  const fromPool = await inFolder((data) =>
    withServer(sandbank(data), (bank) =>
      medianOf(taken, async () => {
        await isAtRest(bank);
        return askForOne(bank);
      }),
    ),
  );
  const key = await medianOf(starts, () => millisOf(() => generateRsa()));
  return [
    row('first certificate of a process', first, 'ms', {
      goal: { most: 100 },
      beside: { 'an RSA key alone': key },
    }),
    row('a certificate from the pool', fromPool, 'ms', { goal: { most: 10 } }),
  ];
};

async function askForOne({ port }: Server): Promise<number> {
  const requests = [plainBytes({ method: 'POST', path: '/_sandbox/certificates' })];
  const isRight = (status: number, body: string) => status === 201 && body.includes('"keyId"');
  return (await drive({ port, requests, connections: 1, count: 1, isRight })).median;
}

/** Then it has made all keys that it makes ahead. */
async function isAtRest({ processor }: Server): Promise<void> {
  let before: number;
  do {
    before = processor();
    await new Promise((resolve) => setTimeout(resolve, 500));
  } while (processor() - before > 50);
}
