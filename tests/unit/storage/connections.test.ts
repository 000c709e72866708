// Connections to a database that has no room for them, or is somewhere else.
import type { Socket } from 'node:net';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { ClosedStoreError } from '../../../server/storage/errors.ts';
import { Connections } from '../../../server/storage/postgres/connections.ts';
import { RecordedDatabase } from '../../support/recorded-database.ts';
import type { Wire } from '../../support/simulated-wire.ts';

/** Refuses a connection with the code that is named for it; each is noted with what it got. */
class RefusingDatabase extends RecordedDatabase {
  readonly begun: string[] = [];
  refusal: (open: number) => string | undefined = () => undefined;
  readonly #open = new Set<Wire>();

  override begins(wire: Wire, cancels: number | undefined): void {
    const code = cancels === undefined ? this.refusal(this.#open.size) : undefined;
    this.begun.push(cancels === undefined ? (code ?? 'welcome') : `cancels ${cancels}`);
    if (code !== undefined) return void setImmediate(() => wire.refuse(code, 'says why', true));
    this.#open.add(wire);
    super.begins(wire, cancels);
  }

  override leaves(wire: Wire): void {
    this.#open.delete(wire);
    super.leaves(wire);
  }
}

const HOUR = 3_600_000;
const URL = 'postgres://bank@localhost:5433/bank';
const openOn = (
  newSocket: () => Socket,
  { url = URL, patience = HOUR, statementTimeout = HOUR, onBroken = () => undefined } = {},
) => new Connections({ url, statementTimeout, patience, onBroken, newSocket });

test('DUR-08: who is refused a connection gets one when it is given back, in the order in which they came', async () => {
  const database = new RefusingDatabase();
  database.refusal = (open) => (open === 0 ? undefined : '53300');
  const connections = openOn(database.newSocket);
  const first = await connections.take();
  const given: string[] = [];
  const taken = ['second', 'third'].map(async (name) => {
    const connection = await connections.take();
    given.push(name);
    return connection;
  });
  while (!database.begun.includes('53300')) await afterOthers();
  expect(given).toEqual([]);
  first.giveBack();
  const second = await taken[0];
  expect(given).toEqual(['second']);
  second?.giveBack();
  (await taken[1])?.giveBack();
  expect(given).toEqual(['second', 'third']);
  expect(database.begun.filter((what) => what === 'welcome')).toHaveLength(1);
  await connections.close();
});

test.each(['53300', '57P03'])(
  'DUR-08: a database that answers %s for a while is asked again',
  async (code) => {
    const database = new RefusingDatabase();
    database.refusal = () => (database.begun.length < 3 ? code : undefined);
    const connections = openOn(database.newSocket);
    (await connections.take()).giveBack();
    expect(database.begun).toEqual([code, code, code, 'welcome']);
    await connections.close();
  },
);

test('DUR-08: who waits longer than that is told what the database said', async () => {
  const database = new RefusingDatabase();
  database.refusal = () => '53300';
  const connections = openOn(database.newSocket, { patience: 1 });
  await expect(connections.take()).rejects.toMatchObject({ code: '53300', message: 'says why' });
  // Once before, and once with patience.
  expect(database.begun).toEqual(['53300', '53300']);
  await connections.close();
});

test.each(['28P01', '3D000', '57P01'])(
  'DUR-08: a connection that is refused with %s is not waited for',
  async (code) => {
    const database = new RefusingDatabase();
    database.refusal = () => code;
    const connections = openOn(database.newSocket);
    await expect(connections.take()).rejects.toMatchObject({ code });
    expect(database.begun).toEqual([code]);
    await connections.close();
  },
);

test('DUR-08: closed connections are given to nobody', async () => {
  const database = new RefusingDatabase();
  const connections = openOn(database.newSocket);
  const taken = await connections.take();
  const closing = connections.close();
  await expect(connections.take()).rejects.toThrow(ClosedStoreError);
  taken.giveBack();
  await closing;
});

test('DUR-08: an idle connection that breaks is told of, and the next one is new', async () => {
  const database = new RefusingDatabase();
  const wires: Socket[] = [];
  const newSocket = () => {
    const wire = database.newSocket();
    wires.push(wire);
    return wire;
  };
  const broken: Error[] = [];
  const connections = openOn(newSocket, {
    onBroken: (error?: Error) => void broken.push(error as Error),
  });
  (await connections.take()).giveBack();
  wires[0]?.destroy(new Error('cable'));
  for (let turns = 0; turns < 100; turns++) await afterOthers();
  expect(broken.map(({ message }) => message)).toEqual(['cable']);
  (await connections.take()).giveBack();
  expect(database.begun).toEqual(['welcome', 'welcome']);
  await connections.close();
});

test.each([
  ['a port', URL, [5433, 'localhost']],
  [
    'a socket in the file system',
    'postgres://bank@%2Frun%2Fpostgresql:5433/bank',
    ['/run/postgresql/.s.PGSQL.5433'],
  ],
])('DUR-08: a statement is cancelled where its connection is: at %s', async (_, url, address) => {
  const database = new RefusingDatabase();
  const addresses: unknown[][] = [];
  const newSocket = () => {
    const wire = database.newSocket();
    const connect = wire.connect.bind(wire) as (...to: unknown[]) => Socket;
    return Object.assign(wire, {
      connect(...to: unknown[]) {
        addresses.push(to);
        return connect(...to);
      },
    });
  };
  const connections = openOn(newSocket, { url, statementTimeout: 200 });
  const connection = await connections.take();
  database.asks = () => undefined;
  const asked = expect(connection.ask('SELECT 1', [])).rejects.toThrow();
  await asked;
  expect(addresses).toEqual([address, address]);
  expect(database.begun).toEqual(['welcome', 'cancels 1']);
  connection.giveBack();
  expect(database.lines.at(-1)).toBe('cancel');
  await connections.close();
});
