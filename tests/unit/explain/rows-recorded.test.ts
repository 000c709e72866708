// SIG-15: what each row makes of requests of many kinds, and what it says of that. A line has the rows of one mistake in one
// part at one cost: how many there are, how often they do something, and hashes of the texts and of the sentences.
import { createHash, type Hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { bodyField } from '../../../server/insight/explain/rows/digest-rows.ts';
import {
  type MistakeRow,
  type StringContext,
  textAfter,
} from '../../../server/insight/explain/rows/draft.ts';
import { stringField } from '../../../server/insight/explain/rows/string-field.ts';
import type { Field } from '../../../server/insight/explain/search.ts';
import { atOnce } from '../../../server/insight/explain/slices.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { expectRecorded } from '../../support/recorded.ts';
import { BESIDE_CONTEXTS, BODIES, CONTEXTS } from './recorded-starts.ts';
import { besides } from './recorded-texts.ts';

const isCompressed = ({ words }: MistakeRow) => words.startsWith('after it was compressed');

/** What is in compressed bytes, which are other ones with another zlib. */
function unpacked(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  if (text.startsWith('\x1f\x8b')) return text.slice(0, 10) + gunzipSync(bytes).toString('latin1');
  const unpack = text.startsWith('\x78') ? inflateSync : brotliDecompressSync;
  return unpack(bytes).toString('latin1');
}

interface Kind {
  rows: number;
  done: number;
  readonly texts: Hash;
  readonly said: Hash;
}

function linesOf(fields: readonly Field[]): readonly string[] {
  const kinds = new Map<string, Kind>();
  for (const { start, rows } of fields) {
    for (const row of rows) {
      const { line = '', thing, part, name, cost } = row;
      const title = `${line} ${thing}, ${part}, ${cost}: ${[name].flat().join(' + ')}`.trim();
      const kind = kinds.get(title) ?? {
        ...{ rows: 0, done: 0, texts: createHash('sha256'), said: createHash('sha256') },
      };
      kinds.set(title, kind);
      const text = textAfter(row, start);
      kind.rows += 1;
      kind.texts.update('\0');
      if (text === undefined) continue;
      kind.done += 1;
      kind.texts.update(isCompressed(row) ? unpacked(text) : text, 'latin1');
      kind.said.update(`${row.says(row, text, start)}\0`);
    }
  }
  const short = (hash: Hash) => hash.digest('hex').slice(0, 8);
  return [...kinds].map(
    ([title, { rows, done, texts, said }]) =>
      `${title}: ${done} of ${rows}, ${short(texts)} ${short(said)}`,
  );
}

/** What the rows do that answer to it, of a body of so many bytes. */
function doneTo(size: number, isAsked: (row: MistakeRow) => boolean): readonly number[] {
  const body = Buffer.alloc(size, 'a');
  const { start, rows } = bodyField(body);
  const done = rows.filter((row) => isAsked(row) && textAfter(row, start) !== undefined);
  return [rows.length, done.length];
}

/** How many rows there are for a digest of a body of so many bytes. */
function rowsOfDigest(size: number): number {
  const request = { method: 'POST', target: '/', headers: new RawHeaders([]) };
  const context = { request: { ...request, body: Buffer.alloc(size, 'a') }, entries: ['digest'] };
  return atOnce(stringField(context as StringContext)).rows.length;
}

/** Bodies that are looked at also with something around them. */
const BESIDE = ['wrapped', 'twice', 'form', 'stringified', 'list', 'chunked', 'comma', 'marked'];

describe('SIG-15: what rows make of many requests, and say of it, is recorded', () => {
  test('SIG-15: of signing strings', () => {
    const contexts = [...CONTEXTS.map(([, context]) => context), ...BESIDE_CONTEXTS];
    const fields = contexts.map((context) => atOnce(stringField(context)));
    expectRecorded('explain/rows-of-strings.txt', linesOf(fields));
  });

  test('SIG-15: of bodies', () => {
    const beside = BESIDE.flatMap((name) => besides((BODIES[name] as Buffer).toString('latin1')));
    const bodies = [...Object.values(BODIES), ...beside.map((one) => Buffer.from(one, 'latin1'))];
    const fields = bodies.map(bodyField);
    expectRecorded('explain/rows-of-bodies.txt', linesOf(fields));
  });

  test('SIG-15: of long bodies less is tried', () => {
    const [rows] = doneTo(1, isCompressed);
    expect(doneTo(4096, isCompressed)).toEqual([rows, 5]);
    expect(doneTo(4097, isCompressed)).toEqual([rows, 0]);
    expect(doneTo(128 * 1024, () => false)).toEqual([rows, 0]);
    expect(doneTo(128 * 1024 + 1, () => true)).toEqual([0, 0]);
    expect(rowsOfDigest(32 * 1024)).toBe(rowsOfDigest(1));
    expect(rowsOfDigest(32 * 1024 + 1)).toBeLessThan(rowsOfDigest(1));
  });
});
