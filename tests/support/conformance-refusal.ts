// What every refusal of the interface looks like (ERR-01), and what a certain one says.
import { expect } from '@jest/globals';
import type { Answer } from './http.ts';

export interface Refusal {
  /** That of the code unless told. */
  readonly status?: number;
  readonly code: string;
  /** `tppMessages[0].path`; not looked at when absent. */
  readonly path?: string;
  /** Part of the sentence, where code and path alone could come from another rule. */
  readonly says?: RegExp;
}

/** ERR-01; 400 where nothing stands. RESOURCE_UNKNOWN has two: 404 in a path, 400 in a body. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  PSU_CREDENTIALS_INVALID: 401,
  CONSENT_INVALID: 401,
  CONSENT_EXPIRED: 401,
  SCA_EXPIRED: 401,
  FORBIDDEN: 403,
  PRODUCT_INVALID: 403,
  CONSENT_UNKNOWN: 403,
  NOT_FOUND: 404,
  PRODUCT_UNKNOWN: 404,
  SCA_NOT_FOUND: 404,
  CONFLICT: 409,
  ACCESS_EXCEEDED: 429,
  SYSTEM_ERROR: 500,
};

/** A stack trace, a file of ours, or the insides of a library. */
export const INSIDES =
  /\bat (?:\S+ )?\(?(?:file|node):|node_modules|\.[jt]s:\d|\b(?:server|dist)\/\w+|SELECT |TypeError|RangeError/;

export function expectRefusal(answer: Answer, refusal: Refusal): void {
  const [first] = expectError(answer);
  expect({ status: answer.status, code: first?.code, path: first?.path ?? '', text: answer.text })
    // The text is there to be read when this fails.
    .toEqual({
      status: refusal.status ?? STATUS_OF_CODE[refusal.code] ?? 400,
      code: refusal.code,
      path: refusal.path ?? first?.path ?? '',
      text: answer.text,
    });
  if (refusal.says !== undefined) expect(first?.text).toMatch(refusal.says);
}

interface Message {
  readonly category: string;
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

/** ERR-01: any answer of 400 or more; gives its messages back. */
export function expectError(answer: Answer): readonly Message[] {
  const { status, headers, text, body } = answer;
  const { tppMessages, psuMessage = '', _links = {}, ...others } = body;
  const messages: readonly Message[] = tppMessages;
  // In one comparison: to begin one costs more than to make it, and a fuzzer makes millions.
  expect({
    isRefusal: status >= 400,
    type: headers['content-type'],
    cache: headers['cache-control'],
    insides: INSIDES.exec(text)?.[0],
    ...{ psuMessage, _links, others, messages },
  }).toEqual({
    isRefusal: true,
    type: 'application/json;charset=utf-8',
    cache: 'no-store',
    psuMessage: expect.any(String),
    _links: expect.any(Object),
    others: {},
    // One at least.
    messages: [messages[0], ...messages.slice(1)].map((message) => ({
      category: 'ERROR',
      code: expect.stringMatching(/^[A-Z_]{4,}$/),
      text: expect.stringMatching(/^[^\n]{1,512}$/u),
      ...(message?.path === undefined ? {} : { path: expect.any(String) }),
    })),
  });
  return messages;
}
