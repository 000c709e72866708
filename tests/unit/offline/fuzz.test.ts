// Whatever is handed in, it is explained or refused in words; nothing else comes out.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  explainRequest,
  UnreadableRequest,
} from '../../../server/insight/offline/explain-request.ts';
import { runs } from '../../support/corpus.ts';
import { FORMS, signedWire } from './captures.ts';

const wire = await signedWire({ body: '{"creditorName":"Acme AS"}' });

async function isExplained(capture: Buffer): Promise<boolean> {
  try {
    return (await explainRequest(capture)).checks.length === 10;
  } catch (error) {
    if (error instanceof UnreadableRequest) return error.message !== '';
    throw error;
  }
}

/** Pieces that mean something to one of the readers. */
const WORDS = [
  ...['curl ', '-d @x ', '-H ', 'https://h/', '> ', '\n', '\r\n', '{', '[', '"', "'", "$'", '\\'],
  ...[
    'GET /v1/x HTTP/1.1\n',
    'Signature: ',
    'Digest: SHA-256=',
    'Content-Length: 3\n',
    'Transfer-Encoding: chunked\n',
  ],
  ...['\xff\xfe', '\xef\xbb\xbf', '5\r\nabc', '…'],
];

test('any pieces in any order', async () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string()), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => isExplained(Buffer.from(parts.join(''), 'latin1'))),
    runs(800),
  );
});

test.each(FORMS)('%s with a few bytes changed, cut or doubled', async (_name, _form, write) => {
  const whole = write(wire);
  const place = fc.nat({ max: whole.length - 1 });
  const damage = fc.tuple(place, fc.nat({ max: 255 }), place, fc.integer({ min: -40, max: 40 }));
  await fc.assert(
    fc.asyncProperty(damage, async ([at, byte, from, length]) => {
      const changed = Buffer.from(whole);
      changed[at] = byte;
      const rest = changed.subarray(Math.max(0, from + length));
      return isExplained(Buffer.concat([changed.subarray(0, from), rest]));
    }),
    runs(40),
  );
});

const deep = '['.repeat(1e5) + ']'.repeat(1e5);

test.each([
  ['JSON in JSON', deep],
  ['headers in headers', `{"method":"GET","url":"/","headers":${deep}}`],
  ['a body in a body', `{"method":"GET","url":"/","headers":[],"bodyLength":1,"body":${deep}}`],
  ['words', `curl ${'a '.repeat(5000)}`],
  ['letters of options', `curl -${'s'.repeat(1e6)} h`],
  ['a long word', `curl "${'a'.repeat(1e6)}"`],
  ['escapes', `curl h -d $'${'\\u0041'.repeat(2e5)}'`],
  ['an address', `GET /${'a'.repeat(1e6)} HTTP/1.1\n\n`],
  ['a national id', `GET /?${'13039319955'.repeat(9e4)} HTTP/1.1\n\n`],
  ['digits', `curl ${'0'.repeat(1e6)}`],
  ['a longer word', `curl ${'a'.repeat(15e6)}`],
  ['quotes', `curl ${"''".repeat(1e6)}`],
  ['everything', Buffer.alloc(17e6, '{')],
  ['lines', 'a: b\n'.repeat(1e6)],
  ['line ends', `GET / HTTP/1.1\n\n${'\n'.repeat(1e5)}x`],
])('too much of something, %s, is refused in words as well', async (_what, capture) => {
  expect(await isExplained(Buffer.from(capture))).toBe(true);
});

test('any values from a program', async () => {
  const values = fc.record({
    method: fc.string(),
    target: fc.string(),
    headers: fc.dictionary(fc.string(), fc.string()),
    body: fc.oneof(fc.string(), fc.uint8Array()),
  });
  await fc.assert(
    fc.asyncProperty(values, async (request) => {
      expect((await explainRequest(request)).checks[0]?.outcome).toBe('refused');
    }),
    runs(200),
  );
});
