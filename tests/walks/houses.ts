// Where the banks are that are walked: in memory, in files of a process that is killed, on two replicas.
import { createSandbank, type Sandbank } from '../../server/sandbank.ts';
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';
import { keepConnections } from '../support/http.ts';
import { schemaIn, startPostgres } from '../support/postgres-server.ts';

export interface House {
  /** Each of its addresses; they change with a restart. */
  urls(): readonly string[];
  /** Kills the process and starts another; absent where that forgets everything. */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

keepConnections();

function within(banks: readonly Sandbank[], close = async (): Promise<void> => undefined): House {
  return {
    urls: () => banks.map(({ url }) => url),
    async close() {
      await Promise.all(banks.map((bank) => bank.close()));
      await close();
    },
  };
}

const inMemory = async (): Promise<House> => within([await createSandbank()]);

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
  const open = () => createSandbank({ store });
  return within([await open(), await open()], () => server.remove());
}

export const HOUSES = { memory: inMemory, files: inFiles, replicas: onReplicas } as const;
