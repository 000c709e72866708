// What a simulated store runs on: one process on a disk, or replicas on a database.
import { SILENT } from '../../server/kernel/log.ts';
import { openFileStore } from '../../server/storage/files/file-store.ts';
import { openPostgresStore } from '../../server/storage/postgres/postgres-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { SAMPLE_TABLES } from '../contracts/sample-tables.ts';
import type { Dice } from '../support/dice.ts';
import { type Replica, SimulatedDatabase } from '../support/simulated-database.ts';
import type { SimulatedTime } from '../support/simulated-time.ts';
import { SimulatedDisk } from './disk.ts';

export interface Machine {
  /** Processes that have the store at the same time. */
  readonly processes: number;
  /** How likely it is that an operation fails. */
  failure: number;
  /** What was done, for who reads what went wrong. */
  readonly done: readonly string[];
  /** What the machine itself has found. */
  readonly faults: readonly string[];
  /** Lets one operation go on. @returns whether there was one */
  step(): boolean;
  open(): Promise<Store>;
  /** From now on all is well, and what nobody waits for any more has been done, or will not be. */
  settle(): void;
  /** Something is lost at once. @returns the stores whose process died */
  crash(stores: readonly Store[]): readonly Store[];
  /** An error of the machine's that may reach a client as it is. */
  readonly plain?: RegExp;
}

const COMMON = { tables: SAMPLE_TABLES, log: SILENT };
/** A timer that never comes: the longest that there is. */
const NEVER = 2 ** 31 - 1;

export const diskMachine =
  (time: SimulatedTime) =>
  (dice: Dice): Machine => {
    time.restart();
    const disk = new SimulatedDisk(dice);
    const step = disk.step.bind(disk);
    return Object.assign(disk, {
      processes: 1,
      faults: [],
      step: () => step() || time.advance(),
      settle() {
        disk.failure = 0;
      },
      open: () =>
        openFileStore({
          ...COMMON,
          folder: '/data',
          disk: disk.mounted(),
          foldFloor: dice.of([100, 600, 1 << 20]),
          inMemory: { banks: dice.of([1, 1, 2]) },
          heartbeat: NEVER,
        }),
      crash(stores: readonly Store[]) {
        disk.cutPower();
        return stores;
      },
      // A bank whose file cannot be read now refuses, with the system's word.
      plain: /EIO|EMFILE/,
    });
  };

export const databaseMachine =
  (time: SimulatedTime) =>
  (dice: Dice): Machine => {
    time.restart();
    const database = new SimulatedDatabase(dice, time, dice.of([3, 12, 100]));
    const replicas = new Map<Store, Replica>();
    return Object.assign(database, {
      processes: dice.of([2, 2, 3]),
      async open() {
        const replica = database.newReplica();
        const store = await openPostgresStore({
          ...COMMON,
          url: 'postgres://simulated@database/sandbank',
          inMemory: { banks: dice.of([1, 2]) },
          randomBytes: (size: number) => Uint8Array.from({ length: size }, () => dice.upTo(256)),
          newSocket: replica.newSocket,
        });
        replicas.set(store, replica);
        return store;
      },
      crash(stores: readonly Store[]) {
        if (dice() < 0.4) {
          database.failOver();
          return [];
        }
        const dead = dice.of(stores);
        replicas.get(dead)?.kill();
        return [dead];
      },
    });
  };
