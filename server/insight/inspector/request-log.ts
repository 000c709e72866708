// The log of requests to each bank (CTRL-05).
import { after, type Soon } from '../../kernel/soon.ts';
import type { BankLog, LogKind, LogLimits, Sum } from '../../storage/bank-log.ts';
import { MOST_EARLIER } from '../explain/earlier-requests.ts';
import { sizeOf } from './request-size.ts';
import type { SeenRequest, StoredBody } from './seen-request.ts';

export type RequestLog = BankLog<SeenRequest, Sum<SeenRequest>>;

const MIB = 1024 * 1024;

/** CTRL-05: sizes in bytes. The bank with the most data gives up its oldest entries first. */
export const REQUEST_LIMITS: LogLimits = {
  entries: 10_000,
  bankSize: 64 * MIB,
  size: 64 * MIB,
  banks: 1000,
};

export const REQUEST_LOG: LogKind<SeenRequest, Sum<SeenRequest>> = {
  name: 'requests',
  limits: REQUEST_LIMITS,
  sharedLimits: { entries: 1000, bankSize: 8 * MIB },
  sizeOf,
  nameOf: ({ requestId }) => requestId,
  toJson: (request) =>
    withBodies(request, ({ bytes, length }) => ({
      bytes: bytes.toString('base64') as never,
      length,
    })),
  fromJson: (json) =>
    withBodies(json, ({ bytes, length }) => ({
      bytes: Buffer.from(String(bytes), 'base64'),
      length,
    })),
};

/** JSON has no bytes. */
const withBodies = (
  request: SeenRequest,
  change: (body: StoredBody) => StoredBody,
): SeenRequest => ({
  ...request,
  body: change(request.body),
  answer: { ...request.answer, body: change(request.answer.body) },
});

/** By the bank's own id, `x17`, else the latest with that X-Request-ID. */
export async function findRequest(
  log: RequestLog,
  bank: string,
  key: string,
): Promise<SeenRequest | undefined> {
  const digits = /^x([1-9]\d{0,15})$/.exec(key)?.[1];
  const own = digits === undefined ? undefined : await log.find(bank, Number(digits));
  return own ?? log.find(bank, key);
}

/** Of the newest those whose signature was right, the newest first. */
export const verifiedRequests = (log: RequestLog, bank: string): Soon<readonly SeenRequest[]> =>
  after(log.last(bank), (last) =>
    after(log.list(bank, last - MOST_EARLIER), (some) =>
      some.filter(({ tpp }) => tpp !== undefined),
    ),
  );
