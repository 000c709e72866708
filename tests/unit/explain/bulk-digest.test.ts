// SIG-12 explained for long bodies: the usual forms of a bulk of payments, within bounds.
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { explainDigest } from '../../../server/insight/explain/body/explain-digest.ts';
import { namesOf } from './support.ts';

const hash = (algorithm: string, bytes: string | Buffer) =>
  createHash(algorithm).update(bytes).digest();
const explain = (header: string, body: string | Buffer) =>
  explainDigest(header, Buffer.from(body as string));

describe('SIG-15: of a bulk of payments', () => {
  const bulk = (count: number) => ({
    payments: Array.from({ length: count }, (_, at) => ({
      endToEndIdentification: `E2E-2026-11-03-${at}`,
      instructedAmount: { currency: 'NOK', amount: '1250.50' },
      debtorAccount: { bban: '12345678901' },
      creditorAccount: { iban: 'NO9386011117947', bban: '86011117947' },
      creditorName: `Leverandør nummer ${at} AS`,
      remittanceInformationUnstructured: 'Faktura 2026/11, vår ref. 4711, deres ref. 0815',
      requestedExecutionDate: '2026-11-05',
    })),
  });
  const spaced = (text: string) =>
    text.replaceAll('":', '": ').replaceAll(',"', ', "').replaceAll('},{', '}, {');
  const sort = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sort);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(members.map(([name, member]) => [name, sort(member)]));
  };
  const escaped = (text: string) =>
    text.replace(/[åø]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
  const named = (value: unknown, form: string, sent = JSON.stringify(value)) =>
    namesOf(explain(`SHA-256=${hash('sha256', form).toString('base64')}`, sent));

  test.each([
    [
      'pretty-printed with 2 spaces',
      'body-pretty-printed',
      (v: unknown) => JSON.stringify(v, null, 2),
    ],
    ['with 4 spaces', 'body-pretty-printed', (v: unknown) => JSON.stringify(v, null, 4)],
    ['with tabs', 'body-pretty-printed', (v: unknown) => JSON.stringify(v, null, '\t')],
    ['as Python prints it', 'body-spaced', (v: unknown) => spaced(JSON.stringify(v))],
    [
      'as Python prints it unless told otherwise',
      'body-spaced + body-json-escaped',
      (v: unknown) => escaped(spaced(JSON.stringify(v))),
    ],
    ['with a newline', 'body-trailing-newline', (v: unknown) => `${JSON.stringify(v)}\n`],
    ['with its keys sorted', 'body-keys-sorted', (v: unknown) => JSON.stringify(sort(v))],
  ])('SIG-15: %s', (_, name, print) => {
    const value = bulk(200);
    expect(JSON.stringify(value).length).toBeGreaterThan(68_000);
    expect(named(value, print(value))).toEqual([name]);
  });

  test('SIG-15: sent in more than one line', () => {
    const value = bulk(150);
    const sent = JSON.stringify(value, null, 2);
    expect(named(value, JSON.stringify(value), sent)).toEqual(['body-minified']);
    expect(named(value, sent.replaceAll('\n', '\r\n'), sent)).toEqual(['body-crlf']);
    expect(named(value, sent, `${sent}\n`)).toContain('body-trailing-newline');
  });

  test('SIG-15: what is hashed is bounded, whatever the header asks for', () => {
    const sent = JSON.stringify(bulk(300));
    const header = ['SHA-256', 'SHA-512', 'SHA-384', 'SHA-1'].map(
      (name, at) => `${name}=${Buffer.alloc([32, 64, 48, 20][at] as number).toString('base64')}`,
    );
    const { tried, work, complete } = explain(header.slice(0, 2).join(), sent);
    expect([tried > 4, complete]).toEqual([true, false]);
    // Two megabytes of hashes, and the forms of one, which cost eight times as much to make.
    expect(work).toBeLessThan(2 * 1024 + 200 + 8 * 1024);
  });

  test('SIG-15: a body of a megabyte is hashed as it is and in no other form', () => {
    const body = Buffer.alloc(1024 * 1024, 'a');
    const sha = (bytes: Buffer) => `SHA-256=${hash('sha256', bytes).toString('base64')}`;
    expect(explain(sha(Buffer.concat([body, Buffer.from('\n')])), body).readings).toEqual([]);
    const { readings, tried, work } = explain(
      `SHA-256=${hash('sha256', body).toString('hex')}`,
      body,
    );
    expect(namesOf({ readings })).toEqual(['digest-hex']);
    // Its 48 bytes would also be a SHA-384.
    expect(tried).toBe(2);
    expect(work).toBe(2048);
  });
});
