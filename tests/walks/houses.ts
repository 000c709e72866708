// Where the banks are that are walked: in memory, in files of a process that is killed, on two replicas.
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';
import { schemaIn, startPostgres } from '../support/postgres-server.ts';
import { openSandbank } from '../support/sandbanks.ts';

export interface House {
  /** Each of its addresses; they change with a restart. */
  urls(): readonly string[];
  /** Kills the process and starts another; absent where that forgets everything. */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

async function inMemory(): Promise<House> {
  const { url, close } = await openSandbank({ ownKeys: true });
  return { urls: () => [url], close };
}

async function inFiles(): Promise<House> {
  const folder = temporaryFolder();
  const open = () => startBank({ SANDBANK_DATA: folder.path, SANDBANK_LOG: 'error' });
  let running: BankProcess = await open();
  return {
    urls: () => [running.url],
    async restart() {
      await running.end('SIGKILL');
      running = await open();
    },
    async close() {
      await running.end('SIGTERM');
      folder.remove();
    },
  };
}

async function onReplicas(): Promise<House> {
  const server = await startPostgres();
  const store = await schemaIn(server.url, 1);
  const open = () => openSandbank({ store, ownKeys: true });
  const opened = [await open(), await open()];
  return {
    urls: () => opened.map(({ url }) => url),
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await server.remove();
    },
  };
}

export const HOUSES = { memory: inMemory, files: inFiles, replicas: onReplicas } as const;
