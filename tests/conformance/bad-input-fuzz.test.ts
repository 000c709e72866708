// Random requests, unsigned and validly signed: never a 5xx, always tppMessages on /v1, and the process lives.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { drafted, setBody, setHeader } from '../support/conformance-changes.ts';
import { processBank } from '../support/conformance-process.ts';
import { sendRaw } from '../support/conformance-raw.ts';
import { expectError } from '../support/conformance-refusal.ts';
import { openScene, ROUTE_NAMES } from '../support/conformance-scene.ts';
import { type Answer, send } from '../support/http.ts';

const house = await processBank();
const scene = await openScene(house.bank);

/** The same requests in every run; `seed: Date.now()` tries others. */
const RUNS = { numRuns: 25, seed: 7 };

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'REPORT'];
const WORDS =
  'v1 accounts payments periodic-payments sepa-credit-transfers sandbox customers initialize consents transactions balances banks default _sandbox clock sca certificates health assets __proto__ constructor .. . %2e%2e %ff %00 %2F enc!!x ; = & ? # //'.split(
    ' ',
  );
const HEADER_NAMES =
  'Accept Accept-Encoding Accept-Language Authorization Content-Type Content-Encoding Cookie Date Digest Expect Forwarded Host Origin Range Signature TE TPP-Redirect-URI TPP-Session-ID TPP-Signature-Certificate PSU-ID PSU-Context PSU-IP-Address X-HTTP-Method-Override X-PSU-IDENTITY X-Request-ID x-accept-fix'.split(
    ' ',
  );

const JSON_TYPE = 'application/json;charset=utf-8';

/** What a header may hold on the wire, as Node's latin1 text. */
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(...' !"%,;=?@\\~aZ09\t\x80\xc3\xb8\xff'), maxLength: 60 }),
  fc
    .string({ unit: 'grapheme-ascii', maxLength: 200 })
    .map((text) => text.replaceAll(/[^ -~]/g, '')),
  fc.constantFrom('', '*', 'gzip', 'application/json', '[object Object]', '=?utf-8?B?/w==?=', '0'),
);
const headers = fc.array(fc.tuple(fc.constantFrom(...HEADER_NAMES), value), { maxLength: 8 });
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.webSegment({ size: 'small' }) },
);
const target = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 6 }), fc.webQueryParameters())
  .map(([segments, query]) => `/${segments.join('/')}${query === '' ? '' : `?${query}`}`);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const json = fc.jsonValue({ maxDepth: 4 }).map((tree) => Buffer.from(JSON.stringify(tree)));

function expectSound(answer: Answer, method: string, path: string): void {
  expect(answer.status).toBeGreaterThanOrEqual(200);
  expect(answer.status).toBeLessThan(500);
  // The SCA pages tell people, in HTML, that a link is none.
  const isPage = path.includes('/sca/') && answer.headers['content-type'] !== JSON_TYPE;
  if (answer.status >= 400 && method !== 'HEAD' && !isPage) expectError(answer);
}

describe('ERR-01: random requests', () => {
  test.each(['', '/v1'])('ERR-01: unsigned, anywhere below "%s"', async (prefix) => {
    const body = fc.option(fc.oneof(bytes, json), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...METHODS), target, headers, body, async (...drawn) => {
        const [method, path, list, sent] = drawn;
        const answer = await send({
          method,
          url: house.origin + prefix + path,
          headers: list,
          ...(sent === undefined ? {} : { body: sent }),
        });
        if (prefix !== '') expect(answer.status).toBeGreaterThanOrEqual(400);
        expectSound(answer, method, path);
      }),
      RUNS,
    );
  });

  test('ERR-01: random bytes on the socket: refused or cut off', async () => {
    const noise = fc.oneof(
      bytes,
      fc
        .tuple(fc.constantFrom('GET /v1/accounts HTTP/1.1\r\n', 'POST /v1/x HTTP/1.1\r\n'), bytes)
        .map(([line, rest]) => Buffer.concat([Buffer.from(line), rest])),
    );
    await fc.assert(
      fc.asyncProperty(noise, async (garbage) => {
        for (const answer of await sendRaw(house.origin, garbage, { end: true })) {
          expectSound(answer, 'GET', '');
        }
      }),
      RUNS,
    );
  });
});

describe('ERR-01: random requests that are signed', () => {
  const route = fc.constantFrom(...ROUTE_NAMES.filter((name) => name !== 'initialize'));

  test('SIG-01: with some signing header replaced by noise: 4xx', async () => {
    const name = fc.constantFrom('Signature', 'TPP-Signature-Certificate', 'Date', 'Digest');
    await fc.assert(
      fc.asyncProperty(route, name, value, async (on, spoilt, noise) => {
        const answer = await scene.send(on, {
          after: (list) =>
            list.map(([key, old]) => [key, key === spoilt ? noise : old] as [string, string]),
        });
        // A body-less request had no Digest to spoil.
        if (on === 'read' && spoilt === 'Digest') expect(answer.status).toBe(200);
        else expect(answer.status).toBeGreaterThanOrEqual(400);
        expectSound(answer, 'GET', '');
      }),
      RUNS,
    );
  });

  test('SIG-03: with a Signature that was cut and stitched: 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(route, fc.nat(900), fc.nat(40), value, async (on, at, length, noise) => {
        const answer = await scene.send(on, {
          after: (list) =>
            list.map(([key, old]) => {
              const place = at % old.length;
              const cut = old.slice(0, place) + noise + old.slice(place + length);
              return [key, key === 'Signature' && cut.trim() !== old ? cut : old];
            }),
        });
        expectSound(answer, 'GET', '');
      }),
      RUNS,
    );
  });

  test('HDR-05: with random values in the headers of the PSU: no 5xx', async () => {
    const names = HEADER_NAMES.filter((name) => /^(?:PSU|TPP-R|TPP-Se|X-|x-|Accept)/.test(name));
    const some = fc.array(fc.tuple(fc.constantFrom(...names), value), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(route, some, async (on, list) => {
        const change = drafted((draft) => {
          for (const [name, noise] of list) setHeader(draft, name, noise.trim());
        });
        expectSound(await scene.send(on, change), 'GET', '');
      }),
      RUNS,
    );
  });

  test('HDR-06: with random bodies, and valid ones in which something else stands: no 5xx', async () => {
    const writes = fc.constantFrom('pay', 'mock');
    const change = fc.oneof(
      fc.oneof(bytes, json).map((body) => () => body),
      fc.tuple(fc.nat(20), fc.jsonValue({ maxDepth: 2 })).map(([at, tree]) => (valid: string) => {
        const parsed: Record<string, unknown> = JSON.parse(valid);
        const names = Object.keys(parsed);
        parsed[names[at % names.length] as string] = tree;
        return Buffer.from(JSON.stringify(parsed));
      }),
      fc
        .tuple(fc.nat(400), fc.string({ unit: 'binary', maxLength: 5 }))
        .map(([at, noise]) => (valid: string) => {
          const place = at % valid.length;
          return Buffer.from(valid.slice(0, place) + noise + valid.slice(place + 1));
        }),
    );
    await fc.assert(
      fc.asyncProperty(writes, change, async (on, spoil) => {
        const answer = await scene.send(
          on as 'pay' | 'mock',
          drafted((draft) => setBody(draft, spoil(String(draft.body)))),
        );
        expectSound(answer, 'POST', '');
      }),
      RUNS,
    );
  });

  test('ERR-01: with random queries: no 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.webQueryParameters(), fc.constantFrom('%', '%ff=1', '&&', '=', '__proto__=1')),
        async (query) => {
          const path = `/v1/accounts?${query.replaceAll(/[^!-~]/g, '%20')}`;
          expectSound(await scene.send('read', { path }), 'GET', path);
        },
      ),
      RUNS,
    );
  });
});
