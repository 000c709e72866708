// Due work: rows with a moment of bank time. They run in order, once, when the bank's clock passes
// them — by the timer, by advancing the clock, or before the next transaction, whichever is first.
import { setImmediate as breathe } from 'node:timers/promises';
import { after, type Soon } from '../../kernel/soon.ts';
import { ApiError } from '../../protocol/errors.ts';
import type { Tx } from '../../storage/store.ts';
import { numberOrder } from '../../storage/table.ts';
import type { BankEvent, BankTx, DueHandler } from './bank-tx.ts';
import { type DueType, due } from './tables.ts';

export type DueHandlers = Readonly<Partial<Record<DueType, DueHandler>>>;

type Writing = Pick<BankTx, 'tx'>;

/** Has `type`'s handler called with `subject` once bank time reaches `at` (ms). */
export function scheduleDue(bank: Writing, at: number, type: DueType, subject: string): void {
  bank.tx.put(due, { id: dueId(at, type, subject), at, type, subject });
}

/**
 * The same for work that takes its turn: behind all work of the same moment, so that of two payments of one day the
 * one that got its date first (with its approval, or with the run before) has its money first. Other work of the moment
 * runs before it, in the order of its ids.
 */
export async function queueDue(
  bank: Writing,
  at: number,
  type: DueType,
  subject: string,
): Promise<void> {
  const moment = numberOrder(at);
  const newest = { from: moment, to: moment, reverse: true, limit: 1 };
  const [last] = await bank.tx.listBy(due, 'all', 'all', newest);
  const turn = Number(/^~(\d+):/.exec(last?.id ?? '')?.[1] ?? 0) + 1;
  // The tilde is behind all letters.
  const id = `~${String(turn).padStart(9, '0')}:${dueId(at, type, subject)}`;
  bank.tx.put(due, { id, at, type, subject });
}

/** Forgets one piece of what {@link scheduleDue} planned. */
export function forgetDue(bank: Writing, at: number, type: DueType, subject: string): void {
  bank.tx.remove(due, dueId(at, type, subject));
}

const dueId = (at: number, type: DueType, subject: string): string => `${type}:${subject}:${at}`;

/** Forgets everything that is still due about `subject`. */
export async function cancelDue(bank: BankTx, subject: string): Promise<void> {
  for (const row of await bank.tx.listBy(due, 'bySubject', subject)) bank.tx.remove(due, row.id);
}

/** The moment of the soonest due work. */
export const nextDueAt = (tx: Tx): Soon<number | undefined> =>
  after(tx.listBy(due, 'all', 'all', SOONEST), ([first]) => first?.at);

const SOONEST = { limit: 1 };

/** After so many pieces of work other banks get their turn. */
const STRETCH = 100;

/**
 * Runs what is due up to `bank.now`; each handler sees the moment that it was due as its `now`.
 * ApiError BAD_REQUEST when that is more than `most` pieces of work.
 */
export function runDue(
  bank: BankTx,
  handlers: DueHandlers,
  most?: number,
): Soon<readonly BankEvent[]> {
  return after(nextDueAt(bank.tx), (at) =>
    at === undefined || at > bank.now ? [] : runEach(bank, handlers, most),
  );
}

async function runEach(
  bank: BankTx,
  handlers: DueHandlers,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly BankEvent[]> {
  const events: BankEvent[] = [];
  // What a piece of work reports on its way has its place among what the others did.
  const happened = (event: BankEvent) => void events.push(event);
  for (let done = 0; ; done++) {
    const [first] = await bank.tx.listBy(due, 'all', 'all', SOONEST);
    if (first === undefined || first.at > bank.now) return events;
    if (done >= most) {
      const text = `More than ${most} events are due in this step; move the clock in smaller steps.`;
      throw new ApiError('CLOCK-01', 'BAD_REQUEST', text);
    }
    if (done % STRETCH === STRETCH - 1) await breathe();
    bank.tx.remove(due, first.id);
    const handler = handlers[first.type];
    if (handler === undefined) throw new Error(`No handler for due work of type ${first.type}`);
    events.push(...(await handler({ ...bank, now: first.at, happened }, first.subject)));
  }
}
