// The connections to the database: at most ten, opened when they are needed. Who gets none waits for a while, also
// where the database refuses one because others have them all. A statement that takes too long is cancelled, so that
// what is refused is not done later (DUR-08).
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Queue } from '../engine/queue.ts';
import { ClosedStoreError, codeOf } from '../errors.ts';

export type Values = readonly (string | number | null)[];

/** Milliseconds. A busy process waits long for a connection; a database that is gone for good is noticed. */
const CONNECT_TIMEOUT = 30_000;
/** How often a connection is asked for that was refused. */
const ASK_EVERY = 100;
/** What the database has to cancel a statement by itself, and then to answer that it did. */
const GRACE = 1_000;

/** too_many_connections; a database that starts or ends. */
const REFUSED = ['53300', '57P03'];

export interface ConnectionsOptions {
  readonly url: string;
  /** Milliseconds after which a statement is cancelled. */
  readonly statementTimeout: number;
  /** Milliseconds that a connection is waited for while the database refuses it. */
  readonly patience: number;
  /** An idle connection broke. */
  readonly onBroken: (error: Error) => void;
  /** What a connection goes through, not connected yet. */
  readonly newSocket?: () => Socket;
}

export class Connections {
  readonly #pool: pg.Pool;
  readonly #timeout: number;
  readonly #patience: number;
  readonly #newSocket: () => Socket;
  readonly #used = new Set<Connection>();
  /** Also those that came to nothing, which the pool forgets, and the database may keep open for a minute. */
  readonly #sockets = new Set<Socket>();
  /** Who was refused, in the order in which they came. */
  readonly #refused = new Queue();
  #given: (() => void) | undefined;

  constructor(options: ConnectionsOptions) {
    const { url, statementTimeout, patience, onBroken } = options;
    this.#timeout = statementTimeout;
    this.#patience = patience;
    this.#newSocket = () => {
      const socket = (options.newSocket ?? (() => new Socket()))();
      this.#sockets.add(socket);
      return socket.once('close', () => this.#sockets.delete(socket));
    };
    // A setting of the session: a pooler in between would refuse it in the first message. It takes no longer itself.
    const text = `SET statement_timeout = ${statementTimeout}`;
    const limit = { text, query_timeout: statementTimeout };
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'sandbank',
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      stream: this.#newSocket,
      onConnect: (client) => client.query(limit),
    });
    // The pool has removed it.
    this.#pool.on('error', onBroken);
  }

  /** A connection for one user until it is given back. */
  async take(): Promise<Connection> {
    const client = await this.#connect();
    const connection = new Connection(client, {
      timeout: this.#timeout,
      newSocket: this.#newSocket,
      onGiven: () => {
        this.#used.delete(connection);
        this.#given?.();
      },
    });
    this.#used.add(connection);
    return connection;
  }

  /** Resolves when every connection is closed. What still runs on one loses its answer. */
  async close(): Promise<void> {
    for (const connection of this.#used) connection.cut();
    await this.#pool.end();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @throws ClosedStoreError */
  async #connect(): Promise<pg.PoolClient> {
    if (this.#pool.ending) throw new ClosedStoreError();
    if (this.#refused.isIdle) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    }
    const late = AbortSignal.timeout(this.#patience);
    return this.#refused.run(() => this.#connectWhenThereIsRoom(late));
  }

  async #connectWhenThereIsRoom(late: AbortSignal): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#pool.idleCount === 0) {
        const given = new Promise<void>((resolve) => {
          this.#given = resolve;
        });
        await Promise.race([given, pause(ASK_EVERY)]);
      }
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isRefused(error) || late.aborted) throw error;
      }
    }
  }
}

const isRefused = (error: unknown): boolean => REFUSED.includes(String(codeOf(error)));

interface ConnectionUse {
  readonly timeout: number;
  readonly newSocket: () => Socket;
  readonly onGiven: () => void;
}

export class Connection {
  readonly #client: pg.PoolClient;
  readonly #use: ConnectionUse;
  #isSound = true;

  constructor(client: pg.PoolClient, use: ConnectionUse) {
    this.#client = client;
    this.#use = use;
    // One that breaks is an error of the statement that runs, or of the next one.
    client.on('error', ignore);
  }

  async ask<R extends pg.QueryResultRow>(text: string, values: Values): Promise<readonly R[]> {
    let timer = setTimeout(() => {
      this.#cancel();
      timer = setTimeout(() => this.cut(), GRACE);
    }, this.#use.timeout + GRACE);
    try {
      return (await this.#client.query<R>(text, [...values])).rows;
    } catch (error) {
      this.#isSound = false;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it at once: the statement that runs loses its answer. */
  cut(): void {
    this.#isSound = false;
    void this.#client.end();
  }

  /** @param isSound whether another one may use it; else it is closed, and the database takes back what is open */
  giveBack(isSound = true): void {
    this.#client.off('error', ignore);
    this.#client.release(!(isSound && this.#isSound));
    this.#use.onGiven();
  }

  /** The protocol's own request, on a connection of its own: nothing is answered. */
  #cancel(): void {
    // It may arrive late, and must not meet the statement of another.
    this.#isSound = false;
    const { host, port, processID, secretKey } = this.#client as pg.PoolClient & Backend;
    if (processID === null || secretKey === null) return;
    const request = Buffer.alloc(16);
    for (const [i, word] of [16, CANCEL, processID, secretKey].entries()) {
      request.writeInt32BE(word, i * 4);
    }
    const socket = this.#use.newSocket().on('error', ignore);
    if (host.startsWith('/')) socket.connect(`${host}/.s.PGSQL.${port}`);
    else socket.connect(port, host);
    socket.end(request);
  }
}

const CANCEL = 80_877_102;

/** What the database said of itself when the connection was made; not in the package's types. */
interface Backend {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

const ignore = (): void => undefined;
