// The connections to the database. A lost one is an error now and a new connection at the next statement.
import pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { StoreWriteError } from '../errors.ts';

export type Values = readonly (string | number | null | readonly (string | null)[])[];

/** Runs one statement. @throws ConflictError, StoreWriteError */
export type Query = <R extends pg.QueryResultRow>(
  text: string,
  values?: Values,
) => Promise<readonly R[]>;

export interface Database {
  /** Each statement is a transaction of its own. */
  readonly query: Query;
  /** Runs several statements as one transaction. It is taken back if the work throws. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Runs one statement that nobody waits for; what goes wrong is only logged. */
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

/** Milliseconds. A busy process waits long for a connection or an answer; one that is gone for good is noticed. */
const STATEMENT_TIMEOUT = 30_000;
const CONNECT_TIMEOUT = 30_000;
const CHECK_TIMEOUT = 5_000;
const CLOSE_TIMEOUT = 2_000;

/** What a machine that has lost its power holds is free again after a while. */
const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 5000';

export function openDatabase(url: string, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'sandbank',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT,
    keepAlive: true,
  });
  const health = watchHealth(log);
  // A connection that breaks while nobody uses it; the pool has removed it.
  pool.on('error', (error) => void health.failed(error));
  const query = queryOn(pool, health);
  const waited = new Set<Promise<unknown>>();
  return {
    query,
    transaction: (work) => inTransaction(pool, health, work),
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
      await Promise.race([query('SELECT 1'), late]).finally(() => clearTimeout(timer));
    },
    async close() {
      const ended = Promise.all(waited).then(() => pool.end());
      await Promise.race([ended, after(CLOSE_TIMEOUT)]);
    },
  };
}

type Health = ReturnType<typeof watchHealth>;

/** Logs that the database was lost, and that it is back, once each. */
function watchHealth(log: Log) {
  let isLost = false;
  return {
    /** Returns what the transactions reject with. */
    failed(error: unknown): StoreWriteError {
      if (!isLost) log.error({ err: error }, 'the database does not answer as it should');
      isLost = true;
      const reason = (error as Partial<Error> | undefined)?.message || String(error);
      return new StoreWriteError(`The database cannot be used: ${reason}`, { cause: error });
    },
    answered(): void {
      if (isLost) log.info({}, 'the database answers again');
      isLost = false;
    },
  };
}

const queryOn =
  (on: Pick<pg.Pool, 'query'>, health: Health): Query =>
  async (text, values = []) => {
    try {
      const { rows } = await on.query(text, [...values]);
      health.answered();
      return rows;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== undefined && CONFLICTS.includes(code)) {
        throw new ConflictError('Another transaction was first.', { cause: error });
      }
      throw health.failed(error);
    }
  };

async function inTransaction<T>(
  pool: pg.Pool,
  health: Health,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw health.failed(error);
  });
  // A connection that breaks meanwhile is an error of the next statement.
  const broken = () => undefined;
  client.on('error', broken);
  let isDone = false;
  try {
    const query = queryOn(client, health);
    await query(BEGIN);
    const result = await work(query);
    await query('COMMIT');
    isDone = true;
    return result;
  } finally {
    client.off('error', broken);
    // One that is closed instead takes back what it has of the transaction.
    client.release(!isDone);
  }
}

const after = (millis: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, millis).unref());
