// Characters outside ASCII that were encoded once too often, or in another encoding.
import { utf8Of } from '../../../kernel/utf8.ts';
import { toWindows1252, windows1252Of } from '../char-sets.ts';
import type { MistakeName } from '../mistake-names.ts';
import { bytesOf } from '../string/draft.ts';
import type { MistakeContext, Variant } from '../string/variant.ts';

/** ISO-8859-1 as Java prints it, with `?` for characters that it lacks. */
export function inLatin1(bytes: string): string {
  const text = utf8Of(bytes);
  return text === undefined ? bytes : text.replace(/[^\0-\xff]/gu, '?');
}

function inWindows1252(bytes: string): string {
  const text = utf8Of(bytes);
  return text === undefined ? bytes : toWindows1252(text);
}

/** The bytes read as latin1 and encoded once more. */
const encodedLatin1 = (bytes: string): string => Buffer.from(bytes, 'utf8').toString('latin1');
const encodedWindows1252 = (bytes: string): string => bytesOf(windows1252Of(bytes));

export function encodingMistakes({ draft }: MistakeContext): readonly Variant[] {
  const odd = draft.lines.find(({ value }) => /[^\0-\x7f]/.test(value));
  if (odd === undefined) return [];
  const row = (
    mistake: MistakeName,
    sentence: string,
    whole: (bytes: string) => string,
  ): Variant => ({
    mistake,
    slot: 'whole',
    sentence: `${sentence}; sign the bytes that are sent.`,
    apply: (before) => ({ ...before, whole }),
  });
  if (utf8Of(odd.value) === undefined) {
    const sent = (set: string) => `You signed ${odd.entry} in UTF-8 but sent it in ${set}`;
    return [
      { ...row('latin1-instead-of-utf8', sent('ISO-8859-1'), encodedLatin1), combines: true },
      row('latin1-instead-of-utf8', sent('Windows-1252'), encodedWindows1252),
    ];
  }
  const twice = `You encoded ${odd.entry} as UTF-8 twice before signing`;
  return [
    { ...row('utf8-twice', twice, encodedLatin1), combines: true },
    row('utf8-twice', `${twice}, taking it for Windows-1252 in between`, encodedWindows1252),
    row(
      'latin1-instead-of-utf8',
      `You signed ${odd.entry} in Windows-1252 but sent it in UTF-8`,
      inWindows1252,
    ),
  ];
}
