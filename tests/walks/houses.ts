// Where the banks are that are walked: in memory, in files of a process that is killed, on two replicas.
import { bankAt, control, type TestBank } from '../support/bank.ts';
import { type BankProcess, startBank, temporaryFolder } from '../support/control-process.ts';
import { schemaIn, startPostgres } from '../support/postgres-server.ts';
import { openSandbank } from '../support/sandbanks.ts';
import type { Credentials } from '../support/tpp.ts';

export interface House {
  /** The bank at each of its addresses; they change with a restart. */
  at(name: string): readonly TestBank[];
  /** What two TPPs sign with. */
  readonly tpps: readonly Credentials[];
  /** Kills the process and starts another; absent where that forgets everything. */
  restart?(): Promise<void>;
  close(): Promise<void>;
}

const ORGANISATIONS = ['PSDNO-FSA-111111111', 'PSDNO-FSA-987654321'];

async function tppsAt(url: string): Promise<readonly Credentials[]> {
  const made = ORGANISATIONS.map((organisationId) =>
    control(url, 'POST', '/_sandbox/certificates', { organisationId }),
  );
  return (await Promise.all(made)).map(({ body }) => body);
}

const bankOf = (url: string, name: string, credentials: Credentials | undefined): TestBank =>
  bankAt(`${url}/banks/${name}`, credentials as Credentials, async () => undefined);

async function inMemory(): Promise<House> {
  const opened = await openSandbank({ ownKeys: true });
  const tpps = await tppsAt(opened.url);
  return { tpps, at: (name) => [bankOf(opened.url, name, tpps[0])], close: () => opened.close() };
}

async function inFiles(): Promise<House> {
  const folder = temporaryFolder();
  const open = () => startBank({ SANDBANK_DATA: folder.path, SANDBANK_LOG: 'error' });
  let running: BankProcess = await open();
  const tpps = await tppsAt(running.url);
  return {
    tpps,
    at: (name) => [bankOf(running.url, name, tpps[0])],
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
  const urls = opened.map(({ url }) => url);
  const tpps = await tppsAt(urls[0] as string);
  return {
    tpps,
    at: (name) => urls.map((url) => bankOf(url, name, tpps[0])),
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await server.remove();
    },
  };
}

export const HOUSES = { memory: inMemory, files: inFiles, replicas: onReplicas } as const;
