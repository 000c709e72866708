// A bank that is cloned from a snapshot of another one, in memory and on disk.
import { drive } from '../load/drive.ts';
import { plainBytes } from '../load/tpp.ts';
import { type Row, row, type Section } from '../row.ts';
import { inFolder, sandbank, withServer } from '../servers.ts';

const CLONES = 200;
const TRANSACTIONS = 10_000;

interface Snapshot {
  readonly tables: {
    readonly accounts: readonly { readonly id: string }[];
    transactions: readonly object[];
  };
}

export const clones: Section = ({ smoke, say }) => {
  say('clones');
  return inFolder(async (folder) => [
    await cloneRow('memory', smoke ? 3 : CLONES, 'memory'),
    await cloneRow(folder, smoke ? 3 : CLONES, 'durable'),
  ]);
};

const cloneRow = (data: string, count: number, where: string): Promise<Row> =>
  withServer(sandbank(data), async ({ port }) => {
    await prepare(`http://127.0.0.1:${port}/_sandbox/snapshots`);
    const path = '/_sandbox/snapshots/golden/restore?bank=default';
    const requests = Array.from({ length: count + 5 }, (_, i) =>
      plainBytes({ method: 'POST', path: `/banks/clone-${i}${path}` }),
    );
    const load = { port, connections: 1, isRight: (status: number) => status === 200 };
    await drive({ ...load, requests: requests.slice(count), count: 5 });
    const { median } = await drive({ ...load, requests, count });
    const measure = `clone of ${TRANSACTIONS} transactions into a new bank over HTTP, ${where}`;
    return row(measure, median, 'ms', { goal: { most: 2 } });
  });

/** Puts a bank with that many transactions under the name `golden`. */
async function prepare(snapshots: string): Promise<void> {
  await fetch(`${snapshots}/start`, { method: 'PUT' });
  const document = (await (await fetch(`${snapshots}/start`)).json()) as Snapshot;
  const [account] = document.tables.accounts;
  const [line] = document.tables.transactions;
  // Of no amount: the bank takes only money that adds up.
  const more = Array.from({ length: TRANSACTIONS }, (_, i) => ({
    ...line,
    id: `line-${i}`,
    accountId: account?.id,
    amount: '0',
  }));
  document.tables.transactions = [...document.tables.transactions, ...more];
  const body = JSON.stringify({ tables: document.tables });
  const put = await fetch(`${snapshots}/golden`, { method: 'PUT', body });
  if (put.status !== 201) throw new Error(`${put.status} ${await put.text()}`);
}
