// Whatever is sent: explaining is bounded, and throws nothing.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { diagnose } from '../../../server/insight/explain/diagnose.ts';
import type { Slices } from '../../../server/insight/explain/slices.ts';
import {
  type KeyPair,
  ownCertificate,
  rsaPair,
  rsaSpki,
  withExponent,
} from '../../support/own-certificate.ts';
import { type Draft, NOW } from '../signing/support.ts';
import { digestInfo, hashOf, SHA_256 } from './made-with-key.ts';
import { ABOUT, explained, namesOf, ownTpp, refusalOf, requestOf } from './support.ts';

const tpp = await ownTpp();

const spoilt = (text: string) => `${text}!`;
const manyHeaders = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-${at}`, value]));
const asctime = (now: number) =>
  new Date(now).toUTCString().replace(/^(...), (..) (...) (....) (.*) GMT/, '$1 $3 $2 $5 $4');
const wrongDigest = `SHA-256=${randomBytes(32).toString('base64')}`;
const NAMES = ['(request-target)', 'date', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

/** With a value that nobody expects, signed as another string. */
const sends = (name: string, text: string): Partial<Draft> => ({
  headers: { [name]: text },
  signed: spoilt,
});
const redirects = (rest: string) => sends('tpp-redirect-uri', `https:${rest}`);
const bodied = (body: string): Partial<Draft> => ({ body, signed: spoilt });
const hashed = (body: string) => ({ body, headers: { digest: wrongDigest } });
const FIELDS = Array.from({ length: 10_000 }, (_, at) => `a[b${at}]=1`);
const GROWING = `{"a":"${'ø'.repeat(16_000)}"}`;
const bytes = (...all: readonly Buffer[]) => ({ signature: Buffer.concat(all).toString('base64') });

/** Requests as nobody sends them who means well. */
const HOSTILE: Readonly<Record<string, Partial<Draft>>> = {
  'thousands of headers': { headers: manyHeaders(4000, 'y'), signed: spoilt },
  '30 kB of headers': { headers: manyHeaders(30, 'y'.repeat(1000)), signed: spoilt },
  'a body of a megabyte': bodied(`{"a":"${'a'.repeat(1024 * 1024)}"}`),
  'a body of 32 kB that grows when it is escaped': bodied(GROWING),
  'a body of brackets': bodied('['.repeat(15_000) + ']'.repeat(15_000)),
  'a long list nested deep': hashed(`${'['.repeat(60)}${'1,'.repeat(15_000)}1${']'.repeat(60)}`),
  'a body of quotation marks that are escaped': hashed('\\"'.repeat(60_000)),
  'a form of 10,000 fields': hashed(FIELDS.join('&')),
  'a Digest of 500 entries': {
    body: GROWING,
    headers: { digest: Array(500).fill(wrongDigest).join(',') },
  },
  'a Digest of equals signs': { headers: { digest: `SHA-256=${'='.repeat(30_000)}x` } },
  'a redirect address full of %': redirects(`//a/${'%'.repeat(32_000)}`),
  'a redirect address full of %41': redirects(`//a/${'%41'.repeat(10_000)}`),
  'a redirect address full of question marks': redirects('?#/'.repeat(10_000)),
  'a target of 30 kB': {
    ...{ method: 'GET', body: '', names: NAMES, signed: spoilt },
    target: `/banks/a/v1/${'/%2F'.repeat(7500)}?`,
  },
  'a signature of 100 kB': bytes(randomBytes(75_000)),
  'a signature of PEM beginnings': { signature: '-----BEGIN x-----'.repeat(1800) },
  'a signature of padding': { signature: `%2B${'='.repeat(30_000)}x` },
  'a signature of zeros': bytes(Buffer.alloc(256)),
  'a signature of one': bytes(Buffer.alloc(255), Buffer.from([1])),
  'a signature of FF': bytes(Buffer.alloc(256, 255)),
  'a keyId of 6,000 parts': { keyId: `SN=1,CA=${'C=a,'.repeat(5000)}C=a` },
  'a keyId of digits': { keyId: `SN=${'9'.repeat(30_000)},CA=C=NO` },
  'a keyId of backslashes': { keyId: `SN=1,CA=CN=${'\\\\'.repeat(7000)}` },
  'a Signature that lists 1,000 names': { names: Array(1000).fill('date') },
  'an X-Request-ID of 30 kB': sends('x-request-id', '{'.repeat(30_000)),
  'a PSU-ID of white space': sends('psu-id', `a${' \t'.repeat(15_000)}b`),
  'encoded words without end': sends('x-request-id', '=?utf-8?Q?=41?= '.repeat(1800)),
  'a leap second': sends('date', new Date(NOW).toUTCString().replace(/\d\d GMT/, '60 GMT')),
  'a leap second in asctime': sends('date', asctime(NOW).replace(/:\d\d (?=\d{4})/, ':60 ')),
  'a Signature-Input that lists a long header 2,000 times': {
    headers: {
      'x-long': 'x'.repeat(8000),
      'signature-input': `sig1=(${'"x-long" '.repeat(2000)})`,
    },
    signed: spoilt,
  },
  'a header of JWS beginnings': {
    headers: { 'x-jws-signature': 'eyJhbGci.'.repeat(3000) },
    signed: spoilt,
  },
  'a certificate of commas': { certificate: ','.repeat(30_000) },
  'a Date of nothing but digits': sends('date', '9'.repeat(30_000)),
};

/** Steps of the work, none of which may take long: each is over before much more was hashed. */
function stepsOf<T>(work: Slices<T>): number {
  for (let steps = 0; ; steps += 1) if (work.next(false).done === true) return steps;
}

describe('SIG-15: it is bounded', () => {
  test.each(Object.entries(HOSTILE))('SIG-15: %s', (_, change) => {
    const request = requestOf(tpp, change);
    const { sentence, tried } = explained(request);
    expect(sentence).not.toBe('');
    // A string for the signature, and forms of the body for the Digest.
    expect(tried).toBeLessThanOrEqual(12_000 + 4000);
    const work = createExplainer().explain(request, refusalOf(request), ABOUT);
    expect(work && stepsOf(work)).toBeLessThanOrEqual(600);
    // Whoever is told to stop does.
    const stopped = createExplainer().explain(request, refusalOf(request), ABOUT);
    let steps = 0;
    while (stopped?.next(true).done === false) steps += 1;
    expect(steps).toBeLessThanOrEqual(12);
  });

  test('SIG-15: others have their turns while it gathers what may have been signed', () => {
    const request = requestOf(tpp, { signed: (text) => `${text}\n` });
    const work = createExplainer().explain(request, refusalOf(request), ABOUT);
    expect(work && stepsOf(work)).toBeGreaterThanOrEqual(10);
  });

  test('SIG-15: 30 of the headers that are not listed are tried as signed', () => {
    const names = Array.from({ length: 40 }, (_, at) => `x-${at}`);
    const headers = Object.fromEntries(names.map((name) => [name, name]));
    const signing = (name: string) =>
      namesOf(
        explained(requestOf(tpp, { headers, signed: (text) => `${text}\n${name}: ${name}` })),
      );
    // The certificate and the others come first.
    expect(signing('x-5')).toEqual(['header-put-in']);
    expect(signing('x-39')).toEqual([]);
  });
});

describe('SIG-15: keys that nobody has', () => {
  const modulus = (bytes: number) => {
    const number = randomBytes(bytes);
    number[0] = 0xc0 | (number[0] as number);
    number[bytes - 1] = 1 | (number[bytes - 1] as number);
    return number;
  };
  const of = (key: Parameters<typeof ownCertificate>[0]['key'], change: Partial<Draft> = {}) =>
    requestOf(tpp, {
      certificate: ownCertificate({ key }).certificateBase64,
      keyId: 'SN=A0B0C,CA=CN=Own CA,O=Eget AS,C=NO',
      ...change,
    });

  test.each([
    ['8,192 bits', 1024, 65537n],
    ['16,384 bits', 2048, 65537n],
    ['more than OpenSSL takes', 2500, 65537n],
    ['an exponent of 2^31 + 11', 256, 2n ** 31n + 11n],
    ['an exponent of 64 bits', 1024, 2n ** 64n - 1n],
    ['an exponent of 2,000 bits', 256, 2n ** 2000n - 1n],
    ['an exponent of 2,000 bits and a large modulus', 512, 2n ** 2000n - 1n],
    ['the exponent 1', 256, 1n],
    ['an even exponent', 256, 2n],
    ['the exponent 0', 256, 0n],
  ])('SIG-15: %s', (_, size, exponent) => {
    const key = rsaSpki(modulus(size), exponent);
    for (const length of [size, size - 1, 32]) {
      const signed = bytes(Buffer.from([1]), randomBytes(length - 1));
      expect(explained(of(key, signed)).tried).toBeLessThanOrEqual(15_000);
    }
  });

  test('SIG-15: with the exponent 1 everybody signs anything; it is explained like any other', () => {
    const key = rsaSpki(modulus(256), 1n);
    const text = diagnose(of(key, { signature: '' }), NOW).bankString ?? '';
    const end = digestInfo(SHA_256, hashOf('sha256', Buffer.from(`${text}\n`, 'latin1')));
    const ones = Buffer.alloc(256 - 3 - end.length, 0xff);
    const encoded = bytes(Buffer.from([0, 1]), ones, Buffer.from([0]), end);
    expect(namesOf(explained(of(key, encoded)))).toEqual(['trailing-newline']);
  });

  test("SIG-15: others' keys are tried only where they cost as little as usual", async () => {
    const pair = await rsaPair();
    /** The next exponent from there that has an inverse. */
    const near = (exponent: bigint): KeyPair => {
      try {
        return withExponent(pair, exponent);
      } catch {
        return near(exponent + 2n);
      }
    };
    const named = ({ publicKey, privateKey }: KeyPair) => {
      const explainer = createExplainer();
      explainer.know(ABOUT.bank, ownCertificate({ key: publicKey }).certificate);
      return namesOf(explained(requestOf(tpp, { privateKey }), explainer));
    };
    expect(named(pair)).toEqual(['another-key']);
    expect(named(near(2n ** 31n + 1n))).toEqual(['another-key']);
    expect(named(near(2n ** 32n + 1n))).toEqual([]);
  });

  test('SIG-15: nor are keys of more than 4,096 bits', () => {
    // With the exponent 1 the signature is what was padded.
    const named = (bytes: number) => {
      const explainer = createExplainer();
      const { certificate } = ownCertificate({ key: rsaSpki(modulus(bytes), 1n) });
      explainer.know(ABOUT.bank, certificate);
      const ones = Buffer.alloc(bytes - 3 - 32, 0xff);
      const parts = [Buffer.from([0, 1]), ones, Buffer.from([0]), randomBytes(32)];
      const signature = Buffer.concat(parts).toString('base64');
      return namesOf(explained(requestOf(tpp, { signature }), explainer));
    };
    expect(named(512)).toEqual(['another-key + no-digest-info']);
    expect(named(513)).toEqual([]);
  });
});
