// Small changes of a text, named so that the tables of forms can be read.

export type Edit = (text: string) => string;
/** `undefined` if it cannot be done to this text. */
export type Change = (text: string) => string | undefined;

/** What matches replaced, as `String.replace` does it. */
export const replaced =
  (what: RegExp, by: string | ((...match: string[]) => string)): Edit =>
  (text) =>
    text.replace(what, by as string);

/** Every `from` replaced by the `to` behind it, one pair after another. */
export const swap =
  (...pairs: readonly string[]): Edit =>
  (text) => {
    let changed = text;
    for (let at = 0; at < pairs.length; at += 2) {
      const from = pairs[at] ?? '';
      // Most texts have nothing of it.
      if (changed.includes(from)) changed = changed.replaceAll(from, () => pairs[at + 1] ?? '');
    }
    return changed;
  };

/** With a text before it and one after it. */
export const around =
  (before: string, after = before): Edit =>
  (text) =>
    before + text + after;

/** One change after another. */
export const both =
  (first: Edit, then: Edit): Edit =>
  (text) =>
    then(first(text));

export const lower: Edit = (text) => text.toLowerCase();
export const upper: Edit = (text) => text.toUpperCase();

/** `undefined` where it throws, as on text that is not percent-encoded UTF-8. */
export const tried =
  <T>(change: (text: string) => T | undefined) =>
  (text: string): T | undefined => {
    try {
      return change(text);
    } catch {
      return undefined;
    }
  };

/** Every order. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}
