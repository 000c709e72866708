// tests/fixtures/wrongly-signed.json, as the tests use it, and what it takes to have named an entry
// rightly. The file is made by scripts/make-wrongly-signed.mjs, without this project's own code.
import { readFileSync } from 'node:fs';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { readCertificate, type SigningCertificate } from '../../../server/signing/certificate.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';

type Names = readonly string[];

export type Expectation =
  /** One reading with these names; none at all where nobody can explain it; `null`: not asked for. */
  | { readonly mistakes: Names | null; readonly wish?: Names }
  /** The bytes fit each of these: all of them must be named. */
  | { readonly either: readonly Names[] }
  /** Names of one and the same thing: each reading must be among them. */
  | { readonly anyOf: readonly Names[]; readonly orNone?: boolean };

export interface Entry {
  readonly title: string;
  readonly madeWith: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly bodyBase64: string;
  };
}

export interface WrongEntry extends Entry {
  readonly refusedBy: string;
  readonly expect: Expectation;
  /** Regular expressions that the sentence must match, in any case of letters. */
  readonly says: readonly string[];
  readonly note: string;
}

interface Corpus {
  readonly now: string;
  readonly certificates: Readonly<Record<string, string>>;
  readonly knownCertificates: readonly string[];
  readonly entries: readonly (WrongEntry | (Entry & { readonly expect: null }))[];
}

const file = new URL('../../../../tests/fixtures/wrongly-signed.json', import.meta.url);
const corpus = JSON.parse(readFileSync(file, 'utf8')) as Corpus;

export const NOW = Date.parse(corpus.now);

/** Requests of the makers that are right: their clients are wrong in nothing but what they mean to be. */
export const RIGHT: readonly Entry[] = corpus.entries.filter(({ expect }) => expect === null);

export const WRONG: readonly WrongEntry[] = corpus.entries.filter(
  (entry): entry is WrongEntry => entry.expect !== null,
);

/** Those that an explanation is asked for. */
export const ASKED = WRONG.filter(
  ({ expect }) => !('mistakes' in expect) || expect.mistakes !== null,
);

/** What developers do besides; the explainer may know it or not. */
export const NOT_ASKED = WRONG.filter((entry) => !ASKED.includes(entry));

export const titleOf = ({ madeWith, title }: Entry): string => `${madeWith}: ${title}`;

export function requestOf({ request }: Entry): SignedRequest {
  const value = (text: string) => corpus.certificates[/^<(\w+)>$/.exec(text)?.[1] ?? ''] ?? text;
  return {
    method: request.method,
    target: request.target,
    headers: new RawHeaders(request.headers.flatMap(([name, text]) => [name, value(text)])),
    body: Buffer.from(request.bodyBase64, 'base64'),
  };
}

/** The certificates that the bank has seen before. */
export function knownCertificates(): readonly SigningCertificate[] {
  return corpus.knownCertificates.map((name) =>
    readCertificate(Buffer.from(corpus.certificates[name] as string, 'base64')),
  );
}

/** What of a reading is judged. */
interface Named {
  readonly mistakes: readonly string[];
}

export type Verdict = 'right' | 'not named' | 'wrong';

/** How readings do against what is expected; the order of readings and names does not matter. */
export function judge(expect: Expectation, readings: readonly Named[]): Verdict {
  const got = [...new Set(readings.map(({ mistakes }) => keyOf(mistakes)))].sort();
  const right = isRight(expect, got);
  if (right) return 'right';
  return got.length === 0 ? 'not named' : 'wrong';
}

const keyOf = (names: Names) => [...new Set(names)].sort().join(' + ');

function isRight(expect: Expectation, got: readonly string[]): boolean {
  if ('either' in expect) return same(got, expect.either);
  if ('anyOf' in expect) {
    const allowed = expect.anyOf.map(keyOf);
    if (got.length === 0) return expect.orNone === true;
    return got.every((each) => allowed.includes(each));
  }
  const { mistakes } = expect;
  return same(got, mistakes === null || mistakes.length === 0 ? [] : [mistakes]);
}

function same(got: readonly string[], wanted: readonly Names[]): boolean {
  return got.join(' | ') === wanted.map(keyOf).sort().join(' | ');
}
