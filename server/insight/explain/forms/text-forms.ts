import { decodeBase64 } from '../../../signing/base64.ts';
import { decodeWords, textOfWords } from '../../../signing/encoded-words.ts';
import { ADDRESS_FORMS } from './address-forms.ts';
import { BODY_FORMS } from './body-forms.ts';
import { CHARACTER_FORMS, utf16 } from './character-forms.ts';
import {
  around,
  base64url,
  both,
  bytesOf,
  CUT_SIZES,
  type Edit,
  type Form,
  formsAt,
  hashOf,
  INVISIBLE,
  JWS,
  lower,
  NOT_ASCII,
  onText,
  type Place,
  replaced,
  swap,
  type Table,
  tried,
  under,
  upper,
} from './form.ts';

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

const quotedPrintable = both(
  replaced(/[^A-Za-z0-9!*+\-/ ]/g, (byte) => `=${upper(hex(byte))}`),
  swap(' ', '_'),
);
const asWord = (start: string): Edit =>
  both(/b\?$/i.test(start) ? base64 : quotedPrintable, around(start, '?='));
const withoutWord = tried((value) => {
  const words = decodeWords(value);
  return words && bytesOf(textOfWords(words));
});

/** What a shell makes of it without quotation marks. */
const unquoted: Edit = (text) => text.trim().replace(/[ \t\r\n]+/g, ' ');

const base64: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('base64');
const hex: Edit = (bytes) => Buffer.from(bytes, 'latin1').toString('hex');
const sha256: Edit = (bytes) => hashOf('sha256', bytes, 'binary');

const THIRTEENTH = [...'4123589abcdef067'].map((digit) =>
  replaced(/(?<=^.{14})[0-9a-f](?=.{3}-)/i, digit),
);
const WORDS = ['=?UTF-8?B?', '=?utf-8?B?', '=?utf-8?b?', '=?UTF-8?Q?', '=?utf-8?q?'];
const UNSEEN = ['\ufeff', '\u200b', '\u200e', '\u00a0'].map(bytesOf);
const CUTS = [/(?<=.):.*/s, /(?<=.);.*/s, /(?<=.)=.*/s, /(?<=.) .*/s, /(?<=.)-.*/s];
const crlf = swap('\n', '\r\n');
const STDIN = ['SHA2-256(stdin)= ', '(stdin)= '];

/** What comes before a SHA-256 hash in its DigestInfo (RFC 8017, 9.2). */
const INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex').toString('latin1');
const FORMS: Table = [
  under('cut', { string: 'string-cut', body: 'body-cut' }),
  [5, 'without its first character', (text) => text.slice(1)],
  [5, 'without its last character', (text) => text.slice(0, -1)],
  [
    5,
    'cut at the size of a buffer',
    ...CUT_SIZES.map(
      (size): Edit =>
        (text) =>
          text.slice(0, size),
    ),
  ],
  under('jws', { string: 'jws' }),
  [5, 'as a JWS', ...JWS],
  ...BODY_FORMS,
  ...ADDRESS_FORMS,
  under('form', { id: 'id-form' }),
  [3, '', swap('-', ''), around('{', '}'), both(upper, around('{', '}')), around('urn:uuid:', '')],
  [3, '', replaced(/^\{|\}$|^urn:uuid:/gi, '')],
  [3, '', replaced(/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/, '$1-$2-$3-$4-$5')],
  [4, '', both(swap('-', ''), upper)],
  [4, 'without what is in front of its first hyphen', replaced(/^[A-Za-z]{2,8}-/, '')],
  [4, 'with another thirteenth digit, which Envoy changes', ...THIRTEENTH],
  under('escapes', { value: 'json-escaped', body: 'body-json-escaped' }),
  [1, 'with \\u escapes', onText(escaped(NOT_ASCII))],
  [4, 'with \\u escapes in capitals', onText(escaped(NOT_ASCII, upper))],
  [3, 'with escaped slashes', SLASHES],
  [3, 'with \\u escapes and escaped slashes, as PHP', onText(both(SLASHES, escaped(NOT_ASCII)))],
  [3, 'with < > & escaped, as Go', onText(escaped(/[<>&\u2028\u2029]/g))],
  [3, "with < > & = ' escaped, as Gson", onText(escaped(/[<>&='\u2028\u2029]/g))],
  [4, "with < > ' escaped, as older .NET", escaped(/[<>&']/g), escaped(/[<>']/g)],
  [4, 'with \\u escapes, as .NET', onText(escaped(/[<>&'+`]|[^\0-\x7f]/g, upper))],
  [3, 'with \\u escapes, as .NET', onText(escaped(/\\"|[<>&'+`]|[^\0-\x7f]/g, upper))],
  under('escapes', { body: 'body-json-escaped' }),
  [2, 'without \\u escapes', onText(unescaped)],
  [3, 'without escaped slashes', withoutSlashes],
  [3, 'without escapes', onText(both(unescaped, withoutSlashes))],
  under('escapes', { value: 'json-escaped' }),
  [4, 'with JSON escapes', replaced(/["\\]/g, '\\$&')],
  under('escapes', { string: 'html-escaped', value: 'html-escaped', body: 'body-html-escaped' }),
  [4, 'with HTML escapes (&amp;)', ...HTML_ESCAPES.map((pairs) => swap(...pairs))],
  [3, 'without HTML escapes', swap(...HTML_ESCAPES.flat().toReversed())],
  under('escapes', { value: 'value-encoded-word' }),
  [4, 'as an RFC 2047 encoded word but sent it plain', ...WORDS.map(asWord)],
  under('escapes', { value: 'value-decoded' }),
  [2, 'decoded but sent it as an RFC 2047 encoded word', withoutWord],
  under('case', {
    id: 'id-case',
    date: 'date-format',
    redirect: 'redirect-normalised',
    target: 'lower-cased',
  }),
  [2, '', lower, upper],
  under('case', { string: 'lower-cased' }),
  [3, 'in lower case', onText(lower)],
  under('case', { string: 'names-in-capitals' }),
  [4, 'in capitals, names and values', onText(upper)],
  under('lines', { body: 'body-minified' }),
  [3, 'without any white space, in its texts too', replaced(/[ \t\r\n]/g, '')],
  [3, 'with single spaces, as a shell prints it without quotation marks', unquoted],
  under('lines', { body: 'body-crlf' }),
  [2, 'with CRLF line ends', replaced(/\r?\n/g, '\r\n')],
  [2, 'with LF line ends', swap('\r\n', '\n')],
  [4, 'without its line ends', replaced(/\r?\n(?!$)/g, '')],
  under('marks', { string: 'string-quoted', value: 'value-quoted' }),
  [3, 'in quotation marks (")', around('"')],
  [4, "in quotation marks (')", around("'")],
  under('marks', { string: 'string-quoted' }),
  [4, "as b'…', as Python prints bytes", both(swap('\n', '\\n'), around("b'", "'"))],
  [
    4,
    'as echo of cmd prints it, in quotation marks and with CRLF',
    both(crlf, around('"', '"\r\n')),
  ],
  [
    4,
    'as > of PowerShell writes it, in UTF-16 with CRLF',
    both(both(crlf, around('', '\r\n')), both(utf16, around('\xff\xfe', ''))),
  ],
  under('marks', { value: 'value-quoted' }),
  [3, 'in square brackets', around('[', ']')],
  [4, 'in brackets and quotation marks', around("['", "']"), around('["', '"]')],
  [4, "in b'…', as Python prints bytes", around("b'", "'")],
  [4, 'in Optional[…], as Java prints it', around('Optional[', ']')],
  [4, 'in Optional("…"), as Swift prints it', around('Optional("', '")')],
  [4, 'in angle brackets', around('<', '>')],
  under('marks', { string: 'json-escaped', body: 'body-stringified' }),
  [3, 'as a string in JSON (stringified twice)', onText((text) => JSON.stringify(text))],
  [4, 'as a string in JSON, with \\u', onText(both(JSON.stringify, escaped(NOT_ASCII)))],
  under('end', { body: 'body-trailing-newline' }),
  [1, 'with a newline after it', around('', '\n')],
  [4, 'with a newline before it', around('\n', '')],
  [3, 'with CRLF after it', around('', '\r\n')],
  [3, 'with a newline before and after it', around('\n')],
  [1, 'without the newline after it', replaced(/\r?\n$/, '')],
  under('end', { value: 'value-trailing-space' }),
  [3, 'with a space after its value', around('', ' ')],
  [4, 'with a tab after its value', around('', '\t')],
  under('end', { value: 'two-spaces-after-colon' }),
  [4, 'with two spaces after the colon', around(' ', '')],
  under('end', { value: 'value-trailing-newline' }),
  [3, 'with a line end after its value', around('', '\n'), around('', '\r\n')],
  [4, 'with a line end after its value', around('', '\r'), around('', '\\n'), around('', '%0A')],
  under('end', { value: 'invisible-character' }),
  [3, 'without an invisible character that it has', onText(replaced(INVISIBLE, ''))],
  [4, 'with a no-break space (U+00A0) for each space', swap(' ', '\xc2\xa0')],
  [4, 'with a space for each no-break space (U+00A0)', swap('\xc2\xa0', ' ')],
  [5, 'between the marks U+202A and U+202C', around('\xe2\x80\xaa', '\xe2\x80\xac')],
  [5, 'between the marks U+2068 and U+2069', around('\xe2\x81\xa8', '\xe2\x81\xa9')],
  [5, 'with an invisible character before it', ...UNSEEN.map((char) => around(char, ''))],
  [5, 'with an invisible character after it', ...UNSEEN.map((char) => around('', char))],
  under('end', { value: 'value-spaces-collapsed' }),
  [3, 'with its white space made one space', replaced(/[ \t]{2,}/g, ' ')],
  [4, 'without the spaces after its commas', swap(', ', ',')],
  [4, 'without its spaces', swap(' ', '')],
  under('end', { value: 'value-cut' }),
  [
    5,
    'cut at a length',
    ...CUT_SIZES.map(
      (size): Edit =>
        (text) =>
          text.slice(0, size),
    ),
  ],
  [4, 'only up to its first mark', ...CUTS.map((cut) => replaced(cut, ''))],
  [3, 'without a second value that was joined to it by a comma', replaced(/,.*/s, '')],
  [4, 'without a first value that it was joined to by a comma', replaced(/^[^,]*, /, '')],
  under('end', { string: 'value-twice' }),
  [5, 'twice', (text) => `${text}\n${text}`, (text) => text + text],
  under('end', { value: 'value-twice' }),
  [5, 'twice', ...['', ',', ', '].map((mark) => replaced(/^.*$/, `$&${mark}$&`))],
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
  [4, 'in hexadecimal, with a newline after it', both(hex, around('', '\n'))],
  [4, 'in hexadecimal, as sha256sum prints it', both(hex, around('', '  -\n'))],
  [4, 'in hexadecimal, as openssl prints it', ...STDIN.map((line) => both(hex, around(line, '')))],
  [4, 'in hexadecimal with colons', both(hex, replaced(/..(?=.)/g, '$&:'))],
  [4, 'in hexadecimal with hyphens', both(hex, both(upper, replaced(/..(?=.)/g, '$&-')))],
  under('bytes', { digest: 'digest-hex' }),
  [3, 'as base64 of the hexadecimal text', both(hex, base64)],
  under('bytes', { string: 'base64-of-string', hash: 'base64-of-hash', body: 'body-base64' }),
  [2, 'in base64', base64],
  [4, 'in base64, with a newline after it', both(base64, around('', '\n'))],
  under('bytes', {
    string: 'base64-of-string',
    hash: 'base64-of-hash',
    body: 'body-base64',
    digest: 'digest-base64url',
  }),
  [4, 'in base64url', base64url],
  under('bytes', { digest: 'digest-base64url' }),
  [3, 'in base64url', both(base64, swap('+', '-', '/', '_'))],
  under('bytes', { value: 'value-in-base64' }),
  [5, 'in base64', base64, base64url],
  [5, 'in hexadecimal', hex],
  under('bytes', { digest: 'digest-without-padding' }),
  [3, 'without its padding (=)', both(base64, swap('=', ''))],
  under('bytes', { digest: 'digest-base64-twice' }),
  [3, 'in base64 twice', both(base64, base64)],
];

export const formsFor = (...places: readonly Place[]): readonly Form[] => formsAt(places, FORMS);
