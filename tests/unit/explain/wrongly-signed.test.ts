// The hand-made corpus against the explainer: what each request is refused by, and what the sentence
// names. Nothing may be named wrongly; a few may go without a name.
import { describe, expect, test } from '@jest/globals';
import { createExplainer } from '../../../server/insight/explain/create-explainer.ts';
import type { Explanation } from '../../../server/insight/explain/explanation.ts';
import { sample } from '../../support/corpus.ts';
import { createVerifier } from '../../support/verifier.ts';
import {
  ASKED,
  type Entry,
  judge,
  knownCertificates,
  NOT_ASKED,
  NOW,
  RIGHT,
  requestOf,
  titleOf,
  type WrongEntry,
} from './hand-corpus.ts';
import { refusalOf } from './support.ts';

const verifier = createVerifier({ ownAuthorities: () => [] });

const explained = new Map<Entry, Explanation | undefined>();

/** By an explainer that has explained nothing before and knows the two other certificates. */
function explain(entry: Entry): Explanation | undefined {
  if (explained.has(entry)) return explained.get(entry);
  const explainer = createExplainer();
  for (const certificate of knownCertificates()) explainer.know('default', certificate);
  const request = requestOf(entry);
  const about = { bank: 'default', now: NOW };
  const explanation = explainer.explain(request, refusalOf(request), about);
  explained.set(entry, explanation);
  return explanation;
}

const rows = <T extends Entry>(entries: readonly T[]) =>
  entries.map((entry) => [titleOf(entry), entry] as const);

function verdicts() {
  return asked.map((entry) => {
    const readings = explain(entry)?.readings ?? [];
    const names = readings.map(({ mistakes }) => mistakes.join(' + ')).join(' | ');
    return { title: titleOf(entry), verdict: judge(entry.expect, readings), names };
  });
}

test('SIG-15: the corpus is there, and covers one and two mistakes, several readings and none', () => {
  const count = (wanted: (expect: WrongEntry['expect']) => boolean) =>
    ASKED.filter((entry) => wanted(entry.expect)).length;
  const names = (length: number) =>
    count((e) => 'mistakes' in e && e.mistakes !== null && e.mistakes.length === length);
  expect(ASKED.length).toBeGreaterThanOrEqual(110);
  expect(names(2)).toBeGreaterThanOrEqual(25);
  expect(count((e) => 'either' in e || 'anyOf' in e)).toBeGreaterThanOrEqual(15);
  expect(names(0)).toBeGreaterThanOrEqual(15);
});

test('SIG-15: naming one of two explanations, a thing that is not there, or nothing is told apart', () => {
  const reading = (...mistakes: string[]) => ({ mistakes });
  const either = { either: [['crlf'], ['cr', 'pss']] };
  expect(judge(either, [reading('pss', 'cr'), reading('crlf')])).toBe('right');
  expect(judge(either, [reading('crlf')])).toBe('wrong');
  expect(judge({ mistakes: ['crlf'] }, [reading('crlf'), reading('crlf', 'cr')])).toBe('wrong');
  expect(judge({ mistakes: ['crlf'] }, [])).toBe('not named');
  expect(judge({ mistakes: [] }, [])).toBe('right');
  expect(judge({ mistakes: [] }, [reading('crlf')])).toBe('wrong');
  expect(judge({ anyOf: [['crlf'], ['cr']] }, [reading('cr')])).toBe('right');
  expect(judge({ anyOf: [['crlf'], ['cr']] }, [reading('cr'), reading('pss')])).toBe('wrong');
  expect(judge({ anyOf: [['crlf']] }, [])).toBe('not named');
});

describe('SIG-15: the makers of the corpus are right in everything else', () => {
  test.each(rows(sample(RIGHT, 4)))('SIG-15: %s', (_, entry) => {
    expect(verifier.verify(requestOf(entry), NOW, 'none').tpp.id).toBe('PSDNO-FSA-987654321');
  });
});

// One in four: each takes some ten milliseconds.
const asked = sample(ASKED, 4);

describe('SIG-15: a request of the corpus is refused by its rule, in words that the developer needs', () => {
  test.each(rows(asked))('SIG-15: %s', (_, entry) => {
    expect(refusalOf(requestOf(entry)).rule).toBe(entry.refusedBy);
    const explanation = explain(entry);
    const sentence = explanation?.sentence ?? 'not explained';
    expect(sentence).toMatch(/^.{1,511}\.$/s);
    // What was not named has no words; the figure below counts it.
    const named = judge(entry.expect, explanation?.readings ?? []) === 'right';
    const words = named ? entry.says : [];
    expect(words.filter((word) => !new RegExp(word, 'i').test(sentence))).toEqual([]);
  });
});

describe('SIG-15: what is not asked for is no stumbling block', () => {
  test.each(rows(sample(NOT_ASKED, 4)))('SIG-15: %s', (_, entry) => {
    expect(refusalOf(requestOf(entry)).rule).toBe(entry.refusedBy);
    expect(explain(entry)?.sentence ?? 'A plain refusal.').toMatch(/^.{1,511}\.$/s);
  });
});

test('SIG-15: of the hand-made corpus 98 in a hundred are named rightly, and none wrongly', () => {
  const judged = verdicts();
  const right = judged.filter(({ verdict }) => verdict === 'right').length;
  const percent = (100 * right) / judged.length;
  expect(judged.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
  expect(percent).toBeGreaterThanOrEqual(98);
});
