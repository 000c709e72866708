// The bytes of a request (server/http/body.ts): up to which size they are read, from where, and what is refused, as it is
// written in tests/fixtures/tables/bodies.txt. `npm run examples` records it again.
import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { readBody, readForm } from '../../../server/http/body.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded, saidBy } from '../../support/recorded.ts';

const MAX_DRAINED = 256 * 1024 * 1024;

/** A request whose events the test makes. */
class Arriving extends EventEmitter {
  complete = false;
  readonly done: string[] = [];
  constructor(more: object = {}) {
    super();
    Object.assign(this, more);
  }
  destroy() {
    this.done.push('destroyed');
  }
}

type Step = Buffer | 'end' | 'close' | Error;
interface Case {
  readonly headers?: readonly string[];
  readonly request?: object;
  readonly steps?: readonly Step[];
  readonly limit?: number;
}

/** What comes of it, and what was done meanwhile. */
async function readOf({ headers = [], request = {}, steps = [], limit }: Case): Promise<string> {
  const own = new Arriving(request);
  const response = { writeContinue: () => own.done.push('100 Continue') };
  const exchange = { request: own, response, headers: new RawHeaders([...headers]) } as never;
  const outcome = (async () => {
    const read = readBody(exchange, limit);
    // Whoever reads nothing need not wait.
    if (Buffer.isBuffer(read)) own.done.push('at once');
    return read;
  })().then(
    (body) => `${body.length} bytes ${body.toString('latin1', 0, 20)}`,
    (error: {
      code?: string;
      status?: number;
      rule?: string;
      details?: object;
      message?: string;
    }) =>
      `! ${error.code} ${error.status} ${error.rule} ${JSON.stringify(error.details)} ${error.message}`,
  );
  for (const step of steps) {
    if (Buffer.isBuffer(step)) own.emit('data', step);
    else if (step instanceof Error) own.emit('error', step);
    else {
      if (step === 'end') own.complete = true;
      own.emit(step);
    }
  }
  const said = await Promise.race([
    outcome,
    new Promise((done) => setImmediate(done)).then(() => 'it waits'),
  ]);
  return [said, ...own.done].join('; ');
}

const length = (count: number | string) => ['Content-Length', String(count)];
const bytes = (count: number) => Buffer.alloc(count, 'a');
const sized = { length: MAX_DRAINED + 1 };
/** Only their length is looked at. */
const huge = Object.assign(Buffer.from('huge'), {});
Object.defineProperty(huge, 'length', { value: sized.length });

const CASES: Readonly<Record<string, Case>> = {
  'nothing announced': { steps: [bytes(3), 'end'] },
  'announced, and none': { headers: length(0), steps: ['end'] },
  'one part': { headers: length(3), steps: [Buffer.from('one'), 'end'] },
  'several parts': {
    headers: length(6),
    steps: [...'two'].map((one) => Buffer.from(one)).concat(),
  },
  'several parts to the end': {
    headers: length(6),
    steps: [Buffer.from('one'), Buffer.from('two'), 'end', 'close'],
  },
  'in chunks': { headers: ['Transfer-Encoding', 'chunked'], steps: [bytes(5), 'end'] },
  'a byte less than the limit': { limit: 8, headers: length(7), steps: [bytes(7), 'end'] },
  'the limit': { limit: 8, headers: length(8), steps: [bytes(4), bytes(4), 'end'] },
  'a byte more': { limit: 8, headers: length(9), steps: [bytes(8), bytes(1), 'end'] },
  'a byte more in one': { limit: 8, headers: length(9), steps: [bytes(9), 'end'] },
  'more in chunks': {
    limit: 8,
    headers: ['Transfer-Encoding', 'chunked'],
    steps: [bytes(9), 'end'],
  },
  'the usual limit': { headers: length(1_048_576), steps: [bytes(1_048_576), 'end'] },
  'more than that': { headers: length(1_048_577), steps: [bytes(1_048_577), 'end'] },
  'more than is drained': { headers: length(MAX_DRAINED + 1) },
  'as much as is drained': { headers: length(MAX_DRAINED) },
  'more than is drained arrives': { headers: length(9), steps: [huge] },
  'no number': { headers: length('x'), steps: [bytes(1), 'end'] },
  'asks to send': { request: { asksToSend: true }, headers: length(3), steps: [bytes(3), 'end'] },
  'asks to send the limit': { request: { asksToSend: true }, limit: 8, headers: length(8) },
  'asks to send too much': { request: { asksToSend: true }, limit: 8, headers: length(9) },
  'leaves before the end': { headers: length(9), steps: [bytes(3), 'close'] },
  'leaves before the beginning': { headers: length(9), steps: ['close'] },
  'leaves after too much': { limit: 8, headers: length(20), steps: [bytes(9), 'close'] },
  'leaves after the limit': { limit: 8, headers: length(20), steps: [bytes(8), 'close'] },
  'breaks off': { headers: length(9), steps: [bytes(3), new Error('of the socket')] },
  'fails when it is whole': {
    request: { complete: true },
    headers: length(3),
    steps: [bytes(3), new Error('of the stream')],
  },
};

/** What a parser before the bank has left. */
const LEFT: Readonly<Record<string, object>> = {
  nothing: {},
  'a value': { body: { a: 1 } },
  'a text': { body: 'text', rawBody: 'text' },
  'bytes as the body': { body: Buffer.from('body') },
  'bytes beside it': { rawBody: Buffer.from('raw'), body: { a: 1 } },
  'bytes in both': { rawBody: Buffer.from('raw'), body: Buffer.from('body') },
  'bytes and a raw text': { rawBody: 'raw', body: Buffer.from('body') },
  'no bytes': { rawBody: Buffer.alloc(0) },
  'the limit': { rawBody: bytes(8) },
  'more than the limit': { rawBody: bytes(9) },
};

test('HDR-06: what is read of a request, and what is refused, is what the bank says now', async () => {
  const lines: string[] = [];
  for (const [title, one] of Object.entries(CASES)) lines.push(`${title}: ${await readOf(one)}`);
  for (const [title, left] of Object.entries(LEFT)) {
    for (const mark of ['readableEnded', 'readableDidRead']) {
      const request = { ...left, [mark]: true };
      const said = await readOf({ request, headers: length(3), limit: 8 });
      lines.push(`${mark}, left ${title}: ${said}`);
    }
  }
  lines.push(`read, and nothing announced: ${await readOf({ request: { readableEnded: true } })}`);
  expectRecorded('tables/bodies.txt', lines);
});

test('HDR-06: a form has at most a thousand fields, which are counted before they are read', () => {
  const fields = (count: number) => Buffer.from(Array(count).fill('a=b').join('&'));
  const read = (body: Buffer) => [...readForm(body)].length;
  expect([1, 2, 999, 1000].map((count) => read(fields(count)))).toEqual([1, 2, 999, 1000]);
  for (const body of [fields(1001), fields(2000), Buffer.from('&'.repeat(1000))]) {
    expect(saidBy(() => readForm(body))).toBe(
      '! ApiError (BAD_REQUEST): The form has more than 1000 fields; send at most so many.',
    );
    expect(() => readForm(body)).toThrow(expect.objectContaining({ status: 413 }));
  }
  expect(read(Buffer.from(`&${'&'.repeat(998)}`))).toBe(0);
  expect([...readForm(Buffer.from('a=1&b=ø&a=+%2B&c'))]).toEqual([
    ['a', '1'],
    ['b', 'ø'],
    ['a', ' +'],
    ['c', ''],
  ]);
  expect(read(Buffer.alloc(0))).toBe(0);
});
