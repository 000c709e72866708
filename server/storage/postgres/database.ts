// What is asked of the database. A lost connection is an error now and a new connection at the next statement.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { ClosedStoreError, codeOf, type Failure, StoreWriteError } from '../errors.ts';
import {
  type Connection,
  Connections,
  type ConnectionsOptions,
  type Values,
} from './connections.ts';

/** Runs one statement. @throws StoreWriteError */
export type Query = <R extends pg.QueryResultRow>(
  text: string,
  values?: Values,
) => Promise<readonly R[]>;

export interface Statements {
  /** Reads, or writes what may be written twice. If there is no answer, nothing is done. */
  readonly query: Query;
  /** Changes something. If there is no answer, it is not known whether it did. */
  readonly change: Query;
}

interface Transactions extends Statements {
  /**
   * Runs several statements as one transaction. It is rolled back if the work throws, or if the connection ends before the
   * commit. If it ends during the commit, the outcome is not known.
   */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
}

/** Each statement is a transaction of its own. What finds that another transaction was first is done again. */
export interface Database extends Transactions {
  /** The same, and nothing is done again. @throws ConflictError */
  readonly once: Transactions;
  /** Milliseconds that a request waits for a database which is away, where it would otherwise fail for good. */
  readonly patience: number;
  /** Runs one statement without waiting for it; errors are only logged. */
  later(text: string, values: Values): void;
  /** Resolves if the database answers soon. */
  check(): Promise<void>;
  /** Resolves when every connection is closed, or after a while if the database does not answer. */
  close(): Promise<void>;
}

/** Another transaction was first. Nothing was written, and the same work may be tried again. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** serialization_failure and deadlock_detected */
const CONFLICTS = ['40001', '40P01'];

/** The connection or the database ended before it answered. 40003: the database itself does not know the outcome. */
const NO_ANSWER = /^(08|57P|40003)/;

/** idle_session_timeout, as a role may have it. */
const IDLE = '57P05';
/** read_only_sql_transaction: a standby, or a database that is set so. */
const READ_ONLY = '25006';
const CHECK = "SELECT current_setting('transaction_read_only') AS read_only";

/** Milliseconds. */
const CHECK_TIMEOUT = 5_000;
const CLOSE_TIMEOUT = 250;

/** The timeout releases the locks of a machine that has lost its power. */
const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 5000';

interface DatabaseOptions
  extends Pick<ConnectionsOptions, 'url' | 'statementTimeout' | 'newSocket'> {
  readonly log: Log;
}

export function openDatabase({ log, ...options }: DatabaseOptions): Database {
  const health = watchHealth(log);
  const onBroken = (error: Error) => {
    if (codeOf(error) !== IDLE) health.failed(error);
  };
  const patience = Math.round(options.statementTimeout / 3);
  const connections = new Connections({ ...options, patience, onBroken });
  const alone = (lost: Failure): Query => {
    return async (text, values) => {
      const connection = await takenFrom(connections, health);
      try {
        return await askerOf(connection, health, lost)(text, values);
      } finally {
        connection.giveBack();
      }
    };
  };
  const once: Transactions = {
    query: alone('not done'),
    change: alone('not known'),
    transaction: (work) => inTransaction(connections, health, work),
  };
  const query: Query = (text, values) => repeated(() => once.query(text, values));
  const waited = new Set<Promise<unknown>>();
  return {
    patience,
    once,
    query,
    change: (text, values) => repeated(() => once.change(text, values)),
    transaction: (work) => repeated(() => once.transaction(work)),
    later(text, values) {
      const running = query(text, values)
        .catch((error: unknown) => log.warn({ err: error }, 'could not clear up in the database'))
        .finally(() => waited.delete(running));
      waited.add(running);
    },
    async check() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        const why = `no answer within ${CHECK_TIMEOUT / 1000} seconds`;
        timer = setTimeout(() => reject(health.failed(new Error(why))), CHECK_TIMEOUT).unref();
      });
      const asked = query<{ read_only: string }>(CHECK);
      const found = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
      if (found[0]?.read_only !== 'on') return;
      throw health.failed(Object.assign(new Error('it is read-only'), { code: READ_ONLY }));
    },
    async close() {
      await atMost(CLOSE_TIMEOUT, Promise.all(waited));
      await atMost(CLOSE_TIMEOUT, connections.close());
    },
  };
}

/** So often something is done again. */
const ATTEMPTS = 10;

async function repeated<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      if (attempt < ATTEMPTS) continue;
      const text = 'Too many others use the same rows of the database; try again.';
      throw new StoreWriteError(text, 'not done', { cause: error });
    }
  }
}

/** Resolves when the promise does, or after that many milliseconds. */
export async function atMost(millis: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise, pause(millis, undefined, { ref: false })]);
}

const WITHOUT_PASSWORD = 'it wants a password, and its address has none';

type Health = ReturnType<typeof watchHealth>;

/** Logs that the database was lost, and that it is back, once each. */
function watchHealth(log: Log) {
  /** Until its first answer it is the start that says what is wrong. */
  let state: 'not asked' | 'answers' | 'lost' | 'read-only' = 'not asked';
  return {
    /** Returns what the transactions reject with. */
    failed(error: unknown, outcome: Failure = 'not done'): StoreWriteError {
      if (state === 'answers')
        log.error({ err: error }, 'the database does not answer as it should');
      if (state !== 'not asked') state = codeOf(error) === READ_ONLY ? 'read-only' : 'lost';
      const reason = (error as Partial<Error> | undefined)?.message || String(error);
      const isWithout = reason.includes('client password must be a string');
      const text = `The database cannot be used: ${isWithout ? WITHOUT_PASSWORD : reason}`;
      return new StoreWriteError(text, outcome, { cause: error });
    },
    /** @param wrote a read says nothing of a database that takes no writes */
    answered(wrote: boolean): void {
      if (state === 'read-only' && !wrote) return;
      if (state === 'lost' || state === 'read-only') log.info({}, 'the database answers again');
      state = 'answers';
    },
  };
}

/** Without a connection nothing was asked. */
const takenFrom = (connections: Connections, health: Health): Promise<Connection> =>
  connections.take().catch((error: unknown) => {
    throw error instanceof ClosedStoreError ? error : health.failed(error);
  });

/** @param lost what has become of a statement that was not answered */
const askerOf =
  (connection: Connection, health: Health, lost: Failure): Query =>
  async (text, values = []) => {
    try {
      const rows = await connection.ask(text, values);
      health.answered(lost === 'not known');
      return rows as never;
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (CONFLICTS.includes(code)) {
        throw new ConflictError('Another transaction was first.', { cause: error });
      }
      const isAnswer = error instanceof pg.DatabaseError && !NO_ANSWER.test(code);
      throw health.failed(error, isAnswer ? 'not done' : lost);
    }
  };

async function inTransaction<T>(
  connections: Connections,
  health: Health,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const connection = await takenFrom(connections, health);
  let isDone = false;
  try {
    const query = askerOf(connection, health, 'not done');
    await query(BEGIN);
    const result = await work({ query, change: query });
    await askerOf(connection, health, 'not known')('COMMIT');
    isDone = true;
    return result;
  } finally {
    connection.giveBack(isDone);
  }
}
