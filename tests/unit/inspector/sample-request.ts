// A request to start from: an unsigned, refused GET with nothing odd about it.
import type { SeenRequest } from '../../../server/insight/inspector/seen-request.ts';

export const NOW = Date.UTC(2026, 10, 3, 9, 5, 7);

export const nothing = { bytes: Buffer.alloc(0), length: 0 };

export const bodyOf = (text: string | Buffer) => {
  const bytes = Buffer.from(text);
  return { bytes, length: bytes.length };
};

export function seenRequest(change: Partial<SeenRequest> = {}): SeenRequest {
  const number = change.number ?? 1;
  return {
    number,
    id: `x${number}`,
    at: NOW,
    bank: 'default',
    method: 'GET',
    target: '/v1/accounts',
    path: '/v1/accounts',
    rawHeaders: ['Host', '127.0.0.1:8080', 'X-Request-ID', 'r-1'],
    body: nothing,
    entered: ['size', 'path and method', 'certificate'],
    exercised: [],
    findings: [],
    answer: { status: 400, headers: {}, body: nothing },
    codes: [],
    warnings: [],
    transactionStatuses: [],
    brokenOff: false,
    took: { total: 1 },
    ...change,
  };
}
