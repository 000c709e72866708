// CTRL-05, CTRL-08: what is recorded of an answered request.
import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../server/bank/banks/operation.ts';
import type { Incoming } from '../../../server/checks/call-facts.ts';
import type { CheckName } from '../../../server/checks/checks.ts';
import type { Call } from '../../../server/http/call.ts';
import type { AddressRow } from '../../../server/http/row.ts';
import { Trace, TraceLists } from '../../../server/http/trace.ts';
import {
  type RecordDeps,
  recordRequest,
  type Sent,
} from '../../../server/http/v1/record-request.ts';
import { signedApi } from '../../../server/http/v1/v1.ts';
import {
  LONGEST_BODY,
  refusedBy,
  type SeenRequest,
} from '../../../server/insight/inspector/seen-request.ts';
import { Meters } from '../../../server/insight/metrics/meters.ts';
import { SILENT } from '../../../server/kernel/log.ts';
import { ApiError, errorMessage } from '../../../server/protocol/errors.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import type { Reply } from '../../../server/protocol/reply.ts';
import { StoreWriteError } from '../../../server/storage/errors.ts';
import { listeningDoor } from '../../support/door.ts';

const SENT: Sent = { body: Buffer.from('{}'), headers: { A: 'b' } };

interface Case {
  readonly reply: Reply;
  readonly thrown?: unknown;
  readonly sent?: Sent | undefined;
  readonly incoming?: Partial<Incoming>;
  /** The check that was the last one. */
  readonly last?: CheckName;
}

function recorded({ reply, thrown, incoming: change, last, ...rest }: Case) {
  const seen: SeenRequest[] = [];
  const trace = new Trace(new TraceLists());
  const row = { id: 'op', rules: ['ACC-01', 'ACC-06'] } as unknown as Operation;
  trace.facts = { matched: { row, params: {} } };
  trace.exercises('ACC-09');
  if (last !== undefined) trace.enter(last);
  const headers = new RawHeaders([]);
  const incoming: Incoming = {
    ...{ bank: 'acme', method: 'POST', target: '/banks/acme/v1/x', path: '/v1/x', query: '' },
    ...{ headers, body: Buffer.alloc(0), baseUrl: '' },
    ...change,
  };
  const prefix = incoming.target.startsWith('/banks/') ? '/banks/acme' : '';
  const { body, ...asked } = incoming;
  const call = {
    rawHeaders: [],
    headers: asked.headers,
    body,
    started: 1,
    prefix,
  } as unknown as Call;
  trace.at = 7;
  const answered = { call, request: asked, trace, reply, thrown };
  const recorder: RecordDeps['recorder'] = {
    append: (_, numbered) => void seen.push(numbered(17, 0)),
  };
  const sent = 'sent' in rest ? rest.sent : { ...SENT, headers: { ...SENT.headers } };
  expect(recordRequest(answered, sent, { recorder, ticks: () => 3, log: SILENT })).toBeUndefined();
  return { seen: seen[0] as SeenRequest, verdict: sent?.headers['Sandbank-Verdict'] };
}

test('CTRL-05: of a client that had gone, only the status', () => {
  const { seen, verdict } = recorded({ reply: { status: 400 }, sent: undefined });
  expect(verdict).toBeUndefined();
  expect(seen).toMatchObject({ brokenOff: true, answer: { status: 400, headers: {} } });
});

test.each([
  [399, undefined],
  [400, 'SCA-01'],
  [401, 'SCA-01'],
])('CTRL-05: an answer %i without a refusal: the rule that refused is %s', (status, rule) => {
  const answer = { status, rule: 'SCA-01' } as SeenRequest['answer'];
  expect(refusedBy({ answer } as SeenRequest)).toBe(rule);
});

test('ERR-01: a fault of the bank is named as one', () => {
  const { seen } = recorded({ reply: { status: 500 }, thrown: new Error('secret path') });
  expect(seen.refusal).toMatchObject({ rule: 'ERR-01', code: 'SYSTEM_ERROR', status: 500 });
  expect(JSON.stringify(seen.refusal)).not.toContain('secret path');
});

test('CTRL-05: of a long body the first 64 KiB, and its length', () => {
  const body = Buffer.alloc(LONGEST_BODY + 1, 'x');
  const { seen } = recorded({ reply: { status: 200 }, incoming: { body } });
  expect([seen.body.bytes.length, seen.body.length]).toEqual([LONGEST_BODY, LONGEST_BODY + 1]);
  expect(seen.body.bytes.buffer).not.toBe(body.buffer);
});

test.each<[announced: string | undefined, last: CheckName, length: number]>([
  ['1048577', 'size', 1_048_577],
  [undefined, 'size', 0],
  ['1e400', 'size', 0],
  ['7', 'path and method', 0],
])(
  'CTRL-05: of a body announced with %s that was not read by the check of %s, the length is %i',
  (announced, last, length) => {
    const headers = new RawHeaders(announced === undefined ? [] : ['Content-Length', announced]);
    const { seen } = recorded({ reply: { status: 413 }, last, incoming: { headers } });
    expect([seen.body.bytes.length, seen.body.length]).toEqual([0, length]);
  },
);

test('CTRL-05: errors and warnings apart, each code once', () => {
  const warning = { category: 'WARNING', code: 'CONFLICT', text: 'w' } as const;
  const errors = [errorMessage('FORMAT_ERROR', 'a'), errorMessage('FORMAT_ERROR', 'b')];
  const tppMessages = [...errors, warning].map((message) => ({ ...message }));
  const { seen } = recorded({ reply: { status: 401, body: { tppMessages } } });
  expect(seen).toMatchObject({ codes: ['FORMAT_ERROR'], warnings: ['CONFLICT'] });
});

test('CTRL-08: every status of a payment, of a bulk and of its entries, once', () => {
  const entries = ['ACSC', 'ACSC', 'RJCT'].map((transactionStatus) => ({ transactionStatus }));
  const statuses = (body: Reply['body'] & object) =>
    recorded({ reply: { status: 200, body } }).seen.transactionStatuses;
  const bulk = statuses({ transactionStatus: 'PART', payments: entries });
  expect(bulk).toEqual(['PART', 'ACSC', 'RJCT']);
  expect(statuses({ transactionStatus: 'RCVD', payments: ['an-id'] })).toEqual(['RCVD']);
  expect(statuses({})).toEqual([]);
});

test('CTRL-08: a success exercises the rules that its operation and its handler name', () => {
  const of = (status: number) => recorded({ reply: { status } }).seen.exercised;
  // ACC-06 only when its case arises.
  expect(of(200)).toEqual(['ACC-01', 'ACC-09']);
  expect(of(401)).toEqual([]);
});

test('SIG-15: who signed is known once the signature was verified, and its certificate accepted', () => {
  const trace = new Trace(new TraceLists());
  const sent = { certificate: 'C' } as never;
  const signers = [{}, { sent }, { tpp: {} as never }, { sent, tpp: {} as never }].map((facts) => {
    trace.facts = facts;
    return trace.signer;
  });
  expect(signers).toEqual([undefined, undefined, undefined, 'C']);
});

describe('with a log that takes its time', () => {
  const PATH = `/v1/${'x'.repeat(1_000)}`;
  const lines: { readonly path?: string }[] = [];
  const log = { ...SILENT, info: (fields: object) => void lines.push(fields) };
  const later = (then: () => void) => void setTimeout(then, 30);
  const refused = new ApiError('ERR-01', 'NOT_FOUND', 'No.');

  /** The answer of the signed API to a request that is refused with `thrown`, and recorded as `append` says. */
  async function answerTo(thrown: unknown, append: () => Promise<void>): Promise<Response> {
    const recorder: RecordDeps['recorder'] = {
      append(_, numbered) {
        numbered(17, 0);
        return append();
      },
    };
    const deps = { recorder, log, meters: new Meters(), ticks: () => 0 };
    const area = signedApi(deps as unknown as Parameters<typeof signedApi>[0]);
    const row: AddressRow = {
      method: 'GET',
      path: '/v1/*',
      access: 'signed',
      handle(call) {
        call.trace = new Trace(new TraceLists());
        call.trace.facts = { request: { ...call, bank: 'default', baseUrl: '' } as never };
        throw thrown;
      },
    };
    const server = await listeningDoor([{ ...area, rows: [row] }]);
    const answer = await fetch(server.url + PATH, { signal: AbortSignal.timeout(10_000) });
    server.close();
    return answer;
  }

  test('CTRL-05: an answer leaves when its request is recorded, and names no verdict if that failed', async () => {
    const recorded = await answerTo(refused, () => new Promise(later));
    expect(recorded.headers.get('sandbank-verdict')).toBe('/_sandbox/requests/x17');
    const failed = await answerTo(
      refused,
      () => new Promise((_, reject) => later(reject as () => void)),
    );
    expect([failed.status, failed.headers.get('sandbank-verdict')]).toEqual([404, null]);
  });

  test('DUR-08: where the store has failed, the client does not wait for the log as well', async () => {
    const lost = new StoreWriteError('lost', 'not known');
    const { status } = await answerTo(lost, () => new Promise(() => undefined));
    expect(status).toBe(500);
  });

  test('WEB-06: of a path the first 300 characters are written down', async () => {
    await answerTo(refused, async () => undefined);
    expect(lines.at(-1)?.path).toBe(PATH.slice(0, 300));
  });
});
