// The composition root: builds one Sandbank and starts to listen. It passes on everything that rooms must
// not reach themselves: time, randomness, the store, the logger.

import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { DEFAULT_BANK } from './bank/banks/banks.ts';
import { claimFormat } from './bank/banks/row-format.ts';
import { authorityStore } from './bank/tpps/authority.ts';
import { SettingError } from './composition/config.ts';
import { type Bank, type Ground, openBank, openInsight } from './composition/open-bank.ts';
import { openDoor } from './composition/open-door.ts';
import { openSockets } from './composition/open-sockets.ts';
import { readOptions } from './composition/read-options.ts';
import { ALL_TABLES, createRowsCheck } from './composition/rooms.ts';
import type { SandbankOptions } from './composition/sandbank-options.ts';
import { mountable } from './http/server.ts';
import { REQUEST_LIMITS } from './insight/inspector/request-log.ts';
import { type Clock, HOUR } from './kernel/clock.ts';
import { defined } from './kernel/defined.ts';
import { createIds, stocked } from './kernel/ids.ts';
import type { Log } from './kernel/log.ts';
import { memoize } from './kernel/memoize.ts';
import { PROJECT_FOLDER } from './kernel/project-folder.ts';
import { systemReason } from './kernel/system-reason.ts';
import { logLines } from './log-lines.ts';
import { ApiError } from './protocol/errors.ts';
import { createIssuer } from './signing/issue-certificate.ts';
import type { Issuer } from './signing/issuer.ts';
import type { CheckRows } from './storage/check-rows.ts';
import { MOST_BANKS } from './storage/engine/banks-in-memory.ts';
import { LOG_TABLES, removeOldLogs } from './storage/engine/log-rows.ts';
import { openMemoryStore } from './storage/engine/memory-store.ts';
import type { Store } from './storage/store.ts';
import { createValidator } from './validation/schemas.ts';

export type { SandbankOptions } from './composition/sandbank-options.ts';

export interface Sandbank {
  /** `http://127.0.0.1:41234`, without trailing slash. */
  readonly url: string;
  readonly port: number;
  /** `https://127.0.0.1:41235`; absent without the option `httpsPort`. */
  readonly httpsUrl?: string;
  /**
   * The bank as an Express application: `parent.use(sandbank.app)`, `parent.use('/bank', sandbank.app)`,
   * `supertest(sandbank.app)`, `http.createServer(sandbank.app)`. Mount it before parsers of bodies, which take the
   * bytes that signatures are checked over. Clients sign the path that they call, with the mount path in it.
   */
  readonly app: RequestListener;
  /** Deletes a bank's state and starts again from the starting set, or from the seed if there is one. */
  reset(bank?: string): Promise<void>;
  /** Stops listening, answers the requests in progress, and closes the store. Idempotent. */
  close(): Promise<void>;
}

/** Milliseconds. */
const WARM_AFTER = 200;

/** Starts a bank in this process. Rejects unknown options, values that they cannot have, a port in use, and an unusable data folder. */
export async function createSandbank(given: SandbankOptions = {}): Promise<Sandbank> {
  const options = readOptions(given);
  const { wallClock = Date.now } = options;
  const { log = faultLog(wallClock) } = options;
  const checkRows = createRowsCheck();
  const store = await openStore(options, log, checkRows);
  let warming: NodeJS.Timeout | undefined;
  try {
    const issuer = await openIssuer({ options, store, wallClock });
    const ids = createIds(stocked(randomBytes));
    const validator = createValidator();
    const root = PROJECT_FOLDER;
    const isShared = options.store !== undefined;
    const ground: Ground = {
      options,
      root,
      store,
      isShared,
      log,
      wallClock,
      ids,
      issuer,
      validator,
      checkRows,
    };
    const insight = openInsight(ground);
    const bank = openBank(ground, insight);
    const { door, preload } = await openDoor(ground, bank, {
      insight,
      plainPort: () => sockets.addresses.port,
    });
    const app = memoize(() => mountable(door));
    if (options.seed !== undefined) await checkSeed(bank, options.seed);
    const sockets = await openSockets(door, ground);
    if (options.keysAhead) {
      issuer.start();
      // The pages are loaded after the first answers, and before somebody looks at one.
      warming = setTimeout(preload, WARM_AFTER).unref();
    }
    const { banks, events, arrivals } = bank.parts;
    await banks.wake();
    const tidying = isShared ? tidyHourly(store, log) : undefined;
    return {
      ...sockets.addresses,
      get app() {
        return app();
      },
      async reset(name = DEFAULT_BANK) {
        await banks.replace(name, (tx) => banks.restart(tx));
      },
      async close() {
        clearTimeout(warming);
        banks.stop();
        clearInterval(tidying);
        issuer.stop();
        // Answers clients that wait, so that they do not delay the closing.
        for (const waiting of [insight.requests, events, arrivals]) waiting.stop();
        await sockets.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A refusal says that its cause was logged, so it is: where a test run shows it. */
const faultLog = (now: Clock): Log =>
  logLines({ level: 'error', now, write: (line) => void process.stderr.write(line) });

/** There is no such bank, so it begins from the seed, and nothing of it is stored. */
const TRIAL_BANK = 'seed-trial';

/** Tries the seed, so that a wrong one is found at the start and not by the first request. */
async function checkSeed({ parts: { banks } }: Bank, seed: string | object): Promise<void> {
  try {
    await banks.look(TRIAL_BANK, async () => undefined);
  } catch (error) {
    const problems =
      error instanceof ApiError ? error.messages().map(({ text }) => text) : [systemReason(error)];
    const file = typeof seed === 'string' ? `${seed}: ` : '';
    throw new SettingError(
      'seed (SANDBANK_SEED)',
      problems.map((text) => `${file}${text}`).join('\n'),
    );
  }
}

/** Without this, logs of unused banks would stay in a shared store. */
const tidyHourly = (store: Store, log: Log): NodeJS.Timeout =>
  setInterval(() => {
    removeOldLogs(store, REQUEST_LIMITS.banks).catch((error: unknown) => {
      log.warn({ err: error }, 'could not remove old logs');
    });
  }, HOUR).unref();

async function openStore(options: SandbankOptions, log: Log, check: CheckRows): Promise<Store> {
  const { data = 'memory', store: url, banksInMemory: mostBanks = MOST_BANKS } = options;
  const inMemory = { banks: mostBanks };
  if (url !== undefined) {
    const { openPostgresStore } = await import('./storage/postgres/postgres-store.ts');
    const tables = [...ALL_TABLES, ...LOG_TABLES];
    return openPostgresStore({
      url,
      tables,
      log,
      check,
      inMemory,
      randomBytes: stocked(randomBytes),
    });
  }
  if (data === 'memory') return openMemoryStore({ tables: ALL_TABLES, mostBanks });
  // Loaded only if a data folder is set, so that a bank in a test run starts faster.
  const { openFileStore } = await import('./storage/files/file-store.ts');
  const lost = defined({ onLost: options.onLost });
  return openFileStore({ folder: data, tables: ALL_TABLES, log, check, inMemory, ...lost });
}

/** Test certificates, and the bank's seal; from a store whose rows can be read. */
async function openIssuer({
  options,
  store,
  wallClock,
}: Pick<Ground, 'options' | 'store' | 'wallClock'>): Promise<Issuer> {
  await claimFormat(store);
  const issuer = createIssuer({
    now: wallClock,
    randomBytes,
    ...authorityStore(store),
    poolSize: options.keysAhead ?? 0,
    ...defined({ makeKey: options.makeKey }),
  });
  // TPP-02: trusts certificates issued before a restart, or by another process, from the first request on.
  await (options.store === undefined ? issuer.restore() : issuer.prepare());
  return issuer;
}
