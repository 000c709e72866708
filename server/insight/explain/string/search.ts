// Finds what the client signed: applies every combination of transforms to the right string, the likeliest
// first, and tests each. The number of strings and bytes is limited for any request.
import { memoize } from '../../../kernel/memoize.ts';
import { combinations, subsets } from '../combinations.ts';
import type { Part } from '../reading.ts';
import type { Slices } from '../slices.ts';
import { type Draft, renderDraft } from './draft.ts';
import type { Transform } from './transform.ts';

/** Limits for one explanation: strings that are hashed, and their bytes. */
const MOST_STRINGS = 6000;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_COST = 8;
/** Strings between two pauses: a fraction of a millisecond. */
const SLICE = 50;

export interface SearchResult {
  /** What was done; several if different transforms give the same bytes. Empty if none does. */
  readonly found: readonly (readonly Part[])[];
  /** The signed string, as latin1 text. */
  readonly signed?: string;
  readonly tried: number;
}

interface Single {
  readonly transform: Transform;
  readonly slot: string;
  readonly cost: number;
  /** Its place in the table: transforms are applied in this order. */
  readonly at: number;
  /** The right string with this change alone. */
  readonly draft: Draft;
  readonly text: string;
}

/**
 * Yields now and then; is told `true` if the time is up.
 *
 * @param test whether these bytes are what was signed
 */
export function* searchSigned(
  draft: Draft,
  transforms: readonly Transform[],
  test: (bytes: Buffer) => boolean,
): Slices<SearchResult> {
  const right = renderDraft(draft);
  const places = new Map(transforms.map((transform, at) => [transform, at]));
  let tried = 0;
  let bytes = 0;
  const fits = (text: string): boolean => {
    tried += 1;
    bytes += text.length;
    return test(Buffer.from(text, 'latin1'));
  };
  if (fits(right)) return { found: [[]], signed: right, tried };
  const done = memoize((transform: Transform): Single | undefined => {
    const changed = transform.apply(draft);
    const text = renderDraft(changed);
    // Strings with the body in them come later, because the bytes are limited.
    const more = text.length > 2 * right.length + 1000 ? 2 : 0;
    const { slot, cost } = transform;
    const single = { transform, slot, cost: cost + more, at: places.get(transform) ?? 0, text };
    return text === right ? undefined : { ...single, draft: changed };
  });
  /** Few are needed before something usual is found, and to do them all takes longer than that. */
  const upTo = (most: number): readonly Single[] =>
    transforms
      .filter(({ cost }) => cost <= most)
      .flatMap((transform) => done(transform) ?? [])
      .filter(({ cost }) => cost <= most);
  for (const some of inTurn(upTo)) {
    if (tried >= MOST_STRINGS || bytes >= MOST_BYTES) break;
    if (tried % SLICE === 0 && (yield)) break;
    const [only] = some;
    const text = some.length === 1 && only !== undefined ? only.text : renderDraft(together(some));
    if (!fits(text)) continue;
    const all = [some, ...rivalsOf(some, upTo(costOf(some) + 1))];
    return { found: all.map((one) => partsOf(one)), signed: text, tried };
  }
  return { found: [], tried };
}

/** Transforms that give the same string are hashed once; what else it may have been is looked up later. */
function cheapestOfEach(singles: readonly Single[]): readonly Single[] {
  const byText = new Map<string, Single>();
  for (const one of singles) {
    const known = byText.get(one.text);
    if (known === undefined || known.cost > one.cost) byText.set(one.text, one);
  }
  return [...byText.values()];
}

/** Combinations that cost more come after everything that is rare but alone. */
const CHEAP = 2;

function* inTurn(upTo: (most: number) => readonly Single[]): Generator<readonly Single[]> {
  yield* combinations(cheapestOfEach(upTo(CHEAP)), CHEAP);
  const singles = cheapestOfEach(upTo(MOST_COST));
  for (const one of singles.filter(({ cost }) => cost > CHEAP)) yield [one];
  for (const some of combinations(singles, MOST_COST)) {
    if (some.length > 1 && costOf(some) > CHEAP) yield some;
  }
}

const costOf = (some: readonly Single[]): number => some.reduce((sum, { cost }) => sum + cost, 0);

/** All changes, in the order of the table. */
function together(some: readonly Single[]): Draft {
  const [first, ...rest] = [...some].sort((a, b) => a.at - b.at);
  return rest.reduce((wrong, { transform }) => transform.apply(wrong), (first as Single).draft);
}

function partsOf(some: readonly Single[]): readonly Part[] {
  const wrong = together(some);
  // The members of a combination are in the order of their cost, so the likeliest comes first.
  return some.map(({ transform: { mistakes, sentence } }) => ({
    mistakes,
    sentence: typeof sentence === 'string' ? sentence : sentence(wrong),
  }));
}

/**
 * Other combinations that give the same bytes and are about as usual: some of the found ones exchanged for a
 * single other one, so that none has more members.
 */
function rivalsOf(
  found: readonly Single[],
  singles: readonly Single[],
): readonly (readonly Single[])[] {
  const text = renderDraft(together(found));
  const most = costOf(found) + 1;
  return subsets(found)
    .filter(({ length }) => length < found.length)
    .flatMap((kept) => {
      const room = most - costOf(kept);
      return singles
        .filter((one) => one.cost <= room && !found.includes(one))
        .filter((one) => kept.every(({ slot }) => slot !== one.slot))
        .map((one) => [...kept, one].sort((a, b) => a.cost - b.cost));
    })
    .filter((rival) => renderDraft(together(rival)) === text);
}
