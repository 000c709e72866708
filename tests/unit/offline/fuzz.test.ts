// Whatever is handed in, it is explained or refused in words; nothing else comes out.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  explainRequest,
  UnreadableRequest,
} from '../../../server/insight/offline/explain-request.ts';
import { runs } from '../../support/corpus.ts';
import { FORMS, signedWire } from './captures.ts';

const wire = await signedWire({
  body: '{"creditorName":"Acme AS"}',
  signed: (text) => `${text}\n`,
});

async function isExplained(capture: Buffer, body?: Buffer): Promise<boolean> {
  try {
    const verdict = await explainRequest(capture, body === undefined ? {} : { body });
    return typeof verdict.accepted === 'boolean' && verdict.checks.length === 10;
  } catch (error) {
    return error instanceof UnreadableRequest && error.message !== '';
  }
}

/** Pieces that mean something to one of the readers. */
const WORDS = [
  'curl ',
  '> ',
  '\n',
  '\r\n',
  '{',
  '[',
  '"',
  "'",
  "$'",
  '\\',
  'GET /v1/x HTTP/1.1\n',
  ':method: GET\n',
  ':path: /\n',
  '=> Send header, 4 bytes\n',
  '0000: ',
  'Signature: ',
  'Digest: SHA-256=',
  'Content-Length: 3\n',
  'Transfer-Encoding: chunked\n',
  '-d @x ',
  '-H ',
  'https://h/',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '5\r\nabc',
  '…',
];

test('any pieces in any order', async () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string()), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => isExplained(Buffer.from(parts.join(''), 'latin1'))),
    runs(500),
  );
});

test('any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) =>
      isExplained(Buffer.from(bytes)),
    ),
    runs(300),
  );
});

test.each(FORMS)('%s with a few bytes changed, cut or doubled', async (_name, _form, write) => {
  const whole = write(wire);
  const place = fc.nat({ max: whole.length - 1 });
  const damage = fc.record({
    at: place,
    byte: fc.nat({ max: 255 }),
    from: place,
    length: fc.nat({ max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, fc.boolean(), async ({ at, byte, from, length }, doubles) => {
      const changed = Buffer.from(whole);
      changed[at] = byte;
      const piece = changed.subarray(from, from + length);
      const rest = changed.subarray(doubles ? from : from + length);
      const damaged = Buffer.concat([changed.subarray(0, from), ...(doubles ? [piece] : []), rest]);
      return isExplained(damaged);
    }),
    runs(40),
  );
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
      const { checks } = await explainRequest(request);
      expect(checks[0]?.outcome).toBe('refused');
    }),
    runs(200),
  );
});
