// What programs do to the bytes of a text: another character set, a mark in front, hashed, hexadecimal, base64.
import { hash } from 'node:crypto';
import { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { readable, utf8Of } from '../../../kernel/utf8.ts';
import {
  around,
  both,
  bytesOf,
  type Change,
  type Edit,
  HIGH,
  highByteOf,
  lower,
  ofText,
  onText,
  replaced,
  swap,
  tried,
  upper,
} from './edits.ts';
import { type Form, inPart, type Names } from './form.ts';

export const base64: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64');
const base64url: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64url');
export const hex: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('hex');
const sha256: Edit = (bytes) => hash('sha256', Buffer.from(bytes, 'latin1'), 'binary');

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
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  const narrow = text.replace(/[^\0-\xff]/g, (char) => highByteOf(char) ?? char);
  return /[\x80-\xff]/.test(narrow) && utf8Of(narrow) !== undefined ? narrow : undefined;
}

const utf16 =
  (before: string, isSwapped: boolean): Change =>
  (bytes) => {
    const wide = Buffer.from(before + readable(bytes), 'utf16le');
    return (isSwapped ? wide.swap16() : wide).toString('latin1');
  };

/** A longer text takes long to compress. */
const MOST_COMPRESSED = 16 * 1024;
const MOST_UNCOMPRESSED = 128 * 1024;

const compressed: Edit = (bytes) =>
  gzipSync(Buffer.from(bytes.slice(0, MOST_COMPRESSED), 'latin1')).toString('latin1');
const uncompressed = tried((bytes) => {
  const unpack = { '\x1f\x8b': gunzipSync, '\x78\x9c': inflateSync }[bytes.slice(0, 2)];
  const limit = { maxOutputLength: MOST_UNCOMPRESSED };
  return unpack?.(Buffer.from(bytes, 'latin1'), limit).toString('latin1');
});

const NOT_ASCII = /[^\0-\x7f]/gu;
const NOT_WINDOWS = /[^\0-\x7f\xa0-\xff]/gu;
/** Without the byte order mark, which another row takes away. */
const LETTERS = /[^\0-\x7f\ufeff]/gu;

/** a for å. */
const plain: Edit = (text) =>
  swap(
    'ø',
    'o',
    'Ø',
    'O',
    'æ',
    'ae',
    'Æ',
    'Ae',
    'ß',
    'ss',
  )(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
/** As programs write a name in ASCII: aa for å. */
const twoLetters = replaced(/[åäøöü]/gi, (char) => plain(char) + (lower(char) === 'å' ? 'a' : 'e'));

const TWICE: Names = {
  string: 'utf8-twice',
  body: 'body-utf8-twice',
  issuer: 'issuer-encoded-twice',
};
const NORMAL: Names = { string: 'unicode-normalised', issuer: 'issuer-normal-form' };
const NARROW: Names = { string: 'latin1-instead-of-utf8', body: 'body-latin1' };
const LOST: Names = { ...NARROW, issuer: 'issuer-letters-lost' };
const WIDE: Names = { string: 'utf16', body: 'body-utf16' };
const BOM: Names = { string: 'bom-in-front', body: 'body-bom' };
const HEX: Names = { string: 'hex-of-string', hash: 'hex-of-hash', digest: 'digest-hex' };
const BASE64: Names = { string: 'base64-of-string', hash: 'base64-of-hash', body: 'body-base64' };

/** Done before all others. */
export const FIRST_FORMS: readonly Form<Names>[] = inPart('bytes', [
  [{ body: 'body-compressed' }, 2, 'before it was compressed', uncompressed],
]);

export const BYTE_FORMS: readonly Form<Names>[] = [
  ...inPart('letters', [
    [{ body: 'body-empty' }, 2, 'taken as empty', () => ''],
    [NORMAL, 3, 'in another Unicode normal form', onText((text) => text.normalize('NFC'))],
    [NORMAL, 3, 'in another Unicode normal form', onText((text) => text.normalize('NFD'))],
    [{ body: 'body-utf8-twice' }, 1, 'before it was encoded as UTF-8 twice', onceLess],
    [TWICE, 2, 'in UTF-8 twice', ifUtf8(true, bytesOf)],
    [TWICE, 3, 'in UTF-8 twice, as if it was Windows-1252', ifUtf8(true, fromWindows1252)],
    [NARROW, 2, 'in UTF-8 but sent it in ISO-8859-1', ifUtf8(false, bytesOf)],
    [NARROW, 3, 'in UTF-8 but sent it in Windows-1252', ifUtf8(false, fromWindows1252)],
    [NARROW, 2, 'in ISO-8859-1', ofText(replaced(/[^\0-\xff]/gu, '?'))],
    [NARROW, 3, 'in Windows-1252', ofText(replaced(NOT_WINDOWS, (c) => highByteOf(c) ?? '?'))],
    [LOST, 3, 'in ASCII, with ? for others', ofText(replaced(NOT_ASCII, '?'))],
    [LOST, 3, 'with ? for each byte', replaced(/[^\0-\x7f]/g, '?')],
    [LOST, 3, 'with a mark for each lost letter', onText(replaced(NOT_ASCII, '\ufffd'))],
    [LOST, 3, 'without its letters that are not ASCII', onText(replaced(LETTERS, ''))],
    [LOST, 3, 'with plain letters (a for å)', onText(plain)],
    [LOST, 4, 'with two letters for one (aa for å)', onText(both(twoLetters, plain))],
    [WIDE, 3, 'in UTF-16', utf16('', false)],
    [WIDE, 4, 'in UTF-16', utf16('', true)],
    [WIDE, 4, 'in UTF-16 with its mark', utf16('\ufeff', false)],
    [WIDE, 4, 'in UTF-16 with its mark', utf16('\ufeff', true)],
  ]),
  ...inPart('mark in front', [
    [BOM, 2, 'with a byte order mark before it', around('\xef\xbb\xbf', '')],
    [{ body: 'body-bom' }, 3, 'without the byte order mark', swap('\xef\xbb\xbf', '')],
  ]),
  ...inPart('bytes', [
    [{ body: 'hashed-twice' }, 3, 'hashed twice', sha256],
    [{ body: 'hashed-twice' }, 4, 'hashed twice, with hexadecimal between', both(sha256, hex)],
    [{ body: 'hashed-twice' }, 4, 'hashed twice, with base64 between', both(sha256, base64)],
    [HEX, 2, 'in hexadecimal', hex],
    [HEX, 4, 'in hexadecimal', both(hex, upper)],
    [HEX, 4, 'in hexadecimal, with a newline after it', both(hex, around('', '\n'))],
    [HEX, 4, 'in hexadecimal, as sha256sum prints it', both(hex, around('', '  -\n'))],
    [HEX, 4, 'in hexadecimal with colons', both(hex, replaced(/..(?=.)/g, '$&:'))],
    [HEX, 4, 'in hexadecimal after 0x', both(hex, around('0x', ''))],
    [{ digest: 'digest-hex' }, 3, 'as base64 of the hexadecimal text', both(hex, base64)],
    [BASE64, 2, 'in base64', base64],
    [BASE64, 4, 'in base64, with a newline after it', both(base64, around('', '\n'))],
    [{ ...BASE64, digest: 'digest-base64url' }, 4, 'in base64url', base64url],
    [{ digest: 'digest-base64url' }, 3, 'in base64url', both(base64, swap('+', '-', '/', '_'))],
    [
      { digest: 'digest-without-padding' },
      3,
      'without its padding (=)',
      both(base64, swap('=', '')),
    ],
    [{ digest: 'digest-base64-twice' }, 3, 'in base64 twice', both(base64, base64)],
    [{ body: 'body-compressed' }, 4, 'compressed with gzip', compressed],
  ]),
];
