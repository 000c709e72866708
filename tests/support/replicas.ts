// Two Sandbanks on one database, as two replicas behind one address are: whatever one of them is told, the other knows.
import { afterAll, beforeAll } from '@jest/globals';
import { bankAt, control, type TestBank } from './bank.ts';
import { type PostgresServer, schemaIn, startPostgres } from './postgres-server.ts';
import { type OpenSandbank, openSandbank, type SandbankSettings } from './sandbanks.ts';
import type { Credentials } from './tpp.ts';

export interface Replicas {
  readonly server: PostgresServer;
  /** Address of the database. */
  readonly store: string;
  /** One tenant, as either of them shows it. */
  tenant(name: string): readonly [TestBank, TestBank];
}

/** Opened before the tests of the file, at the same moment, and closed after them. */
export function twoReplicas(settings: SandbankSettings = {}): Replicas {
  let server: PostgresServer | undefined;
  let store = '';
  let opened: readonly OpenSandbank[] = [];
  let credentials: Credentials | undefined;
  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the replicas are not open yet');
    return value;
  };
  beforeAll(async () => {
    server = await startPostgres();
    store = await schemaIn(server.url, 1);
    const open = () => openSandbank({ store, ownKeys: true, ...settings });
    opened = await Promise.all([open(), open()]);
    const made = await control(there(opened[0]).url, 'POST', '/_sandbox/certificates');
    credentials = made.body as Credentials;
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await server?.remove();
  });
  return {
    get server() {
      return there(server);
    },
    get store() {
      return store;
    },
    tenant(name) {
      const at = (i: number) =>
        bankAt(`${there(opened[i]).url}/banks/${name}`, there(credentials), async () => undefined);
      return [at(0), at(1)];
    },
  };
}
