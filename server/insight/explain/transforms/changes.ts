// Small changes of a text, named so that the tables of transforms can be read.
import type { Change } from '../string/transform.ts';

type Edit = (text: string) => string;

/** Every `from` replaced; `from` and `to` may be several, in pairs. */
export const swap =
  (...pairs: readonly string[]): Edit =>
  (text) => {
    let changed = text;
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      changed = changed.replaceAll(pairs[at] as string, pairs[at + 1] as string);
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

/** The percent escapes changed. */
export const escapes =
  (change: Edit): Edit =>
  (text) =>
    text.replace(/%[0-9A-F]{2}/gi, change);

export const lower: Edit = (text) => text.toLowerCase();
export const upper: Edit = (text) => text.toUpperCase();

/** `undefined` where it throws, as on text that is not percent-encoded UTF-8. */
export const tried =
  (change: Edit): Change =>
  (text) => {
    try {
      return change(text);
    } catch {
      return undefined;
    }
  };
