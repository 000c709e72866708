// What all operations under /v1/sandbox have in common.

import type { JsonObject } from '../../protocol/json.ts';
import type { Reply } from '../../protocol/reply.ts';
import type { Call, Operation } from '../banks/operation.ts';

/** TPP-03: no role is needed. HDR-03: no PSU, session or redirect headers. */
export const SANDBOX = {
  tag: 'Sandbox',
  role: 'none',
  headers: 'sandbox',
} as const satisfies Partial<Operation>;

/** `path` is relative to the bank; unlike links in bodies, Location has the bank's prefix (RFC 9110). */
export const created = (call: Call, path: string, body: JsonObject): Reply => ({
  status: 201,
  headers: { Location: new URL(call.baseUrl).pathname.replace(/\/$/, '') + path },
  body,
});

/** The answer to every DELETE. */
export const GONE: Reply = { status: 204 };
