// Finds what the client signed. It builds each wrong string of the mistake table and tests it: one mistake
// at a time, then two, then three of the most common. The number of strings and bytes is limited for any
// request.

import type { Reading } from '../explanation.ts';
import { type Draft, renderDraft } from './draft.ts';
import type { Variant } from './variant.ts';

/** Limits for one explanation: strings that are hashed, and their bytes. */
const MOST_STRINGS = 5500;
const MOST_BYTES = 2 * 1024 * 1024;

export interface SearchResult {
  /** Empty if no mistake of the table gives the signed string. */
  readonly readings: readonly Reading[];
  /** The signed string, as latin1 text. */
  readonly signed?: string;
  readonly tried: number;
  /** Bytes of the strings that were tried. */
  readonly bytes: number;
}

/** @param test whether these bytes are what was signed */
export function searchMistakes(
  draft: Draft,
  variants: readonly Variant[],
  test: (bytes: Buffer) => boolean,
): SearchResult {
  const right = renderDraft(draft);
  let tried = 0;
  let bytes = 0;
  const spent = () => tried >= MOST_STRINGS || bytes >= MOST_BYTES;
  const fits = (text: string): boolean => {
    tried += 1;
    bytes += text.length;
    return test(Buffer.from(text, 'latin1'));
  };

  if (fits(right)) {
    return { readings: [{ mistakes: [], sentence: '' }], signed: right, tried, bytes };
  }
  const singles = variants.map((variant, at): Single => {
    const text = renderDraft(variant.apply(draft));
    return { variant, at, text, long: text.length > 2 * right.length + 1000 };
  });
  const combining = singles.filter(({ variant }) => (variant.combines ?? false) !== false);
  const textOf = (several: readonly Single[]): string =>
    renderDraft(several.reduce((before, { variant }) => variant.apply(before), draft));
  const resultOf = (signed: string, matches: readonly (readonly Single[])[]): SearchResult => {
    const readings = distinct(matches.map((several) => readingOf(several.map(variantOf))));
    return { readings, signed, tried, bytes };
  };

  for (const single of inTurn(singles)) {
    if (spent()) break;
    if (!fits(single.text)) continue;
    // Other mistakes that give the same bytes explain it just as well.
    const same = singles.filter(({ text }) => text === single.text);
    return resultOf(
      single.text,
      same.map((one) => [one]),
    );
  }
  for (const several of together(combining)) {
    if (spent()) break;
    const signed = textOf(several);
    if (!fits(signed)) continue;
    const rivals = rivalsOf(several, combining).filter((rival) => textOf(rival) === signed);
    return resultOf(signed, [several, ...rivals]);
  }
  return { readings: [], tried, bytes };
}

const variantOf = ({ variant }: Single): Variant => variant;

interface Single {
  readonly variant: Variant;
  /** Its place in the table. */
  readonly at: number;
  readonly text: string;
  /** Much longer than the right string, because it contains the body. */
  readonly long: boolean;
}

/** Parts of the string that are wrong most often. */
const USUAL = new Set(['joiner', 'colon', 'end', 'names', 'order', 'whole']);

const isUsual = ({ variant }: Single): boolean => USUAL.has(variant.slot);

/** The usual mistakes first and the long strings last, because the bytes are limited. */
function inTurn(singles: readonly Single[]): readonly Single[] {
  const short = singles.filter(({ long }) => !long);
  return [
    ...short.filter(isUsual),
    ...short.filter((single) => !isUsual(single)),
    ...singles.filter(({ long }) => long),
  ];
}

/** The combinations in the order of the search: the most common first, long strings last. */
function* together(combining: readonly Single[]): Generator<readonly Single[]> {
  const short = combining.filter(({ long }) => !long);
  const isPlain = ({ variant }: Single): boolean => variant.combines === true;
  const rest = short.filter((single) => !isUsual(single));
  const usual = short.filter(isUsual);
  const common = usual.filter(({ variant }) => variant.common === true);
  const others = usual.filter(({ variant }) => variant.common !== true);
  yield* pairsOf(usual);
  yield* triplesOf(common);
  yield* across(common, rest);
  yield* across(others.filter(isPlain), rest.filter(isPlain));
  yield* pairsOf(rest.filter(isPlain));
  for (const pair of across(others, rest)) if (!pair.every(isPlain)) yield pair;
  const long = combining.filter((single) => single.long);
  yield* across(usual, long);
}

/**
 * Combinations that may give the same bytes: one mistake exchanged for another. If three were found, also
 * one of them with any other.
 */
function rivalsOf(
  found: readonly Single[],
  combining: readonly Single[],
): readonly (readonly Single[])[] {
  const kept = found.map((one) => found.filter((other) => other !== one));
  const starts = found.length > 2 ? [...kept, ...found.map((one) => [one])] : kept;
  return starts.flatMap((start) =>
    combining
      .filter((one) => !found.includes(one) && areApart([...start, one]))
      .map((one) => [...start, one].sort((a, b) => a.at - b.at)),
  );
}

/** Each changes a different part. */
const areApart = (several: readonly Single[]): boolean =>
  new Set(several.map(({ variant }) => variant.slot)).size === several.length;

/** Every two that change different parts, in the order of the table. */
function* pairsOf(singles: readonly Single[]): Generator<readonly [Single, Single]> {
  for (const [at, first] of singles.entries()) {
    for (const second of singles.slice(at + 1)) {
      if (first.variant.slot !== second.variant.slot) yield [first, second];
    }
  }
}

/** Each of the first list with each of the second, in the order of the table. */
function* across(
  ones: readonly Single[],
  others: readonly Single[],
): Generator<readonly [Single, Single]> {
  for (const other of others) {
    for (const one of ones) {
      if (one.variant.slot === other.variant.slot) continue;
      yield one.at < other.at ? [one, other] : [other, one];
    }
  }
}

/** Every three that change different parts. */
function* triplesOf(singles: readonly Single[]): Generator<readonly Single[]> {
  for (const [at, first] of singles.entries()) {
    const rest = singles.slice(at + 1).filter(({ variant }) => variant.slot !== first.variant.slot);
    for (const [then, second] of rest.entries()) {
      for (const third of rest.slice(then + 1)) {
        if (third.variant.slot !== second.variant.slot) yield [first, second, third];
      }
    }
  }
}

function readingOf(variants: readonly Variant[]): Reading {
  return {
    mistakes: [...new Set(variants.flatMap(({ mistake, more = [] }) => [mistake, ...more]))],
    sentence: variants.map(({ sentence }) => sentence).join(' '),
  };
}

/**
 * One reading per set of mistakes, because two rows of one mistake say the same in other words. Readings
 * with more mistakes than the shortest are dropped.
 */
function distinct(readings: readonly Reading[]): readonly Reading[] {
  const fewest = Math.min(...readings.map(({ mistakes }) => mistakes.length));
  const seen = new Set<string>();
  return readings.filter(({ mistakes }) => {
    if (mistakes.length > fewest) return false;
    const key = [...mistakes].sort().join(' ');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
