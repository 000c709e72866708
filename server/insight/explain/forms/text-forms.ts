// What is done to any text: escapes, marks around it, character sets, lost letters, another encoding of its bytes.
import { readable, utf8Of } from '../../../kernel/utf8.ts';
import { decodeBase64 } from '../../../signing/base64.ts';
import { ADDRESS_FORMS } from './address-forms.ts';
import { BODY_FORMS } from './body-forms.ts';
import {
  base64url,
  bytesOf,
  HIGH,
  hashOf,
  INVISIBLE,
  JWS,
  NOT_ASCII,
  narrowed,
  ofText,
  onText,
} from './bytes.ts';
import { around, both, type Change, type Edit, lower, replaced, swap, upper } from './edits.ts';
import { type Form, formsAt, type Place, type Table, under } from './form.ts';

/** At which buffers and columns of databases end. */
const CUTS = [
  20, 30, 32, 35, 36, 40, 50, 60, 63, 64, 72, 76, 80, 100, 127, 128, 140, 255, 256, 512, 1024,
].map((size) => (text: string) => text.slice(0, size));

/** `\u00e5` for å. */
const escaped = (what: RegExp, digits: Edit = lower): Edit =>
  replaced(what, (found) => {
    const unit = found.charCodeAt(found.length - 1);
    return `\\u${digits(unit.toString(16).padStart(4, '0'))}`;
  });
const SLASHES = swap('/', '\\/');

/** Escapes that JSON requires stay. */
const unescaped = replaced(/\\(?:u([0-9a-fA-F]{4})|.)/g, (whole, digits) => {
  const code = Number.parseInt(digits ?? '0', 16);
  return code < 0x20 || code === 0x22 || code === 0x5c ? whole : String.fromCharCode(code);
});
const withoutSlashes = replaced(/\\(.)/g, (whole, char) => (char === '/' ? '/' : whole));

/** What is escaped for HTML: in texts, by many, PHP, Django, Python, Handlebars and Mustache. */
const HTML_ESCAPES = [
  ...['', '"&quot;', '"&quot;\'&#039;', '"&quot;\'&#39;', '"&quot;\'&#x27;'],
  ...['"&quot;\'&#x27;`&#x60;=&#x3D;', '"&quot;\'&#39;/&#x2F;`&#x60;=&#x3D;'],
].map((more) => `&&amp;<&lt;>&gt;${more}`.split(/(?<=;)|(?=&\w|&#)/));

/** What a shell makes of it without quotation marks. */
const unquoted: Edit = (text) => text.trim().replace(/[ \t\r\n]+/g, ' ');

const inJson: Edit = (text) => JSON.stringify(text);
const base64: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64');
const hex: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('hex');
const sha256: Edit = (bytes) => hashOf('sha256', bytes, 'binary');

const THIRTEENTH = [...'4123589abcdef067'].map((digit) =>
  replaced(/(?<=^.{8}-.{4}-)[0-9a-f](?=.{3}-)/i, digit),
);
const HYPHENS = ['\u2010', '\u2011', '\u2012', '\u2013'].map(bytesOf);
const UNSEEN = ['\ufeff', '\u200b', '\u200e', '\u00a0'].map(bytesOf);
/** What is around the _ of a sample. */
const like = (sample: string): Edit => {
  const [before = '', after] = sample.split('_');
  return around(before, after);
};
const PRINTED = `["_"] ['_'] b'_' Optional[_] Optional("_") <_> Some("_") UUID('_')`
  .split(' ')
  .map(like);
/** With a newline, by sha256sum, by openssl, and with colons or hyphens between. */
const HEX_PRINTED = [
  ...[
    '_\n',
    '_  -\n',
    'SHA2-256(stdin)= _',
    '(stdin)= _',
    'SHA2-256(stdin)= _\n',
    '(stdin)= _\n',
  ].map(like),
  ...[replaced(/..(?=.)/g, '$&:'), both(upper, replaced(/..(?=.)/g, '$&-'))],
];

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

const utf16 = (bytes: string): string => Buffer.from(readable(bytes), 'utf16le').toString('latin1');
const fromUtf16: Change = (bytes) =>
  bytes.includes('\0') ? bytesOf(Buffer.from(bytes, 'latin1').toString('utf16le')) : undefined;
const bigEndian = both(utf16, replaced(/(.)(.)/gs, '$2$1'));

const oneLetter = both(swap(...'ø o Ø O æ ae Æ Ae ß ss'.split(' ')), (text) =>
  text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
);

const NORMAL = ['NFC', 'NFD'].map((form) => onText((text) => text.normalize(form)));

const LATIN1 = 'latin1-instead-of-utf8';
const NORMALISED = 'unicode-normalised';
const ENCODED_TWICE = 'issuer-encoded-twice';
const CHARACTER_FORMS: Table = [
  under('letters', { body: 'body-empty' }),
  [2, 'taken as empty', () => ''],
  under('letters', { string: NORMALISED, body: 'body-normal-form', issuer: 'issuer-normal-form' }),
  [3, 'in another Unicode normal form', ...NORMAL],
  under('letters', { string: 'utf8-twice', body: 'body-utf8-twice', issuer: ENCODED_TWICE }),
  [1, 'before it was encoded as UTF-8 twice', onceLess],
  [2, 'in UTF-8 twice', ifUtf8(true, bytesOf)],
  [3, 'in UTF-8 twice, as if it was Windows-1252', ifUtf8(true, fromWindows1252)],
  under('letters', { string: LATIN1, body: 'body-latin1' }),
  [2, 'in UTF-8 (sent in ISO-8859-1)', ifUtf8(false, bytesOf)],
  [3, 'in UTF-8 (sent in Windows-1252)', ifUtf8(false, fromWindows1252)],
  [2, 'in ISO-8859-1', ofText(replaced(/[^\0-\xff]/gu, '?'))],
  [3, 'in Windows-1252', ofText(both(narrowed, replaced(/[^\0-\xff]/gu, '?')))],
  under('letters', { string: LATIN1, body: 'body-latin1', issuer: 'issuer-letters-lost' }),
  [3, 'in ASCII, with ? for others', ofText(replaced(LETTER, '?')), replaced(NOT_ASCII, '?')],
  [3, 'with a mark for each lost letter', onText(replaced(LETTER, '\ufffd'))],
  [3, 'without its letters that are not ASCII', onText(replaced(LETTER, ''))],
  [3, 'with plain letters (a for å)', onText(oneLetter)],
  under('letters', { string: 'utf16', body: 'body-utf16' }),
  [4, 'in UTF-8 (sent in UTF-16)', fromUtf16],
  [3, 'in UTF-16', utf16],
  [4, 'in UTF-16, big-endian', bigEndian],
  [4, 'in UTF-16 with its mark', both(utf16, around('\xff\xfe', ''))],
  [4, 'in UTF-16, big-endian, with its mark', both(bigEndian, around('\xfe\xff', ''))],
  under('mark in front', { string: 'bom-in-front', body: 'body-bom' }),
  [2, 'with a byte order mark before it', around('\xef\xbb\xbf', '')],
  under('mark in front', { body: 'body-bom' }),
  [3, 'without the byte order mark', swap('\xef\xbb\xbf', '')],
];

/** What comes before a SHA-256 hash in its DigestInfo (RFC 8017, 9.2). */
const INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex').toString('latin1');
const FORMS: Table = [
  under('cut', { string: 'string-cut', body: 'body-cut' }),
  [5, 'without its first character', (text) => text.slice(1)],
  [5, 'without its last character', (text) => text.slice(0, -1)],
  [5, 'without its end', ...CUTS],
  under('jws', { string: 'jws' }),
  [5, 'as a JWS', ...JWS],
  ...BODY_FORMS,
  ...ADDRESS_FORMS,
  under('form', { id: 'id-form' }),
  [3, '', swap('-', ''), around('{', '}'), both(upper, around('{', '}')), around('urn:uuid:', '')],
  [3, '', replaced(/^\{|\}$|^urn:uuid:/gi, '')],
  [3, '', replaced(/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/, '$1-$2-$3-$4-$5')],
  [4, '', both(swap('-', ''), upper)],
  [4, 'without what it has up to its first hyphen', replaced(/^[A-Za-z]{2,8}-/, '')],
  [4, 'with another thirteenth digit, which Envoy changes', ...THIRTEENTH],
  under('escapes', { value: 'json-escaped', body: 'body-json-escaped' }),
  [1, 'with \\u escapes', onText(escaped(NOT_ASCII))],
  [3, 'with escaped slashes', SLASHES],
  [3, 'with \\u escapes and escaped slashes, as PHP', onText(both(SLASHES, escaped(NOT_ASCII)))],
  [3, 'with < > & escaped, as Go', onText(escaped(/[<>&\u2028\u2029]/g))],
  [3, "with < > & = ' escaped, as Gson", onText(escaped(/[<>&='\u2028\u2029]/g))],
  [4, "with < > ' escaped, as older .NET", escaped(/[<>&']/g), escaped(/[<>']/g)],
  [3, 'with \\u escapes, as .NET', onText(escaped(/\\"|[<>&'+`]|[^\0-\x7f]/g, upper))],
  [4, 'with \\u escapes, as .NET', onText(escaped(/[<>&'+`]|[^\0-\x7f]/g, upper))],
  under('escapes', { body: 'body-json-escaped' }),
  [2, 'without \\u escapes', onText(unescaped)],
  [3, 'without escaped slashes', withoutSlashes],
  under('escapes', { string: 'html-escaped', value: 'html-escaped', body: 'body-html-escaped' }),
  [4, 'with HTML escapes (&amp;)', ...HTML_ESCAPES.map((pairs) => swap(...pairs))],
  [3, 'without HTML escapes', swap(...HTML_ESCAPES.flat().toReversed())],
  under('case', { id: 'id-case', date: 'date-format' }),
  [2, '', lower, upper],
  under('case', { redirect: 'redirect-normalised', target: 'lower-cased' }),
  [2, '', lower, upper],
  under('case', { string: 'lower-cased' }),
  [3, 'in lower case', onText(lower)],
  under('lines', { body: 'body-minified' }),
  [3, 'without any white space, in its texts too', replaced(/[ \t\r\n]/g, '')],
  [3, 'with single spaces, as a shell prints it without quotation marks', unquoted],
  under('lines', { body: 'body-crlf' }),
  [2, 'with CRLF line ends', replaced(/\r?\n/g, '\r\n')],
  [2, 'with LF line ends', swap('\r\n', '\n')],
  [4, 'without the line ends inside it', replaced(/\r?\n(?!$)/g, '')],
  under('marks', { string: 'string-quoted', value: 'value-quoted' }),
  [3, 'in quotation marks (")', around('"')],
  [4, "in quotation marks (')", around("'")],
  under('marks', { value: 'value-quoted' }),
  [3, 'in square brackets', around('[', ']')],
  [4, 'with marks or words around it', ...PRINTED],
  under('marks', { string: 'json-escaped', body: 'body-stringified' }),
  [3, 'as a string in JSON, with quotation marks (JSON.stringify of a text)', onText(inJson)],
  under('end', { body: 'body-trailing-newline' }),
  [1, 'with a newline after it', around('', '\n')],
  [4, 'with a newline before it', around('\n', '')],
  [3, 'with CRLF after it', around('', '\r\n')],
  [1, 'without the newline after it', replaced(/\r?\n$/, '')],
  under('end', { value: 'value-trailing-space' }),
  [3, 'with white space after its value', around('', ' '), around('', '\t')],
  under('end', { value: 'value-trailing-newline' }),
  [3, 'with a line end after its value', around('', '\n'), around('', '\r\n')],
  [4, 'with a line end after its value', around('', '\r')],
  [4, 'with an escaped line end after its value', around('', '\\n'), around('', '%0A')],
  under('end', { value: 'invisible-character' }),
  [3, 'without an invisible character that it has', onText(replaced(INVISIBLE, ''))],
  [5, 'with an invisible character before it', ...UNSEEN.map((char) => around(char, ''))],
  [5, 'with an invisible character after it', ...UNSEEN.map((char) => around('', char))],
  [5, 'with hyphens of another kind (U+2010 to U+2013)', ...HYPHENS.map((one) => swap('-', one))],
  under('end', { value: 'value-spaces-collapsed' }),
  [4, 'with less white space in it', replaced(/[ \t]{2,}/g, ' '), swap(', ', ','), swap(' ', '')],
  under('end', { value: 'value-cut' }),
  [3, 'up to its first comma', replaced(/,.*/s, '')],
  [5, 'without its end', ...CUTS],
  under('end', { string: 'value-twice' }),
  [5, 'twice', (text) => `${text}\n${text}`, (text) => text + text],
  under('end', { value: 'value-twice' }),
  [2, 'once, and it came twice', replaced(/^(.{1,2000}), ?\1$/s, '$1')],
  [5, 'twice', ...['', ',', ', '].map((mark) => (text: string) => text + mark + text)],
  ...CHARACTER_FORMS,
  under('bytes', { body: 'body-base64' }),
  [3, 'before it was encoded in base64', (body) => decodeBase64(body)?.toString('latin1')],
  [5, 'in hexadecimal', hex],
  under('bytes', { body: 'hashed-twice' }),
  [3, 'hashed twice', sha256],
  [4, 'hashed twice, with hexadecimal between', both(sha256, hex)],
  [4, 'hashed twice, with base64 between', both(sha256, base64)],
  under('bytes', { hash: 'hashed-twice' }),
  [4, 'in its DigestInfo', around(INFO, '')],
  [2, 'as its bytes', (bytes) => bytes],
  under('bytes', { string: 'hex-of-string', hash: 'hex-of-hash', digest: 'digest-hex' }),
  [2, 'in hexadecimal', hex],
  [4, 'in hexadecimal', both(hex, upper), both(hex, around('0x', ''))],
  [4, 'in hexadecimal, as a program prints it', ...HEX_PRINTED.map((print) => both(hex, print))],
  under('bytes', { digest: 'digest-hex' }),
  [3, 'as base64 of the hexadecimal text', both(hex, base64)],
  under('bytes', { string: 'base64-of-string', hash: 'base64-of-hash', body: 'body-base64' }),
  [2, 'in base64', base64],
  [4, 'in base64, with a newline after it', both(base64, around('', '\n'))],
  [4, 'in base64url', base64url],
  under('bytes', { digest: 'digest-base64url' }),
  [3, 'in base64url', both(base64, swap('+', '-', '/', '_'))],
  [4, 'in base64url', base64url],
  under('bytes', { value: 'value-in-base64' }),
  [5, 'in base64', base64, base64url],
  [5, 'in hexadecimal', hex],
  under('bytes', { digest: 'digest-without-padding' }),
  [3, 'without its padding (=)', both(base64, swap('=', ''))],
  under('bytes', { digest: 'digest-base64-twice' }),
  [3, 'in base64 twice', both(base64, base64)],
];

export const formsFor = (...places: readonly Place[]): readonly Form[] => formsAt(places, FORMS);
