// Stands between a store and its database, on loopback, and cuts a connection before a statement, while it runs, or
// when it is done and its answer is on the way. It reads as much of the protocol as that takes.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Moment = 'before' | 'during' | 'after';

export interface PostgresProxy {
  /** The same database, through the proxy. */
  readonly url: string;
  /** Texts of the statements that were sent. */
  readonly statements: string[];
  /** How often something was asked, a statement that the database knows by its name too, of which no text is sent. */
  readonly asked: () => number;
  /** How often a statement was to be cancelled. */
  readonly cancelled: () => number;
  /** Cuts the connection that next sends such a statement; resolves when it has. */
  cut(when: Moment, statement: RegExp): Promise<void>;
  /** The database never gets the next such statement, and no connection ends. */
  lose(statement: RegExp): Promise<void>;
  /** New connections are ended at once, or not any more. */
  refuse(on: boolean): void;
  /** Ends all connections, as a database does that goes away. */
  endAll(): void;
  /** From now on nothing passes in either direction, and no connection ends. */
  standStill(): void;
  close(): Promise<void>;
}

interface Cut {
  readonly when: Moment | 'never';
  readonly statement: RegExp;
  readonly done: () => void;
}

/** @param losesSettings as a pooler may that gives each transaction another connection */
export async function startProxy(direct: string, losesSettings = false): Promise<PostgresProxy> {
  const address = new URL(direct);
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  let armed: Cut | undefined;
  let cancelled = 0;
  let refuses = false;
  let stands = false;
  let asked = 0;

  const server = createServer((client) => {
    if (refuses) {
      client.destroy();
      return;
    }
    const backend = connect(path);
    const cutBoth = () => {
      client.destroy();
      backend.destroy();
    };
    for (const socket of [client, backend]) {
      sockets.add(socket);
      socket.on('error', cutBoth).on('close', cutBoth);
    }
    let cutting: Cut | undefined;
    const messages = messageReader((message, isFirst) => {
      if (isFirst && message.length === 16) cancelled += 1;
      const type = isFirst ? '' : String.fromCharCode(message[0] ?? 0);
      if (type === 'B' || type === 'Q') asked += 1;
      if (type === 'P' || type === 'Q') {
        const text = message.toString('latin1', 5).replaceAll('\0', '');
        statements.push(text);
        if (armed?.statement.test(text)) {
          cutting = armed;
          armed = undefined;
        }
      }
      if (cutting?.when === 'before') {
        cutBoth();
        return cutting.done();
      }
      if (cutting?.when === 'never') {
        cutting.done();
        cutting = undefined;
        return;
      }
      if (stands) return;
      backend.write(losesSettings ? withoutTimeout(message) : message);
      if (cutting?.when === 'during' && (type === 'S' || type === 'Q')) {
        // What was written must have arrived.
        backend.end(cutting.done);
        client.destroy();
      }
    });
    client.on('data', messages);
    let held = Buffer.alloc(0);
    backend.on('data', (chunk: Buffer) => {
      if (stands) return;
      if (cutting === undefined) return void client.write(chunk);
      held = Buffer.concat([held, chunk]);
      // It says that it is ready, so it has committed.
      if (cutting.when === 'after' && held.subarray(-6, -1).equals(READY)) {
        cutBoth();
        cutting.done();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    statements,
    asked: () => asked,
    cancelled: () => cancelled,
    cut: (when, statement) =>
      new Promise((done) => {
        armed = { when, statement, done };
      }),
    lose: (statement) =>
      new Promise((done) => {
        armed = { when: 'never', statement, done };
      }),
    refuse(on) {
      refuses = on;
    },
    endAll() {
      for (const socket of sockets) socket.destroy();
    },
    standStill() {
      stands = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** ReadyForQuery, without the state that follows. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** The first message of a connection has no type, only a length. */
export function messageReader(onMessage: (message: Buffer, isFirst: boolean) => void) {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const typed = isFirst ? 0 : 1;
      if (rest.length < typed + 4) return;
      const length = typed + rest.readInt32BE(typed);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      onMessage(message, isFirst);
      isFirst = false;
    }
  };
}

/** The same setting, of the same length, which means none. */
const withoutTimeout = (message: Buffer): Buffer =>
  Buffer.from(
    message
      .toString('latin1')
      .replace(/SET statement_timeout = \d+/, (text) => text.replaceAll(/\d/g, '0')),
    'latin1',
  );
