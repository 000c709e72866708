// Builds the bank, and the parts that observe it, from their rooms.

import { readFile } from 'node:fs/promises';
import type { BankEvent } from '../bank/banks/bank-tx.ts';
import { createBanks } from '../bank/banks/banks.ts';
import { EVENT_LOG, type LoggedEvent } from '../bank/banks/event-log.ts';
import type { Operation } from '../bank/banks/operation.ts';
import { createSnapshots } from '../bank/banks/snapshots.ts';
import { changeWords } from '../bank/changes/change-words.ts';
import { readPaymentFixtures } from '../bank/payments/deps.ts';
import { readFixtures } from '../bank/sandbox/fixtures.ts';
import { readMagicPersons } from '../bank/sandbox/magic-persons.ts';
import { createStartingSet } from '../bank/sandbox/starting-set.ts';
import type { SeedDeps } from '../bank/seeds/filling.ts';
import type { ReadSeed } from '../bank/seeds/read-seed.ts';
import { openRevocations } from '../bank/tpps/revocations.ts';
import { BankCoverage } from '../insight/coverage/bank-coverage.ts';
import { createCoverage } from '../insight/coverage/coverage.ts';
import { knownCertificates } from '../insight/explain/known-certificates.ts';
import { entryView } from '../insight/inspector/entry-view.ts';
import { REQUEST_LOG, type RequestLog } from '../insight/inspector/request-log.ts';
import type { SeenRequest } from '../insight/inspector/seen-request.ts';
import { Meters } from '../insight/metrics/meters.ts';
import { type Clock, SECOND } from '../kernel/clock.ts';
import { defined } from '../kernel/defined.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { memoize } from '../kernel/memoize.ts';
import { after } from '../kernel/soon.ts';
import { Waiting } from '../kernel/waiting.ts';
import type { JsonObject } from '../protocol/json.ts';
import { RULE_SETTINGS, type RuleSetting } from '../protocol/rules/rule.ts';
import type { Issuer } from '../signing/issuer.ts';
import { type BankLog, type LogKind, ReportedLog, type Sum } from '../storage/bank-log.ts';
import type { CheckRows } from '../storage/check-rows.ts';
import { LogRows } from '../storage/engine/log-rows.ts';
import { MemoryLog } from '../storage/engine/memory-log.ts';
import type { Store } from '../storage/store.ts';
import type { Validator } from '../validation/schemas.ts';
import { readBeginning } from './read-options.ts';
import { ALL_TABLES, controlOf, dueOf, operationsOf, scaOf } from './rooms.ts';
import type { SandbankOptions } from './sandbank-options.ts';

/** Milliseconds between two looks for what another process has recorded, and for work that it left undone. */
const LOOK_EVERY = 200;
const DUE_EVERY = SECOND;

/** What every other part needs. */
export interface Ground {
  readonly options: SandbankOptions;
  /** The project's folder, with fixtures/ and views/. */
  readonly root: URL;
  readonly store: Store;
  /** Other processes use the same store. */
  readonly isShared: boolean;
  readonly log: Log;
  readonly wallClock: Clock;
  readonly ids: Ids;
  readonly issuer: Issuer;
  readonly validator: Validator;
  readonly checkRows: CheckRows;
}

/** The parts that observe the bank: the explainer, the request log, coverage. */
export function openInsight(ground: Ground) {
  const { options, issuer, wallClock, log } = ground;
  const operations: Operation[] = [];
  const sum = (since: number, json?: object) => new BankCoverage(since, json);
  const requests = openLog({ ...REQUEST_LOG, sum }, ground);
  const signers = knownCertificates();
  return {
    /** Filled after the bank is open, because coverage counts the bank's operations. */
    operations,
    signers,
    /** With what is loaded for the first refusal. */
    explainer: memoize(async () => {
      const { createExplainer } = await import('../insight/explain/create-explainer.ts');
      return createExplainer({ authorities: () => issuer.authorities(), signers });
    }),
    coverage: createCoverage({
      ...{ requests, wallClock, log },
      operations: () => operations,
      unset: unsetOf(options),
    }),
    requests,
    meters: new Meters(),
    recorder: options.inspector === false ? undefined : heard(requests, ground),
  };
}

/** Settings that rules are about, and that the bank was started without. */
function unsetOf({ trust, mtls = 'off', profile }: SandbankOptions): readonly RuleSetting[] {
  const isSet: Readonly<Record<RuleSetting, boolean>> = {
    SANDBANK_TRUST: trust !== undefined,
    SANDBANK_MTLS: mtls !== 'off',
    'SANDBANK_PROFILE=production': profile === 'production',
  };
  return RULE_SETTINGS.filter((name) => !isSet[name]);
}

/** The log, and whoever else wants to know of each request, after its answer. */
function heard(requests: RequestLog, { options, log }: Ground): Pick<RequestLog, 'append'> {
  const { onRequest } = options;
  if (onRequest === undefined) return requests;
  const tell = (bank: string, request: SeenRequest) => {
    try {
      onRequest(bank, entryView(request));
    } catch (error) {
      log.error({ err: error }, 'onRequest failed');
    }
  };
  return {
    append(bank, numbered) {
      let last: SeenRequest | undefined;
      const appended = requests.append(bank, (number, at) => {
        last = numbered(number, at);
        return last;
      });
      return after(appended, () => {
        setImmediate(tell, bank, last as SeenRequest);
      });
    },
  };
}

/** A log of this process, or one in the store that processes share. */
function openLog<T extends { readonly number: number }, S extends Sum<T>>(
  kind: LogKind<T, S>,
  { isShared, store, wallClock }: Pick<Ground, 'isShared' | 'store' | 'wallClock'>,
): BankLog<T, S> {
  return isShared
    ? new LogRows(kind, { store, wallClock, lookEvery: LOOK_EVERY })
    : new MemoryLog(kind, wallClock);
}

/** What banks did by themselves: in the store with each commit, or in a log of this process after it. */
function openEvents({ store, wallClock }: Ground) {
  if (store.reported !== undefined) {
    const events = new ReportedLog<LoggedEvent>(store.reported, LOOK_EVERY);
    return { events, onEvents: (bank: string) => events.committed(bank) };
  }
  const events = new MemoryLog(EVENT_LOG, wallClock);
  const onEvents = (bank: string, happened: readonly BankEvent[]) =>
    events.append(
      bank,
      (number, at) => ({ ...(happened[at] as BankEvent), number }),
      happened.length,
    );
  return { events, onEvents };
}

export type Insight = ReturnType<typeof openInsight>;

/** The bank: its rooms, and their rows. */
export function openBank(ground: Ground, insight: Insight) {
  const { options, root, store, isShared, log, wallClock, ids, issuer, checkRows } = ground;
  const profile = options.profile ?? 'sandbox';
  const settlementDelay = options.settlementDelay ?? 2 * SECOND;
  const payments = { settlementDelay, profile, ...readPaymentFixtures(root) };
  const settings = { profile, payments, magicPersons: readMagicPersons(root) };
  const { recorder, coverage, signers } = insight;
  const sca = scaOf(settings, recorder && coverage.scaEnded);
  const { events, onEvents } = openEvents(ground);
  const arrivals = new Waiting(isShared ? LOOK_EVERY : undefined);
  const dueHandlers = dueOf({ payments, sca });
  const fixtures = memoize(readFixtures);
  const readSeed = seedReader(ground, {
    ...settings,
    fixtures,
    operations: () => insight.operations,
  });
  const banks = createBanks({
    store,
    wallClock,
    ids,
    log,
    startingRows: createStartingSet(fixtures),
    ...defined({ seed: usualSeed(options.seed, readSeed) }),
    dueHandlers,
    beginning: readBeginning(options),
    onEvents,
    ...(isShared ? { lookEvery: DUE_EVERY } : {}),
  });
  const snapshots = createSnapshots(store, banks, wallClock);
  const rowKinds = { tables: ALL_TABLES, check: checkRows };
  const revocations = openRevocations(store, wallClock);
  const state = { banks, readSeed, events, arrivals, snapshots, rowKinds, changeWords };
  const certificates = { issuer, revocations, wallClock, onIssued: signers.know };
  const parts = { ...settings, ...state, sca, ...certificates, known: signers.known };
  const operations = operationsOf(parts);
  insight.operations.push(...operations);
  return { parts, operations, control: controlOf({ ...parts, operations }) };
}

/** Reads seeds with what is loaded for the first one. */
function seedReader({ validator }: Ground, deps: Omit<SeedDeps, 'validator'>): ReadSeed {
  const reader = memoize(async () => {
    const { createSeedReader } = await import('../bank/seeds/read-seed.ts');
    return createSeedReader({ validator, ...deps });
  });
  return async (source, adds) => (await reader())(source, adds);
}

/** The seed of the options, read once. */
function usualSeed(seed: SandbankOptions['seed'], readSeed: ReadSeed) {
  return seed === undefined ? undefined : memoize(async () => readSeed(await seedText(seed)));
}

/** The text of a file, or the document itself. */
const seedText = async (seed: string | object) =>
  typeof seed === 'string' ? readFile(seed, 'utf8') : (seed as JsonObject);

export type Bank = ReturnType<typeof openBank>;
