// A transform: one thing that a client does to what it signs. The tables hold them, the search combines them.
import { quoteBytes } from '../../../kernel/utf8.ts';
import type { SignedRequest } from '../../../signing/signature-checks.ts';
import type { Priced } from '../combinations.ts';
import type { MistakeName } from '../mistake-names.ts';
import { type Draft, valueIn, withLine } from './draft.ts';

export interface Transform extends Priced {
  /** The mistake's name, and those of further mistakes that it includes. */
  readonly mistakes: readonly MistakeName[];
  /**
   * What the client did and what is right: sentences with their full stops. The draft has all mistakes in it,
   * because several may change the same line.
   */
  readonly sentence: string | ((wrong: Draft) => string);
  readonly apply: (draft: Draft) => Draft;
}

/** The refused request and its right string. */
export interface StringContext {
  readonly request: SignedRequest;
  readonly draft: Draft;
  /** `/banks/acme` if the target starts with it, else empty. */
  readonly bankPrefix: string;
  /** Entries of the Signature's headers, in their order. */
  readonly entries: readonly string[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** `undefined` if it cannot be done to this value. */
export type Change = (value: string) => string | undefined;

/** A transform of one value. Without words, the signed and the sent value are compared. */
export type ValueRow = readonly [mistake: MistakeName, cost: number, words: string, change: Change];

/**
 * Transforms of the value of one line.
 *
 * @param part the part of the value that they change
 * @param advice what is right
 */
export function valueTransforms(
  draft: Draft,
  entry: string,
  { part, rows, advice = 'sign the value as it is sent' }: ValueTable,
): readonly Transform[] {
  const sent = valueIn(draft, entry);
  if (sent === undefined) return [];
  return rows.map(([mistake, cost, words, change]) => ({
    mistakes: [mistake],
    slot: `${entry} ${part ?? mistake}`,
    cost,
    sentence: (wrong) => {
      const signed = quoteBytes(valueIn(wrong, entry) ?? '');
      const what =
        words === '' ? `as ${signed} but sent ${quoteBytes(sent)}` : `${words} (${signed})`;
      return `You signed ${entry} ${what}; ${advice}.`;
    },
    apply: (before) =>
      withLine(before, entry, (line) => ({ ...line, value: change(line.value) ?? line.value })),
  }));
}

export interface ValueTable {
  /** Each mistake is a part of its own unless given. */
  readonly part?: string;
  readonly rows: readonly ValueRow[];
  readonly advice?: string;
}

/** `a, b and c` */
export const listed = (names: readonly string[], word = 'and'): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
