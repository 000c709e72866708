// Banks in memory that are filled from seeds, without a server: what comes of each seed, as lines of text.
import type { BankTx } from '../../../server/bank/banks/bank-tx.ts';
import { changesIn, differencesJson } from '../../../server/bank/banks/snapshot-json.ts';
import { readPaymentFixtures } from '../../../server/bank/payments/deps.ts';
import { readFixtures } from '../../../server/bank/sandbox/fixtures.ts';
import { readMagicPersons } from '../../../server/bank/sandbox/magic-persons.ts';
import { addSeed } from '../../../server/bank/seeds/add-seed.ts';
import { type Draw, drawIn } from '../../../server/bank/seeds/drawn-ids.ts';
import { createSeedReader } from '../../../server/bank/seeds/read-seed.ts';
import { ALL_TABLES } from '../../../server/composition/rooms.ts';
import { createIds } from '../../../server/kernel/ids.ts';
import { memoize } from '../../../server/kernel/memoize.ts';
import { PROJECT_FOLDER } from '../../../server/kernel/project-folder.ts';
import { ApiError } from '../../../server/protocol/errors.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { openMemoryStore } from '../../../server/storage/engine/memory-store.ts';
import type { StartingRows } from '../../../server/storage/store.ts';
import { createValidator } from '../../../server/validation/schemas.ts';
import { shortened, thrownText } from '../../support/recorded.ts';

/** 10:00 in Oslo. */
export const NOW = Date.parse('2026-06-10T08:00:00Z');

const readSeed = createSeedReader({
  validator: createValidator(),
  payments: {
    settlementDelay: 2000,
    profile: 'sandbox',
    ...readPaymentFixtures(PROJECT_FOLDER),
  },
  magicPersons: readMagicPersons(PROJECT_FOLDER),
  fixtures: memoize(readFixtures),
  operations: () => [{ id: 'getAccounts' }],
});

const store = openMemoryStore({ tables: ALL_TABLES });
let banks = 0;

/** In a bank of its own, which begins with those rows, or with none. */
export function inBank<T>(
  work: (bank: BankTx) => Promise<T>,
  { rows, now = NOW }: { readonly rows?: StartingRows | undefined; readonly now?: number } = {},
): Promise<T> {
  banks += 1;
  return store.transact(`bank-${banks}`, async (tx) => {
    if (rows !== undefined) tx.restart(rows);
    let drawn = 0;
    const ids = createIds((size) => Buffer.alloc(size, `${++drawn}/`));
    return work({ bank: 'own', idScope: 'own', tx, now, ids } as BankTx);
  });
}

export async function fill(bank: BankTx, seed: JsonObject, adds = false) {
  const { content } = await readSeed(seed, adds);
  return content?.fill(bank);
}

/** The rows of a bank that begins with the seed. */
export const rowsOf = (seed: JsonObject): Promise<StartingRows> =>
  inBank(async (bank) => {
    await fill(bank, seed);
    return bank.tx.snapshot();
  });

/** Row by row what is there and was not; of each that is another one, what of it. */
export function changed(from: StartingRows, to: StartingRows): readonly string[] {
  const { added, changed: others, removed } = differencesJson(changesIn(from, to));
  return [
    ...added.map(({ table, row }) => `+ ${table} ${shortened(row, 300)}`),
    ...others.map(({ text }) => `~ ${text}`),
    ...removed.map(({ table, id }) => `- ${table} ${id}`),
  ];
}

export const said = (answer: unknown): string => shortened(answer, 500);

/** The refusal with all its messages. */
export function refusedWith(thrown: unknown): string {
  if (!(thrown instanceof ApiError)) return thrownText(thrown);
  const { rule, status } = thrown;
  const messages = thrown.messages().map(({ code, path, text }) => `${code} ${path}: ${text}`);
  return `! ${rule} ${status} ${messages.join(' | ')}`;
}

/** What comes of a bank that begins with the seed, besides those rows. */
export async function begun(seed: JsonObject, base: StartingRows): Promise<readonly string[]> {
  try {
    return await inBank(async (bank) => {
      const answer = await fill(bank, seed);
      return [said(answer), ...changed(base, await bank.tx.snapshot())];
    });
  } catch (thrown) {
    return [refusedWith(thrown)];
  }
}

/** What comes of a seed that is added to a bank with those rows. */
export async function added(
  seed: JsonObject,
  rows: StartingRows,
  more: { readonly source?: string; readonly draw?: string } = {},
): Promise<readonly string[]> {
  try {
    return await inBank(
      async (bank) => {
        const { draw: text, ...rest } = more;
        const draw: { readonly draw?: Draw } = text === undefined ? {} : { draw: drawIn(text) };
        const work = { fill: (into: BankTx) => fill(into, seed, true), ...rest, ...draw };
        const { draw: drawn, ...answer } = await addSeed(bank, work);
        const lines = [said(answer), ...changed(rows, await bank.tx.snapshot())];
        return drawn === undefined ? lines : [`draw ${drawn}`, ...lines];
      },
      { rows },
    );
  } catch (thrown) {
    return [refusedWith(thrown)];
  }
}

/** Each entry of a seed on a line. */
export const linesOf = (seed: JsonObject): readonly string[] =>
  Object.entries(seed).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name} ${shortened(one, 300)}`),
  );
