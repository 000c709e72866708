// The composition root: puts one Sandbank together and opens its door. Everything that rooms may not
// reach for themselves (time, randomness, the store, the logger) is handed out here.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BANK_NAME } from './accounts/bank-identity.ts';
import { ALL_TABLES } from './all-tables.ts';
import { allOperations, controlOperations, dueHandlers, scaDeps } from './assembly.ts';
import { type Banks, createBanks, DEFAULT_BANK } from './banks/banks.ts';
import { checkOptionNames } from './config.ts';
import { authorityStore } from './control/authority.ts';
import { coverageControlOperations } from './control/coverage.ts';
import { readinessOperation } from './control/readiness.ts';
import { requestOperations } from './control/requests.ts';
import { tellingDue, tellingRestarts } from './coverage/changes.ts';
import { createCoverage } from './coverage/coverage.ts';
import { createExplainer } from './explain/create-explainer.ts';
import { createApp } from './http/app.ts';
import type { ControlAccess } from './http/control-guard.ts';
import { homeHandler } from './http/home.ts';
import { createPages } from './http/pages.ts';
import { createRouter } from './http/router.ts';
import { listen } from './http/server.ts';
import { createExchangeLog, type ExchangeLog, LOG_LIMITS } from './inspector/exchange-log.ts';
import { createLate, lateRecorder } from './inspector/late.ts';
import { type Clock, SECOND } from './kernel/clock.ts';
import { createIds } from './kernel/ids.ts';
import { type Log, SILENT } from './kernel/log.ts';
import { isClosedDay } from './payments/closed-days.ts';
import type { PaymentDeps } from './payments/deps.ts';
import { checkProduct } from './payments/products.ts';
import { readPaymentFixtures } from './payments/read-fixtures.ts';
import type { Profile } from './protocol/profile.ts';
import { readMagicPersons } from './sandbox/magic-persons.ts';
import { createStartingSet } from './sandbox/starting-set.ts';
import { personHints } from './sca/hints.ts';
import { createIssuer } from './signing/issue-certificate.ts';
import type { Issuer } from './signing/issuer.ts';
import type { KeyPair } from './signing/key-pool.ts';
import { createVerifier } from './signing/verify-request.ts';
import { openMemoryStore } from './storage/lowdb/memory-store.ts';
import type { Store } from './storage/store.ts';
import { createValidator } from './validation/schemas.ts';

export interface SandbankOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: string;
  /** A folder, or `memory` (the default), which keeps nothing. */
  readonly data?: string;
  /** Milliseconds of bank time between PDNG and settlement; 2000 unless told. */
  readonly settlementDelay?: number;
  /** `sandbox` unless told; `production` where the two behave differently. */
  readonly profile?: Profile;
  /** Signs every /v1 answer with the bank's seal (SIG-14). */
  readonly signResponses?: boolean;
  /**
   * False keeps nothing of what was asked and answered: the inspector and coverage stay empty, and no
   * refusal names its verdict (CTRL-05, CTRL-08). True unless told.
   */
  readonly inspector?: boolean;
  readonly control?: ControlAccess;
  /** Address for scaRedirect links behind a proxy. */
  readonly publicUrl?: string;
  /** PEM bundle that certificates must chain to; absent = any certificate (TPP-02). */
  readonly trust?: string;
  /**
   * RSA key pairs kept ready in the background, so that a certificate is there at once. None unless told:
   * in a test run each would cost some 100 ms of processor time, used or not. `npm start` keeps three.
   */
  readonly keysAhead?: number;
  /**
   * Makes RSA pairs of 2048 bits. Each takes some 150 ms of processor time and a bank needs three: a run with
   * many banks may hand out pairs that it has made once. A fresh pair each unless told.
   */
  readonly makeKey?: () => Promise<KeyPair>;
  readonly wallClock?: Clock;
  readonly log?: Log;
}

const OPTIONS: Readonly<Record<keyof SandbankOptions, true>> = {
  port: true,
  host: true,
  data: true,
  settlementDelay: true,
  profile: true,
  signResponses: true,
  inspector: true,
  control: true,
  publicUrl: true,
  trust: true,
  keysAhead: true,
  makeKey: true,
  wallClock: true,
  log: true,
};
const CONTROL_OPTIONS: Readonly<Record<keyof ControlAccess, true>> = {
  token: true,
  allowedHosts: true,
};

export interface Sandbank {
  /** `http://127.0.0.1:41234`, without trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Throws a bank's state away and begins again from the starting set. */
  reset(bank?: string): Promise<void>;
  /** Stops listening, answers what is in flight, and closes the store. Idempotent. */
  close(): Promise<void>;
}

const ROOT = new URL('../../', import.meta.url);

/** Starts a bank in this process. Rejects unknown options, and a port or data folder that is not to be had. */
export async function createSandbank(options: SandbankOptions = {}): Promise<Sandbank> {
  checkOptionNames(options, OPTIONS);
  checkOptionNames(options.control ?? {}, CONTROL_OPTIONS, 'control.');
  const log = options.log ?? SILENT;
  const wallClock = options.wallClock ?? Date.now;
  const store = await openStore(options, log);
  const host = options.host ?? '127.0.0.1';
  try {
    const parts = await assemble({ options, store, log, wallClock });
    const listening = await listen(parts.app, options.port ?? 0, host);
    if (keysAheadOf(options) > 0) parts.issuer.start();
    await parts.banks.wake();
    return running({ listening, host, store, ...parts });
  } catch (error) {
    await store.close();
    throw error;
  }
}

const keysAheadOf = ({ keysAhead = 0 }: SandbankOptions): number => keysAhead;

async function openStore(options: SandbankOptions, log: Log): Promise<Store> {
  const data = options.data ?? 'memory';
  if (data === 'memory') return openMemoryStore({ tables: ALL_TABLES });
  // Loaded only where a folder is asked for: a bank inside a test run starts without it.
  const { openFileStore } = await import('./storage/lowdb/file-store.ts');
  return openFileStore({ folder: data, tables: ALL_TABLES, log });
}

interface Given {
  readonly options: SandbankOptions;
  readonly store: Store;
  readonly log: Log;
  readonly wallClock: Clock;
}

async function assemble({ options, store, log, wallClock }: Given) {
  const ids = createIds(randomBytes);
  const settlementDelay = options.settlementDelay ?? 2 * SECOND;
  const profile = options.profile ?? 'sandbox';
  const fixtures = readPaymentFixtures(ROOT);
  const payments: PaymentDeps = { settlementDelay, profile, isClosedDay, ...fixtures };
  const late = createLate(log);
  const coverage = createCoverage({
    wallClock,
    operations: () => operations,
    scene: { profile, magicNames: new Set(payments.magic.statuses.keys()) },
    settle: late.settle,
  });
  const keeps = options.inspector !== false;
  const sca = scaDeps(payments, readMagicPersons(ROOT), keeps ? coverage.told : () => undefined);
  const startingRows = createStartingSet();
  const created = createBanks({
    store,
    wallClock,
    ids,
    log,
    startingRows,
    dueHandlers: tellingDue(dueHandlers(payments, sca), coverage),
  });
  const banks = tellingRestarts(created, coverage);
  const poolSize = keysAheadOf(options);
  const issuer = createIssuer({
    now: wallClock,
    randomBytes,
    ...authorityStore(store),
    poolSize,
    ...(options.makeKey === undefined ? {} : { makeKey: options.makeKey }),
  });
  // TPP-02: certificates issued before a restart are trusted from the first request on.
  await issuer.restore();
  const seal = options.signResponses === true ? { seal: await issuer.seal() } : {};
  const operations = allOperations({ banks, payments, profile });
  const match = createRouter(operations);
  const route: typeof match = (method, path) => {
    checkProduct(path);
    return match(method, path);
  };
  const verifier = createVerifier({
    ...(options.trust === undefined ? {} : { trust: options.trust }),
    ownAuthorities: () => issuer.authorities(),
  });
  const validator = createValidator();
  const ticks = () => performance.now();
  const explainer = createExplainer({ authorities: () => issuer.authorities() });
  const exchanges = createExchangeLog(LOG_LIMITS, late.settle);
  const keepers = [exchanges.record, coverage.record];
  const operationIds = operations.map(({ id }) => id);
  const kept = keeps ? { recorder: lateRecorder(late, exchanges, keepers) } : {};
  const pages = createPages({ root: ROOT });
  const documented = { pages, version: version() };
  const publicUrl = options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl };
  const shared = { banks, log, ids, ...publicUrl };
  const app = createApp({
    banks,
    log,
    ids,
    assets: fileURLToPath(new URL('views/assets', ROOT)),
    ready: () => store.check(),
    documents: { ...documented, operations, schema: validator.schema },
    home: homeHandler({
      ...documented,
      persons: (language) => banks.peek(DEFAULT_BANK, (bank) => personHints(bank, language, sca)),
      ...publicUrl,
    }),
    v1: { ...shared, ...seal, route, verifier, validator, wallClock, explainer, ticks, ...kept },
    sca: { ...shared, sca, pages, bankName: BANK_NAME },
    control: {
      ...shared,
      operations: [
        ...controlOperations({ banks, sca, issuer, explainer }),
        ...requestOperations({ log: exchanges, banks, operations: operationIds, ...publicUrl }),
        ...coverageControlOperations({ coverage, pages }),
        readinessOperation({ exchanges: exchanges.list, payments }),
      ],
      access: options.control ?? { allowedHosts: [] },
      changed: coverage.changed,
      validator,
      pages,
    },
  });
  return { app, banks, issuer, exchanges };
}

interface Parts {
  readonly listening: Awaited<ReturnType<typeof listen>>;
  readonly host: string;
  readonly store: Store;
  readonly banks: Banks;
  readonly issuer: Issuer;
  readonly exchanges: ExchangeLog;
}

function running({ listening, host, store, banks, issuer, exchanges }: Parts): Sandbank {
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const name = shown.includes(':') ? `[${shown}]` : shown;
  return {
    url: `http://${name}:${listening.port}`,
    port: listening.port,
    reset: (bank = DEFAULT_BANK) => banks.transact(bank, (tx) => banks.restart(tx)),
    async close() {
      banks.stop();
      issuer.stop();
      // Whoever waits for a request is answered now, and does not hold the closing up.
      exchanges.stop();
      await listening.close();
      await store.close();
    },
  };
}

function version(): string {
  const text = readFileSync(new URL('package.json', ROOT), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
