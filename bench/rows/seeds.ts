// A bank that begins from a seed of 10,000 transactions, in memory and on disk.
import { readFileSync } from 'node:fs';
import { PROJECT_FOLDER } from '../../server/kernel/project-folder.ts';
import { drive } from '../load/drive.ts';
import { plainBytes } from '../load/tpp.ts';
import { type Row, row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';

const LOADS = 10;

const company = (): string =>
  readFileSync(new URL('fixtures/seeds/company.yaml', PROJECT_FOLDER), 'utf8');

export const seeds: Section = ({ smoke, say }) => {
  say('seeds');
  const count = smoke ? 2 : LOADS;
  return inFolder(async (folder) => [
    await loadRow('memory', 'memory', count, company()),
    await loadRow(folder, 'durable', count, company()),
    await exportRow(count),
  ]);
};

const path = '/_sandbox/reset';

const loadRow = (data: string, where: string, count: number, seed: string): Promise<Row> =>
  withServer(sandbank(data), async ({ port }) => {
    const measure = `seed of 10,000 transactions from generators, ${where}`;
    return row(measure, await medianLoad(port, count, seed), 'ms', { goal: { most: 1000 } });
  });

/** The same bank with every transaction written out. */
const exportRow = (count: number): Promise<Row> =>
  withServer(sandbank('memory'), async ({ port }) => {
    await medianLoad(port, 1, company());
    const seed = await (await fetch(`http://127.0.0.1:${port}/_sandbox/seed`)).text();
    const measure = 'seed of 10,000 transactions written out in JSON, memory';
    return row(measure, await medianLoad(port, count, seed), 'ms', { goal: { most: 1000 } });
  });

async function medianLoad(port: number, count: number, body: string): Promise<number> {
  const requests = [plainBytes({ method: 'POST', path, body })];
  const isRight = (status: number) => status === 200;
  const { median } = await drive({ port, connections: 1, requests, count, isRight });
  return median;
}
