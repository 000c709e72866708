// Character sets, Unicode normal forms, lost letters and marks in front of a text.
import { readable, utf8Of } from '../../../kernel/utf8.ts';
import {
  around,
  both,
  bytesOf,
  type Change,
  type Edit,
  HIGH,
  NOT_ASCII,
  narrowed,
  ofText,
  onText,
  replaced,
  swap,
  type Table,
  under,
} from './form.ts';

/** An invisible character is another mistake. */
const LETTER = /[^\0-\x7f\xa0\xad\u200b-\u206f\ufeff]/gu;
/** Of bytes that are more than ASCII: only of UTF-8, or only of others. */
const ifUtf8 =
  (is: boolean, change: Edit): Change =>
  (bytes) =>
    /[^\0-\x7f]/.test(bytes) && (utf8Of(bytes) !== undefined) === is ? change(bytes) : undefined;

/** The text that bytes mean in Windows-1252, in UTF-8. */
const fromWindows1252: Edit = (bytes) =>
  bytesOf(bytes.replace(/[\x80-\x9f]/g, (byte) => HIGH[byte.charCodeAt(0) - 0x80] as string));

/** The bytes before they were encoded once more. */
function onceLess(bytes: string): string | undefined {
  const narrow = narrowed(Buffer.from(bytes, 'latin1').toString('utf8'));
  return /[\x80-\xff]/.test(narrow) && utf8Of(narrow) !== undefined ? narrow : undefined;
}

export const utf16 = (bytes: string): string =>
  Buffer.from(readable(bytes), 'utf16le').toString('latin1');
const fromUtf16: Change = (bytes) =>
  bytes.includes('\0') ? bytesOf(Buffer.from(bytes, 'latin1').toString('utf16le')) : undefined;
const bigEndian = both(utf16, replaced(/(.)(.)/gs, '$2$1'));

const lettersAs = (pairs: string): Edit => swap(...pairs.split(' '));
const twoLetters = lettersAs('å aa ä ae ö oe ø oe ü ue Å Aa Ä Ae Ö Oe Ø Oe Ü Ue');
const oneLetter = both(lettersAs('ø o Ø O æ ae Æ Ae ß ss'), (text) =>
  text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
);

const NORMAL = ['NFC', 'NFD'].map((form) => (text: string) => text.normalize(form));

export const CHARACTER_FORMS: Table = [
  under('letters', { body: 'body-empty' }),
  [2, 'taken as empty', () => ''],
  under('letters', {
    string: 'unicode-normalised',
    body: 'body-normal-form',
    issuer: 'issuer-normal-form',
  }),
  [3, 'in another Unicode normal form', ...NORMAL.map((form) => onText(form))],
  under('letters', { string: 'utf8-twice', body: 'body-utf8-twice' }),
  [1, 'before it was encoded as UTF-8 twice', onceLess],
  under('letters', {
    string: 'utf8-twice',
    body: 'body-utf8-twice',
    issuer: 'issuer-encoded-twice',
  }),
  [2, 'in UTF-8 twice', ifUtf8(true, bytesOf)],
  [3, 'in UTF-8 twice, as if it was Windows-1252', ifUtf8(true, fromWindows1252)],
  under('letters', { string: 'latin1-instead-of-utf8', body: 'body-latin1' }),
  [2, 'in UTF-8 (sent in ISO-8859-1)', ifUtf8(false, bytesOf)],
  [3, 'in UTF-8 (sent in Windows-1252)', ifUtf8(false, fromWindows1252)],
  [2, 'in ISO-8859-1', ofText(replaced(/[^\0-\xff]/gu, '?'))],
  [3, 'in Windows-1252', ofText(both(narrowed, replaced(/[^\0-\xff]/gu, '?')))],
  under('letters', {
    string: 'latin1-instead-of-utf8',
    body: 'body-latin1',
    issuer: 'issuer-letters-lost',
  }),
  [3, 'in ASCII, with ? for others', ofText(replaced(LETTER, '?')), replaced(NOT_ASCII, '?')],
  [3, 'with a mark for each lost letter', onText(replaced(LETTER, '\ufffd'))],
  [3, 'without its letters that are not ASCII', onText(replaced(LETTER, ''))],
  [3, 'with plain letters (a for å)', onText(oneLetter)],
  [4, 'with two letters for one (aa for å)', onText(both(twoLetters, oneLetter))],
  under('letters', { string: 'utf16', body: 'body-utf16' }),
  [4, 'in UTF-8 (sent in UTF-16)', fromUtf16],
  [3, 'in UTF-16', utf16],
  [4, 'in UTF-16', bigEndian],
  [4, 'in UTF-16 with its mark', both(utf16, around('\xff\xfe', ''))],
  [4, 'in UTF-16 with its mark', both(bigEndian, around('\xfe\xff', ''))],
  under('mark in front', { string: 'bom-in-front', body: 'body-bom' }),
  [2, 'with a byte order mark before it', around('\xef\xbb\xbf', '')],
  under('mark in front', { body: 'body-bom' }),
  [3, 'without the byte order mark', swap('\xef\xbb\xbf', '')],
];
