// SIG-15: the whole mistake table in every kind of request: each row has a sentence that can be read, rows
// signed that way are named for what they are. What people do by hand is in wrongly-signed.test.ts.
import { createHash, sign } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sentenceOf } from '../../../server/insight/explain/sentence.ts';
import { renderDraft } from '../../../server/insight/explain/string/draft.ts';
import { sample } from '../../support/corpus.ts';
import type { Draft } from '../signing/support.ts';
import { PSU, utf8 } from './right-string.ts';
import { contextOf, explained, ownTpp, requestOf, tableOf as tableFor } from './support.ts';

const READ = { method: 'GET', body: '' };
const TARGET_SIGNED = ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];
const ALL = TARGET_SIGNED.toSpliced(2, 0, 'digest').toSpliced(5, 0, 'psu-corporate-id');
const COMPANY = PSU.replace('6c', '7d');

/** What usually comes together. */
const COMMON: ReadonlySet<string> = new Set([
  ...['crlf', 'trailing-newline', 'no-space-after-colon'],
  ...['names-in-capitals', 'header-left-out', 'hex-of-hash'],
]);

/** Requests of every shape that a client signs. */
const USUAL: Readonly<Record<string, Partial<Draft>>> = {
  'a read': { ...READ, target: '/v1/accounts?withBalance=true' },
  'a payment': {
    body: '{"instructedAmount":{"amount":"10.00","currency":"EUR"},"creditorName":"Blåbær / sønn AS"}',
    headers: { 'tpp-redirect-uri': 'https://TPP.example/cb/%C3%B8?state=a%20b&x=1#part' },
  },
  'a read of a bank, its target signed': {
    ...READ,
    target: '/banks/acme/v1/accounts/enc%21%21abc/transactions?bookingStatus=both',
    headers: { host: '127.0.0.1:8080', 'psu-corporate-id': COMPANY },
    names: ALL.filter((name) => name !== 'digest'),
  },
  'a redirect address in UTF-8': {
    ...READ,
    target: '/v1/user',
    headers: { 'tpp-redirect-uri': utf8('https://tpp.example/blåbær?q=ø'), 'psu-id': undefined },
  },
  'a pretty-printed body': { body: '{\n  "creditorName": "A",\n  "b": [1, 2]\n}\n' },
};

/** Requests whose parts are as long and as odd as they come. */
const ODD: Readonly<Record<string, Partial<Draft>>> = {
  'seven signed headers, all in UTF-8': {
    target: '/banks/acme/v1/accounts/enc%21%21abc/x?bookingStatus=both',
    body: '{\n  "creditorName": "Blåbær / sønn AS",\n  "b": [1, 2]\n}',
    headers: {
      ...{ host: '127.0.0.1:8080', 'x-forwarded-prefix': '/gw', 'psu-corporate-id': COMPANY },
      'tpp-redirect-uri': utf8('https://TPP.example/blåbær/?state=a%20b&x=漢字#part'),
    },
    names: ALL,
  },
  'a redirect address of 8,000 characters': {
    headers: { 'tpp-redirect-uri': `https://tpp.example/cb?${'state=%2F&'.repeat(800)}` },
  },
  'a target of 4,000 characters': {
    ...READ,
    target: `/v1/accounts/${'enc%21%21'.repeat(440)}?q=1`,
    names: TARGET_SIGNED,
  },
  'ids with controls and marks that turn text': {
    headers: {
      'x-request-id': `a\u0001\u001b[31m\t\u007f${utf8('\u202eb\u2028\u0085')}`,
      'psu-id': 'x\u0000y\xff',
    },
  },
};

const tpp = await ownTpp();

const tableOf = (shape: Partial<Draft>) => tableFor(shape, tpp);
const keysOf = (shape: Partial<Draft>) =>
  explained(requestOf(tpp, shape)).readings.map(({ mistakes }) => [...mistakes].sort().join());

describe.each(Object.entries(USUAL))('SIG-15: in %s', (name, shape) => {
  const from = Object.keys(USUAL).indexOf(name);

  test('SIG-15: rows from all over the mistake table are named by what they are', () => {
    const { rows } = tableOf(shape);
    // One row of so many, in each shape others: each takes several milliseconds.
    const tried = sample(rows, 25, from);
    expect(tried.length).toBeGreaterThan(20);
    const missed = tried.filter(({ transform, text }) => {
      const mistakes = [...transform.mistakes].sort().join();
      return !keysOf({ ...shape, signed: () => text }).includes(mistakes);
    });
    expect(missed.map(({ transform, text }) => [transform.mistakes, text])).toEqual([]);
  });

  test('SIG-15: two mistakes that usually come together are both named', () => {
    const { rows } = tableOf(shape);
    const common = rows.filter(({ transform }) => COMMON.has(transform.mistakes.join()));
    const usual = [
      ...new Map(common.toReversed().map((row) => [row.transform.mistakes[0], row])).values(),
    ];
    expect(usual).toHaveLength(COMMON.size);
    const context = contextOf(requestOf(tpp, shape));
    const pairs = usual.flatMap((a, at) => usual.slice(at + 1).map((b) => [a, b]));
    for (const pair of sample(pairs, 5, from)) {
      const inOrder = rows.filter((row) => pair.includes(row));
      const wrong = inOrder.reduce((draft, { transform }) => transform.apply(draft), context.draft);
      const mistakes = pair.map(({ transform }) => String(transform.mistakes)).sort();
      expect(keysOf({ ...shape, signed: () => renderDraft(wrong) })).toContain(mistakes.join());
    }
  });
});

test('SIG-15: hash and string can both be wrong', () => {
  const shape = USUAL['a payment'] as Partial<Draft>;
  const text = Buffer.from(`${tableOf(shape).right}\n`, 'latin1');
  const signature = sign('RSA-SHA512', text, tpp.privateKey).toString('base64');
  const { readings, sentence } = explained(requestOf(tpp, { ...shape, signature }));
  expect(readings.map(({ mistakes }) => mistakes)).toEqual([['hash-sha512', 'trailing-newline']]);
  expect(sentence).toMatch(/SHA-512.*newline/s);
});

describe.each(Object.entries({ ...USUAL, ...ODD }))('SIG-15: of %s', (_shape, shape) => {
  test('SIG-15: every mistake of the table has a sentence that says what was done and what is right', () => {
    const { rows } = tableOf(shape);
    expect(rows.length).toBeGreaterThan(150);
    const texts = rows.map(({ transform: { mistakes }, sentence }) =>
      sentenceOf('', { readings: [{ mistakes, sentence }] }),
    );
    const odd = /[\p{C}\u2028\u2029]|\.\.|undefined\)|null\)|undefined (for|in|it)|….$/u;
    expect(texts.filter((text) => !/^You .*(;|, and).*\.$/su.test(text))).toEqual([]);
    expect(texts.filter((text) => text.length > 512 || odd.test(text))).toEqual([]);
  });
});

test.each(Object.entries(ODD))('SIG-15: of %s the whole answer is well formed', (_, shape) => {
  const wrong: ((text: string) => string)[] = [
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => `${text}!`,
    (text) => text.split('\n').reverse().join('\n'),
    (text) => text.toUpperCase(),
  ];
  for (const signed of wrong) explained(requestOf(tpp, { ...shape, signed }));
  explained(requestOf(tpp, { ...shape, keyId: 'none' }));
  const digest = `SHA-256=${createHash('sha256').update('{}').digest('hex')}`;
  explained(requestOf(tpp, { ...shape, headers: { ...shape.headers, digest } }));
});
