// What the rows of a bank's log say, and how they grow: requests within limits, and coverage, which counts each request
// before it leaves.
import type { Tx } from '../../storage/store.ts';
import { numberOrder, type RowOf } from '../../storage/table.ts';
import { BankCoverage } from '../coverage/bank-coverage.ts';
import { LOG_LIMITS } from '../inspector/request-log.ts';
import { sizeOf } from '../inspector/request-size.ts';
import type { SeenRequest, StoredBody } from '../inspector/seen-request.ts';
import { countedSoFar, seenEndings, seenRequests, seenSoFar } from './tables.ts';

const ONE = 'one';
/** To count costs little, but what is counted is written whole: so it is done for many at once. */
const COUNT_EVERY = 200;

export const idOf = (number: number): string => `x${number}`;

export async function readSeen(tx: Tx): Promise<RowOf<typeof seenSoFar>> {
  const seen = await tx.get(seenSoFar, ONE);
  return seen ?? { id: ONE, last: 0, oldest: 1, bytes: 0, at: 0 };
}

/** Adds the next request; the oldest ones leave if there are too many (CTRL-05). */
export async function addRequest(
  tx: Tx,
  numbered: (number: number) => SeenRequest,
  now: number,
): Promise<void> {
  const seen = await readSeen(tx);
  const number = seen.last + 1;
  const request = numbered(number);
  const { id, requestId } = request;
  const size = sizeOf(request);
  const row = { id, number, size, request: requestText(request) };
  tx.put(seenRequests, requestId === undefined ? row : { ...row, requestId });
  let { oldest, bytes } = { ...seen, bytes: seen.bytes + size };
  const { upTo } = await readCounted(tx, now, number - 1);
  const isTooMuch = () =>
    oldest <= number && (number - oldest >= LOG_LIMITS.requests || bytes > LOG_LIMITS.bankBytes);
  if (number - upTo >= COUNT_EVERY || (isTooMuch() && oldest > upTo)) await count(tx, now);
  while (isTooMuch()) {
    const old = await tx.get(seenRequests, idOf(oldest));
    bytes -= old?.size ?? 0;
    tx.remove(seenRequests, idOf(oldest));
    oldest += 1;
  }
  tx.put(seenSoFar, { id: ONE, last: number, oldest, bytes, at: now });
}

/** Newest first. */
export async function listRequests(tx: Tx, after = 0): Promise<readonly SeenRequest[]> {
  const from = numberOrder(after + 1);
  const rows = await tx.listBy(seenRequests, 'all', 'all', { from, reverse: true });
  return rows.map(({ request }) => requestIn(request));
}

export async function removeRequests(tx: Tx, now: number): Promise<void> {
  await count(tx, now);
  for (const { id } of await tx.listBy(seenRequests, 'all', 'all')) tx.remove(seenRequests, id);
  const seen = await readSeen(tx);
  tx.put(seenSoFar, { ...seen, oldest: seen.last + 1, bytes: 0 });
}

/** @param upTo what counts as counted if nothing was yet */
async function readCounted(tx: Tx, now: number, upTo: number) {
  const counted = await tx.get(countedSoFar, ONE);
  if (counted !== undefined) return counted;
  const fresh = { id: ONE, since: now, upTo, counted: new BankCoverage(now).toJson() };
  tx.put(countedSoFar, fresh);
  return fresh;
}

/** What coverage has seen until now. The transaction may be one that writes nothing. */
export async function coverageIn(tx: Tx, now: number): Promise<BankCoverage> {
  const before = await tx.get(countedSoFar, ONE);
  const coverage = new BankCoverage(before?.since ?? now, before?.counted);
  const from = numberOrder((before?.upTo ?? 0) + 1);
  const endings = [...(await tx.listBy(seenEndings, 'all', 'all'))];
  const endUpTo = (number: number) => {
    while (endings[0] !== undefined && endings[0].after <= number) {
      coverage.scaEnded((endings.shift() as (typeof endings)[number]).ended);
    }
  };
  for (const { number, request } of await tx.listBy(seenRequests, 'all', 'all', { from })) {
    endUpTo(number - 1);
    coverage.record(requestIn(request));
  }
  endUpTo(Number.POSITIVE_INFINITY);
  return coverage;
}

/** Counts what is not counted yet. */
async function count(tx: Tx, now: number): Promise<void> {
  await keep(tx, await coverageIn(tx, now));
}

export const clearCoverage = (tx: Tx, now: number): Promise<void> =>
  keep(tx, new BankCoverage(now));

async function keep(tx: Tx, coverage: BankCoverage): Promise<void> {
  const { last } = await readSeen(tx);
  // The row of the request that is being added is there already, and its number is not yet the last.
  const [newest] = await tx.listBy(seenRequests, 'all', 'all', { reverse: true, limit: 1 });
  const upTo = Math.max(last, newest?.number ?? 0);
  tx.put(countedSoFar, { id: ONE, since: coverage.since, upTo, counted: coverage.toJson() });
  for (const { id } of await tx.listBy(seenEndings, 'all', 'all')) tx.remove(seenEndings, id);
}

/** As JSON, which has no bytes. */
const requestText = (request: SeenRequest): string =>
  JSON.stringify({
    ...request,
    body: bodyJson(request.body),
    answer: { ...request.answer, body: bodyJson(request.answer.body) },
  });

export function requestIn(text: string): SeenRequest {
  const request = JSON.parse(text) as SeenRequest;
  return {
    ...request,
    body: bodyIn(request.body),
    answer: { ...request.answer, body: bodyIn(request.answer.body) },
  };
}

const bodyJson = ({ bytes, length }: StoredBody) => ({ bytes: bytes.toString('base64'), length });

const bodyIn = ({ bytes, length }: StoredBody): StoredBody => ({
  bytes: Buffer.from(String(bytes), 'base64'),
  length,
});
