// SIG-15: rows of the mistake table, in every kind of request, signed that way and explained. What
// people do by hand is in wrongly-signed.test.ts.
import { sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import { mistakeTable } from '../../../server/insight/explain/explain-signature.ts';
import { renderDraft } from '../../../server/insight/explain/string/draft.ts';
import { signatureContext } from '../../../server/insight/explain/string/signature-context.ts';
import { sample } from '../../support/corpus.ts';
import { type Credentials, type Draft, NOW } from '../signing/support.ts';
import { explained, ownTpp, requestOf } from './support.ts';

const PSU = '6c875382-8963-4617-a931-738c9b8bae7f';
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

/** Requests of every shape that a client signs. */
const SHAPES: Readonly<Record<string, Partial<Draft>>> = {
  'a read': { method: 'GET', target: '/v1/accounts?withBalance=true', body: '' },
  'a payment': {
    body: '{"instructedAmount":{"amount":"10.00","currency":"EUR"},"creditorName":"Blåbær / sønn AS"}',
    headers: { 'tpp-redirect-uri': 'https://TPP.example/cb/%C3%B8?state=a%20b&x=1#part' },
  },
  'a read of a bank, its target signed': {
    method: 'GET',
    target: '/banks/acme/v1/accounts/enc%21%21abc/transactions?bookingStatus=both',
    body: '',
    headers: { host: '127.0.0.1:8080', 'psu-corporate-id': PSU.replace('6c', '7d') },
    names: [
      '(request-target)',
      'date',
      'x-request-id',
      'psu-id',
      'psu-corporate-id',
      'tpp-redirect-uri',
    ],
  },
  'a redirect address in UTF-8': {
    method: 'GET',
    target: '/v1/user',
    body: '',
    headers: { 'tpp-redirect-uri': utf8('https://tpp.example/blåbær?q=ø'), 'psu-id': undefined },
  },
  'a pretty-printed body': { body: '{\n  "creditorName": "A",\n  "b": [1, 2]\n}\n' },
};

let credentials: Credentials;
beforeAll(async () => {
  credentials = await ownTpp();
});

const requestWith = (change: Partial<Draft>) => requestOf(credentials, change);

/** The right string of the request, and every wrong one of the table. */
function tableOf(shape: Partial<Draft>) {
  const request = requestWith(shape);
  const context = signatureContext(request, diagnose(request, NOW), { known: [], now: NOW });
  if (context === undefined) throw new Error('no context');
  return { draft: context.draft, rows: mistakeTable(context, NOW) };
}

describe.each(Object.entries(SHAPES))('SIG-15: in %s', (name, shape) => {
  test('SIG-15: rows from all over the mistake table are named by what they are', () => {
    const { draft, rows } = tableOf(shape);
    const right = renderDraft(draft);
    const wrong: string[] = [];
    // One row of so many, in each shape others: each takes several milliseconds.
    const tried = sample(rows, 25, Object.keys(SHAPES).indexOf(name));
    for (const row of tried) {
      const text = renderDraft(row.apply(draft));
      if (text === right) continue;
      const { readings, sentence, signedString } = explained(
        requestWith({ ...shape, signed: () => text }),
      );
      const mistakes = [row.mistake, ...(row.more ?? [])].sort().join();
      const named = readings.some((reading) => [...reading.mistakes].sort().join() === mistakes);
      const told = signedString === text && sentence.length <= 512 && sentence.endsWith('.');
      if (!named || !told) wrong.push(`${mistakes}: ${sentence}`);
    }
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThan(20);
  });

  test('SIG-15: two mistakes that usually come together are both named', () => {
    const { draft, rows } = tableOf(shape);
    const usual = [
      'crlf',
      'trailing-newline',
      'no-space-after-colon',
      'names-in-capitals',
      'header-left-out',
      'hex-of-hash',
    ];
    const firsts = usual.map((name) => rows.find((row) => row.mistake === name && row.combines));
    const pairs = firsts.flatMap((a, at) => firsts.slice(at + 1).map((b) => [a, b] as const));
    for (const [a, b] of sample(pairs, 5, Object.keys(SHAPES).indexOf(name))) {
      if (a === undefined || b === undefined) throw new Error('a row is missing');
      const order = rows.indexOf(a) < rows.indexOf(b) ? [a, b] : [b, a];
      const text = renderDraft(order.reduce((wrong, row) => row.apply(wrong), draft));
      const { readings } = explained(requestWith({ ...shape, signed: () => text }));
      const named = readings.map(({ mistakes }) => [...mistakes].sort().join());
      expect(named).toContain([a.mistake, b.mistake].sort().join());
    }
  });
});

test('SIG-15: hash and string can both be wrong', () => {
  const shape = SHAPES['a payment'] as Partial<Draft>;
  const text = Buffer.from(`${renderDraft(tableOf(shape).draft)}\n`, 'latin1');
  const signature = sign('RSA-SHA512', text, credentials.privateKey).toString('base64');
  const { readings, sentence } = explained(requestWith({ ...shape, signature }));
  expect(readings.map(({ mistakes }) => mistakes)).toEqual([['hash-sha512', 'trailing-newline']]);
  expect(sentence).toMatch(/SHA-512.*newline/s);
});
