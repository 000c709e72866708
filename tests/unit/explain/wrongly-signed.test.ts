// The hand-made corpus against the explainer: what each request is refused by, and what the sentence
// names. Nothing may be named wrongly; a few may go without a name. The corpus is made by
// scripts/make-wrongly-signed.mjs, without this project's own code.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import { RawHeaders } from '../../../server/protocol/headers.ts';
import { readCertificate } from '../../../server/signing/certificate.ts';
import type { SignedRequest } from '../../../server/signing/signature-checks.ts';
import { sample } from '../../support/corpus.ts';
import { createVerifier } from '../../support/verifier.ts';
import { namesOf, refusalOf, tell } from './support.ts';

type Names = readonly string[];

type Expectation =
  /** One reading with these names; none at all where nobody can explain it; `null`: not asked for. */
  | { readonly mistakes: Names | null }
  /** The bytes fit each of these: all of them must be named. */
  | { readonly either: readonly Names[] }
  /** Names of one and the same thing: each reading must be among them. */
  | { readonly anyOf: readonly Names[]; readonly orNone?: boolean };

interface Entry {
  readonly title: string;
  readonly madeWith: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly bodyBase64: string;
  };
}

interface WrongEntry extends Entry {
  readonly refusedBy: string;
  readonly expect: Expectation;
  /** Regular expressions that the sentence must match, in any case of letters. */
  readonly says: readonly string[];
}

interface Corpus {
  readonly now: string;
  readonly certificates: Readonly<Record<string, string>>;
  readonly knownCertificates: readonly string[];
  readonly entries: readonly (WrongEntry | (Entry & { readonly expect: null }))[];
}

const file = new URL('../../../../tests/fixtures/wrongly-signed.json', import.meta.url);
const corpus = JSON.parse(readFileSync(file, 'utf8')) as Corpus;
const NOW = Date.parse(corpus.now);

/** Requests of the makers that are right: their clients are wrong in nothing but what they mean to be. */
const right = corpus.entries.filter(({ expect }) => expect === null);
const wrong = corpus.entries.filter((entry): entry is WrongEntry => entry.expect !== null);
const isAsked = ({ expect }: WrongEntry) => !('mistakes' in expect) || expect.mistakes !== null;

/** One in four: each takes some ten milliseconds. */
const titled = <T extends Entry>(entries: readonly T[]) =>
  sample(entries, 4).map((entry) => [`${entry.madeWith}: ${entry.title}`, entry] as const);

function requestOf({ request }: Entry): SignedRequest {
  const value = (text: string) => corpus.certificates[/^<(\w+)>$/.exec(text)?.[1] ?? ''] ?? text;
  return {
    method: request.method,
    target: request.target,
    headers: new RawHeaders(request.headers.flatMap(([name, text]) => [name, value(text)])),
    body: Buffer.from(request.bodyBase64, 'base64'),
  };
}

/** By an explainer that has explained nothing before and knows the two other certificates. */
function explain(entry: Entry) {
  const explainer = createExplainer();
  for (const name of corpus.knownCertificates) {
    const der = Buffer.from(corpus.certificates[name] as string, 'base64');
    explainer.know('default', readCertificate(der));
  }
  const request = requestOf(entry);
  return tell(explainer, request, refusalOf(request), { bank: 'default', now: NOW });
}

const keyOf = (names: Names) => [...new Set(names)].sort().join(' + ');

/** The order of readings and names does not matter. */
function isRight(expect: Expectation, got: readonly string[]): boolean {
  if ('anyOf' in expect) {
    const allowed = expect.anyOf.map(keyOf);
    return got.length === 0 ? expect.orNone === true : got.every((each) => allowed.includes(each));
  }
  const { mistakes } = 'mistakes' in expect ? expect : { mistakes: null };
  const one = mistakes === null || mistakes.length === 0 ? [] : [mistakes];
  const wanted = 'either' in expect ? expect.either : one;
  return got.join(' | ') === wanted.map(keyOf).sort().join(' | ');
}

test.each(titled(right))('SIG-15: right in everything else: %s', (_, entry) => {
  const verifier = createVerifier({ ownAuthorities: () => [] });
  expect(verifier.verify(requestOf(entry), NOW, 'none').tpp.id).toBe('PSDNO-FSA-987654321');
});

const unnamed: string[] = [];

describe('SIG-15: a request of the corpus is refused by its rule, in words that the developer needs', () => {
  test.each(titled(wrong.filter(isAsked)))('SIG-15: %s', (title, entry) => {
    expect(refusalOf(requestOf(entry)).rule).toBe(entry.refusedBy);
    const { sentence, readings } = explain(entry) ?? { sentence: 'not explained', readings: [] };
    expect(sentence).toMatch(/^.{1,511}\.$/s);
    const names = [...new Set(namesOf({ readings }).map((all) => keyOf(all.split(' + '))))].sort();
    const named = isRight(entry.expect, names);
    // One that is not named has no words either; the figure below counts it.
    if (!named && names.length === 0) unnamed.push(title);
    else expect([named, names]).toEqual([true, names]);
    const words = named ? entry.says : [];
    expect(words.filter((word) => !new RegExp(word, 'i').test(sentence))).toEqual([]);
  });

  test('SIG-15: 98 in a hundred are named rightly', () => {
    const asked = titled(wrong.filter(isAsked)).length;
    expect({ unnamed, few: unnamed.length <= 0.02 * asked }).toEqual({ unnamed, few: true });
  });
});
