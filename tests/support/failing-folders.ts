// A course of a data folder in which one operation after another fails, or is the last one of its process.
import type { Log } from '../../server/kernel/log.ts';
import type { Store } from '../../server/storage/store.ts';
import { startingRows, thing, things } from '../contracts/sample-tables.ts';
import { deferred } from './deferred.ts';
import { thrownText } from './recorded.ts';
import { RecordedDisk } from './recorded-disk.ts';
import { atRest, ended, openOn } from './recorded-folder.ts';

type Step = (store: Store) => Promise<unknown>;

const put =
  (bank: string, ...ids: readonly string[]): Step =>
  (store) =>
    store.transact(bank, async (tx) => {
      for (const id of ids) tx.put(things, thing(id));
    });
const begin =
  (bank: string, key: string, count: number): Step =>
  (store) =>
    store.transact(bank, async (tx) => tx.restart(startingRows(key, count)));
const idsOf =
  (bank: string): Step =>
  (store) =>
    store.transact(bank, async (tx) => {
      const rows = await tx.listBy(things, 'all', 'all');
      return rows.map(({ id }) => id).join(' ');
    });

const COURSE: readonly Step[] = [
  begin('acme', 'set', 2),
  put('acme', 'a', 'b'),
  (store) => Promise.all([put('acme', 'c')(store), put('acme', 'd')(store)]),
  put('north', 'n'),
  begin('acme', 'other', 1),
  put('acme', 'e'),
  (store) => store.drop('north'),
  put('north', 'o'),
  (store) => store.check(),
  (store) => store.close(),
];
const OPTIONS = { foldFloor: 150 };

/** What goes wrong with the operation of that number, counted from 0; `'nothing'`: its process ends with it. */
type Nth = (nth: number) => string | undefined;

/**
 * Words for the course: for each step `.` if it is done, what it says if it is not, and `-` if it never ends, with what is
 * logged; then what the next process finds. Nothing, if the course has no such operation.
 */
export async function courseWith(fault: Nth): Promise<readonly string[]> {
  const disk = new RecordedDisk();
  const said: string[] = [];
  const log = logTo(said);
  const { promise: death, resolve: die } = deferred<string>();
  let nth = 0;
  let isDead = false;
  let failed: string | undefined;
  const faulty = (operation: string) => {
    const code = isDead ? 'nothing' : fault(nth++);
    if (code !== undefined) failed ??= operation;
    isDead ||= code === 'nothing';
    if (isDead) setImmediate(() => die('-'));
    return code;
  };
  const outcome = async (work: () => Promise<unknown>) => {
    const text = await Promise.race([ended(work), death]);
    await atRest(disk);
    said.push(/^[!-]/.test(text) ? text : '.');
  };
  let store: Store | undefined;
  await outcome(async () => {
    store = await openOn(disk, log, OPTIONS, faulty);
  });
  if (store !== undefined) for (const step of COURSE) await outcome(() => step(store as Store));
  isDead = true;
  disk.unlock();
  const end = await found(disk);
  return failed === undefined ? [] : [`${failed}:`, ...said, '|', ...end];
}

/** What the next process logs, and finds in the banks. */
async function found(disk: RecordedDisk): Promise<readonly string[]> {
  const said = [namesOf(disk), '|'];
  const text = await ended(async () => {
    const store = await openOn(disk, logTo(said), {});
    for (const bank of await store.banks()) said.push(`${bank}: ${await idsOf(bank)(store)};`);
    await put('acme', 'last')(store);
    await store.close();
  });
  return [...said, ...(text.startsWith('!') ? [text] : []), '|', namesOf(disk)];
}

const namesOf = (disk: RecordedDisk): string =>
  disk.names.map((name) => name.replace(/^(_start-..)\w*/, '$1')).join(' ');

export function logTo(said: string[]): Log {
  const note =
    (level: string) =>
    ({ err, ...fields }: { err?: unknown }, message: string) => {
      const why = err === undefined ? '' : ` ${thrownText(err)}`;
      said.push(`! log ${level}: ${message} ${JSON.stringify(fields)}${why}`);
    };
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}
